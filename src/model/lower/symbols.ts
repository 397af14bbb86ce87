/** The symbols of coordinates and velocities, the scope of a model's expressions, and stencils of these symbols. */

import {
  type Expr,
  isVector,
  parse,
  type Scope,
  substitute,
  symbolsOf,
  tangent,
  type Value,
} from "../../symbolic/index.js";
import type { StencilNode } from "../lowered.js";
import { below, fail, show, withErrorsAt } from "../model-errors.js";
import { type Reference, withPlaceholders } from "../references.js";
import { didYouMean, type ScalarOrVector } from "../shapes.js";
import { type Context, unflatten } from "./context.js";
import { coordinateName, type Families, type Family } from "./families.js";
import { memberOf } from "./members.js";

/** A point or coordinate that expressions mention. */
export interface Node {
  readonly offset: number;
  readonly dim: number;
  readonly q: readonly Expr[];
  /** Empty for states. */
  readonly v: readonly Expr[];
}

export interface Symbols {
  /** Reads an expression that may use everything in the model. */
  read(where: string, value: ScalarOrVector): Value;
  node(family: Family, member: number): Node;
  /** The nodes whose symbols are in `exprs`, and those with the offsets in `also`, in the order of q. */
  nodesOf(exprs: readonly Expr[], also?: Iterable<Node>): Node[];
  /** The name of the first velocity in `exprs`. */
  velocityIn(exprs: readonly Expr[]): string | undefined;
}

export function coordinateSymbols(context: Context, families: Families): Symbols {
  const { graph, time, parameters } = context;
  const nodes = new Map<number, Node>();
  const owner = new Map<Expr, Node>();
  const velocities = new Set<Expr>();

  function node({ offset: first, dim, kind }: Family, member: number): Node {
    const offset = first + member * dim;
    let made = nodes.get(offset);
    if (made === undefined) {
      const names = Array.from({ length: dim }, (_, k) => coordinateName(families, offset + k));
      const q = names.map((name) => graph.symbol(name));
      const v = kind === "state" || kind === "algebraic" ? [] : names.map((name) => graph.symbol(`${name}'`));
      made = { offset, dim, q, v };
      nodes.set(offset, made);
      for (const symbol of [...q, ...v]) owner.set(symbol, made);
      for (const symbol of v) velocities.add(symbol);
    }
    return made;
  }

  /** The position or velocity of a member, as a vector for points. */
  function place(family: Family, member: number, velocity: boolean): Value | undefined {
    let components: readonly Expr[];
    if (family.anchor !== undefined) components = anchorAt(context, family, member)[velocity ? "velocity" : "position"];
    else components = node(family, member)[velocity ? "v" : "q"];
    if (components.length === 0) return undefined; // the velocity of a state
    return family.kind === "point" ? components : components[0];
  }

  /** The value of a name or of a reference such as `bead[3]_y`. */
  function find(where: string, reference: Reference, velocity: boolean): Value | undefined {
    const axis = families.all.has(reference.name) ? null : /^(.*)_([xyz])$/.exec(reference.name);
    const family = families.all.get(axis === null ? reference.name : axis[1]);
    if (family === undefined || (axis !== null && family.kind !== "point")) return undefined;
    const value = place(family, memberOf(context, where, family, reference), velocity);
    const component = axis === null ? reference.component : "xyz".indexOf(axis[2]);
    if (component === undefined || value === undefined) return value;
    return isVector(value) ? value[component] : undefined;
  }

  function scope(where: string, references: ReadonlyMap<string, Reference>): Scope {
    return {
      graph,
      lookup(name) {
        if (name === "t") return time;
        const number = parameters.get(name);
        if (number !== undefined) return graph.num(number);
        const velocity = name.endsWith("'");
        const plain = velocity ? name.slice(0, -1) : name;
        const reference = references.get(plain);
        const value = find(where, reference ?? { name: plain, indices: [], text: plain }, velocity);
        if (value === undefined && reference !== undefined) {
          fail(
            where,
            `${show(`${reference.text}${velocity ? "'" : ""}`)} does not exist.${didYouMean(reference.name, families.all.keys())}`,
          );
        }
        return value;
      },
      names: () => [...parameters.keys(), ...families.all.keys(), "t"],
    };
  }

  function read(where: string, value: ScalarOrVector): Value {
    if (typeof value === "number") return graph.num(value);
    if (typeof value === "string") {
      const { text, references } = withPlaceholders(value);
      const restore = (sentence: string) => {
        for (const [placeholder, reference] of references) sentence = sentence.replaceAll(placeholder, reference.text);
        return sentence;
      };
      return withErrorsAt(where, value, () => parse(text, scope(where, references)), restore);
    }
    if (value.length === 0) fail(where, "the list is empty. Give one entry for each component.");
    return value.map((item, k) => {
      const component = read(below(where, k), item);
      return isVector(component) ? fail(below(where, k), "a component must be a scalar; this is a vector.") : component;
    });
  }

  return {
    node,
    read,
    nodesOf(exprs, also = []) {
      const found = new Set<Node>(also);
      for (const symbol of symbolsOf(exprs)) {
        const node = owner.get(symbol);
        if (node !== undefined) found.add(node);
      }
      return [...found].sort((a, b) => a.offset - b.offset);
    },
    velocityIn: (exprs) => symbolsOf(exprs).find((symbol) => velocities.has(symbol))?.name,
  };
}

/** The position and velocity of one anchor: numbers, or expressions of t. */
function anchorAt(context: Context, { anchor, dim, indices, extents }: Family, member: number) {
  const { graph, time } = context;
  const { positions, motion, symbols } = anchor!;
  if (motion === undefined) {
    const position = Array.from({ length: dim }, (_, k) => graph.num(positions[member * dim + k]));
    return { position, velocity: position.map(() => graph.num(0)) };
  }
  const at = unflatten(extents, member);
  const numbers = new Map(indices.map((index, k) => [symbols.get(index)!, graph.num(at[k])]));
  const position = substitute(motion, numbers);
  return { position, velocity: tangent(position, new Map([[time, graph.num(1)]])) };
}

/** The nodes as a stencil of a law with one instance. */
export function stencilOf(nodes: readonly Node[]): StencilNode[] {
  return nodes.map(({ dim, q, v, offset }) => ({ dim, q, v, index: Int32Array.of(offset) }));
}

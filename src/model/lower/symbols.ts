/** The symbols of coordinates and velocities, the scope of a model's expressions, and stencils of these symbols. */

import {
  type Expr,
  isVector,
  type LanguageFunction,
  parse,
  type Scope,
  substitute,
  symbolsOf,
  tangent,
  topologicalOrder,
  type Value,
} from "../../symbolic/index.js";
import type { StencilNode } from "../lowered.js";
import { below, fail, failAfter, show, withErrorsAt } from "../model-errors.js";
import { type LabelCall, multiplierNames, type Reference, withLabelCalls, withPlaceholders } from "../references.js";
import { didYouMean, type ScalarOrVector } from "../shapes.js";
import { type Context, unflatten } from "./context.js";
import { coordinateName, type Families, type Family } from "./families.js";
import type { Follows } from "./family.js";
import { valueOfMember } from "./follows.js";
import type { Lets } from "./lets.js";
import { memberOf } from "./members.js";

/** A point or coordinate that expressions mention. */
export interface Node {
  readonly offset: number;
  readonly dim: number;
  readonly q: readonly Expr[];
  /** Empty for states. */
  readonly v: readonly Expr[];
}

/** What was found in a text before it was parsed, by the names that stand for it. */
interface Found {
  readonly references: ReadonlyMap<string, Reference>;
  readonly calls: ReadonlyMap<string, LabelCall>;
}

/** The values of the indices of sums. */
export type Indices = ReadonlyMap<string, Expr>;

/** What forces and outputs may contain beside coordinates, velocities and t. */
export interface Beyond {
  /** The calls on labels, by name: `lambda(rod)`. */
  readonly calls: ReadonlyMap<string, (where: string, call: LabelCall, indices: Indices) => Value>;
  readonly functions?: ReadonlyMap<string, LanguageFunction>;
  /** The symbol of the acceleration of coordinate `k`, or of the rate of state `k`. */
  acceleration?(k: number): Expr;
}

export interface Symbols {
  /** Reads an expression that may use everything in the model, and `beyond` it what is given. */
  read(where: string, value: ScalarOrVector, beyond?: Beyond, indices?: Indices): Value;
  /** Reads the names of `let` that contain multipliers, once the constraints are known. */
  settle(beyond: Beyond): void;
  /** The node at coordinate `offset`, the first of a point. */
  nodeAt(offset: number): Node;
  node(family: Family, member: number): Node;
  /** The angles of joints in expressions that were read, each an atan2. */
  readonly angles: ReadonlySet<Expr>;
  /** A member of a family without coordinates of its own, in those of the nodes that it follows. */
  member(family: Family, member: number): readonly Expr[];
  /** The nodes whose symbols are in `exprs`, and those with the offsets in `also`, in the order of q. */
  nodesOf(exprs: readonly Expr[], also?: Iterable<Node>): Node[];
  /** The name of the first velocity in `exprs`. */
  velocityIn(exprs: readonly Expr[]): string | undefined;
}

export function coordinateSymbols(context: Context, families: Families): Symbols {
  const { graph, time, parameters, lets, functions } = context;
  const nodes = new Map<number, Node>();
  const owner = new Map<Expr, Node>();
  const velocities = new Set<Expr>();
  const named = new Map<string, Value>(lets.known);
  /** The names of `let` that read multipliers; their values are known when the constraints are. */
  const late = new Map<string, Lets["moving"][number]>();
  const lateValues = new Map<string, Value>();
  const known = multiplierNames(functions);
  const angles = new Set<Expr>();

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

  /** The position of a member or its time derivative of this order, as a vector for points. */
  function place(family: Family, member: number, order: number, beyond?: Beyond): Value | undefined {
    if (family.follows !== undefined) {
      const value = followed(family.follows, member, order, beyond);
      if (family.kind === "coordinate" && order === 0)
        for (const each of topologicalOrder(value ?? [])) if (each.op === "atan2") angles.add(each);
      return family.kind === "point" ? value : value?.[0];
    }
    const components =
      family.anchor === undefined
        ? derivative(node(family, member), family, order, beyond)
        : anchorAt(context, family, member, order);
    if (components === undefined || components.length === 0) return undefined;
    return family.kind === "point" ? components : components[0];
  }

  /** What a member without coordinates of its own is, in those of the nodes that it follows, or a derivative of it. */
  function followed(
    follows: Follows,
    member: number,
    order: number,
    beyond: Beyond | undefined,
  ): readonly Expr[] | undefined {
    const nodes = follows.nodes.map(({ family, members }) => ({ family, member: members[member] }));
    let value = valueOfMember(
      graph,
      follows,
      member,
      nodes.map((each) =>
        each.family.anchor === undefined
          ? node(each.family, each.member).q
          : anchorAt(context, each.family, each.member, 0),
      ),
    );
    const moving = nodes.filter(({ family }) => family.anchor === undefined);
    const rates = new Map<Expr, Expr>([[time, graph.num(1)]]);
    for (let k = 0; k < order; k++) {
      for (const { family, member: own } of moving) {
        const [from, to] = [k, k + 1].map((each) => derivative(node(family, own), family, each, beyond));
        if (from === undefined || to === undefined) return undefined;
        for (const [c, symbol] of from.entries()) rates.set(symbol, to[c]);
      }
      value = tangent(value, rates);
    }
    return value;
  }

  function derivative(made: Node, { kind }: Family, order: number, beyond?: Beyond): readonly Expr[] | undefined {
    if (order === 0) return made.q;
    if (order === 1 && made.v.length > 0) return made.v;
    // beyond the velocities, or the states, only the equations of motion know
    const acceleration = beyond?.acceleration;
    if (acceleration === undefined || kind === "algebraic" || order !== (kind === "state" ? 1 : 2)) return undefined;
    return made.q.map((_, c) => acceleration(made.offset + c));
  }

  /** The value of a name or of a reference such as `bead[3]_y`. */
  function find(where: string, reference: Reference, order: number, indices: Indices, beyond?: Beyond) {
    const axis = families.all.has(reference.name) ? null : /^(.*)_([xyz])$/.exec(reference.name);
    const family = families.all.get(axis === null ? reference.name : axis[1]);
    if (family === undefined) {
      const missing = families.missing(axis === null ? reference.name : axis[1]);
      if (missing !== undefined) fail(where, missing);
    }
    if (family === undefined || (axis !== null && family.kind !== "point")) return undefined;
    const value = place(family, memberOf(context, where, family, reference, indices), order, beyond);
    const component = axis === null ? reference.component : "xyz".indexOf(axis[2]);
    if (component === undefined || value === undefined) return value;
    return isVector(value) ? value[component] : undefined;
  }

  function scope(where: string, found: Found, indices: Indices, beyond?: Beyond): Scope {
    const { references, calls } = found;
    return {
      graph,
      functions: beyond?.functions === undefined ? functions : new Map([...functions, ...beyond.functions]),
      bind: (index, value) => scope(where, found, new Map([...indices, [index, graph.num(value)]]), beyond),
      lookup(name) {
        if (name === "t") return time;
        const number = parameters.get(name);
        if (number !== undefined) return graph.num(number);
        const before = indices.get(name) ?? named.get(name);
        if (before !== undefined) return before;
        if (late.has(name)) return lateValue(where, name, beyond);
        if (lets.names.has(name))
          failAfter(where, `it contains ${show(name)}, which is not valid. Correct let.${name}.`);
        const call = calls.get(name);
        if (call !== undefined) {
          const value = beyond?.calls.get(call.call);
          if (value !== undefined) return value(where, call, indices);
          return call.call === "torque"
            ? fail(where, `only outputs may read torques of joints; this contains ${show(call.text)}. Write an output.`)
            : refuseMultiplier(where, show(call.text));
        }
        const plain = name.replace(/'+$/, "");
        const order = name.length - plain.length;
        const reference = references.get(plain);
        const value = find(where, reference ?? { name: plain, indices: [], text: plain }, order, indices, beyond);
        if (value === undefined && reference !== undefined) {
          fail(
            where,
            `${show(`${reference.text}${"'".repeat(order)}`)} does not exist.${didYouMean(reference.name, families.all.keys())}`,
          );
        }
        return value;
      },
      names: () => [...parameters.keys(), ...lets.names, ...indices.keys(), ...families.all.keys(), "t"],
    };
  }

  function read(where: string, value: ScalarOrVector, beyond?: Beyond, indices: Indices = new Map()): Value {
    if (typeof value === "number") return graph.num(value);
    if (typeof value === "string") {
      const { text: labelled, found: calls } = withLabelCalls(value, known);
      const { text, references } = withPlaceholders(labelled);
      const restore = (sentence: string) => {
        for (const [placeholder, found] of [...references, ...calls])
          sentence = sentence.replaceAll(placeholder, found.text);
        return sentence;
      };
      return withErrorsAt(
        where,
        value,
        () => parse(text, scope(where, { references, calls }, indices, beyond)),
        restore,
      );
    }
    if (value.length === 0) fail(where, "the list is empty. Give one entry for each component.");
    return value.map((item, k) => {
      const component = read(below(where, k), item, beyond, indices);
      return isVector(component) ? fail(below(where, k), "a component must be a scalar; this is a vector.") : component;
    });
  }

  /** The value of a name of `let` that reads multipliers. */
  function lateValue(where: string, name: string, beyond: Beyond | undefined): Value {
    if (beyond === undefined) return refuseMultiplier(where, `let.${name}, which reads one`);
    return (
      lateValues.get(name) ?? failAfter(where, `it contains ${show(name)}, which is not valid. Correct let.${name}.`)
    );
  }

  /** Whether a text contains a multiplier, itself or by a name of `let`. */
  const readsMultiplier = (value: ScalarOrVector): boolean =>
    typeof value === "string"
      ? withLabelCalls(value, known).found.size > 0 ||
        (value.match(/[A-Za-z_]\w*/g) ?? []).some((name) => late.has(name))
      : typeof value === "object" && value.some(readsMultiplier);

  for (const moving of lets.moving) {
    const { name, where, value } = moving;
    if (readsMultiplier(value)) {
      late.set(name, moving);
      continue;
    }
    const made = context.errors.attempt(() => read(where, value));
    if (made !== undefined) named.set(name, made);
  }

  return {
    node,
    angles,
    member: (family, member) => followed(family.follows!, member, 0, undefined)!,
    read,
    settle(beyond) {
      for (const { name, where, value } of late.values()) {
        const made = context.errors.attempt(() => read(where, value, beyond));
        if (made !== undefined) lateValues.set(name, made);
      }
    },
    nodeAt(offset) {
      const family = families.free.findLast((each) => each.offset <= offset)!;
      return node(family, Math.floor((offset - family.offset) / family.dim));
    },
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

function refuseMultiplier(where: string, what: string): never {
  fail(where, `only forces and outputs may read multipliers; this contains ${what}. Write a force, or remove it.`);
}

/** The position of one anchor or its time derivative of this order: numbers, or expressions of t. */
function anchorAt(context: Context, { anchor, dim, indices, extents }: Family, member: number, order: number) {
  const { graph, time } = context;
  const { positions, motion, symbols } = anchor!;
  if (motion === undefined)
    return Array.from({ length: dim }, (_, k) => graph.num(order > 0 ? 0 : positions[member * dim + k]));
  const at = unflatten(extents, member);
  const numbers = new Map(indices.map((index, k) => [symbols.get(index)!, graph.num(at[k])]));
  let components = substitute(motion, numbers);
  for (let k = 0; k < order; k++) components = tangent(components, new Map([[time, graph.num(1)]]));
  return components;
}

/** The nodes as a stencil of a law with one instance. */
export function stencilOf(nodes: readonly Node[]): StencilNode[] {
  return nodes.map(({ dim, q, v, offset }) => ({ dim, q, v, index: Int32Array.of(offset) }));
}

/** Reads the parameters of elements: one column per component, from the item or from the default of the definition. */

import { type Expr, isVector, type LanguageFunction, type Scope, symbolsOf, type Value } from "../../symbolic/index.js";
import { defaultOf, lawsOf, parameterOf } from "../definition.js";
import { below, fail, show } from "../model-errors.js";
import type { ScalarOrVector } from "../shapes.js";
import { type Column, compact, entry, evaluate } from "./columns.js";
import { atIndex, type Context, numberScope, readScalar, readValue } from "./context.js";
import { memberName } from "./families.js";
import { startOfMembers } from "./follows.js";
import type { Block, Place } from "./instances.js";
import type { Masses } from "./masses.js";
import type { Start } from "./start.js";
import { namesInLaws, namesInTexts } from "./texts.js";

/** Columns by the name of the parameter, or of its component: `length`, `normal_x`. */
export type ParameterColumns = ReadonlyMap<string, readonly Column[]>;

/** The parameters that may contain t, as expressions of it and of the indices of the repetition. */
export function readMotions(context: Context, { item, indices }: Block): ReadonlyMap<string, Expr> {
  const motions = new Map<string, Expr>();
  for (const [name, given] of item.values) {
    if (!parameterOf(item.definition, name).motion) continue;
    const at = below(item.where, name);
    if (typeof given === "object") fail(at, "must be a number or an expression of t; this is a list.");
    motions.set(name, readScalar(at, given, numberScope(context, at, new Map([...indices, ["t", context.time]]))));
  }
  return motions;
}

export function readElementParameters(
  context: Context,
  block: Block,
  start: Start,
  masses: Masses,
  space: number,
): ParameterColumns {
  const { definition, values, where } = block.item;
  const columns = new Map<string, readonly Column[]>();
  for (const [name, given] of values) {
    if (parameterOf(definition, name).motion) continue;
    const at = below(where, name);
    accept(name, at, readValue(at, given, numberScope(context, at, block.indices)), block.columns, given);
  }
  // defaults, each after the parameters that it needs
  const open = new Set<string>();
  let atStart: ReturnType<typeof startScope> | undefined;
  for (const name of namesInLaws(lawsOf(definition, block.item.flag, space))) takeDefault(name);
  for (const name of block.item.also ?? []) takeDefault(name);
  return columns;

  /** Evaluates the default of `name`, if it is a parameter without a value. */
  function takeDefault(name: string): void {
    if (columns.has(name) || !Object.hasOwn(definition.parameters ?? {}, name)) return;
    const parameter = parameterOf(definition, name);
    if (parameter.motion && values.has(name)) return;
    const value = defaultOf(parameter, space);
    if (value === undefined) fail(where, `${show(name)} is missing. Give a value.`);
    if (open.has(name))
      fail(where, `the defaults of ${[...open].join(", ")} depend on each other. Give a value for one of them.`);
    open.add(name);
    for (const other of namesInTexts(value)) takeDefault(other);
    open.delete(name);
    const at = parameter.derived ? where : below(where, name);
    atStart ??= startScope(context, block, columns, start, masses, where);
    const { scope, inputs, fromStart } = atStart;
    const read = readValue(at, value, scope);
    if (symbolsOf(isVector(read) ? read : [read]).some((symbol) => fromStart.has(symbol))) context.uses.start = true;
    accept(name, at, read, inputs, value);
  }

  /** Evaluates a value, checks its shape and bounds, and stores its columns. */
  function accept(
    name: string,
    at: string,
    value: Value,
    inputs: ReadonlyMap<Expr, Column>,
    shown: ScalarOrVector,
  ): void {
    const { vector, above, atLeast, why, about } = parameterOf(definition, name);
    if (vector && space > 0 && (isVector(value) ? value.length : 1) !== space) {
      fail(at, `must be a vector with ${space} component${space === 1 ? "" : "s"}, like the points. Write a list.`);
    }
    if (!vector && isVector(value))
      fail(at, `must be a number; this is a vector with ${value.length} components. Write x(u) or norm(u).`);
    const exprs = isVector(value) ? value : [value];
    const made = evaluate(exprs, inputs, block.count).map(compact);
    for (const column of made) {
      for (let i = 0; i < column.length; i++) {
        const number = column[i];
        const inside =
          Number.isFinite(number) &&
          !(above !== undefined && number <= above) &&
          !(atLeast !== undefined && number < atLeast);
        if (inside) continue;
        const found = `${typeof shown === "number" ? `got ${number}` : `${show(shown)} is ${number}`}${placeOf(block, column.length === 1 ? 0 : i, column.length)}`;
        const bound = above !== undefined ? `above ${above}` : atLeast !== undefined ? `at least ${atLeast}` : "finite";
        // names of parameters that bodies and joints make for themselves mean nothing to a reader
        fail(
          at,
          `${name.startsWith("_") ? (about ?? "a number of this joint") : name} must be ${bound}; ${found}.${why === undefined ? "" : ` ${why}`}`,
        );
      }
    }
    columns.set(name, made);
  }
}

function placeOf({ rows, places, whole }: Block, i: number, length: number): string {
  if (length === 1) return "";
  return whole ? ` at ${memberName(places[0].family, places[0].members[i])}` : atIndex(rows, i);
}

/** The scope of defaults (nodes at the start, mass(node), known parameters), and the columns of its symbols. */
function startScope(
  context: Context,
  block: Block,
  columns: ReadonlyMap<string, readonly Column[]>,
  start: Start,
  masses: Masses,
  where: string,
): { scope: Scope; inputs: Map<Expr, Column>; fromStart: Set<Expr> } {
  const { graph, parameters } = context;
  const { on } = block.item.definition;
  const inputs = new Map<Expr, Column>();
  const symbol = (name: string, column: () => Column) => {
    const made = graph.symbol(`start ${name}`);
    if (!inputs.has(made)) inputs.set(made, column());
    return made;
  };
  const positions = new Map<string, Value>();
  const fromStart = new Set<Expr>();
  const places = new Map([...on.map((node, k) => [node, block.places[k]] as const), ...block.startPlaces]);
  places.forEach((place, node) => {
    const components = Array.from({ length: place.family.dim }, (_, c) =>
      symbol(`${node}_${c}`, () => startColumn(context, place, start, c)),
    );
    positions.set(node, place.family.kind === "point" ? components : components[0]);
    if (place.family.anchor === undefined) for (const component of components) fromStart.add(component);
    const axes = place.family.kind === "point" ? "xyz".slice(0, components.length) : "";
    for (const [c, axis] of [...axes].entries()) positions.set(`${node}_${axis}`, components[c]);
  });
  const mass: LanguageFunction = {
    usage: "mass(p)",
    takes: ["vector"],
    apply([argument], refuse) {
      const k = on.findIndex((node) => positions.get(node) === argument);
      if (k < 0) return refuse("the argument of mass(p) must be a node of the element");
      return symbol(`mass ${k}`, () => massColumn(block.places[k], masses, where));
    },
  };
  const lookup = (name: string): Value | undefined => {
    const position = positions.get(name);
    if (position !== undefined) return position;
    const known = columns.get(name);
    if (known === undefined) return parameters.has(name) ? graph.num(parameters.get(name)!) : undefined;
    const components = known.map((column, c) => symbol(`parameter ${name} ${c}`, () => column));
    return components.length === 1 && !parameterOf(block.item.definition, name).vector ? components[0] : components;
  };
  return {
    scope: {
      graph,
      lookup,
      names: () => [...on, ...columns.keys()],
      functions: new Map([...context.functions, ["mass", mass]]),
    },
    inputs,
    fromStart,
  };
}

/** Component `c` of the node's position at the start, for each instance. */
export function startColumn(context: Context, { family, members }: Place, start: Start, c: number): Column {
  const { dim, offset, anchor, follows } = family;
  if (follows !== undefined) return startOfMembers(context, family, members, start)[c];
  const { q0 } = start;
  const column = new Float64Array(members.length);
  const positions = anchor?.positions;
  for (let i = 0; i < members.length; i++) {
    column[i] = positions === undefined ? q0[offset + members[i] * dim + c] : positions[members[i] * dim + c];
  }
  return compact(column);
}

function massColumn({ family, members }: Place, { diagonal }: Masses, where: string): Column {
  if (family.anchor !== undefined)
    fail(where, `its default is the mass of ${show(family.name)}, which is fixed and has no mass. Give a value.`);
  if (family.follows !== undefined)
    fail(where, `its default is the mass of ${show(family.name)}, which has no mass of its own. Give a value.`);
  const column = new Float64Array(members.length);
  for (let i = 0; i < members.length; i++) column[i] = diagonal[family.offset + members[i] * family.dim];
  const missing = column.indexOf(0);
  if (missing >= 0)
    fail(
      where,
      `its default is the mass of ${show(memberName(family, members[missing]))}, which has no mass of its own. Give a value.`,
    );
  return compact(column);
}

/** The column with one entry per instance, even if it is stored as one entry. */
export function expand(column: Column, count: number): Column {
  if (column.length === count) return column;
  return new Float64Array(count).fill(entry(column, 0));
}

/** The context that every part of lowering needs, and functions that read numbers and expressions from the data. */

import type { ModelError } from "../../core/errors.js";
import {
  type Expr,
  type Graph,
  isConst,
  isVector,
  type LanguageFunction,
  type Scope,
  symbolsOf,
  toValue,
  type Value,
} from "../../symbolic/index.js";
import { below, type ErrorCollector, fail, path, show, withErrorsAt } from "../model-errors.js";
import type { Scalar, ScalarOrVector } from "../shapes.js";
import { syntaxOf } from "../syntax.js";
import type { Extents } from "./extents.js";
import { type Lets, letWithoutCoordinates } from "./lets.js";

export interface Context {
  readonly graph: Graph;
  readonly time: Expr;
  readonly t0: number;
  /** The values of `parameters`. */
  readonly parameters: ReadonlyMap<string, number>;
  /** The named expressions of the model. */
  readonly lets: Lets;
  /** Functions that the model defines: its tables. */
  readonly functions: ReadonlyMap<string, LanguageFunction>;
  readonly errors: ErrorCollector;
  /** Where generated points come from, by their paths. */
  readonly origins: ReadonlyMap<string, string>;
  /**
   * `start` is set when a law takes a number from the start, as the length of a rod may be; `members` counts those of
   * all families and elements so far, `applied` the forces and torques that are expressions of their own.
   */
  readonly uses: { start: boolean; members: number; applied: number };
  /** The repetitions that were read, or what is wrong with them, by place. */
  readonly repeats: Map<string, Extents | ModelError>;
}

/** The place in the file of an entry of a section, which a body or joint may have generated. */
export function placeOf({ origins }: Context, ...keys: readonly PropertyKey[]): string {
  const where = path(...keys);
  return origins.get(where) ?? where;
}

/** A scope with the parameters and the symbols in `extra` (indices of a repetition, the time). */
export function numberScope(context: Context, where: string, extra: ReadonlyMap<string, Expr> = new Map()): Scope {
  const { graph, parameters, lets, functions, time } = context;
  const refuseTime = () =>
    fail(
      where,
      "only laws and positions of fixed points may contain t; this is a number at the start. Use the value of t there.",
    );
  return {
    graph,
    functions,
    lookup(name) {
      const value = parameters.get(name);
      if (value !== undefined) return graph.num(value);
      if (name === "t" && !extra.has(name)) refuseTime();
      const found = extra.get(name);
      if (found !== undefined) return found;
      const named = letWithoutCoordinates(lets, where, name);
      if (named !== undefined && !extra.has("t") && contains(named, time)) refuseTime();
      return named;
    },
    names: () => [...parameters.keys(), ...extra.keys(), ...lets.known.keys()],
  };
}

const contains = (value: Value, symbol: Expr): boolean => symbolsOf(isVector(value) ? value : [value]).includes(symbol);

/** Reads a number or an expression with a scalar value. */
export function readScalar(where: string, value: Scalar, scope: Scope): Expr {
  if (typeof value === "number") return scope.graph.num(value);
  const read = withErrorsAt(where, value, () => toValue(syntaxOf(value), scope));
  if (isVector(read))
    fail(where, `must be a scalar; ${show(value)} is a vector with ${read.length} components. Write x(u) or norm(u).`);
  return read;
}

/** Reads a number, an expression (which may be a vector), or a list of scalars. */
export function readValue(where: string, value: ScalarOrVector, scope: Scope): Value {
  if (typeof value === "number") return scope.graph.num(value);
  if (typeof value === "string") return withErrorsAt(where, value, () => toValue(syntaxOf(value), scope));
  if (value.length === 0) fail(where, "the list is empty. Give one entry for each component.");
  return value.map((item, k) => readScalar(below(where, k), item, scope));
}

/** Reads a point or vector with `dim` components; a scalar is a vector with one. */
export function readVector(where: string, value: ScalarOrVector, dim: number, scope: Scope): readonly Expr[] {
  const read = readValue(where, value, scope);
  const components = isVector(read) ? read : [read];
  if (components.length !== dim) {
    fail(
      where,
      `must have ${dim} component${dim === 1 ? "" : "s"}, like the points here; it has ${components.length}.`,
    );
  }
  return components;
}

/** Reads a number, or an expression of parameters. */
export function readNumber(context: Context, where: string, value: Scalar): number {
  const expr = readScalar(where, value, numberScope(context, where));
  if (!isConst(expr))
    fail(
      where,
      `must be a finite number; ${show(value)} divides by zero, overflows, or leaves the domain of a function.`,
    );
  return expr.value;
}

/** The indices of an instance of a repetition, for messages: " at i = 3". */
export function atIndex(rows: Extents, i: number): string {
  const { indices } = rows;
  if (indices.length === 0) return "";
  const position = positionIn(rows, i);
  return ` at ${indices.map((index, k) => `${index} = ${position[k]}`).join(", ")}`;
}

/** The values of the indices of instance `i` of a repetition. */
export const positionIn = ({ extents, columns }: Extents, i: number): number[] =>
  columns === undefined ? unflatten(extents, i) : columns.map((column) => column[i]);

/** The indices of member `i` of a family, the last running fastest. */
export function unflatten(extents: readonly number[], i: number): number[] {
  const position: number[] = [];
  for (let k = extents.length - 1; k >= 0; k--) {
    position[k] = i % extents[k];
    i = Math.floor(i / extents[k]);
  }
  return position;
}

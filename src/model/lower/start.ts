/** Reads the start: q0 and v0 from the entries of points and coordinates, then from `initial`. */

import { isVector, type Value } from "../../symbolic/index.js";
import { below, fail, path, show } from "../model-errors.js";
import type { ModelData, PlacedData } from "../schema.js";
import { isTable, type ScalarOrVector } from "../shapes.js";
import { entry, evaluate } from "./columns.js";
import { atIndex, type Context, numberScope, readValue, readVector } from "./context.js";
import type { Families, Family } from "./families.js";
import { findCoordinate } from "./members.js";
import { indexColumns, indexSymbols } from "./repeat.js";

export interface Start {
  /** Coordinates, then states, then guesses of algebraic variables. */
  readonly q0: Float64Array;
  readonly v0: Float64Array;
}

export function readStart(context: Context, families: Families, model: ModelData): Start {
  const q0 = new Float64Array(families.n);
  const v0 = new Float64Array(families.coordinates);
  for (const family of families.free) {
    context.errors.suspecting(family.name, () => fill(context, family, "at", family.at, q0));
    context.errors.suspecting(family.name, () => fill(context, family, "velocity", family.velocity, v0));
  }
  const set = new Map<number, string>();
  for (const [key, value] of Object.entries(model.initial ?? {})) {
    context.errors.attempt(() => readInitial(context, families, key, value, { q0, v0 }, set));
  }
  return { q0, v0 };
}

/** The state at which motion begins: that of `begin`, or the start. Laws always take lengths from the start. */
export function readBegin(context: Context, families: Families, { begin }: ModelData, start: Start): Start {
  if (begin === undefined) return start;
  const { state } = begin;
  const { coordinates, states } = families;
  const size = 2 * coordinates + states;
  context.errors.attempt(() => {
    if (state.length !== size)
      fail(
        "begin.state",
        `a state of this model must have ${size} numbers; this one has ${state.length}. Give one for each coordinate, then one for each velocity.`,
      );
    const wrong = state.findIndex((x) => !Number.isFinite(x));
    if (wrong >= 0) fail(below("begin.state", wrong), `must be a finite number; got ${state[wrong]}.`);
  });
  const q0 = Float64Array.from(start.q0);
  q0.set(state.slice(0, coordinates));
  q0.set(state.slice(2 * coordinates, size), coordinates);
  return { q0, v0: Float64Array.from(state.slice(coordinates, 2 * coordinates)) };
}

/** Evaluates an expression of the indices for all members of a family. */
function fill(
  context: Context,
  family: Family,
  key: "at" | "velocity",
  value: PlacedData | undefined,
  out: Float64Array,
): void {
  if (value === undefined) return;
  const where = below(family.where, key);
  if (isTable(value)) {
    const wrong = value.findIndex((row) => row.length !== family.dim || !row.every(Number.isFinite));
    if (wrong >= 0)
      fail(below(where, wrong), `must be a row of ${family.dim} finite numbers; got ${show(value[wrong])}.`);
    out.set(value.flat(), family.offset);
    return;
  }
  const symbols = indexSymbols(context, family.where, family);
  const exprs = readVector(where, value, family.dim, numberScope(context, where, symbols));
  const columns = evaluate(exprs, indexColumns(symbols, family), family.count);
  for (let i = 0; i < family.count; i++) {
    for (let k = 0; k < family.dim; k++) {
      const number = entry(columns[k], i);
      if (!Number.isFinite(number)) {
        fail(where, `a start value must be a finite number; ${show(value)} is ${number}${atIndex(family, i)}.`);
      }
      out[family.offset + i * family.dim + k] = number;
    }
  }
}

/** One entry of `initial`: `theta`, `theta'`, `a`, `a_x'`, `bead[3]_y`. */
function readInitial(
  context: Context,
  families: Families,
  key: string,
  value: ScalarOrVector,
  { q0, v0 }: Start,
  set: Map<number, string>,
): void {
  const where = path("initial", key);
  const velocity = key.endsWith("'");
  const { family, member, component } = findCoordinate(context, families, where, velocity ? key.slice(0, -1) : key);
  if (velocity && (family.kind === "state" || family.kind === "algebraic"))
    fail(where, "a state has no velocity, because its rate is given. Remove the prime.");
  const at = family.offset + member * family.dim;
  const read = readValue(where, value, numberScope(context, where));
  const numbers = (isVector(read) ? read : [read]).map((expr) => finite(where, expr));
  const needed = component === undefined ? family.dim : 1;
  if (numbers.length !== needed)
    fail(where, `${show(key)} needs ${needed} number${needed === 1 ? "" : "s"}; got ${numbers.length}.`);
  const first = at + (component ?? 0);
  numbers.forEach((number, c) => {
    const entry = velocity ? families.n + first + c : first + c;
    const before = set.get(entry);
    if (before !== undefined)
      fail(where, `each start value may be given once; ${before} gives the same one. Remove one of them.`);
    set.set(entry, where);
    (velocity ? v0 : q0)[first + c] = number;
  });
}

function finite(where: string, value: Value): number {
  if (!isVector(value) && value.op === "const") return value.value;
  fail(where, "a start value must be a finite number or an expression of parameters.");
}

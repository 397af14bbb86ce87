/** Events and observables of a model's run section as functions of (t, y), compiled like every other law. */

import { addressOf } from "../core/arena.js";
import type { EventFunction, F64, Workspace } from "../core/index.js";
import { emitKernel } from "../kernels/index.js";
import type { Law, Lowered } from "../model/lowered.js";
import { valueProgram } from "./derive.js";
import { placeLaw } from "./place-laws.js";
import { siteOf } from "./site.js";

/** The workspace's system must have been compiled from `lowered`: the functions read states in its memory. */
export function eventFunctions(lowered: Lowered, workspace: Workspace): EventFunction[] {
  const { events = [] } = lowered;
  const values = valueFunctions(
    "events",
    events.map(({ law }) => law),
    lowered,
    workspace,
  );
  return events.map(({ name, direction, stop }, k) => ({ name, direction, stop, value: values[k] }));
}

/** A function of (t, y). */
export type ValueFunction = (t: number, y: F64) => number;

/** The expressions of observables as functions, by the name of the observable; the same condition holds. */
export function readingFunctions(
  lowered: Lowered,
  workspace: Workspace,
): ReadonlyMap<string, readonly ValueFunction[]> {
  const { readings = [] } = lowered;
  const values = valueFunctions(
    "readings",
    readings.flatMap(({ laws }) => laws),
    lowered,
    workspace,
  );
  let first = 0;
  return new Map(
    readings.map(({ name, laws }) => {
      first += laws.length;
      return [name, values.slice(first - laws.length, first)];
    }),
  );
}

function valueFunctions(key: string, laws: readonly Law[], lowered: Lowered, workspace: Workspace): ValueFunction[] {
  if (laws.length === 0) return [];
  const velocities = lowered.order === "second" ? 8 * lowered.n : 0;
  const { out, code } = siteOf(workspace).unit(key, (unit) => ({
    out: unit.f64(1),
    code: unit.code((module, tables) => {
      laws.forEach((law, k) => {
        const placed = placeLaw(law, lowered.time, tables);
        emitKernel(module, `value${k}`, valueProgram(placed.calculus, 0), placed.tables);
      });
    }),
  }));
  return laws.map((_, k) => (t, y) => {
    code[`value${k}`](t, addressOf(y), addressOf(y) + velocities, 0, 0, 0, 0, addressOf(out), 0, 0);
    return out[0];
  });
}

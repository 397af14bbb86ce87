/** Events of a model's run section as functions of (t, y), compiled like every other law. */

import type { EventFunction, F64, System } from "../core/index.js";
import { emitKernel } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { instantiate, LinearMemory, Module } from "../wasm/index.js";
import { valueProgram } from "./derive.js";
import { placeLaw } from "./place-laws.js";

/** `system` must have been compiled from `lowered`: the functions read states in its memory. */
export function eventFunctions(lowered: Lowered, system: System): EventFunction[] {
  const { events = [] } = lowered;
  if (events.length === 0) return [];
  if (!(system.arena instanceof LinearMemory)) throw new Error("events: the system has no linear memory");
  // beside the system's own tables: they outlive a run
  const arena = system.arena.opposite;
  const out = arena.f64(1);
  const velocities = lowered.order === "second" ? 8 * lowered.n : 0;
  const module = new Module();
  events.forEach(({ law }, k) => {
    const placed = placeLaw(law, lowered.time, arena);
    emitKernel(module, `event${k}`, valueProgram(placed.calculus, 0), placed.tables);
  });
  const code = instantiate(module, arena.memory);
  return events.map(({ name, direction, stop }, k) => ({
    name,
    direction,
    stop,
    value(t: number, y: F64) {
      code[`event${k}`](t, y.byteOffset, y.byteOffset + velocities, 0, 0, 0, 0, out.byteOffset, 0, 0);
      return out[0];
    },
  }));
}

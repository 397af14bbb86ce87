/** The outputs of a model as one kernel. What a state does not have itself is read from two arrays beside it. */

import { addressOf } from "../core/arena.js";
import type { F64, Workspace } from "../core/index.js";
import { emitKernel } from "../kernels/index.js";
import type { Lowered, OutputRead, OutputTorque } from "../model/lowered.js";
import { type Expr, substitute } from "../symbolic/index.js";
import { LawCalculus, storeRows } from "./derive.js";
import { placeLaw } from "./place-laws.js";
import { siteOf } from "./site.js";

/** The places of the energies in the array of what follows from the state; accelerations come after them, then torques. */
export const extras = { kinetic: 0, potential: 1, energy: 2, acceleration: 3 } as const;
/** The place of the first torque in that array, for a state of this many entries. */
export const firstTorque = (dimension: number): number => extras.acceleration + dimension;

export interface OutputKernel {
  /** Which of the arrays must be filled. */
  readonly needs: { readonly multipliers: boolean; readonly accelerations: boolean; readonly energies: boolean };
  /** The torques that must be measured. */
  readonly torques: readonly OutputTorque[];
  /** The values of all columns: valid until the next call. */
  evaluate(t: number, y: F64, multipliers: F64, extra: F64): F64;
}

/** The workspace's system must have been compiled from `lowered`. Undefined if the model has no outputs. */
export function outputKernel(lowered: Lowered, workspace: Workspace): OutputKernel | undefined {
  const { outputs, time } = lowered;
  if (outputs === undefined) return undefined;
  const { columns, law, reads } = outputs;
  const velocities = lowered.order === "second" ? 8 * lowered.n : 0;
  const { out, code } = siteOf(workspace).unit("outputs", (unit) => ({
    out: unit.f64(columns.length),
    code: unit.code((module, tables) => {
      const calculus = new LawCalculus(law, time);
      const inputs = new Map<Expr, Expr>();
      for (const [symbol, read] of reads) inputs.set(symbol, inputOf(calculus, read, workspace.dimension));
      const program = calculus.program(storeRows(substitute(law.outputs, inputs), 0, 0));
      emitKernel(module, "outputs", program, placeLaw(law, time, tables).tables);
    }),
  }));
  const from = new Set([...reads.values()].map((read) => read.from));
  return {
    torques: outputs.torques,
    needs: {
      multipliers: from.has("multiplier") || from.has("torque"),
      accelerations: from.has("acceleration"),
      energies: from.has("kinetic") || from.has("potential") || from.has("energy"),
    },
    evaluate(t, y, multipliers, extra) {
      const at = addressOf(y);
      code.outputs(t, at, at + velocities, 0, 0, addressOf(multipliers), addressOf(extra), addressOf(out), 0, 0);
      return out;
    },
  };
}

function inputOf(calculus: LawCalculus, read: OutputRead, dimension: number): Expr {
  if (read.from === "torque") return calculus.entry("g", firstTorque(dimension) + read.index, 0);
  if (read.from === "multiplier") return calculus.entry("y", read.row, 0);
  if (read.from === "acceleration") return calculus.entry("g", extras.acceleration + read.coordinate, 0);
  return calculus.entry("g", extras[read.from], 0);
}

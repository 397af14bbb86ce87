/** What changes the energy of a system along its motion. */

import type { F64 } from "./arena.js";

/** Part of the power: of what drives the system and acts on it, or of what opposes its velocities. */
export interface PowerSource {
  /** The constraint or joint that moves with time, the element, or "forces". */
  readonly name: string;
  readonly kind: "put in" | "dissipated";
}

/**
 * The rate of the energy T + V along the motion, source by source: that of forces without a potential, f . v; of potentials
 * that depend on time, dV/dt; and of constraints that depend on time, lambda . g_t. The part of a force that vanishes with
 * the velocities is dissipated, the rest is put in.
 */
export interface Powers {
  readonly sources: readonly PowerSource[];
  /** Multipliers must be given, and states and multipliers must have been handed to the forces that read them. */
  readonly follows: boolean;
  /** Some force reads multipliers, which the stiff view does not hand to it. */
  readonly reactive: boolean;
  /** The power of every source, as it changes the energy: what is dissipated is negative. */
  evaluate(out: F64, t: number, q: F64, v: F64, lambda: F64): void;
}

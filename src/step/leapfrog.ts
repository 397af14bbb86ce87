import type { Value, Vector } from "./program.js";
import type { StepText } from "./text.js";

/** Positions, velocities and accelerations at one end of a step. */
export interface Motion {
  readonly x: Vector;
  readonly v: Vector;
  readonly a: Vector;
}

/**
 * The leapfrog in a field of accelerations, from one motion to another or within one,
 *
 *     v_h = v_0 + h/2 a_0,   x_1 = x_0 + h v_h,   v_1 = v_h + h/2 a_1
 *
 * `field` writes what evaluates a_1 at x_1; `half` is h/2.
 */
export function leapfrog(step: StepText, h: Value, half: Value, from: Motion, to: Motion, field: () => void): void {
  // 1. half a kick, then drift
  step.addScaled(to.v, from.v, half, from.a);
  step.addScaled(to.x, from.x, h, to.v);

  // 2. the other half with the field at the end
  field();
  step.addScaled(to.v, to.v, half, to.a);
}

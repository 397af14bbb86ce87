/**
 * The leapfrog as a text, in a field a of accelerations (Tao–Owhadi eq. 2.10):
 *
 *     v_h = v_0 + h/2 a(x_0),   x_1 = x_0 + h v_h,   v_1 = v_h + h/2 a(x_1)
 *
 * With `points`, states hold physical points q = x + shift, and x is computed only within a step. With `keeps`,
 * constraints are enforced: "positions" moves x_1 onto them and changes v_h by the displacement divided by h, and
 * "velocities" makes v_1 tangential, which is the step of RATTLE around any solver of its equations.
 */

import type { Program, Scalar } from "../../../core/index.js";
import { remember, StepText } from "../../../step/index.js";

export interface LeapfrogShape {
  readonly points: boolean;
  readonly keeps: boolean;
}

export interface LeapfrogText {
  readonly program: Program;
  readonly t: Scalar;
  readonly h: Scalar;
}

export const plain: LeapfrogShape = { points: false, keeps: false };
export const atPoints: LeapfrogShape = { points: true, keeps: false };
export const kept: LeapfrogShape = { points: false, keeps: true };

export const leapfrogText = remember(({ points, keeps }: LeapfrogShape, n: number): LeapfrogText => {
  const step = new StepText();
  const [t, h] = [step.shared("t"), step.shared("h")];
  const [q0, v0, q1, v1] = ["q0", "v0", "q1", "v1"].map((name) => step.given(name, n));
  const [a0, a1] = [step.bound("a0", n), step.bound("a1", n)];
  const half = step.multiply(0.5, h);

  // 1. half a kick, then drift
  step.addScaled(v1, v0, half, a0);
  step.addScaled(q1, q0, h, v1);
  if (points) step.addScaled(q1, q1, -1, step.bound("shift0", n));
  if (keeps) step.evaluate(step.evaluation("positions"), v1, h, q1, q0);

  // 2. the other half with the field at the end
  step.evaluate(step.evaluation("accelerations"), a1, step.multiplyAdd(t, 1, h), q1, v1);
  step.addScaled(v1, v1, half, a1);
  if (points) step.addScaled(q1, q1, 1, step.bound("shift1", n));
  if (keeps) step.evaluate(step.evaluation("velocities"), v1, undefined, q1);
  return { program: step.finish(), t, h };
});

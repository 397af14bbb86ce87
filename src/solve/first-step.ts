import { copyState, type F64, type Pacer, type Problem, type State, type Status } from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { root } from "../math/root.js";
import { expectMotion } from "./expected-sizes.js";
import type { RunParts } from "./run-parts.js";

/**
 * The first step to try (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.4): from the sizes of
 * y, y' and an estimate of y'' in units of the tolerance, so that an Euler step would err by about a hundredth of it.
 * The result is positive and costs one evaluation. `f0` is y' at `s`; `trial` and `f1` are overwritten. `direction` is
 * +1 or -1.
 */
export function firstStep(
  rate: NonNullable<Problem["rate"]>,
  pacer: Pacer,
  order: number,
  span: number,
  s: State,
  f0: F64,
  trial: F64,
  f1: F64,
): number {
  const direction = span < 0 ? -1 : 1;
  const longest = Math.min(Math.abs(span), pacer.maxStep);
  const n = s.y.length;
  const tolerance = new Float64Array(n);
  pacer.scale(tolerance, s.y);

  // 1. a step for which y' moves y by a hundredth
  const d0 = size(s.y, undefined, tolerance);
  const d1 = size(f0, undefined, tolerance);
  let h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (d0 / d1);
  h0 = Math.min(h0, longest);

  // 2. y'' from an Euler step of that length
  for (let i = 0; i < n; i++) trial[i] = s.y[i] + direction * h0 * f0[i];
  const status: Status = rate(f1, s.t + direction * h0, trial);
  const d2 = status === "ok" ? size(f1, f0, tolerance) / h0 : d1 / h0;

  // 3. the step whose error term is a hundredth of the tolerance
  const largest = Math.max(d1, d2);
  const h1 = largest <= 1e-15 ? Math.max(1e-6, 1e-3 * h0) : root(0.01 / largest, order);
  const h = Math.min(100 * h0, h1, longest);
  return h > 0 ? h : 1e-6 * longest;
}

/** The first step of a run, positive; `status` says why there is none. */
export function firstStepOf({ options, pacer, stepper, repair, stepping }: RunParts): { h: number; status: Status } {
  const { s, s0, next, spare } = stepping;
  const { rate } = repair;
  const span = options.until - s.t;
  const longest = Math.min(Math.abs(span), pacer.maxStep);
  if (!options.controller.needsError) return { h: pacer.initialStep!, status: "ok" };
  if (pacer.initialStep !== undefined) return { h: Math.min(pacer.initialStep, longest), status: "ok" };
  if (rate === undefined) return { h: 1e-3 * longest, status: "ok" };
  // no step has been tried yet, so the other states are free as scratch, and s0 is copied again
  const [f0, trial, f1] = [s0.y, next.y, spare.y];
  const order = stepper.error?.order ?? options.method.order;
  const status = rate(f0, s.t, s.y);
  const isKnown = allFinite(f0);
  if (status === "ok" && isKnown) pacer.begin?.(s.y, f0);
  const isAsked = status === "ok" && isKnown && pacer.lacksSizes?.() === true;
  const towards = Math.sign(span);
  const expected = isAsked ? expectMotion(pacer, rate, s, towards * longest, f0, trial, f1) : undefined;
  const end = expected === undefined ? span : towards * Math.min(0.01 * expected.time, longest);
  const h = status === "ok" ? firstStep(rate, pacer, order, end, s, f0, trial, f1) : 0;
  copyState(s0, s);
  return { h, status: status === "ok" && !isKnown ? "nonfinite" : status };
}

/** Root mean square of a (or of a - b) in units of the tolerance. */
function size(a: F64, b: F64 | undefined, tolerance: F64): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const x = b === undefined ? a[i] : a[i] - b[i];
    const scaled = x === 0 ? 0 : x / tolerance[i];
    sum += scaled * scaled;
  }
  return Math.sqrt(sum / a.length);
}

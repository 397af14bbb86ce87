/**
 * After a run has failed: whether stability and not accuracy limited the steps of an explicit method. The largest |eigenvalue| of dF/dy,
 * by power iteration with differences of F, times the step is then beyond the limit of the method's stability, or near it.
 */

import { copyWork, type Method, noWork, type Problem, type State, short, type Trouble } from "../core/index.js";
import { norm2 } from "../linalg/vector.js";

const rounds = 6;
/** The size of disturbances relative to the state. */
const small = 1e-7;
/** Steps under error control stay this near to the limit where stability holds them there. */
const near = 0.25;

/** How runs with steps that are too long for the method fail. */
const unstable: readonly Trouble["status"][] = ["nonfinite", "left-manifold", "unreliable", "diverged"];

/** The trouble of a run, with this reason if stability is one; `s0` is its start. */
export type StabilityLimit = (trouble: Trouble, s: State, s0: State, h: number) => Trouble;

/** Work arrays are allocated here, before the run, not when it fails. */
export function stabilityLimit(problem: Problem, { name, stability }: Method, isControlled: boolean): StabilityLimit {
  const { arena, dimension, rate, work, workspace } = problem;
  if (stability === undefined || rate === undefined) return (trouble) => trouble;
  const limit = Math.max(stability.real, stability.imaginary);
  const [f0, f1, at] = [0, 1, 2].map(() => arena.f64(dimension));

  /** The size of dF/dy in the direction w, which becomes that of dF/dy w; not finite where F fails. */
  const stretch = (s: State, w: Float64Array): number => {
    const step = (small * (norm2(s.y) || 1)) / norm2(w);
    for (let i = 0; i < at.length; i++) at[i] = s.y[i] + step * w[i];
    if (rate(f1, s.t, at) !== "ok") return Number.NaN;
    const before = norm2(w);
    for (let i = 0; i < w.length; i++) w[i] = (f1[i] - f0[i]) / step;
    const after = norm2(w);
    for (let i = 0; i < w.length; i++) w[i] /= after;
    return after / before;
  };

  return (trouble, end, s0, h) => {
    // with fixed steps the last states are spoilt already
    const s = isControlled ? end : s0;
    if (isControlled ? trouble.status !== "max-steps" : !unstable.includes(trouble.status)) return trouble;
    // a projection that has measured what stopped it knows better
    const isMeasured = trouble.status === "left-manifold" || trouble.status === "diverged";
    if (isMeasured && trouble.cause !== undefined) return trouble;
    const before = noWork();
    copyWork(before, work);
    const w = Float64Array.from({ length: dimension }, (_, i) => 1 + ((i * 7) % 11) / 11);
    // the mean of two products, because a pair of eigenvalues turns the direction
    let radius = rate(f0, s.t, s.y) === "ok" ? 0 : Number.NaN;
    for (let k = 0; k < rounds && Number.isFinite(radius); k++) radius = Math.sqrt(stretch(s, w) * stretch(s, w));
    copyWork(work, before);
    if (!(radius * Math.abs(h) > (isControlled ? near : 1) * limit)) return trouble;
    const fastest = w.reduce((most, x, i) => (Math.abs(x) > Math.abs(w[most]) ? i : most), 0);
    const steps = `"${name}" needs steps below ${short(limit / radius)}, because one component changes by itself within ${short(1 / radius)}`;
    const { residual: _, message: __, ...rest } = trouble;
    return {
      ...rest,
      component: workspace.names[fastest],
      ...(isControlled
        ? {
            cause: `${trouble.cause}; stability, not accuracy, limits the steps: ${steps}`,
            advice:
              'Use an implicit method, such as "radau5"; or weaken the damping or the spring behind it, or raise maxSteps.',
          }
        : {
            cause: `steps must be stable; ${steps}`,
            advice:
              'Shorten the step; or use an implicit method, such as "radau5"; or weaken the damping or the spring behind it.',
          }),
    };
  };
}

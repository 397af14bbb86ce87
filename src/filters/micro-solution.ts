/**
 * The micro-solution that a filter averages, point by point: what the generated window (`compile/window-code.ts`) sums up as it
 * passes, by the same formulas. For pictures of a projection; runs have no use for it.
 */

import type { Arena, F64, Mechanics, MicroSolution, State } from "../core/index.js";
import type { FilterWindow } from "./window.js";

/** Arrays are born here; the answer is new each time. */
export function newMicroSolution(
  mechanics: Mechanics,
  arena: Arena,
  window: FilterWindow,
): (s: State) => MicroSolution | undefined {
  const { n } = mechanics;
  const [q, v, guess, a, a0] = Array.from({ length: 5 }, () => arena.f64(n));
  const accelerate = (out: F64, t: number, at: F64, velocity: F64): void => {
    mechanics.stiffForce(out, t, at, velocity);
    mechanics.accelerate(out, out, at);
  };

  return (s) => {
    if (window.adapt(s) !== "ok") return undefined;
    const { h, steps, micro } = window;
    const count = 2 * steps + 1;
    const t = Float64Array.from({ length: count }, (_, k) => (k - steps) * h);
    const weights = Float64Array.from({ length: count }, (_, k) => micro.even[Math.abs(k - steps)]);
    const y = new Float64Array(count * 2 * n);
    y.set(s.y.subarray(0, 2 * n), steps * 2 * n);
    accelerate(a0, s.t, s.q, s.v);
    for (const sign of [1, -1]) {
      const step = sign * h;
      const u = new Float64Array(n);
      v.set(s.v);
      a.set(a0);
      for (let k = 1; k <= steps; k++) {
        for (let i = 0; i < n; i++) {
          v[i] += 0.5 * step * a[i];
          u[i] += step * v[i];
          q[i] = s.q[i] + u[i];
          guess[i] = v[i] + 0.5 * step * a[i];
        }
        accelerate(a, s.t + k * step, q, guess);
        for (let i = 0; i < n; i++) v[i] += 0.5 * step * a[i];
        const row = (steps + sign * k) * 2 * n;
        y.set(q, row);
        y.set(v, row + n);
      }
    }
    return { t, weights, y };
  };
}

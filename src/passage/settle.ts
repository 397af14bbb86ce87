/**
 * Newton's corrections of a state near a singular position, down to rounding. Off the constraints by x, the accelerations
 * there are wrong by x' / distance, so that a fixed tolerance is not enough. The number of corrections is small, because
 * a start from which more are needed may be nearer to another branch.
 */

import type { Constraints, F64, State, Status } from "../core/index.js";

const corrections = 6;
/** A residual that no longer falls is rounding if it is below this fraction of the size of the coordinates. */
const rounding = 1e-12;

/** Allocates its work arrays; the function moves a state onto the constraints, positions then velocities. */
export function settler(constraints: Constraints, f64: (length: number) => F64): (s: State) => Status {
  const solver = constraints.newSolver();
  const G = constraints.newJacobian();
  const x = f64(constraints.m);

  /** Corrects y until `residual` no longer falls. */
  const correct = (s: State, y: F64, residual: () => void, isFresh: boolean): Status => {
    let before = Number.POSITIVE_INFINITY;
    for (let k = 0; ; k++) {
      residual();
      for (const row of constraints.dropped) x[row] = 0;
      const size = largest(x);
      if (!(size < Number.POSITIVE_INFINITY)) return "nonfinite";
      if (size === 0 || size > 0.5 * before) return size <= rounding * (1 + largest(y)) ? "ok" : "diverged";
      if (k === corrections) return size <= rounding * (1 + largest(y)) ? "ok" : "left-manifold";
      before = size;
      if (isFresh || k === 0) {
        constraints.jacobian(G, s.t, s.q);
        const status = solver.factor(G, s.q);
        if (status !== "ok") return status;
      }
      solver.solve(x);
      constraints.addWeighted(y, G, x, -1);
    }
  };

  return (s) => {
    const status = correct(s, s.q, () => constraints.g(x, s.t, s.q), true);
    return status === "ok" ? correct(s, s.v, () => constraints.gdot(x, s.t, s.q, s.v), false) : status;
  };
}

function largest(x: F64): number {
  let size = 0;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i])) return Number.NaN;
    size = Math.max(size, Math.abs(x[i]));
  }
  return size;
}

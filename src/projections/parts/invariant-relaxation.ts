/**
 * y -= alpha F (h - h0) for invariants: F = D (H D)^-1 (1.13) or F = D (1.14), with
 *
 *     gradient     D = H^T
 *     velocity     D = H^T without its rows of positions: only velocities move (the direction of Ascher Table 3.1)
 *     input        D = B of y' = f - B z (1.6): the direction in which the algebraic variables of a model of index 2 act
 */

import type { F64, Problem, State, Status } from "../../core/index.js";
import { denseLu } from "../../linalg/index.js";
import { axpy } from "../../linalg/vector.js";
import { isSettled, type Relaxation } from "./relaxation.js";

export type Direction = "gradient" | "velocity" | "input";

const most = 50;

export function invariantRelaxation(problem: Problem, direction: Direction, scaled: boolean): Relaxation {
  const { arena, dimension, n } = problem;
  const invariants = problem.manifold!.invariants!;
  const { count } = invariants;
  const h = arena.f64(count);
  const H = arena.f64(count * dimension);
  const D = Array.from({ length: count }, () => arena.f64(dimension));
  const start = arena.f64(dimension);
  const before = arena.f64(dimension);
  const A = new Float64Array(count * count);
  const x = new Float64Array(count);
  const lambda = new Float64Array(count);
  const lu = denseLu(count);
  let iterations = 1;

  const residual = (s: State): number => {
    invariants.residual(h, s.t, s.y);
    let largest = 0;
    for (let i = 0; i < count; i++) if (!(Math.abs(h[i]) <= largest)) largest = Math.abs(h[i]);
    return largest;
  };

  /** D at `s`, and x = (H D)^-1 h, or h itself. */
  function prepare(s: State): Status {
    if (!Number.isFinite(residual(s))) return "nonfinite";
    invariants.jacobian(H, s.t, s.y);
    if (direction === "input") invariants.input!(D, s.t, s.y);
    else {
      for (let i = 0; i < count; i++)
        for (let k = 0; k < dimension; k++) D[i][k] = direction === "velocity" && k < n ? 0 : H[i * dimension + k];
    }
    for (let i = 0; i < count; i++) x[i] = h[i];
    if (!scaled) return "ok";
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        let sum = 0;
        for (let k = 0; k < dimension; k++) sum += H[i * dimension + k] * D[j][k];
        A[i * count + j] = sum;
      }
    }
    const pivot = lu.factor(A);
    if (Number.isNaN(pivot)) return "nonfinite";
    if (pivot === 0) return "singular";
    lu.solve(x);
    return "ok";
  }

  function move(y: F64, scale: number, along: Float64Array): void {
    for (let i = 0; i < count; i++) axpy(y, scale * along[i], D[i]);
  }

  return {
    residual,
    get iterations() {
      return iterations;
    },

    relax(out, at, alpha) {
      iterations = 1;
      const status = prepare(at);
      if (status === "ok") move(out.y, -alpha, x);
      return status;
    },

    relaxImplicitly(s, alpha) {
      // lambda = alpha (H D)^-1 h(y), y = start - D lambda
      start.set(s.y);
      lambda.fill(0);
      iterations = 0;
      for (let moving = true; moving; ) {
        if (iterations++ === most) return "diverged";
        const status = prepare(s);
        if (status !== "ok") return status;
        for (let i = 0; i < count; i++) lambda[i] += (alpha * x[i] - lambda[i]) / (1 + alpha);
        before.set(s.y);
        s.y.set(start);
        move(s.y, -1, lambda);
        moving = !isSettled(s.y, before);
      }
      return "ok";
    },
  };
}

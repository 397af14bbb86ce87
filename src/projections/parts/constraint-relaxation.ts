/**
 * z = (q, v), h = (g, r), r = G v + g_t. The corrections of Ascher, with P = D1 (G D1)^-1 and D1 = M^-1 G^T or G^T:
 *
 *     levels      q -= alpha P g,   v -= alpha P r                    (4.8)
 *     coupled     q -= alpha P g,   v -= alpha P (r - L P g)          (4.7), L = dr/dq
 *
 * When unscaled (1.14), P is D1 itself. Instead of a new factorisation, the one of an earlier call or a few sweeps
 * (section 5) may be used.
 */

import type { F64, Problem, State, Status } from "../../core/index.js";
import { axpy, copy, fill, normInf } from "../../linalg/vector.js";
import { worse } from "./constraint-corrector.js";
import { isSettled, type Relaxation } from "./relaxation.js";
import { sweepsOf } from "./sweeps.js";

export interface ConstraintForm {
  readonly level: "both" | "position" | "velocity";
  readonly coupled: boolean;
  readonly scaled: boolean;
  readonly weight: "mass" | "none";
  /** The number of calls for which one factorisation is used. */
  readonly reuse: number;
  /** The number of sweeps instead of a factorisation; 0 uses a factorisation. */
  readonly sweeps: number;
  readonly overRelaxation: number;
}

const most = 50;

export function constraintRelaxation(problem: Problem, form: ConstraintForm): Relaxation {
  const { arena, n, dimension } = problem;
  const { constraints, mechanics } = problem.manifold!;
  const { m } = constraints!;
  const { level, coupled, scaled, weight, reuse } = form;
  const plain = weight === "none";
  const solver = scaled && form.sweeps === 0 ? constraints!.newSolver(false, weight) : undefined;
  const inverse = plain ? undefined : mechanics!.inverseMass;
  const sweeps = form.sweeps > 0 ? sweepsOf(constraints!, inverse, form.sweeps, form.overRelaxation) : undefined;
  const G = constraints!.newJacobian();
  const L = coupled ? constraints!.newJacobian() : G;
  const g = arena.f64(m);
  const r = arena.f64(m);
  const x = arena.f64(m);
  const lambda = arena.f64(m);
  const uq = arena.f64(n);
  const uv = arena.f64(n);
  const start = arena.f64(n);
  /** The state at which the current factorisation was made. */
  const madeAt = arena.f64(dimension);
  let madeTime = 0;
  let age = 0;
  let iterations = 1;

  function prepare(at: State): Status {
    constraints!.jacobian(G, at.t, at.q);
    if (solver === undefined) return "ok";
    const isDue = age === 0;
    age = (age + 1) % reuse;
    if (!isDue) return "ok";
    madeTime = at.t;
    copy(madeAt, at.y);
    return solver.factor(G, at.q);
  }

  /** u = P b. */
  function pull(u: F64, b: F64): void {
    if (sweeps !== undefined) {
      sweeps.solve(u, G, b);
      return;
    }
    copy(x, b);
    solver?.solve(x);
    fill(u, 0);
    if (plain) constraints!.addTransposed(u, G, x, 1);
    else constraints!.addWeighted(u, G, x, 1);
  }

  const residual = (s: State): number => {
    constraints!.g(g, s.t, s.q);
    constraints!.gdot(r, s.t, s.q, s.v);
    return level === "position" ? normInf(g) : level === "velocity" ? normInf(r) : worse(normInf(g), normInf(r));
  };

  return {
    residual,
    get iterations() {
      return iterations;
    },

    relax(out, at, alpha) {
      iterations = 1;
      const status = prepare(at);
      if (status !== "ok") return status;
      if (!Number.isFinite(residual(at))) return "nonfinite";
      if (level !== "velocity") pull(uq, g);
      if (level !== "position") {
        if (coupled && level === "both") {
          constraints!.jacobianRate(L, at.t, at.q, at.v);
          constraints!.multiply(lambda, L, uq);
          axpy(r, -1, lambda);
        }
        pull(uv, r);
      }
      if (level !== "velocity") axpy(out.q, -alpha, uq);
      if (level !== "position") axpy(out.v, -alpha, uv);
      return "ok";
    },

    relaxImplicitly(s, alpha) {
      iterations = 0;
      // 1. lambda = alpha S^-1 g(q), q = start - D1 lambda
      copy(start, s.q);
      fill(lambda, 0);
      for (let moving = level !== "velocity"; moving; ) {
        if (iterations++ === most) return "diverged";
        const status = prepare(s);
        if (status !== "ok") return status;
        if (!Number.isFinite(residual(s))) return "nonfinite";
        copy(x, g);
        solver!.solve(x);
        for (let i = 0; i < m; i++) lambda[i] += (alpha * x[i] - lambda[i]) / (1 + alpha);
        copy(uq, s.q);
        copy(s.q, start);
        if (plain) constraints!.addTransposed(s.q, G, lambda, -1);
        else constraints!.addWeighted(s.q, G, lambda, -1);
        moving = !isSettled(s.q, uq);
      }
      if (level === "position") return "ok";
      // 2. linear in v
      iterations = Math.max(iterations, 1);
      const status = prepare(s);
      if (status !== "ok") return status;
      if (!Number.isFinite(residual(s))) return "nonfinite";
      pull(uv, r);
      axpy(s.v, -alpha / (1 + alpha), uv);
      return "ok";
    },

    checkpoint: {
      save(to) {
        to.number(age);
        to.number(madeTime);
        to.numbers(madeAt);
      },

      restore(from) {
        age = from.number();
        madeTime = from.number();
        madeAt.set(from.numbers());
        if (age === 0 || solver === undefined) return;
        const q = madeAt.subarray(0, n);
        constraints!.jacobian(G, madeTime, q);
        solver.factor(G, q);
      },
    },
  };
}

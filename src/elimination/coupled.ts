/**
 * States s and algebraic variables w beside coordinates, for formulations that give mechanics a complete right-hand side
 * (q', v') = Phi(t, q, v; s, w):
 *
 *     (q, v)' = Phi(t, q, v; s, w),   s' = r(t, q, v, s, w),   with w from its equations at every evaluation
 *
 * The code of mechanics is used as it is; it reads s and w, which are handed to it before each call (`Coupled.drive`).
 */

import {
  type Coupled,
  type Elimination,
  type F64,
  type Problem,
  type Results,
  type SparseJacobian,
  type Status,
  savedArray,
  type Workspace,
  withJacobian,
} from "../core/index.js";
import { halvesOf } from "../linalg/halves.js";
import { coupledJacobian } from "./coupled-jacobian.js";
import { eliminate } from "./eliminate.js";

/** The problem of mechanics with the states beside its coordinates. */
export function withStates(problem: Problem, coupled: Coupled): Problem {
  const { workspace } = problem;
  const { mechanics, dimension, arena, work } = workspace;
  const { secondOrder: _, rate, manifold, results, hooks, ...rest } = problem;
  const { n } = mechanics!;
  const { algebraic, states } = coupled;
  const space = algebraic && { arena, work, dimension, algebraic };
  const elimination = space && eliminate(space);
  const { kept, carried } = elimination ?? {};

  /** Finds w, and hands s and w to the forces. */
  const prepare = (t: number, y: F64): Status => {
    if (elimination === undefined) {
      coupled.drive(y, undefined, 0);
      return "ok";
    }
    const status = elimination.solve(t, y);
    if (status === "ok") coupled.drive(y, elimination.w, dimension);
    return status;
  };

  const whole = (dy: F64, t: number, y: F64): Status => {
    const prepared = prepare(t, y);
    if (prepared !== "ok") return prepared;
    const status = rate!(dy, t, y);
    if (status !== "ok") return status;
    if (elimination === undefined) coupled.rate(dy, t, y);
    else for (let k = 2 * n; k < 2 * n + states; k++) dy[k] = elimination.f[k];
    return "ok";
  };
  let jacobian: SparseJacobian | undefined;
  const invariants = kept ?? manifold?.invariants;
  return {
    ...rest,
    rate: withJacobian(whole, () => {
      jacobian ??= coupledJacobian(problem, coupled, elimination, prepare);
      return jacobian;
    }),
    ...((manifold ?? invariants) && { manifold: { ...manifold, ...(invariants && { invariants }) } }),
    results: resultsOf(workspace, results, prepare, elimination),
    ...((hooks ?? carried) && { hooks: { ...hooks, ...(carried && { checkpoint: savedArray(carried) }) } }),
    ...(elimination && {
      diagnosis: {
        ...rest.diagnosis,
        get reason() {
          return elimination.explanation();
        },
      },
    }),
  };
}

/** Results of mechanics with the forces of s and w, and w after the multipliers. */
function resultsOf(
  { mechanics, dimension, arena }: Workspace,
  results: Results | undefined,
  prepare: (t: number, y: F64) => Status,
  elimination: Elimination | undefined,
): Results {
  const { n, m, constraints } = mechanics!;
  const own = arena.f64(m);
  const halves = halvesOf(n);
  const energy = results?.energy;
  return {
    ...(energy && {
      energy(t: number, y: F64): number {
        return prepare(t, y) === "ok" ? energy(t, y) : Number.NaN;
      },
    }),
    variables(lambda, t, y) {
      const prepared = prepare(t, y);
      if (prepared !== "ok") return prepared;
      const { q, v } = halves(y);
      const status = m === 0 ? "ok" : (results?.multipliers ?? constraints.multipliers)(own, t, q, v);
      for (let k = 0; k < lambda.length; k++) lambda[k] = k < m ? own[k] : elimination!.w[dimension + k - m];
      return status;
    },
  };
}

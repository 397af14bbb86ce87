/** The motion of a system whose forces read multipliers, and messages about multipliers that cannot be found. */

import { addressOf, type F64 } from "../core/arena.js";
import type { ReactiveForces } from "../core/mechanics.js";
import type { Rate } from "../core/rate.js";
import type { Status } from "../core/status.js";
import { ReactiveElimination, type ReactiveParts } from "./reactive-elimination.js";
import type { Unit } from "./site.js";

/** A multiplier is undetermined if a redundant constraint can take over more than this fraction of it. */
const shared = 1e-8;

export interface ReactiveMotion {
  readonly underlying: Rate;
  multipliers(lambda: F64, t: number, q: F64, v: F64): Status;
  readonly forces: ReactiveForces;
  /** Forgets an earlier run. */
  reset(): void;
}

export function reactiveMotion(parts: ReactiveParts, names: () => readonly string[], unit: Unit): ReactiveMotion {
  const { code, plan, n, work, forces } = parts;
  const elimination = new ReactiveElimination(parts, unit);
  const [q, v, a, x] = [unit.f64(n), unit.f64(n), unit.f64(n), unit.f64(plan.lambda.length)];
  const { lambda, schur, dropped } = plan;
  const nameOf = (rows: readonly number[]): string[] => rows.map((row) => names()[row]);

  /** Whether the multiplier of `row` changes when that of the dropped row `extra` does and the reactions stay. */
  const isShared = (row: number, extra: number): boolean => {
    if (row === extra) return true;
    if (dropped[row] !== 0) return false;
    x.fill(0);
    let [own, other] = [0, 0];
    for (let k = 0; k < schur.rows.length; k++) {
      const [i, j, value] = [schur.rows[k], schur.cols[k], plan.matrix[k]];
      if (i === j && i === row) own = value;
      if (i === j && i === extra) other = value;
      if (j === extra && dropped[i] === 0) x[i] = value;
      if (i === extra && dropped[j] === 0) x[j] = value;
    }
    code.solve(addressOf(x), addressOf(plan.store));
    return Math.abs(x[row]) * Math.sqrt(own) > shared * Math.sqrt(other);
  };

  return {
    underlying(dy, t, y) {
      work.jacobians++;
      for (let k = 0; k < n; k++) {
        q[k] = y[k];
        v[k] = y[n + k];
      }
      const status = elimination.solve(a, t, q, v);
      for (let k = 0; k < n; k++) {
        dy[k] = v[k];
        dy[n + k] = a[k];
      }
      return status;
    },
    multipliers(out, t, positions, velocities) {
      work.jacobians++;
      const status = elimination.solve(a, t, positions, velocities);
      for (let i = 0; i < out.length; i++) out[i] = lambda[i];
      return status;
    },
    forces: {
      get names() {
        return nameOf(forces.read);
      },
      rows: forces.rows,
      cols: forces.cols,
      set: forces.set,
      slopes: forces.slopes,
      get reason() {
        const listed = nameOf(forces.read)
          .map((name) => `lambda(${name})`)
          .join(", ");
        if (elimination.trouble === "singular")
          return `forces that read ${listed} leave the multipliers undetermined: det G M^-1 (G^T - f_lambda) vanishes or changes its sign, so that no multiplier fulfils the equations, or several do (the paradox of Painlevé). Make the friction smaller, or give the contact a stiffness (formulation "stiff")`;
        return elimination.trouble === "diverged"
          ? `Newton's iteration for the multipliers does not settle, because forces read ${listed} in a way that has no solution or jumps. Make these forces continuous in the multipliers`
          : undefined;
      },
      undetermined(t, at) {
        const extra = [...dropped.keys()].filter((row) => dropped[row] !== 0);
        if (extra.length === 0) return [];
        const [G, matrix, store] = [plan.jacobian, plan.matrix, plan.store].map(addressOf);
        code.jacobian(t, addressOf(at), G);
        code.factor(G, addressOf(at), matrix, store, 0);
        return nameOf(forces.read.filter((row) => extra.some((other) => isShared(row, other))));
      },
    },
    reset: () => elimination.reset(),
  };
}

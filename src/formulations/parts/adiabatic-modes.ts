/**
 * The fast modes of the stiff view at one configuration. With Omega = diag(omega_i) and unit eigenvectors u_j of
 *
 *     K = Omega G M^-1 G^T Omega,     K u_j = nu_j^2 u_j,
 *
 * the springs vibrate with the frequencies nu_j along e_j = M^-1 G^T Omega u_j / nu_j, which are orthonormal in the mass
 * metric. For a constant mass grad nu_j = H_j e_j with H_j the Hessian of (Omega u_j) . g at fixed u_j.
 */

import type { F64, Mechanics, Workspace } from "../../core/index.js";
import { denseEigen } from "../../linalg/dense-eigen.js";

export interface AdiabaticModes {
  /** nu_j, ascending. */
  readonly frequency: Float64Array;
  /** Row j is u_j. */
  readonly vectors: Float64Array;
  /** Values of G at the last configuration. */
  readonly G: F64;
  /** Computes the modes at (t, q); false when G M^-1 G^T is singular or a value is not finite. */
  evaluate(t: number, q: F64): boolean;
  /** e_j. */
  direction(j: number): Float64Array;
  /** out += scale H_j x. */
  addHessianTimes(out: F64, j: number, x: Float64Array, scale: number): void;
  /** x = (G M^-1 G^T)^-1 x. */
  solve(x: F64): void;
  /** nu_a e_b . H_a e_c: the coupling of displacements along b and c to mode a. */
  coupling(a: number, b: number, c: number): number;
}

/** When the ratio of the smallest nu^2 to the largest is below this, a constraint is redundant. */
const singular = 1e-10;

export function adiabaticModes({ arena, work }: Workspace, mechanics: Mechanics): AdiabaticModes {
  const { n, m, omega2, constraints, derivatives } = mechanics;
  const { constraintHessian } = derivatives;
  const { rows, cols } = constraintHessian;
  const { rowStart, column } = constraints;
  const eigen = denseEigen(m);
  const { vectors } = eigen;
  const G = constraints.newJacobian();
  const y = arena.f64(m);
  const values = arena.f64(rows.length);
  const omega = new Float64Array(m);
  const frequency = new Float64Array(m);
  const K = new Float64Array(m * m);
  const part = new Float64Array(m);
  /** M^-1 G^T of every row. */
  const columns = Array.from({ length: m }, () => arena.f64(n));
  const e = Array.from({ length: m }, () => new Float64Array(n));
  let [time, point]: [number, F64] = [0, arena.f64(n)];

  /** y = Omega u_j */
  const weigh = (j: number): void => {
    for (let i = 0; i < m; i++) y[i] = omega[i] * vectors[j * m + i];
  };
  /** `values` = H_j */
  const hessian = (j: number): void => {
    work.hessians++;
    weigh(j);
    constraintHessian.evaluate(values, time, point, y);
  };

  return {
    frequency,
    vectors,
    G,

    evaluate(t, q) {
      time = t;
      point = q;
      for (let i = 0; i < m; i++) omega[i] = Math.sqrt(omega2[i]);
      constraints.jacobian(G, t, q);
      // K column by column
      for (let i = 0; i < m; i++) {
        y.fill(0);
        y[i] = 1;
        columns[i].fill(0);
        constraints.addWeighted(columns[i], G, y, 1);
        for (let r = 0; r <= i; r++) {
          let sum = 0;
          for (let k = rowStart[r]; k < rowStart[r + 1]; k++) sum += G[k] * columns[i][column[k]];
          K[i * m + r] = omega[i] * sum * omega[r];
          K[r * m + i] = K[i * m + r];
        }
      }
      if (!eigen.compute(K) || !(eigen.values[0] > singular * eigen.values[m - 1])) return false;
      for (let j = 0; j < m; j++) {
        frequency[j] = Math.sqrt(eigen.values[j]);
        weigh(j);
        e[j].fill(0);
        for (let i = 0; i < m; i++) for (let k = 0; k < n; k++) e[j][k] += (y[i] / frequency[j]) * columns[i][k];
      }
      return true;
    },

    direction: (j) => e[j],

    addHessianTimes(out, j, x, scale) {
      hessian(j);
      for (let s = 0; s < rows.length; s++) {
        const r = rows[s];
        const c = cols[s];
        out[r] += scale * values[s] * x[c];
        if (r !== c) out[c] += scale * values[s] * x[r];
      }
    },

    solve(r) {
      for (let j = 0; j < m; j++) {
        part[j] = 0;
        for (let i = 0; i < m; i++) part[j] += vectors[j * m + i] * omega[i] * r[i];
        part[j] /= eigen.values[j];
      }
      for (let i = 0; i < m; i++) {
        r[i] = 0;
        for (let j = 0; j < m; j++) r[i] += vectors[j * m + i] * part[j];
        r[i] *= omega[i];
      }
    },

    coupling(a, b, c) {
      hessian(a);
      let sum = 0;
      for (let s = 0; s < rows.length; s++) {
        const row = rows[s];
        const col = cols[s];
        sum += values[s] * e[b][row] * e[c][col];
        if (row !== col) sum += values[s] * e[b][col] * e[c][row];
      }
      return sum * frequency[a];
    },
  };
}

/**
 * dF/dy of y' = F(t, y, z(t, y)) with z from phi(t, y, z) = 0, exactly:
 *
 *     J = F_y - F_z phi_z^-1 phi_y
 *     rows with z            phi = h,                        phi_y = h_y
 *     differentiated rows    phi = h_y F + h_t + gamma h,    phi_y = d(h_y u + h_t)/dy at u = F, + h_y F_y + gamma h_y
 *
 * Differences of F would be inaccurate for large gamma. J is dense, so this is for small systems.
 */

import type { EliminatedSlopes, F64, SparseJacobian } from "../core/index.js";
import { fill } from "../linalg/vector.js";
import type { AlgebraicElimination, AlgebraicSpace } from "./algebraic-elimination.js";

/** The largest number of components of y for which a dense J is worthwhile. */
export const mostDense = 64;

/** Dense slopes of the elimination at its last solution, row by row. */
interface EliminationSlopes {
  /** F_y, F_z and phi_y. */
  readonly Fy: Float64Array;
  readonly Fz: Float64Array;
  readonly phi: Float64Array;
  evaluate(t: number): void;
}

export function eliminationSlopes(
  { dimension: n, algebraic }: AlgebraicSpace,
  elimination: AlgebraicElimination,
  gamma: number,
): EliminationSlopes {
  const { unknowns: count, differentiated, jacobian } = algebraic;
  const { rows, cols } = jacobian;
  const along = differentiated.includes(1) ? algebraic.constraintRate : undefined;
  const bent = along?.values ?? new Float64Array(0);
  const Fy = new Float64Array(n * n);
  const Fz = new Float64Array(n * count);
  const Hy = new Float64Array(count * n);
  const phi = new Float64Array(count * n);

  function gather(values: F64): void {
    for (const each of [Fy, Fz, Hy]) each.fill(0);
    for (let e = 0; e < rows.length; e++) {
      const [row, col] = [rows[e], cols[e]];
      if (row < n && col < n) Fy[row * n + col] = values[e];
      else if (row < n) Fz[row * count + col - n] = values[e];
      else if (col < n) Hy[(row - n) * n + col] = values[e];
    }
  }

  function differentiate(t: number): void {
    phi.set(Hy);
    if (along === undefined) return;
    const { w, f } = elimination;
    along.evaluate(bent, t, w, f);
    for (let i = 0; i < count; i++)
      if (differentiated[i] === 1) for (let k = i * n; k < (i + 1) * n; k++) phi[k] *= gamma;
    for (let e = 0; e < bent.length; e++) {
      const [row, col] = [along.rows[e], along.cols[e]];
      if (differentiated[row] === 1 && col < n) phi[row * n + col] += bent[e];
    }
    for (let i = 0; i < count; i++) {
      if (differentiated[i] === 0) continue;
      for (let k = 0; k < n; k++) {
        const factor = Hy[i * n + k];
        if (factor !== 0) for (let j = 0; j < n; j++) phi[i * n + j] += factor * Fy[k * n + j];
      }
    }
  }

  return {
    Fy,
    Fz,
    phi,
    evaluate(t) {
      jacobian.evaluate(elimination.values, t, elimination.w);
      gather(elimination.values);
      differentiate(t);
    },
  };
}

/** dF/dy and dz/dy at the last solution of an elimination, dense, row by row. */
export function eliminatedSlopes(
  workspace: AlgebraicSpace,
  elimination: AlgebraicElimination,
  gamma: number,
): EliminatedSlopes | undefined {
  const { dimension: n } = workspace;
  if (n > mostDense) return undefined;
  const { unknowns: count } = workspace.algebraic;
  const { Fy, Fz, phi, evaluate } = eliminationSlopes(workspace, elimination, gamma);
  const [F, z] = [new Float64Array(n * n), new Float64Array(count * n)];
  const x = new Float64Array(count);
  return {
    F,
    z,
    evaluate(t) {
      evaluate(t);
      for (let j = 0; j < n; j++) {
        for (let i = 0; i < count; i++) x[i] = phi[i * n + j];
        elimination.resolve(x);
        for (let i = 0; i < count; i++) z[i * n + j] = -x[i];
        for (let i = 0; i < n; i++) {
          let entry = Fy[i * n + j];
          for (let k = 0; k < count; k++) entry -= Fz[i * count + k] * x[k];
          F[i * n + j] = entry;
        }
      }
    },
  };
}

export function eliminatedJacobian(
  { dimension: n }: AlgebraicSpace,
  elimination: AlgebraicElimination,
  slopes: EliminatedSlopes | undefined,
): SparseJacobian | undefined {
  if (slopes === undefined) return undefined;
  return {
    rows: Int32Array.from({ length: n * n }, (_, k) => Math.floor(k / n)),
    cols: Int32Array.from({ length: n * n }, (_, k) => k % n),
    evaluate(values, t, y) {
      if (elimination.solve(t, y) !== "ok") {
        fill(values, Number.NaN);
        return;
      }
      slopes.evaluate(t);
      values.set(slopes.F);
    },
  };
}

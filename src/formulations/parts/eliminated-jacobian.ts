/**
 * dF/dy of y' = F(t, y, z(t, y)) with z from phi(t, y, z) = 0, exactly:
 *
 *     J = F_y - F_z phi_z^-1 phi_y
 *     index 1      phi = h,                            phi_y = h_y
 *     index 2      phi = h_y F + h_t + gamma h,        phi_y = d(h_y u + h_t)/dy at u = F, + h_y F_y + gamma h_y
 *
 * Differences of F would be inaccurate for large gamma. J is dense, so this is for small systems.
 */

import type { F64, SparseJacobian, Workspace } from "../../core/index.js";
import { fill } from "../../linalg/vector.js";
import type { AlgebraicElimination } from "./algebraic-elimination.js";

/** The largest number of components of y for which a dense J is worthwhile. */
const most = 64;

export function eliminatedJacobian(
  workspace: Workspace,
  elimination: AlgebraicElimination,
  gamma: number,
): SparseJacobian | undefined {
  const { dimension: n } = workspace;
  if (n > most) return undefined;
  const algebraic = workspace.algebraic!;
  const { count, index, jacobian } = algebraic;
  const { rows, cols } = jacobian;
  const along = index === 2 ? algebraic.constraintRate : undefined;
  const bent = along?.values ?? new Float64Array(0);
  /** F_y, F_z, h_y and phi_y, row by row. */
  const Fy = new Float64Array(n * n);
  const Fz = new Float64Array(n * count);
  const Hy = new Float64Array(count * n);
  const slopes = new Float64Array(count * n);
  const x = new Float64Array(count);

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
    slopes.set(Hy);
    if (along === undefined) return;
    const { w, f } = elimination;
    along.evaluate(bent, t, w, f);
    for (let k = 0; k < slopes.length; k++) slopes[k] *= gamma;
    for (let e = 0; e < bent.length; e++) if (along.cols[e] < n) slopes[along.rows[e] * n + along.cols[e]] += bent[e];
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < n; k++) {
        const factor = Hy[i * n + k];
        if (factor !== 0) for (let j = 0; j < n; j++) slopes[i * n + j] += factor * Fy[k * n + j];
      }
    }
  }

  return {
    rows: Int32Array.from({ length: n * n }, (_, k) => Math.floor(k / n)),
    cols: Int32Array.from({ length: n * n }, (_, k) => k % n),
    evaluate(values, t, y) {
      if (elimination.solve(t, y) !== "ok") {
        fill(values, Number.NaN);
        return;
      }
      jacobian.evaluate(elimination.values, t, elimination.w);
      gather(elimination.values);
      differentiate(t);
      for (let j = 0; j < n; j++) {
        for (let i = 0; i < count; i++) x[i] = slopes[i * n + j];
        elimination.resolve(x);
        for (let i = 0; i < n; i++) {
          let entry = Fy[i * n + j];
          for (let k = 0; k < count; k++) entry -= Fz[i * count + k] * x[k];
          values[i * n + j] = entry;
        }
      }
    },
  };
}

/**
 * The vibrations of stiff linear springs: for V = |W g|^2 / 2, g = G q + c with constant G, W = diag(omega), and a constant
 * mass, S = W G M^-1 G^T W = sum_k omega_k^2 s_k s_k^T gives the modes
 *
 *     u_k = M^-1 G^T W s_k / omega_k,      amplitude x_k = s_k . W g / omega_k,      speed y_k = s_k . W G v / omega_k
 *
 * Springs that share no coordinate and no block of the mass are decomposed separately, so independent ones cost one number each.
 */

import type { F64, Mechanics, Problem } from "../../../core/index.js";
import { denseEigen } from "../../../linalg/dense-eigen.js";
import { fill } from "../../../linalg/vector.js";

/** Modes below this fraction of the largest eigenvalue of their springs do not vibrate: the springs depend on each other. */
const still = 1e-13;

/** Springs that vibrate together, their modes, and the first of them in arrays over all modes. */
interface Cluster {
  readonly rows: readonly number[];
  readonly first: number;
  /** omega_i s_ki / omega_k, mode by mode. */
  readonly weights: Float64Array;
}

export class StiffModes {
  /** The frequency of every mode. */
  readonly omega: Float64Array;
  private readonly clusters: readonly Cluster[];
  private readonly mechanics: Mechanics;
  private readonly G: F64;
  private readonly rowValues: F64;

  constructor({ arena, n, secondOrder, workspace }: Problem) {
    const { mechanics } = secondOrder!;
    const { constraints, m, omega2 } = mechanics;
    const [q, column] = [arena.f64(n), arena.f64(n)];
    this.mechanics = mechanics;
    this.G = constraints.newJacobian();
    this.rowValues = arena.f64(m);
    q.set(workspace.initial.subarray(0, n));
    constraints.jacobian(this.G, workspace.initialTime, q);

    const groups = clustersOf(mechanics);
    const matrices = groups.map((rows) => new Float64Array(rows.length * rows.length));
    const longest = groups.reduce((most, rows) => Math.max(most, rows.length), 0);
    for (let j = 0; j < longest; j++) {
      // column j of all matrices at once, since groups share no coordinates
      fill(this.rowValues, 0);
      for (const rows of groups) if (j < rows.length) this.rowValues[rows[j]] = Math.sqrt(omega2[rows[j]]);
      fill(column, 0);
      constraints.addWeighted(column, this.G, this.rowValues, 1);
      constraints.multiply(this.rowValues, this.G, column);
      groups.forEach((rows, k) => {
        rows.forEach((row, i) => {
          if (j < rows.length) matrices[k][i * rows.length + j] = Math.sqrt(omega2[row]) * this.rowValues[row];
        });
      });
    }

    const frequencies: number[] = [];
    this.clusters = groups.map((rows, k) => {
      const size = rows.length;
      const { compute, values, vectors } = denseEigen(size);
      compute(symmetric(matrices[k], size));
      const first = frequencies.length;
      const weights: number[] = [];
      for (let mode = 0; mode < size; mode++) {
        if (!(values[mode] > still * values[size - 1])) continue;
        const omega = Math.sqrt(values[mode]);
        frequencies.push(omega);
        rows.forEach((row, i) => {
          weights.push((Math.sqrt(omega2[row]) * vectors[mode * size + i]) / omega);
        });
      }
      return { rows, first, weights: Float64Array.from(weights) };
    });
    this.omega = Float64Array.from(frequencies);
  }

  /** The numbers in all transformations between springs and modes, which a step multiplies. */
  get entries(): number {
    return this.clusters.reduce((sum, { weights }) => sum + weights.length, 0);
  }

  /** The amplitudes at q. */
  amplitudes(x: Float64Array, t: number, q: F64): void {
    this.mechanics.constraints.g(this.rowValues, t, q);
    this.fromRows(x);
  }

  /** The components of a velocity or of an acceleration along the modes. */
  components(y: Float64Array, v: F64): void {
    this.mechanics.constraints.multiply(this.rowValues, this.G, v);
    this.fromRows(y);
  }

  /** q += sum_k x_k u_k. */
  add(q: F64, x: Float64Array): void {
    const { rowValues, clusters } = this;
    for (let c = 0; c < clusters.length; c++) {
      const { rows, first, weights } = clusters[c];
      const modes = weights.length / rows.length;
      for (let i = 0; i < rows.length; i++) {
        let sum = 0;
        for (let k = 0; k < modes; k++) sum += weights[k * rows.length + i] * x[first + k];
        rowValues[rows[i]] = sum;
      }
    }
    this.mechanics.constraints.addWeighted(q, this.G, rowValues, 1);
  }

  private fromRows(x: Float64Array): void {
    const { rowValues, clusters } = this;
    for (let c = 0; c < clusters.length; c++) {
      const { rows, first, weights } = clusters[c];
      const modes = weights.length / rows.length;
      for (let k = 0; k < modes; k++) {
        let sum = 0;
        for (let i = 0; i < rows.length; i++) sum += weights[k * rows.length + i] * rowValues[rows[i]];
        x[first + k] = sum;
      }
    }
  }
}

/** The constraints that are connected by coordinates, or by blocks of the mass, group by group. */
function clustersOf({ n, m, constraints, massBlocks = [] }: Mechanics): number[][] {
  const parent = Int32Array.from({ length: n }, (_, k) => k);
  const find = (k: number): number => {
    while (parent[k] !== k) {
      parent[k] = parent[parent[k]];
      k = parent[k];
    }
    return k;
  };
  const { rowStart, column } = constraints;
  for (const block of massBlocks) for (const k of block) parent[find(k)] = find(block[0]);
  for (let r = 0; r < m; r++)
    for (let k = rowStart[r]; k < rowStart[r + 1]; k++) parent[find(column[k])] = find(column[rowStart[r]]);
  const groups = new Map<number, number[]>();
  for (let r = 0; r < m; r++) {
    const root = find(column[rowStart[r]]);
    const rows = groups.get(root);
    if (rows === undefined) groups.set(root, [r]);
    else rows.push(r);
  }
  return [...groups.values()];
}

/** The symmetric part, which rounding has disturbed. */
function symmetric(A: Float64Array, size: number): Float64Array {
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++) A[i * size + j] = A[j * size + i] = (A[i * size + j] + A[j * size + i]) / 2;
  return A;
}

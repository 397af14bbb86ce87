/**
 * The two solves of LINCS. With b_i the unit vector of distance i, B the matrix of them, S = diag(G M^-1 G^T)^-1/2,
 *
 *     S B M^-1 B^T S = I - A,   (I - A)^-1 ~ 1 + A + … + A^expansion,   x <- x - M^-1 B^T S (I - A)^-1 S r
 *
 * A couples only distances that share a point: its entries are a number for each such pair times b_i . b_j.
 */

import type { Distances, F64, I32, Problem, Status } from "../../../core/index.js";
import { roughLog2 } from "../../../math/step-factor.js";
import type { Keeper } from "./kept-leapfrog.js";

/** Relative errors of lengths: above the first the run warns, above the second the step fails. */
const visible = 1e-3;
const absurd = 0.1;
/**
 * The remainder of an expansion that is long enough, and the longest useful expansion: beyond it a factorisation costs
 * less.
 */
const little = 0.01;
const longest = 100;

export class LincsKeeper implements Keeper {
  /** Largest relative error of a length after the last step. */
  residual = 0;
  private worst = 0;
  /** The last power of the expansion relative to the first, at the worst residual. */
  private left = 0;
  private worstLeft = 0;
  private readonly expansion: number;
  private readonly iterations: number;
  private readonly dimension: number;
  private readonly count: number;
  private readonly ends: I32;
  private readonly places: F64;
  private readonly lengths: F64;
  private readonly inverseMass: F64;
  /** 1/sqrt of the diagonal of B M^-1 B^T. */
  private readonly S: F64;
  /** Pairs that share a point, row by row: where rows begin, the other distance, the factor of b_i . b_j, and A_ij. */
  private readonly rowStart: I32;
  private readonly other: I32;
  private readonly factor: F64;
  private readonly A: F64;
  private readonly b: F64;
  private term: F64;
  private next: F64;
  private readonly sum: F64;

  constructor(problem: Problem, expansion: number, iterations: number) {
    const { arena, workspace } = problem;
    const { structure, inverseMass } = workspace.mechanics!;
    const { count, dimension, ends, places, lengths } = structure!.distances;
    this.expansion = expansion;
    this.iterations = iterations;
    this.dimension = dimension;
    this.count = count;
    this.ends = arena.i32(2 * count);
    this.ends.set(ends);
    this.places = arena.f64(dimension * count);
    this.places.set(places);
    this.lengths = arena.f64(count);
    this.lengths.set(lengths);
    this.inverseMass = inverseMass!;
    this.S = arena.f64(count);
    for (let i = 0; i < count; i++) {
      const far = ends[2 * i + 1];
      this.S[i] = 1 / Math.sqrt(inverseMass![ends[2 * i]] + (far < 0 ? 0 : inverseMass![far]));
    }
    const pairs = sharedPoints(structure!.distances);
    this.rowStart = arena.i32(count + 1);
    this.rowStart.set(pairs.rowStart);
    this.other = arena.i32(pairs.other.length);
    this.other.set(pairs.other);
    this.factor = arena.f64(pairs.other.length);
    for (let i = 0; i < count; i++)
      for (let k = pairs.rowStart[i]; k < pairs.rowStart[i + 1]; k++)
        this.factor[k] = -this.S[i] * this.S[pairs.other[k]] * pairs.sign[k] * inverseMass![pairs.point[k]];
    this.A = arena.f64(pairs.other.length);
    this.b = arena.f64(dimension * count);
    this.term = arena.f64(count);
    this.next = arena.f64(count);
    this.sum = arena.f64(count);
  }

  get warning(): string | undefined {
    if (!(this.worst > visible)) return undefined;
    const off = `lincs: a length had a relative error of ${this.worst.toExponential(1)} after a step`;
    const { worstLeft, expansion } = this;
    // then the rotation within a step is the cause, which corrections and shorter steps reduce
    if (worstLeft < 0.1) return `${off}. Raise its iterations, take shorter steps, or use "rattle".`;
    const powers = worstLeft < 1 ? Math.ceil((expansion * roughLog2(little)) / roughLog2(worstLeft)) : longest + 1;
    const raise = powers <= longest ? `, or lincs:expansion=${powers}` : "";
    const part = Math.round(100 * worstLeft);
    return `${off}: the expansion leaves ${part} % after ${expansion} powers because rods are nearly parallel or form triangles there, and shorter steps do not help. Use "rattle"${raise}.`;
  }

  positions(q: F64, v: F64, q0: F64, h: number): Status {
    const { count, lengths, S, b, dimension } = this;
    this.directions(q0);

    // 1. the lengths along the old directions
    for (let i = 0; i < count; i++) {
      let along = 0;
      for (let c = 0; c < dimension; c++) along += b[i * dimension + c] * this.difference(q, i, c);
      this.term[i] = S[i] * (along - lengths[i]);
    }
    this.apply(q, v, 1 / h);

    // 2. the lengths themselves, after rotation
    for (let k = 0; k < this.iterations; k++) {
      for (let i = 0; i < count; i++) {
        const p2 = 2 * lengths[i] * lengths[i] - this.square(q, i);
        if (!(p2 >= 0)) return this.broken(q, i);
        this.term[i] = S[i] * (lengths[i] - Math.sqrt(p2));
      }
      this.apply(q, v, 1 / h);
    }

    this.residual = 0;
    for (let i = 0; i < count; i++)
      this.residual = Math.max(this.residual, Math.abs(Math.sqrt(this.square(q, i)) / lengths[i] - 1));
    if (!(this.residual <= this.worst)) {
      this.worst = this.residual;
      this.worstLeft = this.left;
    }
    return this.residual < absurd ? "ok" : "diverged";
  }

  /** Distance i is so long that it cannot be corrected for rotation. */
  private broken(q: F64, i: number): Status {
    this.residual = Math.sqrt(this.square(q, i)) / this.lengths[i] - 1;
    this.worst = Math.max(this.worst, this.residual);
    this.worstLeft = this.left;
    return "diverged";
  }

  velocities(v: F64, q: F64): Status {
    const { count, ends, S, b, dimension } = this;
    this.directions(q);
    for (let k = 0; k <= this.iterations; k++) {
      for (let i = 0; i < count; i++) {
        const near = ends[2 * i];
        const far = ends[2 * i + 1];
        let rate = 0;
        for (let c = 0; c < dimension; c++) rate += b[i * dimension + c] * (v[near + c] - (far < 0 ? 0 : v[far + c]));
        this.term[i] = S[i] * rate;
      }
      this.apply(v, v, 0);
    }
    return "ok";
  }

  /** Computes b and the entries of A. */
  private directions(q: F64): void {
    const { count, dimension, b, A, factor, rowStart, other } = this;
    for (let i = 0; i < count; i++) {
      const scale = 1 / Math.sqrt(this.square(q, i));
      for (let c = 0; c < dimension; c++) b[i * dimension + c] = scale * this.difference(q, i, c);
    }
    for (let i = 0; i < count; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        let product = 0;
        for (let c = 0; c < dimension; c++) product += b[i * dimension + c] * b[other[k] * dimension + c];
        A[k] = factor[k] * product;
      }
  }

  /** With the right-hand side in `term`: x -= M^-1 B^T S (1 + A + …) term, and v changes by `rate` times the same
   * vector. */
  private apply(x: F64, v: F64, rate: number): void {
    const { count, expansion, rowStart, other, A, sum, S, ends, inverseMass, b, dimension } = this;
    const first = norm2(this.term);
    for (let i = 0; i < count; i++) sum[i] = this.term[i];
    for (let power = 1; power <= expansion; power++) {
      const { term, next } = this;
      for (let i = 0; i < count; i++) {
        let value = 0;
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) value += A[k] * term[other[k]];
        next[i] = value;
        sum[i] += value;
      }
      this.term = next;
      this.next = term;
    }
    this.left = first > 0 ? Math.sqrt(norm2(this.term) / first) : 0;
    for (let i = 0; i < count; i++) {
      const near = ends[2 * i];
      const far = ends[2 * i + 1];
      const multiplier = S[i] * sum[i];
      for (let c = 0; c < dimension; c++) {
        const pull = multiplier * b[i * dimension + c];
        x[near + c] -= inverseMass[near] * pull;
        if (rate !== 0) v[near + c] -= rate * inverseMass[near] * pull;
        if (far < 0) continue;
        x[far + c] += inverseMass[far] * pull;
        if (rate !== 0) v[far + c] += rate * inverseMass[far] * pull;
      }
    }
  }

  /** Component c of the vector from the second end to the first. */
  private difference(q: F64, i: number, c: number): number {
    const far = this.ends[2 * i + 1];
    return q[this.ends[2 * i] + c] - (far < 0 ? this.places[i * this.dimension + c] : q[far + c]);
  }

  private square(q: F64, i: number): number {
    let sum = 0;
    for (let c = 0; c < this.dimension; c++) {
      const x = this.difference(q, i, c);
      sum += x * x;
    }
    return sum;
  }
}

function norm2(x: F64): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * x[i];
  return sum;
}

/**
 * For every distance: the distances that share a point with it, the point, and whether both b point the same way there.
 */
function sharedPoints({ count, ends }: Distances) {
  const at = new Map<number, number[]>();
  for (let k = 0; k < 2 * count; k++) {
    const point = ends[k];
    if (point < 0) continue;
    const list = at.get(point);
    if (list === undefined) at.set(point, [k]);
    else list.push(k);
  }
  const rowStart = new Int32Array(count + 1);
  const [other, point, sign]: number[][] = [[], [], []];
  for (let i = 0; i < count; i++) {
    for (const k of [2 * i, 2 * i + 1])
      for (const l of at.get(ends[k]) ?? []) {
        if (l >> 1 === i) continue;
        other.push(l >> 1);
        point.push(ends[k]);
        sign.push((k & 1) === (l & 1) ? 1 : -1);
      }
    rowStart[i + 1] = other.length;
  }
  return { rowStart, other, point, sign };
}

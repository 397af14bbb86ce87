/**
 * How far a state is from singular positions, as times. With a direction u in which S = G M^-1 G^T is small, an
 * eigenvector, s = u^T S u falls like the square of the distance, so that the distance is zero after
 *
 *     -2 s / s' = -u^T S u / u^T L M^-1 G^T u,      L = dG/dt along the motion
 *
 * from now; the time is exact at the singular position, and its error is of second order in the distance. Linkages side
 * by side have several such directions, each with its own time. They are found by inverse iteration on a few vectors.
 */

import type { Constraints, F64, State, Work } from "../core/index.js";
import { type DenseEigen, denseEigen } from "../linalg/dense-eigen.js";
import { dot } from "../linalg/vector.js";

/** Steps of inverse iteration; each reduces the other directions by the ratio of the eigenvalues. */
const iterations = 8;
/** Directions that are looked for. */
const mostDirections = 4;
/** A direction is seen if u^T S u is below this fraction of what it is with other signs of the entries of u. */
const small = 0.3;
const signPatterns = 5;
/** Constraints whose part in u is at least this fraction of the largest are named. */
const named = 0.1;
/** Directions whose times differ by less than this factor from the shortest belong to the same instant. */
const same = 1.2;

/** A direction in which the constraints are nearly dependent. */
export interface Sight {
  /** The time to the singular position, negative if it lies behind. */
  readonly time: number;
  /** How small the direction is: the part of the digits that is left. */
  readonly ratio: number;
  /** Which of the directions it is. */
  readonly index: number;
}

export class Nearness {
  private readonly constraints: Constraints;
  private readonly solver: ReturnType<Constraints["newSolver"]>;
  private readonly G: F64;
  private readonly L: F64;
  /** Directions u, largest entry 1, with M^-1 G^T u; and one for scratch. */
  private readonly u: F64[];
  private readonly z: F64[];
  private readonly image: F64;
  private readonly gram: Float64Array;
  private readonly eigen: DenseEigen;
  private readonly work: Work;
  private readonly before: Work;
  private sights: readonly Sight[] = [];

  constructor(constraints: Constraints, n: number, f64: (length: number) => F64, work: Work) {
    const count = Math.min(mostDirections, constraints.m);
    this.constraints = constraints;
    this.solver = constraints.newSolver();
    this.G = constraints.newJacobian();
    this.L = constraints.newJacobian();
    this.u = Array.from({ length: count + 1 }, () => f64(constraints.m));
    this.z = Array.from({ length: count + 1 }, () => f64(n));
    this.image = f64(constraints.m);
    this.gram = new Float64Array(count * count);
    this.eigen = denseEigen(count);
    this.work = work;
    this.before = { ...work };
  }

  /** The singular positions that are seen from `s`, the nearest first; none where it cannot be told. */
  look(s: State): readonly Sight[] {
    Object.assign(this.before, this.work);
    this.sights = this.measure(s).sort((a, b) => Math.abs(a.time) - Math.abs(b.time));
    Object.assign(this.work, this.before);
    return this.sights;
  }

  /** Factorises G M^-1 G^T at a state, which sets the alarm near singular positions. */
  factorise({ t, q }: State): void {
    Object.assign(this.before, this.work);
    this.constraints.jacobian(this.G, t, q);
    this.solver.factor(this.G, q);
    Object.assign(this.work, this.before);
  }

  /** The rows that depend on each other at the nearest singular position of the last look. */
  rows(): readonly number[] {
    const { sights, u } = this;
    const there = sights.filter(({ time }) => Math.abs(time) <= same * Math.abs(sights[0].time));
    return Array.from(u[0].keys()).filter((i) => there.some(({ index }) => Math.abs(u[index][i]) >= named));
  }

  private measure({ t, q, v }: State): Sight[] {
    const { constraints, solver, G, L, u, z, image } = this;
    const count = u.length - 1;
    constraints.jacobian(G, t, q);
    if (solver.factor(G, q) !== "ok") return [];

    // 1. the smallest directions, from some without any symmetry
    for (let k = 0; k < count; k++) for (let i = 0; i < image.length; i++) u[k][i] = 1 + ((i * (7 + 6 * k)) % 11) / 11;
    for (let step = 0; step < iterations; step++) {
      for (let k = 0; k < count; k++) {
        for (const row of constraints.dropped) u[k][row] = 0;
        solver.solve(u[k]);
        for (const row of constraints.dropped) u[k][row] = 0;
        orthonormalise(u, k);
      }
    }
    const found = this.separate();

    // 2. u^T S u and u^T L M^-1 G^T u for each of them
    constraints.jacobianRate(L, t, q, v);
    const sights: Sight[] = [];
    for (let k = 0; k < found; k++) {
      const size = this.multiply(k);
      const relative = size / this.usual(k);
      if (!(relative <= small)) continue;
      constraints.multiply(image, L, z[k]);
      const time = -size / dot(u[k], image);
      if (Number.isFinite(time)) sights.push({ time, ratio: Math.sqrt(relative), index: k });
    }
    return sights;
  }

  /** Turns the vectors into eigenvectors of S within their space, the smallest first; returns how many there are. */
  private separate(): number {
    const { u, gram, eigen, image } = this;
    const all = u.length - 1;
    let count = 0;
    // vectors that became zero, because there are fewer rows that were kept than vectors, are left out
    while (count < all && dot(u[count], u[count]) > 0.5) count++;
    gram.fill(0);
    for (let k = 0; k < all; k++) {
      if (k < count) this.multiply(k);
      for (let j = 0; j < all; j++)
        gram[j * all + k] = k < count && j < count ? dot(u[j], image) : j === k ? Number.MAX_VALUE : 0;
    }
    for (let k = 0; k < count; k++)
      for (let j = 0; j < k; j++) gram[j * all + k] = gram[k * all + j] = (gram[j * all + k] + gram[k * all + j]) / 2;
    if (!eigen.compute(gram)) return 0;
    const mixed = new Float64Array(count);
    for (let i = 0; i < image.length; i++) {
      for (let k = 0; k < count; k++) {
        mixed[k] = 0;
        for (let j = 0; j < count; j++) mixed[k] += eigen.vectors[k * all + j] * u[j][i];
      }
      for (let k = 0; k < count; k++) u[k][i] = mixed[k];
    }
    for (let k = 0; k < count; k++) normalise(u[k]);
    return count;
  }

  /** z = M^-1 G^T u, image = S u; returns u^T S u. */
  private multiply(k: number): number {
    const { constraints, G, u, image, z } = this;
    z[k].fill(0);
    constraints.addWeighted(z[k], G, u[k], 1);
    constraints.multiply(image, G, z[k]);
    return dot(u[k], image);
  }

  /** The mean of u^T S u with some other signs of the entries of u: about the sum of u_i^2 S_ii. */
  private usual(k: number): number {
    const { u } = this;
    const scratch = u.length - 1;
    let sum = 0;
    for (let pattern = 0; pattern < signPatterns; pattern++) {
      for (let i = 0; i < u[k].length; i++) u[scratch][i] = sign(i, pattern) * u[k][i];
      sum += this.multiply(scratch);
    }
    return sum / signPatterns;
  }
}

/** One of the bits of a number that depends on i without any pattern, as a sign. */
function sign(i: number, pattern: number): number {
  return (Math.imul(i + 1, 0x9e3779b1) >>> (22 + pattern)) & 1 ? -1 : 1;
}

/** Takes the parts along the vectors before it from vector k, and makes its length 1; 0 if nothing is left. */
function orthonormalise(vectors: readonly F64[], k: number): void {
  const x = vectors[k];
  normalise(x);
  const before = Math.sqrt(dot(x, x));
  for (let round = 0; round < 2; round++)
    for (let j = 0; j < k; j++) {
      const part = dot(vectors[j], x);
      for (let i = 0; i < x.length; i++) x[i] -= part * vectors[j][i];
    }
  const length = Math.sqrt(dot(x, x));
  const scale = length > 1e-14 * before ? 1 / length : 0;
  for (let i = 0; i < x.length; i++) x[i] *= scale;
}

function normalise(u: F64): void {
  let largest = 0;
  for (const x of u) largest = Math.max(largest, Math.abs(x));
  if (largest > 0) for (let i = 0; i < u.length; i++) u[i] /= largest;
}

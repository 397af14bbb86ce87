/**
 * How far a state is from singular positions, as times. With a direction u in which S = G M^-1 G^T is small, an
 * eigenvector, s = u^T S u falls like the square of the distance, so that the distance is zero after
 *
 *     -2 s / s' = -u^T S u / u^T L M^-1 G^T u,      L = dG/dt along the motion
 *
 * from now; the time is exact at the singular position, and its error is of second order in the distance. Linkages side
 * by side have several such directions, each with its own time. They are found by inverse iteration on a few vectors,
 * with S in units of its diagonal D, so that the scales of the constraints do not matter.
 */

import type { Constraints, F64, Mechanics, State, Work } from "../core/index.js";
import { copyWork } from "../core/work.js";
import { type DenseEigen, denseEigen } from "../linalg/dense-eigen.js";
import { dot } from "../linalg/vector.js";

/** Steps of inverse iteration; each reduces the other directions by the ratio of the eigenvalues. */
const iterations = 8;
/** Directions that are looked for. */
const mostDirections = 4;
/** A direction is seen if u^T S u is below this fraction of u^T D u. */
const small = 0.3;
/** Signs with which the inverse of a mass that is not diagonal is probed. */
const probes = 4;
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
  /** At the last look: the least time after which one of the directions could be zero, whichever way the motion goes. */
  calm = 0;
  private readonly constraints: Constraints;
  private readonly solver: ReturnType<Constraints["newSolver"]>;
  private readonly G: F64;
  private readonly L: F64;
  /** Directions u with u^T D u = 1, and M^-1 G^T u; and one for scratch. */
  private readonly u: F64[];
  private readonly z: F64[];
  private readonly image: F64;
  /** The diagonal of S, and about that of M^-1. */
  private readonly scale: F64;
  private readonly inverseMass: F64;
  private readonly mechanics: Mechanics;
  private readonly gram: Float64Array;
  private readonly eigen: DenseEigen;
  private readonly work: Work;
  private readonly before: Work;
  private sights: readonly Sight[] = [];

  constructor(mechanics: Mechanics, f64: (length: number) => F64, work: Work) {
    const { constraints, n } = mechanics;
    const count = Math.min(mostDirections, constraints.m);
    this.constraints = constraints;
    this.solver = constraints.newSolver();
    this.G = constraints.newJacobian();
    this.L = constraints.newJacobian();
    this.u = Array.from({ length: count + 1 }, () => f64(constraints.m));
    this.z = Array.from({ length: count + 1 }, () => f64(n));
    this.image = f64(constraints.m);
    this.scale = f64(constraints.m);
    this.inverseMass = mechanics.inverseMass ?? f64(n);
    this.mechanics = mechanics;
    this.gram = new Float64Array(count * count);
    this.eigen = denseEigen(count);
    this.work = work;
    this.before = { ...work };
  }

  /** The singular positions that are seen from `s`, the nearest first; none where it cannot be told. */
  look(s: State): readonly Sight[] {
    copyWork(this.before, this.work);
    this.sights = this.measure(s).sort((a, b) => Math.abs(a.time) - Math.abs(b.time));
    copyWork(this.work, this.before);
    return this.sights;
  }

  /** Factorises G M^-1 G^T at a state, which sets the alarm near singular positions. */
  factorise({ t, q }: State): void {
    copyWork(this.before, this.work);
    this.constraints.jacobian(this.G, t, q);
    this.solver.factor(this.G, q);
    copyWork(this.work, this.before);
  }

  /** The rows that depend on each other at the nearest singular position of the last look. */
  rows(): readonly number[] {
    const { sights, u, scale } = this;
    const there = sights.filter(({ time }) => Math.abs(time) <= same * Math.abs(sights[0].time));
    const parts = there.map(({ index }) => u[index].map((x, i) => Math.abs(x) * Math.sqrt(scale[i])));
    const largest = parts.map((part) => part.reduce((most, x) => Math.max(most, x), 0));
    return Array.from(scale.keys()).filter((i) => parts.some((part, k) => part[i] >= named * largest[k]));
  }

  private measure({ t, q, v }: State): Sight[] {
    const { constraints, solver, G, L, u, z, image } = this;
    const count = u.length - 1;
    this.calm = 0;
    constraints.jacobian(G, t, q);
    if (solver.factor(G, q) !== "ok") return [];
    this.setScale(q);

    // 1. the smallest directions, from some without any symmetry
    for (let k = 0; k < count; k++) for (let i = 0; i < image.length; i++) u[k][i] = 1 + ((i * (7 + 6 * k)) % 11) / 11;
    for (let step = 0; step < iterations; step++) {
      for (let k = 0; k < count; k++) {
        for (let i = 0; i < image.length; i++) u[k][i] *= this.scale[i];
        solver.solve(u[k]);
        for (const row of constraints.dropped) u[k][row] = 0;
        this.orthonormalise(k);
      }
    }
    const found = this.separate();

    // 2. u^T S u, which is a fraction of u^T D u = 1, and u^T L M^-1 G^T u for each of them
    constraints.jacobianRate(L, t, q, v);
    this.calm = Number.POSITIVE_INFINITY;
    const sights: Sight[] = [];
    for (let k = 0; k < found; k++) {
      const size = this.multiply(k);
      const fastest = this.speed(k);
      if (fastest > 0) this.calm = Math.min(this.calm, Math.sqrt(size) / fastest);
      if (!(size <= small)) continue;
      constraints.multiply(image, L, z[k]);
      const time = -size / dot(u[k], image);
      if (Number.isFinite(time)) sights.push({ time, ratio: Math.sqrt(size), index: k });
    }
    return sights;
  }

  /** The diagonal of S, with that of M^-1; rows that were left out get 0. */
  private setScale(q: F64): void {
    const { constraints, G, scale, inverseMass, mechanics, z } = this;
    if (mechanics.inverseMass === undefined) {
      const [f, a] = z;
      inverseMass.fill(0);
      for (let probe = 0; probe < probes; probe++) {
        for (let j = 0; j < f.length; j++) f[j] = sign(j, probe);
        mechanics.accelerate(a, f, q);
        for (let j = 0; j < f.length; j++) inverseMass[j] += Math.abs(sign(j, probe) * a[j]) / probes;
      }
    }
    const { rowStart, column } = constraints;
    for (let i = 0; i < scale.length; i++) {
      scale[i] = 0;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) scale[i] += G[k] * G[k] * inverseMass[column[k]];
    }
    for (const row of constraints.dropped) scale[row] = 0;
  }

  /** Turns the vectors into eigenvectors of S within their space, the smallest first; returns how many there are. */
  private separate(): number {
    const { u, gram, eigen, image } = this;
    const all = u.length - 1;
    let count = 0;
    // vectors that became zero, because there are fewer rows that were kept than vectors, are left out
    while (count < all && this.product(u[count], u[count]) > 0.5) count++;
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

  /** The largest rate at which the square root of u^T S u can fall: that of M^(-1/2) G^T u. */
  private speed(k: number): number {
    const { constraints, L, u, z, image } = this;
    const scratch = z.length - 1;
    z[scratch].fill(0);
    constraints.addWeighted(z[scratch], L, u[k], 1);
    constraints.multiply(image, L, z[scratch]);
    return Math.sqrt(dot(u[k], image));
  }

  /** x^T D y */
  private product(x: F64, y: F64): number {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += this.scale[i] * x[i] * y[i];
    return sum;
  }

  /** Takes the parts along the vectors before it from vector k, and makes its length 1; 0 if nothing is left. */
  private orthonormalise(k: number): void {
    const { u } = this;
    const x = u[k];
    const before = Math.sqrt(this.product(x, x));
    for (let i = 0; i < x.length; i++) x[i] /= before;
    for (let round = 0; round < 2; round++)
      for (let j = 0; j < k; j++) {
        const part = this.product(u[j], x);
        for (let i = 0; i < x.length; i++) x[i] -= part * u[j][i];
      }
    const length = Math.sqrt(this.product(x, x));
    const factor = length > 1e-14 ? 1 / length : 0;
    for (let i = 0; i < x.length; i++) x[i] *= factor;
  }
}

/** One of the bits of a number that depends on i without any pattern, as a sign. */
function sign(i: number, pattern: number): number {
  return (Math.imul(i + 1, 0x9e3779b1) >>> (22 + pattern)) & 1 ? -1 : 1;
}

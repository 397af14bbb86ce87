/**
 * How far a state is from a singular position, as a time. With the direction u in which S = G M^-1 G^T is smallest,
 * s = u^T S u falls like the square of the distance, so that the distance is zero after
 *
 *     -2 s / s' = -u^T S u / u^T L M^-1 G^T u,      L = dG/dt along the motion
 *
 * from now; the time is exact at the singular position, and its error is of second order in the distance.
 */

import type { Constraints, F64, State, Work } from "../core/index.js";

/** Steps of inverse iteration; each reduces the other directions by the ratio of the eigenvalues. The largest eigenvalue
 * need not be accurate. */
const iterations = 8;
const powers = 3;
/** Constraints whose part in u is at least this fraction of the largest are named. */
const named = 0.1;

export class Nearness {
  /** The smallest singular value over the largest, of M^(-1/2) G^T at the last look: the part of the digits that is left. */
  ratio = 1;
  /** The direction u of the last look; its largest entry is 1. */
  readonly direction: F64;
  private readonly constraints: Constraints;
  private readonly solver: ReturnType<Constraints["newSolver"]>;
  private readonly G: F64;
  private readonly L: F64;
  private readonly image: F64;
  private readonly z: F64;
  private readonly work: Work;
  private readonly before: Work;

  constructor(constraints: Constraints, n: number, f64: (length: number) => F64, work: Work) {
    this.constraints = constraints;
    this.solver = constraints.newSolver();
    this.G = constraints.newJacobian();
    this.L = constraints.newJacobian();
    this.direction = f64(constraints.m);
    this.image = f64(constraints.m);
    this.z = f64(n);
    this.work = work;
    this.before = { ...work };
  }

  /** The time from `s` to the singular position, negative if it lies behind; NaN where it cannot be told. */
  look(s: State): number {
    Object.assign(this.before, this.work);
    const time = this.measure(s);
    Object.assign(this.work, this.before);
    return time;
  }

  /** Factorises G M^-1 G^T at a state, which sets the alarm near singular positions. */
  factorise({ t, q }: State): void {
    Object.assign(this.before, this.work);
    this.constraints.jacobian(this.G, t, q);
    this.solver.factor(this.G, q);
    Object.assign(this.work, this.before);
  }

  /** The rows that depend on each other, by the last look. */
  rows(): readonly number[] {
    return Array.from(this.direction.keys()).filter((i) => Math.abs(this.direction[i]) >= named);
  }

  private measure({ t, q, v }: State): number {
    const { constraints, solver, G, L, direction: u, image, z } = this;
    constraints.jacobian(G, t, q);
    if (solver.factor(G, q) !== "ok") return Number.NaN;
    // 1. the largest direction and then the smallest, from one without any symmetry
    for (let i = 0; i < u.length; i++) u[i] = 1 + ((i * 7) % 11) / 11;
    for (const row of constraints.dropped) u[row] = 0;
    for (let k = 0; k < powers; k++) {
      this.multiply();
      for (const row of constraints.dropped) image[row] = 0;
      u.set(image);
      normalise(u);
    }
    const largest = this.multiply() / product(u, u);
    for (let i = 0; i < u.length; i++) u[i] = 1 + ((i * 7) % 11) / 11;
    for (let k = 0; k < iterations; k++) {
      for (const row of constraints.dropped) u[row] = 0;
      solver.solve(u);
      normalise(u);
    }
    // 2. u^T S u and u^T L M^-1 G^T u
    const size = this.multiply();
    this.ratio = Math.sqrt(size / product(u, u) / largest);
    constraints.jacobianRate(L, t, q, v);
    constraints.multiply(image, L, z);
    return -size / product(u, image);
  }

  /** z = M^-1 G^T u, image = S u; returns u^T S u. */
  private multiply(): number {
    const { constraints, G, direction: u, image, z } = this;
    z.fill(0);
    constraints.addWeighted(z, G, u, 1);
    constraints.multiply(image, G, z);
    return product(u, image);
  }
}

function normalise(u: F64): void {
  let largest = 0;
  for (const x of u) largest = Math.max(largest, Math.abs(x));
  for (let i = 0; i < u.length; i++) u[i] /= largest;
}

function product(x: F64, y: F64): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

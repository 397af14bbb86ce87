/**
 * A rigid body between its natural coordinates and SO(3), for `lie-cayley.ts`. The body carries mass points at b_j + D
 * a_j, D the matrix of the directors: these are the directors themselves (a = e_k, b = 0) and, if it is pinned to a
 * fixed point b, the centre. All quantities on SO(3) are sums over these points:
 *
 *     I = sum m_j (|a_j|^2 - a_j a_j^T),   Pi = sum m_j a_j x D^T v_j,   tau = sum m_j a_j x D^T (M^-1 f)_j
 */

import type { F64, I32, Problem, State, Status } from "../../../core/index.js";

const epsilon = 2 ** -52;
const limit = 50;

export class CayleyBody {
  /** The mass points: their coordinates, their masses, and their places in the body. */
  private readonly at: I32;
  private readonly mass: F64;
  private readonly arm: F64;
  /** The fixed point b of each mass point; zero for directors. */
  private readonly base: F64;
  /** The number of directors, which come first among the mass points. */
  private readonly directors: number;
  /** Coordinates that the body does not carry. */
  private readonly free: I32;
  private readonly inertia: F64;
  /** Matrices whose columns are the axes of the body, at the start and at the end of the step. */
  private readonly D: F64;
  private readonly D1: F64;
  private readonly pi: F64;
  private readonly omega: F64;
  private readonly J: F64;
  private readonly r: F64;

  constructor(problem: Problem) {
    const { arena, n, workspace } = problem;
    const { structure, inverseMass } = workspace.mechanics!;
    const { bodies, pins } = structure!;
    const directors = Array.from(bodies.directors).filter((at) => at >= 0);
    const carried = [...directors, ...pins.points];
    this.directors = directors.length;
    this.at = arena.i32(carried.length);
    this.at.set(carried);
    this.mass = arena.f64(carried.length);
    this.arm = arena.f64(3 * carried.length);
    this.base = arena.f64(3 * carried.length);
    carried.forEach((at, j) => {
      this.mass[j] = 1 / inverseMass![at];
      if (j < directors.length) this.arm[4 * j] = 1;
    });
    for (let k = 0; k < 3 * pins.count; k++) {
      this.arm[3 * directors.length + k] = -pins.arms[k];
      this.base[3 * directors.length + k] = pins.places[k];
    }
    const known = new Set(carried.flatMap((at) => [at, at + 1, at + 2]));
    const rest = Array.from({ length: n }, (_, k) => k).filter((k) => !known.has(k));
    this.free = arena.i32(rest.length);
    this.free.set(rest);
    this.inertia = arena.f64(9);
    this.mass.forEach((m, j) => {
      const a = this.arm.subarray(3 * j, 3 * j + 3);
      for (let i = 0; i < 3; i++)
        for (let k = 0; k < 3; k++)
          this.inertia[3 * i + k] += m * ((i === k ? a[0] * a[0] + a[1] * a[1] + a[2] * a[2] : 0) - a[i] * a[k]);
    });
    this.D = arena.f64(9);
    this.D1 = arena.f64(9);
    this.pi = arena.f64(3);
    this.omega = arena.f64(3);
    this.J = arena.f64(9);
    this.r = arena.f64(3);
  }

  /** Reads the axes, and the momentum after a kick of length `kick`. */
  read(s: State, a: F64, kick: number): void {
    this.axes(this.D, s.q);
    this.pi.fill(0);
    this.addMoment(this.D, s.v, 1);
    this.addMoment(this.D, a, kick);
  }

  /** Reads the axes, and the momentum at the end of a step of length h in which the body turned at the rate of `s`. */
  readRate(s: State, h: number): void {
    const { pi, r, omega, inertia } = this;
    this.read(s, s.v, 0);
    for (let k = 0; k < 3; k++) r[k] = pi[k];
    solve3(inertia, r);
    for (let k = 0; k < 3; k++) omega[k] = r[k];
    this.residual(-h, 0);
    for (let k = 0; k < 3; k++) pi[k] = r[k];
  }

  /** Adds a kick of this length at the axes that were read. */
  kick(a: F64, kick: number): void {
    this.addMoment(this.D, a, kick);
  }

  /** Solves for Omega, and computes the axes and the momentum at the end of the step. */
  turn(h: number): Status {
    const { pi, omega, inertia, D, D1, r } = this;

    // Newton from I Omega = Pi
    for (let k = 0; k < 3; k++) r[k] = pi[k];
    if (!solve3(inertia, r)) return "singular";
    for (let k = 0; k < 3; k++) omega[k] = r[k];
    let before = Number.POSITIVE_INFINITY;
    for (let step = 0; ; step++) {
      if (step === limit) return "diverged";
      const size = this.newton(h);
      if (!(size < Number.POSITIVE_INFINITY)) return "diverged";
      const scale = Math.abs(omega[0]) + Math.abs(omega[1]) + Math.abs(omega[2]);
      if (size <= 2 * epsilon * scale || (size >= before && size <= 1e-12 * scale)) break;
      before = size;
    }

    // D1 = D cay(h Omega): cay(x) = 1 + (x^ + x^ x^/2)/(1 + |x|^2/4)
    const x = h * omega[0];
    const y = h * omega[1];
    const z = h * omega[2];
    const f = 1 / (1 + (x * x + y * y + z * z) / 4);
    for (let i = 0; i < 3; i++) {
      const a = D[i];
      const b = D[3 + i];
      const c = D[6 + i];
      // row vector (a, b, c) times x^ is (b z - c y, c x - a z, a y - b x)
      const ra = b * z - c * y;
      const rb = c * x - a * z;
      const rc = a * y - b * x;
      D1[i] = a + f * (ra + (rb * z - rc * y) / 2);
      D1[3 + i] = b + f * (rb + (rc * x - ra * z) / 2);
      D1[6 + i] = c + f * (rc + (ra * y - rb * x) / 2);
    }

    // the momentum at the other end
    this.residual(-h, 0);
    for (let k = 0; k < 3; k++) pi[k] = r[k];
    return "ok";
  }

  /** Writes the positions at the end of the step: the body is turned, other coordinates are kicked and drift. */
  place(next: State, s: State, a: F64, kick: number, h: number): void {
    const { at, arm, base, free, D1 } = this;
    for (let j = 0; j < at.length; j++)
      for (let c = 0; c < 3; c++)
        next.q[at[j] + c] =
          base[3 * j + c] + D1[c] * arm[3 * j] + D1[3 + c] * arm[3 * j + 1] + D1[6 + c] * arm[3 * j + 2];
    for (let k = 0; k < free.length; k++) {
      const i = free[k];
      next.v[i] = s.v[i] + kick * a[i];
      next.q[i] = s.q[i] + h * next.v[i];
    }
  }

  /** Applies the last kick, and computes velocities from the momentum. */
  finish(next: State, a: F64, kick: number): void {
    const { at, arm, free, D1, pi, r, inertia } = this;
    if (kick !== 0) {
      this.addMoment(D1, a, kick);
      for (let k = 0; k < free.length; k++) next.v[free[k]] += kick * a[free[k]];
    }
    for (let k = 0; k < 3; k++) r[k] = pi[k];
    solve3(inertia, r);
    for (let j = 0; j < at.length; j++) {
      const x = r[1] * arm[3 * j + 2] - r[2] * arm[3 * j + 1];
      const y = r[2] * arm[3 * j] - r[0] * arm[3 * j + 2];
      const z = r[0] * arm[3 * j + 1] - r[1] * arm[3 * j];
      for (let c = 0; c < 3; c++) next.v[at[j] + c] = D1[c] * x + D1[3 + c] * y + D1[6 + c] * z;
    }
  }

  private axes(D: F64, q: F64): void {
    const { at, directors } = this;
    for (let k = 0; k < directors; k++) for (let c = 0; c < 3; c++) D[3 * k + c] = q[at[k] + c];
    if (directors > 2) return;
    // a lamina has no third director; this is the axis normal to it
    for (let c = 0; c < 3; c++) {
      const i = (c + 1) % 3;
      const j = (c + 2) % 3;
      D[6 + c] = D[i] * D[3 + j] - D[j] * D[3 + i];
    }
  }

  /** Pi += scale sum m_j a_j x D^T w_j. */
  private addMoment(D: F64, w: F64, scale: number): void {
    const { at, mass, arm, pi } = this;
    for (let j = 0; j < at.length; j++) {
      const i = at[j];
      const m = scale * mass[j];
      const x = D[0] * w[i] + D[1] * w[i + 1] + D[2] * w[i + 2];
      const y = D[3] * w[i] + D[4] * w[i + 1] + D[5] * w[i + 2];
      const z = D[6] * w[i] + D[7] * w[i + 1] + D[8] * w[i + 2];
      pi[0] += m * (arm[3 * j + 1] * z - arm[3 * j + 2] * y);
      pi[1] += m * (arm[3 * j + 2] * x - arm[3 * j] * z);
      pi[2] += m * (arm[3 * j] * y - arm[3 * j + 1] * x);
    }
  }

  /** r = (1 + h/2 Omega x + h^2/4 Omega Omega^T) I Omega - wanted Pi; returns 2 T = Omega . I Omega. */
  private residual(h: number, wanted: number): number {
    const { omega, inertia, pi, r } = this;
    const x = omega[0];
    const y = omega[1];
    const z = omega[2];
    const mx = inertia[0] * x + inertia[1] * y + inertia[2] * z;
    const my = inertia[3] * x + inertia[4] * y + inertia[5] * z;
    const mz = inertia[6] * x + inertia[7] * y + inertia[8] * z;
    const twice = x * mx + y * my + z * mz;
    const e = ((h * h) / 4) * twice;
    r[0] = mx + (h / 2) * (y * mz - z * my) + e * x - wanted * pi[0];
    r[1] = my + (h / 2) * (z * mx - x * mz) + e * y - wanted * pi[1];
    r[2] = mz + (h / 2) * (x * my - y * mx) + e * z - wanted * pi[2];
    return twice;
  }

  /** Takes one Newton step for Omega and returns its size. */
  private newton(h: number): number {
    const { omega, inertia, r, J } = this;
    const twice = this.residual(h, 1);
    for (let k = 0; k < 3; k++) {
      // column k: derivative in Omega_k of I Omega + h/2 Omega x I Omega + h^2/4 (Omega . I Omega) Omega
      const i0 = inertia[k];
      const i1 = inertia[3 + k];
      const i2 = inertia[6 + k];
      let m = 0;
      for (let l = 0; l < 3; l++) m += inertia[3 * k + l] * omega[l];
      const slope = ((h * h) / 2) * m;
      J[k] = i0 + (h / 2) * (omega[1] * i2 - omega[2] * i1) + slope * omega[0];
      J[3 + k] = i1 + (h / 2) * (omega[2] * i0 - omega[0] * i2) + slope * omega[1];
      J[6 + k] = i2 + (h / 2) * (omega[0] * i1 - omega[1] * i0) + slope * omega[2];
      J[4 * k] += ((h * h) / 4) * twice;
      // e_k x I Omega
      const next = (k + 1) % 3;
      const last = (k + 2) % 3;
      J[3 * next + k] -= (h / 2) * this.momentumOf(last);
      J[3 * last + k] += (h / 2) * this.momentumOf(next);
    }
    if (!solve3(J, r)) return Number.POSITIVE_INFINITY;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      omega[k] -= r[k];
      size += Math.abs(r[k]);
    }
    return size;
  }

  /** Component k of I Omega. */
  private momentumOf(k: number): number {
    const { inertia, omega } = this;
    return inertia[3 * k] * omega[0] + inertia[3 * k + 1] * omega[1] + inertia[3 * k + 2] * omega[2];
  }
}

/** Solves A x = r by cofactors, with x in place of r. Returns false when A is singular. */
function solve3(A: F64, r: F64): boolean {
  const c0 = A[4] * A[8] - A[5] * A[7];
  const c1 = A[5] * A[6] - A[3] * A[8];
  const c2 = A[3] * A[7] - A[4] * A[6];
  const det = A[0] * c0 + A[1] * c1 + A[2] * c2;
  if (!(Math.abs(det) > 0)) return false;
  const x = r[0];
  const y = r[1];
  const z = r[2];
  r[0] = (c0 * x + (A[2] * A[7] - A[1] * A[8]) * y + (A[1] * A[5] - A[2] * A[4]) * z) / det;
  r[1] = (c1 * x + (A[0] * A[8] - A[2] * A[6]) * y + (A[2] * A[3] - A[0] * A[5]) * z) / det;
  r[2] = (c2 * x + (A[1] * A[6] - A[0] * A[7]) * y + (A[0] * A[4] - A[1] * A[3]) * z) / det;
  return true;
}

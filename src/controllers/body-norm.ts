/**
 * Measures the errors of bodies in their own axes A_1, A_2, A_3. Directors hold the three components of a rotation, and
 * their rates those of an angular velocity, mixed by the attitude in space, so errors of a small component would be
 * compared with the size of the large ones. Before the pacer measures, the entries of each set of directors are replaced:
 *
 *     errors of the attitude, as a small rotation           of size 1
 *     errors of omega, component by component               of size |omega_k|
 *     what remains and changes the shape of the body        of size 1 and, in the rates, of the largest |omega_k|
 *
 * The change is orthogonal, so that each error still counts once and absolute tolerances keep their meaning. All other
 * entries are measured as they are.
 */

import type { Bodies, F64, Pacer } from "../core/index.js";
import { BodyAxes, dot } from "../linalg/body-axes.js";

/** The pacer with errors of bodies measured in their axes; positions are y[0, n), velocities y[n, 2n). */
export function inBodyAxes(pacer: Pacer, bodies: Bodies, n: number, dimension: number): Pacer {
  const turned = new TurnedErrors(bodies, n, dimension);
  const { initialStep, maxStep, checkpoint } = pacer;
  return {
    initialStep,
    maxStep,
    norm(error, before, after) {
      turned.turn(error, before, after);
      return pacer.norm(turned.error, turned.before, turned.after);
    },
    next: (h, norm, order, accepted) => pacer.next(h, norm, order, accepted),
    scale: (out, y) => pacer.scale(out, y),
    clear: () => pacer.clear?.(),
    ...(checkpoint !== undefined && { checkpoint }),
  };
}

const half = Math.SQRT1_2;

class TurnedErrors {
  readonly error: F64;
  readonly before: F64;
  readonly after: F64;
  private readonly bodies: BodyAxes;
  private readonly n: number;
  /** omega at the start of the step. */
  private readonly omega0: Float64Array;
  /** E_kl = e_k . A_l at 3 k + l, for the errors e_k of axes and the errors of their rates, relative to the body. */
  private readonly attitude = new Float64Array(9);
  private readonly rates = new Float64Array(9);

  constructor(bodies: Bodies, n: number, dimension: number) {
    this.bodies = new BodyAxes(bodies, bodies.directors);
    this.n = n;
    this.omega0 = new Float64Array(3 * bodies.count);
    this.error = new Float64Array(dimension);
    this.before = new Float64Array(dimension);
    this.after = new Float64Array(dimension);
  }

  turn(error: F64, before: F64, after: F64): void {
    const { bodies, omega0, n } = this;
    this.error.set(error);
    this.before.set(before);
    this.after.set(after);
    bodies.read(before, n);
    omega0.set(bodies.omega);
    bodies.read(after, n);
    for (let body = 0; body < bodies.count; body++) {
      if (!bodies.hasAxes(body)) this.turnBar(bodies.directors[3 * body]);
      else if (bodies.dimension === 2) this.turnInPlane(body, error);
      else this.turnInSpace(body, error);
    }
  }

  /** A bar has no axes besides its director, so its errors are compared with the whole. */
  private turnBar(d: number): void {
    const { before, after, n, bodies } = this;
    const speed = Math.max(length(before, n + d, bodies.dimension), length(after, n + d, bodies.dimension));
    for (let c = 0; c < bodies.dimension; c++) {
      this.size(d + c, 1, 1);
      this.size(n + d + c, speed, speed);
    }
  }

  private turnInPlane(body: number, error: F64): void {
    const { bodies, omega0, n } = this;
    const { axes } = bodies;
    const d = bodies.directors[3 * body];
    const A = 9 * body;
    const w0 = omega0[3 * body + 2];
    const w = bodies.omega[3 * body + 2];
    const along = axes[A] * error[d] + axes[A + 1] * error[d + 1];
    const across = axes[A + 3] * error[d] + axes[A + 4] * error[d + 1];
    this.put(d, along, 1, 1);
    this.put(d + 1, across, 1, 1);
    this.put(n + d, axes[A] * error[n + d] + axes[A + 1] * error[n + d + 1] + w * across, w0, w);
    this.put(n + d + 1, axes[A + 3] * error[n + d] + axes[A + 4] * error[n + d + 1] + w * along, w0, w);
  }

  private turnInSpace(body: number, error: F64): void {
    const { bodies, attitude, rates, omega0, n } = this;
    const { directors, omega } = bodies;
    const at = 3 * body;
    this.components(body, error);
    const most0 = largest(omega0, at);
    const most = largest(omega, at);
    for (let l = 0; l < 3; l++) {
      const j = (l + 1) % 3;
      const k = (l + 2) % 3;
      const dj = directors[at + j];
      const dk = directors[at + k];
      const dl = directors[at + l];
      const jk = 3 * j + k;
      const kj = 3 * k + j;
      const w0 = omega0[at + l];
      const w = omega[at + l];
      // the rotation about axis l, which appears at both directors or at the only one
      if (dj >= 0 && dk >= 0) {
        this.put(dj + k, half * (attitude[jk] - attitude[kj]), 1, 1);
        this.put(dk + j, half * (attitude[jk] + attitude[kj]), 1, 1);
        this.put(n + dj + k, half * (rates[jk] - rates[kj]), w0, w);
        this.put(n + dk + j, half * (rates[jk] + rates[kj]), most0, most);
      } else if (dj >= 0) {
        this.put(dj + k, attitude[jk], 1, 1);
        this.put(n + dj + k, rates[jk], w0, w);
      } else {
        this.put(dk + j, attitude[kj], 1, 1);
        this.put(n + dk + j, rates[kj], w0, w);
      }
      if (dl >= 0) {
        this.put(dl + l, attitude[4 * l], 1, 1);
        this.put(n + dl + l, rates[4 * l], most0, most);
      }
    }
  }

  /** Writes E for the axes and, for the directors, that of their rates: e_k' . A_l + d_k' . e_l. */
  private components(body: number, error: F64): void {
    const { bodies, attitude, rates, n } = this;
    const { axes, directors, omega } = bodies;
    const at = 3 * body;
    for (let k = 0; k < 3; k++)
      for (let l = 0; directors[at + k] >= 0 && l < 3; l++)
        attitude[3 * k + l] = dot(error, directors[at + k], axes, 9 * body + 3 * l);
    if (directors[at + 2] < 0) {
      // e_3 = e_1 x A_2 + A_1 x e_2
      attitude[6] = -attitude[2];
      attitude[7] = -attitude[5];
      attitude[8] = attitude[0] + attitude[4];
    }
    for (let k = 0; k < 3; k++)
      for (let l = 0; directors[at + k] >= 0 && l < 3; l++) {
        const next = (k + 1) % 3;
        const last = (k + 2) % 3;
        rates[3 * k + l] =
          dot(error, n + directors[at + k], axes, 9 * body + 3 * l) +
          omega[at + last] * attitude[3 * l + next] -
          omega[at + next] * attitude[3 * l + last];
      }
  }

  private put(i: number, error: number, before: number, after: number): void {
    this.error[i] = error;
    this.size(i, before, after);
  }

  private size(i: number, before: number, after: number): void {
    this.before[i] = before;
    this.after[i] = after;
  }
}

function largest(x: Float64Array, i: number): number {
  return Math.max(Math.abs(x[i]), Math.abs(x[i + 1]), Math.abs(x[i + 2]));
}

function length(x: F64, i: number, n: number): number {
  let sum = 0;
  for (let k = i; k < i + n; k++) sum += x[k] * x[k];
  return Math.sqrt(sum);
}

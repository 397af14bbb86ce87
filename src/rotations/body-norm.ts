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
import { BodyAxes } from "./body-axes.js";

/** The pacer with errors of bodies measured in their axes; positions are y[0, n), velocities y[n, 2n). */
export function inBodyAxes(pacer: Pacer, bodies: Bodies, n: number, dimension: number): Pacer {
  const turned = new TurnedErrors(bodies, n, dimension);
  const { initialStep, maxStep, checkpoint, rtol } = pacer;
  return {
    ...(rtol !== undefined && { rtol }),
    initialStep,
    maxStep,
    norm(error, before, after) {
      turned.turn(error, before, after);
      return pacer.norm(turned.error, turned.before, turned.after);
    },
    next: (h, norm, order, accepted) => pacer.next(h, norm, order, accepted),
    scale: (out, y) => pacer.scale(out, y),
    ...(pacer.begin !== undefined && { begin: (y, rate, h) => pacer.begin!(y, rate, h) }),
    ...(pacer.learn !== undefined && { learn: (y, h, whole) => pacer.learn!(y, h, whole) }),
    ...(pacer.lacksSizes !== undefined && { lacksSizes: (again) => pacer.lacksSizes!(again) }),
    ...(pacer.expect !== undefined && { expect: (sizes) => pacer.expect!(sizes) }),
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
    let square0 = 0;
    let square = 0;
    for (let i = n + d; i < n + d + bodies.dimension; i++) {
      square0 += before[i] * before[i];
      square += after[i] * after[i];
    }
    for (let c = 0; c < bodies.dimension; c++) {
      before[d + c] = after[d + c] = 1;
      before[n + d + c] = Math.sqrt(square0);
      after[n + d + c] = Math.sqrt(square);
    }
  }

  private turnInPlane(body: number, given: F64): void {
    const { bodies, error, attitude, rates, omega0, n } = this;
    const d = bodies.directors[3 * body];
    const w = bodies.omega[3 * body + 2];
    bodies.components(attitude, body, given, 0);
    bodies.components(rates, body, given, n);
    error[d] = attitude[0];
    error[d + 1] = attitude[1];
    error[n + d] = rates[0] + w * attitude[1];
    error[n + d + 1] = rates[1] + w * attitude[0];
    for (let c = 0; c < 2; c++) this.compareWith(d + c, omega0, bodies.omega, 3 * body + 2);
  }

  private turnInSpace(body: number, given: F64): void {
    const { bodies, error, attitude, rates, omega0, n } = this;
    const { directors, omega } = bodies;
    const at = 3 * body;
    this.relative(body, given);
    let most = at;
    for (let l = at; l < at + 3; l++) {
      const size = Math.max(Math.abs(omega0[l]), Math.abs(omega[l]));
      if (size > Math.max(Math.abs(omega0[most]), Math.abs(omega[most]))) most = l;
    }
    for (let l = 0; l < 3; l++) {
      const j = (l + 1) % 3;
      const k = (l + 2) % 3;
      const dj = directors[at + j];
      const dk = directors[at + k];
      const dl = directors[at + l];
      const jk = 3 * j + k;
      const kj = 3 * k + j;
      // the rotation about axis l, which is seen at both directors or at the only one
      if (dj >= 0 && dk >= 0) {
        error[dj + k] = half * (attitude[jk] - attitude[kj]);
        error[dk + j] = half * (attitude[jk] + attitude[kj]);
        error[n + dj + k] = half * (rates[jk] - rates[kj]);
        error[n + dk + j] = half * (rates[jk] + rates[kj]);
        this.compareWith(dj + k, omega0, omega, at + l);
        this.compareWith(dk + j, omega0, omega, most);
      } else {
        const slot = dj >= 0 ? dj + k : dk + j;
        const pair = dj >= 0 ? jk : kj;
        error[slot] = attitude[pair];
        error[n + slot] = rates[pair];
        this.compareWith(slot, omega0, omega, at + l);
      }
      if (dl < 0) continue;
      error[dl + l] = attitude[4 * l];
      error[n + dl + l] = rates[4 * l];
      this.compareWith(dl + l, omega0, omega, most);
    }
  }

  /** Writes E for the axes and, for the directors, that of their rates in the body: e_k' . A_l + d_k' . e_l. */
  private relative(body: number, given: F64): void {
    const { bodies, attitude, rates, n } = this;
    const { directors, omega } = bodies;
    const at = 3 * body;
    bodies.components(attitude, body, given, 0);
    bodies.components(rates, body, given, n);
    if (directors[at + 2] < 0) {
      // e_3 = e_1 x A_2 + A_1 x e_2
      attitude[6] = -attitude[2];
      attitude[7] = -attitude[5];
      attitude[8] = attitude[0] + attitude[4];
    }
    for (let k = 0; k < 3; k++) {
      const next = (k + 1) % 3;
      const last = (k + 2) % 3;
      for (let l = 0; directors[at + k] >= 0 && l < 3; l++)
        rates[3 * k + l] += omega[at + last] * attitude[3 * l + next] - omega[at + next] * attitude[3 * l + last];
    }
  }

  /** An error of the attitude is compared with 1, and that of its rate with a component of omega. */
  private compareWith(slot: number, omega0: Float64Array, omega: Float64Array, component: number): void {
    const { before, after, n } = this;
    before[slot] = after[slot] = 1;
    before[n + slot] = omega0[component];
    after[n + slot] = omega[component];
  }
}

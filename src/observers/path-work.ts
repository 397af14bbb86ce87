/**
 * The work of forces whose potential is not written, from the start of a run on. Their derivative is symmetric, so the
 * integral of c(q) . dq depends on the ends of a path only. From one accepted state to the next the path is the cubic
 * with their positions and velocities, which stays as close to the motion as steps do, and keeps away from places that
 * the motion avoids.
 *
 * The integral over a part of the path is that of Kronrod with 7 points around the 3 of Gauss; parts whose estimated
 * error is above `accuracy` times the work done either way are halved, up to 64 parts. Where the 3 points alone are as
 * accurate, the next steps that are not longer use only these. Estimated errors add up to the uncertainty of the energy.
 */

import type { Arena, ByteReader, ByteWriter, F64, Mechanics, State } from "../core/index.js";

/** Nodes from the middle outwards, weights of Kronrod, and those of Gauss (0 where Gauss has no node). */
const nodes = [0, 0.43424374934680254, 0.7745966692414834, 0.9604912687080203] as const;
const kronrod = [0.4509165386584741, 0.4013974147759622, 0.26848808986833345, 0.10465622602646726] as const;
const gauss = [8 / 9, 0, 5 / 9, 0] as const;
const mostParts = 64;
/** So many steps in a row may go without an estimate of their own. */
const unchecked = 7;

export class PathWork {
  /** The sum of the estimated errors so far; not finite when the forces have no value on the path. */
  error = 0;
  private readonly power: (q: F64, w: F64) => number;
  private readonly accuracy: number;
  private readonly q0: F64;
  private readonly v0: F64;
  private readonly q1: F64;
  private readonly v1: F64;
  private readonly point: F64;
  private readonly slope: F64;
  private t0 = 0;
  private h = 0;
  /** The work up to (q0, v0), and from there on to the state that was looked at last, with its error. */
  private done = 0;
  private more = 0;
  private moreError = 0;
  /** Ends of the parts that are still to be integrated. */
  private readonly ends = new Float64Array(mostParts + 1);
  /** The integral over the last part, of its absolute value too, and the estimated error. */
  private part = 0;
  private size = 0;
  private partError = 0;
  private difference = 0;

  /** The longest step that Gauss's points are accurate enough for, its work, and how many more steps may use these. */
  private easy = 0;
  private easySize = 0;
  private left = 0;

  constructor(power: NonNullable<Mechanics["power"]>, arena: Arena, n: number, accuracy: number) {
    this.power = power;
    this.accuracy = accuracy;
    [this.q0, this.v0, this.q1, this.v1, this.point, this.slope] = Array.from({ length: 6 }, () => arena.f64(n));
  }

  begin(s: State): void {
    this.done = 0;
    this.error = 0;
    this.more = 0;
    this.moreError = 0;
    this.left = 0;
    this.from(s);
  }

  /** The work from the start to `s`. */
  to(s: State): number {
    this.look(s);
    if (!this.isEasy()) this.integrate(true);
    if (!Number.isFinite(this.more)) this.integrate(false);
    if (!Number.isFinite(this.more)) {
      this.more = 0;
      this.moreError = Number.POSITIVE_INFINITY;
    }
    return this.done + this.more;
  }

  /** Integrates a step like those before it by Gauss's points alone; false where it is not like them. */
  private isEasy(): boolean {
    if (this.left === 0 || Math.abs(this.h) > this.easy) return false;
    this.left--;
    this.integratePart(0, 1, true, false);
    if (!(this.size <= 2 * this.easySize)) return false;
    this.more = this.part;
    this.moreError = this.accuracy * this.size;
    return true;
  }

  /** Goes on from `s`, to which the work was asked for just before. */
  advance(s: State): void {
    this.done += this.more;
    this.error += this.moreError;
    this.from(s);
  }

  save(to: ByteWriter): void {
    to.numbers([this.t0, this.done, this.error, this.easy, this.easySize, this.left]);
    to.numbers(this.q0);
    to.numbers(this.v0);
  }

  restore(from: ByteReader): void {
    [this.t0, this.done, this.error, this.easy, this.easySize, this.left] = from.numbers();
    this.q0.set(from.numbers());
    this.v0.set(from.numbers());
  }

  private look(s: State): void {
    this.q1.set(s.q);
    this.v1.set(s.v);
    this.h = s.t - this.t0;
  }

  private from(s: State): void {
    this.t0 = s.t;
    this.q0.set(s.q);
    this.v0.set(s.v);
  }

  /** Adds up the parts from the end of the path to its beginning; on a straight line unless the path is curved. */
  private integrate(isCurved: boolean): void {
    const { ends } = this;
    this.more = 0;
    this.moreError = 0;
    this.integratePart(0, 1, isCurved);
    const allowed = this.accuracy * this.size;
    this.left = isCurved && this.difference <= allowed ? unchecked : 0;
    this.easy = 1.01 * Math.abs(this.h);
    this.easySize = this.size;
    let waiting = 1;
    let parts = 1;
    ends[0] = 0;
    ends[1] = 1;
    while (waiting > 0) {
      const a = ends[waiting - 1];
      const b = ends[waiting];
      if (a !== 0 || b !== 1) this.integratePart(a, b, isCurved);
      const isFine = this.partError <= allowed;
      if (isFine || parts === mostParts || !Number.isFinite(this.part)) {
        this.more += this.part;
        this.moreError += this.partError;
        waiting--;
      } else {
        ends[waiting] = 0.5 * (a + b);
        ends[waiting + 1] = b;
        waiting++;
        parts++;
      }
    }
  }

  /** Kronrod's integral over the part from a to b of the path, and how far it may be off; Gauss's alone if `checked` is
   * false. */
  private integratePart(a: number, b: number, isCurved: boolean, checked = true): void {
    const middle = 0.5 * (a + b);
    const half = 0.5 * (b - a);
    let fine = 0;
    let coarse = 0;
    let size = 0;
    for (let k = 0; k < nodes.length; k++) {
      if (!checked && gauss[k] === 0) continue;
      for (let side = k === 0 ? 1 : -1; side <= 1; side += 2) {
        const value = this.rate(middle + side * half * nodes[k], isCurved);
        fine += kronrod[k] * value;
        coarse += gauss[k] * value;
        size += kronrod[k] * Math.abs(value);
      }
    }
    this.part = half * (checked ? fine : coarse);
    this.size = half * size;
    // the difference is the error of Gauss, of order rho^-6 where f is analytic inside an ellipse of radius rho; that of
    // Kronrod is of order rho^-11, so the power 11/6, of which 7/4 with a factor of 10 keeps a distance
    this.difference = half * Math.abs(fine - coarse);
    const ratio = this.size === 0 ? 0 : (10 * this.difference) / this.size;
    const root = Math.sqrt(Math.sqrt(ratio));
    this.partError = ratio >= 1 ? this.difference : this.size * ratio * root * root * root;
  }

  /** c(q) . dq/dx at x of the path, 0 <= x <= 1. */
  private rate(x: number, isCurved: boolean): number {
    const { q0, v0, q1, v1, point, slope, h } = this;
    for (let i = 0; i < q0.length; i++) {
      const chord = q1[i] - q0[i];
      // the cubic is the chord and x (1 - x) times what the velocities differ from it
      const d0 = isCurved ? h * v0[i] - chord : 0;
      const d1 = isCurved ? h * v1[i] - chord : 0;
      point[i] = q0[i] + x * (chord + (1 - x) * ((1 - x) * d0 - x * d1));
      slope[i] = chord + (1 - x) * (1 - 3 * x) * d0 + x * (3 * x - 2) * d1;
    }
    return this.power(point, slope);
  }
}

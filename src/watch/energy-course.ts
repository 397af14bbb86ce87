/** The course of the energy at fixed steps: its size, whether it jumped in one step, and whether it drifts. */

import type { ByteReader, ByteWriter } from "../core/index.js";
import { roughExp2, roughLog2 } from "../math/step-factor.js";

/** A change in one step is a jump when it exceeds all earlier ones by this factor, after this many steps. */
const jumpFactor = 20;
const jumpSteps = 20;
/** A trend needs this many oscillations of the kinetic energy, and must explain this fraction of the energy's variance. */
const oscillations = 4;
const explained = 0.75;

export class EnergyCourse {
  private steps = 0;
  private energy = 0;
  private largestChange = 0;
  private start = { t: 0, energy: 0 };
  /** Sum of log2 of the kinetic energy over the steps where it is not zero, and of their weights. */
  private logs = 0;
  private moving = 0;
  /** The last kinetic energy, whether it was rising, and how often it has passed a maximum. */
  private last = 0;
  largest = 0;
  private rising = 0;
  private maxima = 0;
  /** Sums over the steps of t, t², E, E² and t E, relative to the start; the last t. */
  private readonly sums = new Float64Array(6);
  /** The size of the kinetic energy: its maximum, but at most 16 times its geometric mean, which is four times the
   * maximum of a sinusoidal motion and which the last steps of a motion that blows up hardly change. */
  kinetic = 0;
  /** The largest jump in one step, and when it was. */
  jump = 0;
  jumpedAt = 0;

  begin(t: number, energy: number, kinetic: number): void {
    [this.steps, this.largestChange, this.logs, this.moving] = [0, 0, 0, 0];
    [this.rising, this.maxima, this.jump, this.jumpedAt] = [0, 0, 0, t];
    this.energy = energy;
    this.last = kinetic;
    this.largest = kinetic;
    this.start = { t, energy };
    this.sums.fill(0);
    this.kinetic = this.size();
  }

  /** `kinetic` is given at some steps only, and then counts with `weight`: the number of steps, or the time, for which it stands. */
  step(t: number, energy: number, kinetic: number | undefined, weight: number): void {
    // 1. a jump
    const change = Math.abs(energy - this.energy);
    const isJump = this.steps >= jumpSteps && change > jumpFactor * this.largestChange;
    if (isJump && change > this.jump) {
      this.jump = change;
      this.jumpedAt = t;
    }
    if (!isJump) this.largestChange = Math.max(this.largestChange, change);
    this.energy = energy;
    this.steps++;

    // 2. the kinetic energy: its logarithm and its maxima
    if (kinetic !== undefined) this.see(kinetic, weight);

    // 3. the regression of the energy on time
    const { sums } = this;
    const dt = t - this.start.t;
    const dE = energy - this.start.energy;
    sums[0] += dt;
    sums[1] += dt * dt;
    sums[2] += dE;
    sums[3] += dE * dE;
    sums[4] += dt * dE;
    sums[5] = dt;
  }

  private see(kinetic: number, weight: number): void {
    if (kinetic > 1e-300 && kinetic < 1e300) {
      this.logs += weight * roughLog2(kinetic);
      this.moving += weight;
    }
    this.largest = Math.max(this.largest, kinetic);
    if (this.rising === 1 && kinetic <= this.last) this.maxima++;
    this.rising = Number(kinetic > this.last);
    this.last = kinetic;
    this.kinetic = this.size();
  }

  private size(): number {
    return this.moving === 0 ? 0 : Math.min(this.largest, 16 * roughExp2(this.logs / this.moving));
  }

  /** How far a straight line through the energies rises from start to end; 0 when they do not follow one. */
  get trend(): number {
    const [t, tt, E, EE, tE, last] = this.sums;
    if (this.maxima < oscillations) return 0;
    const variance = EE - (E * E) / this.steps;
    const spread = tt - (t * t) / this.steps;
    const common = tE - (t * E) / this.steps;
    return common * common > explained * variance * spread ? (common / spread) * last : 0;
  }

  save(to: ByteWriter): void {
    const { start, steps, energy, largestChange, logs, moving, last, largest, rising, maxima, jump, jumpedAt } = this;
    to.numbers([start.t, start.energy, steps, energy, largestChange, logs, moving, last, largest]);
    to.numbers([rising, maxima, jump, jumpedAt]);
    to.numbers(this.sums);
  }

  restore(from: ByteReader): void {
    const [t, first, ...rest] = from.numbers();
    this.start = { t, energy: first };
    [this.steps, this.energy, this.largestChange, this.logs, this.moving, this.last, this.largest] = rest;
    [this.rising, this.maxima, this.jump, this.jumpedAt] = from.numbers();
    this.sums.set(from.numbers());
    this.kinetic = this.size();
  }
}

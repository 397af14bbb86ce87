/**
 * Simplified Newton for one implicit stage, the equation that BDF, trapezoidal and diagonally implicit methods share:
 *
 *     z = guess + d,     d = c + b F(t, z),     (I - b J) delta = c + b F(t, z) - d,     d <- d + delta
 *
 * With a tolerance the iteration is watched as in ode15s (Shampine and Reichelt, SIAM J. Sci. Comput. 18, 1997, sec.
 * 2.3): the rate of convergence turns the last correction into an estimate of the remaining error; an iteration that
 * will not converge within the allowed corrections is given up at once. Unlike ode15s, rates are not remembered from
 * one stage to the next, because the errors that single corrections then leave would add up over many steps. Without a
 * tolerance the iteration continues until rounding stops it.
 *
 * J is taken at the guess: for a first matrix, when the iteration fails with an older J, when b changes and a matrix
 * must be factorised anyway (J from the symbolic layer costs little; by differences it may become 20 steps old), and
 * after 50 steps. An old J can be much too stiff; corrections are then too small, and the rate of convergence does not
 * show it. If such a J were kept for long, the Oregonator would miss its turn.
 */

import type { ByteReader, ByteWriter, F64, Pacer, Problem, State, Status } from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";
import { firstNonfinite, hasOverflowed, worstCorrection } from "./culprit.js";
import { type IterationMatrix, newIterationMatrix } from "./iteration-matrix.js";
import { relativeSize } from "./rounding.js";

/**
 * The fraction of the tolerance that the remaining error of the iteration may reach, and the fraction that a single
 * first correction may reach.
 */
const allowed = 0.03;
const negligible = 1e-3;
/**
 * With a J of this step, corrections this small (in tolerances) contract fast; if they do not, rounding has stopped them
 * and the iteration has reached all it can.
 */
const atRounding = { size: 0.3, rate: 0.3 } as const;
/** The largest number of corrections, with a tolerance and to rounding. */
const watched = 4;
const patient = 50;
/** The largest age of J in steps, in general and at a change of b when J costs evaluations. */
const oldest = 50;
const old = 20;
/** A correction below this relative size that does not fall any more is attributed to rounding. */
const rounding = 1e-8;
/** When an iteration to rounding needs more corrections than this, the next step evaluates J again. */
const many = 6;
const ulp = 2 ** -52;

export class StageNewton {
  readonly matrix: IterationMatrix;
  /** d of the last solution. */
  readonly d: Float64Array;
  /** The component that made the last `solve` fail; -1 when unknown. */
  culprit = -1;
  private readonly problem: Problem;
  private readonly f: F64;
  private readonly guess: Float64Array;
  private readonly delta: F64;
  private pacer: Pacer | undefined;
  private iterations = 0;
  private hasJacobian = false;
  /** The number of steps since J was evaluated; -1 when it was evaluated in the present step. */
  private age = 0;
  /** The b of the factorised matrix I - b J; 0 when there is none. */
  private b = 0;

  constructor(problem: Problem) {
    const { arena, dimension } = problem;
    this.problem = problem;
    this.matrix = newIterationMatrix(problem);
    this.f = arena.f64(dimension);
    this.delta = arena.f64(dimension);
    this.d = new Float64Array(dimension);
    this.guess = new Float64Array(dimension);
  }

  pace(pacer: Pacer): void {
    this.pacer = pacer;
  }

  /** The next step starts from another state. */
  advance(): void {
    this.age++;
  }

  /** Discards everything that was evaluated. */
  forget(): void {
    this.hasJacobian = false;
    this.b = 0;
  }

  /** Solves for z at the time t, from the guess in z, in a step that starts at `s`. */
  solve(z: F64, t: number, b: number, c: Float64Array, s: State): Status {
    copy(this.guess, z);
    const outlived = this.age >= (this.b === b ? oldest : this.matrix.isNumerical ? old : 0);
    let status: Status = this.hasJacobian && !outlived ? "ok" : this.evaluate(t, z);
    while (status === "ok") {
      status = this.b === b ? "ok" : this.factor(b);
      if (status === "ok") {
        status = this.pacer === undefined ? this.settle(z, t, c) : this.iterate(z, t, c, s);
        if (status !== "ok") this.accuse(z);
      }
      if (status === "ok" || this.age < 0) return status;
      copy(z, this.guess);
      status = this.evaluate(t, z);
    }
    return status;
  }

  save(to: ByteWriter): void {
    to.numbers([Number(this.hasJacobian), this.age, this.b]);
    this.matrix.save(to);
  }

  restore(from: ByteReader): void {
    const [hasJacobian, age, b] = from.numbers();
    this.hasJacobian = hasJacobian === 1;
    this.age = age;
    this.b = b;
    this.matrix.restore(from);
  }

  private evaluate(t: number, y: F64): Status {
    this.b = 0;
    this.age = -1;
    const status = this.matrix.update(t, y);
    this.hasJacobian = status === "ok";
    if (status !== "ok") this.culprit = this.matrix.culprit;
    return status;
  }

  private factor(b: number): Status {
    const status = this.matrix.factor(1, b);
    this.b = status === "ok" ? b : 0;
    if (status !== "ok") this.culprit = this.matrix.culprit;
    return status;
  }

  private accuse(z: F64): void {
    const broken = firstNonfinite(this.f);
    this.culprit = broken >= 0 ? broken : worstCorrection(this.delta, z);
  }

  /** The status for values that are not finite. */
  private broken(): Status {
    return this.iterations > 1 && hasOverflowed(this.f) ? "diverged" : "nonfinite";
  }

  private begin(z: F64): void {
    copy(z, this.guess);
    this.d.fill(0);
    this.iterations = 0;
  }

  /** Computes and applies the next correction. */
  private correct(z: F64, t: number, c: Float64Array): Status {
    const { problem, f, d, delta, guess, b } = this;
    const status = problem.rate!(f, t, z);
    if (status !== "ok") return status;
    for (let i = 0; i < z.length; i++) delta[i] = c[i] + b * f[i] - d[i];
    this.matrix.solve(delta);
    for (let i = 0; i < z.length; i++) {
      d[i] += delta[i];
      z[i] = guess[i] + d[i];
    }
    this.iterations++;
    problem.work.iterations++;
    return "ok";
  }

  /** Iterates until the tolerance is met or cannot be met. */
  private iterate(z: F64, t: number, c: Float64Array, s: State): Status {
    const pacer = this.pacer!;
    let before = 0;
    let rate = 0;
    this.begin(z);
    const least = Math.max(negligible, 100 * ulp * pacer.norm(z, s.y, z));
    for (let left = watched - 1; left >= 0; left--) {
      const status = this.correct(z, t, c);
      if (status !== "ok") return status;
      const size = pacer.norm(this.delta, s.y, z);
      if (!(size < Number.POSITIVE_INFINITY)) return this.broken();
      if (size <= least) return "ok";
      if (this.iterations > 1) {
        if (this.age < 0 && size <= atRounding.size && size > atRounding.rate * before) return "ok";
        if (size > 0.9 * before) return "diverged";
        rate = Math.max(0.9 * rate, size / before);
        let error = (size * rate) / (1 - rate);
        if (error <= allowed) return "ok";
        for (let i = 0; i < left; i++) error *= rate;
        if (error > allowed) return "diverged";
      }
      before = size;
    }
    return "diverged";
  }

  /** Iterates until rounding stops it. */
  private settle(z: F64, t: number, c: Float64Array): Status {
    let before = Number.POSITIVE_INFINITY;
    this.begin(z);
    while (this.iterations < patient) {
      const status = this.correct(z, t, c);
      if (status !== "ok") return status;
      const size = relativeSize(this.delta, z, this.guess);
      if (Number.isNaN(size)) return this.broken();
      const isSettled = size <= ulp || (size <= rounding && size >= before);
      if (isSettled && this.iterations > many) this.hasJacobian = false;
      if (isSettled) return "ok";
      if (size > 2 * before) return "diverged";
      before = size;
    }
    return "diverged";
  }
}

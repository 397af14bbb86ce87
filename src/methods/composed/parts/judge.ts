/** Decides when one method should hand over to the other; the rules are in `../switching.ts`. */

import type { ByteReader, ByteWriter, Method, Pacer, Problem, State, Work } from "../../../core/index.js";
import { SpectralRadius } from "./spectral-radius.js";

/** Accepted steps between two estimates of rho. */
const interval = 8;
/** The number of rounds of the first estimate in a phase, whose direction is not known yet, and of later estimates. */
const firstRounds = 4;
/**
 * Steps count as limited by stability when they exceed this fraction of the stability interval, in this many estimates
 * in a row.
 */
const near = 0.6;
const suspicions = 2;
/**
 * The number of implicit steps before their cost is judged, because a multistep method begins at order 1 with short
 * steps.
 */
const opening = 32;
/** The least number of evaluations in each of these steps. */
const leastEvaluations = 2;
/** The run returns to the explicit method when that is cheaper by this factor, this often in a row. */
const advantage = 1.5;
const agreements = 4;
/**
 * While steps grow by more than this factor from interval to interval, a transient is decaying and steps will become
 * longer still.
 */
const growing = 1.05;
/** After this many failures in a row the implicit method hands over. */
const mostFailures = 8;
/** The number of intervals to wait after a trial that did not pay off; it doubles each time. */
const firstWait = 4;

/**
 * The cost of an evaluation in an implicit step in units of an explicit one, because linear algebra comes with it.
 * Measured for bdf and radau5 on systems of 2 to 400 components; beyond some 50 elimination is sparse. Right-hand sides
 * that are not a single call of generated code take a few times longer, while the linear algebra does not.
 */
const burden = ({ dimension, rate }: Problem): number =>
  (4 + Math.min(dimension, 50) / 5) / (rate?.compiled === undefined ? 3 : 1);

export class Judge {
  /** The step that the next method may begin with. */
  firstStep = Number.POSITIVE_INFINITY;
  private readonly radius: SpectralRadius;
  private readonly work: Work;
  private readonly limit: number;
  private readonly burden: number;
  /** The least cost of a trial of the implicit method, and the cost of the explicit one since stiffness is
   * suspected. */
  private readonly price: number;
  private suspected = 0;
  /** The number of accepted steps in this phase, and in the present interval, with the interval's length in time and
   * its evaluations. */
  private steps = 0;
  private inInterval = 0;
  private time = 0;
  /** The mean step of the previous interval. */
  private before = 0;
  private forces = 0;
  private count = 0;
  private failures = 0;
  private wait = firstWait;
  private waiting = 0;
  /** Evaluations per step of the explicit method when it last stepped. */
  private explicitStep = 12;

  constructor(problem: Problem, explicit: Method) {
    this.radius = new SpectralRadius(problem);
    this.work = problem.work;
    this.limit = explicit.stability?.real ?? usualLimit;
    this.burden = burden(problem);
    this.forces = this.work.forces;
    const differences = problem.rate?.jacobian?.() === undefined ? problem.dimension : 0;
    this.price = opening * leastEvaluations * this.burden + differences;
  }

  /** Called after an attempt; returns the reason to hand over, or undefined to continue. */
  after(pacer: Pacer, s: State, h: number, norm: number, accepted: boolean, implicit: boolean): string | undefined {
    if (!accepted) {
      this.failures += norm === Number.POSITIVE_INFINITY ? 1 : 0;
      if (!implicit || this.failures < mostFailures) return undefined;
      this.lost();
      return this.turn(Number.POSITIVE_INFINITY, `its iteration failed ${mostFailures} times in a row`);
    }
    this.failures = 0;
    this.steps++;
    this.inInterval++;
    this.time += h;
    if (this.inInterval < interval) return undefined;

    // 1. the interval that ends here: mean step, evaluations per step, rho
    const mean = this.time / this.inInterval;
    const evaluations = (this.work.forces - this.forces) / this.inInterval;
    const rounds = this.steps === interval ? firstRounds : 1;
    const rho = this.radius.estimate(pacer, s, rounds);
    this.inInterval = 0;
    this.time = 0;
    this.forces = this.work.forces;
    if (rho === undefined) return undefined;
    return implicit ? this.whileImplicit(mean, rho, evaluations) : this.whileExplicit(mean, rho, evaluations);
  }

  private whileExplicit(h: number, rho: number, evaluations: number): string | undefined {
    this.explicitStep = evaluations;
    if (this.waiting > 0) this.waiting--;
    const limited = h * rho > near * this.limit;
    this.count = limited ? this.count + 1 : 0;
    this.suspected = limited ? this.suspected + interval * evaluations : 0;
    if (this.count < suspicions || this.suspected < this.price || this.waiting > 0) return undefined;
    return this.turn(
      h,
      `stability, not accuracy, limits its steps: h = ${short(h)} at a spectral radius of ${short(rho)}`,
    );
  }

  private whileImplicit(h: number, rho: number, evaluations: number): string | undefined {
    // the cost of a unit of time, in evaluations
    const now = (this.burden * evaluations) / h;
    const otherwise = (this.explicitStep * rho) / (near * this.limit);
    const judged = this.steps > opening && h < growing * this.before;
    this.before = h;
    this.count = judged && advantage * otherwise < now ? this.count + 1 : 0;
    if (this.count < agreements) {
      // a long phase has shown that trials are worthwhile
      if (this.steps === 4 * opening) this.wait = firstWait;
      return undefined;
    }
    if (this.steps < 4 * opening) this.lost();
    return this.turn((near * this.limit) / rho, `its steps, ${short(h)}, are short enough for the explicit method`);
  }

  private lost(): void {
    this.waiting = this.wait;
    this.wait *= 2;
  }

  private turn(firstStep: number, reason: string): string {
    this.firstStep = firstStep;
    this.steps = 0;
    this.inInterval = 0;
    this.time = 0;
    this.before = 0;
    this.count = 0;
    this.suspected = 0;
    this.failures = 0;
    this.forces = this.work.forces;
    return reason;
  }

  save(to: ByteWriter): void {
    const { steps, inInterval, time, before, count, suspected, failures, wait, waiting, explicitStep } = this;
    const spent = this.work.forces - this.forces;
    to.numbers([steps, inInterval, time, before, spent, count, suspected, failures, wait, waiting, explicitStep]);
    this.radius.save(to);
  }

  restore(from: ByteReader): void {
    let spent = 0;
    [
      this.steps,
      this.inInterval,
      this.time,
      this.before,
      spent,
      this.count,
      this.suspected,
      this.failures,
      this.wait,
      this.waiting,
      this.explicitStep,
    ] = from.numbers();
    this.forces = this.work.forces - spent;
    this.radius.restore(from);
  }
}

/** The stability limit of methods that do not state one. */
const usualLimit = 3;

function short(x: number): string {
  return String(Number(x.toPrecision(3)));
}

/** Decides when one method should hand over to the other; the rules are in `../switching.ts`. */

import type { ByteReader, ByteWriter, Method, Pacer, Problem, State, Work } from "../../../core/index.js";
import { SpectralRadius } from "./spectral-radius.js";

/** Accepted steps between two estimates of rho. */
const interval = 8;
/** Rounds of the first estimate of a phase, whose direction is not known yet, and of the others. */
const firstRounds = 4;
/** Steps count as limited by stability from this part of the interval on, after so many estimates in a row. */
const near = 0.6;
const suspicions = 2;
/** Implicit steps before their cost is judged: a multistep method begins at order 1 with short ones. */
const opening = 32;
/** Evaluations that each of them takes at least. */
const leastEvaluations = 2;
/** The explicit method must be cheaper by this factor to be handed back to, and so often in a row. */
const advantage = 1.5;
const agreements = 4;
/** While they grow by more than this from interval to interval, a transient is dying out and they will be longer still. */
const growing = 1.05;
/** Failures of the implicit method in a row that end its turn. */
const mostFailures = 8;
/** Intervals to wait after a trial that did not pay; doubled each time. */
const firstWait = 4;

/**
 * What an evaluation inside an implicit step stands for, in evaluations of an explicit one: the linear algebra that comes
 * with it. Measured for bdf and radau5 on systems of 2 to 400 components; beyond some 50 elimination is sparse. Right-hand sides
 * that are not one call of generated code take a few times longer, and the linear algebra does not.
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
  /** What a trial of the implicit method costs at least, and what the explicit one has cost since it is suspected. */
  private readonly price: number;
  private suspected = 0;
  /** Accepted steps of this phase, and of the present interval with its length in time and evaluations. */
  private steps = 0;
  private inInterval = 0;
  private time = 0;
  /** Mean step of the interval before. */
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
    const differences = problem.jacobian?.() === undefined ? problem.dimension : 0;
    this.price = opening * leastEvaluations * this.burden + differences;
  }

  /** After an attempt; the reason to hand over, or undefined to go on. */
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
    // what a unit of time costs, in evaluations
    const now = (this.burden * evaluations) / h;
    const otherwise = (this.explicitStep * rho) / (near * this.limit);
    const judged = this.steps > opening && h < growing * this.before;
    this.before = h;
    this.count = judged && advantage * otherwise < now ? this.count + 1 : 0;
    if (this.count < agreements) {
      // a phase that lasted has shown that trials are worth making
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

/** Where the method does not say. */
const usualLimit = 3;

function short(x: number): string {
  return String(Number(x.toPrecision(3)));
}

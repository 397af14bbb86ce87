/**
 * Decides when one method should hand over to the other; the rules are in `../switching.ts`. Costs are those of
 * `./cost.ts`, counted from the work of the problem.
 */

import type { ByteReader, ByteWriter, Method, Pacer, Problem, State } from "../../../core/index.js";
import { SpectralRadius } from "../../../linalg/spectral-radius.js";
import { CostMeter } from "./cost.js";

/** Accepted steps between two estimates of rho. */
const interval = 8;
/** The number of rounds of the first estimate in a phase, whose direction is not known yet, and of later estimates. */
const firstRounds = 4;
/** Steps are limited by stability when they exceed this fraction of the longest stable step, in this many estimates in a row. */
const near = 0.45;
const suspicions = 2;
/**
 * At tight tolerances they stay well below it, because an explicit method must follow even small fast components. From
 * this fraction on they count as limited if the fastest eigenvalue exceeds the rate of the motion by this factor.
 */
const suspicious = 0.08;
const stiff = 5;
/** The least work of a trial of the implicit method: its steps, evaluations and solves in each, and factorisations. */
const opening = 16;
const inStep = 3;
const factorisations = 4;
/** The run returns to the explicit method when that is cheaper by this factor, in this many intervals in a row. */
const advantage = 1.5;
const agreements = 4;
/** While steps grow by more than this factor from interval to interval, a transient decays and they will become longer. */
const growing = 1.05;
/** After this many failures in a row the implicit method hands over. */
const mostFailures = 8;
/** A trial begins when explicit steps have cost this multiple of its price, and may cost this multiple more than they would. */
const waiting = 1.5;
const margin = 0.8;
/** The same where the implicit method begins the run, because the eigenvalues at the start are a reason to. */
const marginAtStart = 4;
/** Trials that do not pay may cost this fraction of all that has been spent. */
const share = 0.25;
/** What an explicit method that has not stepped yet costs in the time of its longest stable step. */
const usualPace = 15;

export class Judge {
  /** The step that the next method may begin with. */
  firstStep = Number.POSITIVE_INFINITY;
  private readonly radius: SpectralRadius;
  readonly meter: CostMeter;
  private readonly limits: { readonly real: number; readonly imaginary: number };
  /** The least cost of a trial of the implicit method. */
  private readonly price: number;
  /** The cost of the run up to the last interval. */
  private spent = 0;

  // the present phase
  /** The number of accepted steps in this phase and in the present interval, and the interval's length in time. */
  private steps = 0;
  private inInterval = 0;
  private time = 0;
  private cost = 0;
  /** The mean step of the previous interval. */
  private before = 0;
  /** How often in a row, or altogether, the intervals were a reason to hand over. */
  private count = 0;
  private failures = 0;
  /** By how much the fastest component exceeded the rate of the motion, where that decided. */
  private faster = 0;
  /** The cost of explicit steps while stiffness is suspected. */
  private suspected = 0;
  /** What the implicit phase has cost more than explicit steps would have, and the least of that. */
  private regret = 0;
  private margin = margin;
  private least = 0;

  // all phases
  /** The price of the next trial in units of `price`; it doubles with every trial that does not pay. */
  private patience = 1;
  /** What trials have cost without paying. */
  private wasted = 0;
  /** The last three estimates of the longest stable step of the explicit method, and the middle one of them. */
  private readonly recent = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  private stable = Number.POSITIVE_INFINITY;
  /** What the explicit method costs in that time, when it last stepped; and the largest fraction of that time it has used for a step. */
  private pace = usualPace;
  private largest = 0;
  private wasLimited = false;
  private trials = 0;

  constructor(problem: Problem, explicit: Method) {
    this.radius = new SpectralRadius({ ...problem, rate: problem.rate! });
    this.meter = new CostMeter(problem);
    this.limits = explicit.stability ?? { real: usualLimit, imaginary: usualLimit };
    const { solve, factorisation, jacobian } = this.meter.weights;
    const differences = problem.rate?.jacobian?.() === undefined ? problem.dimension : jacobian;
    this.price = opening * inStep * (1 + solve) + factorisations * factorisation + differences;
  }

  /** Begins a run with one of the methods. */
  begin(implicit: boolean): void {
    this.meter.clear();
    this.radius.forget();
    this.spent = 0;
    this.wasted = 0;
    this.patience = 1;
    this.pace = usualPace;
    this.stable = Number.POSITIVE_INFINITY;
    this.recent.fill(Number.POSITIVE_INFINITY);
    this.largest = 0;
    this.wasLimited = false;
    this.trials = 0;
    this.turn(Number.POSITIVE_INFINITY);
    this.margin = implicit ? marginAtStart : margin;
  }

  /** Called after an attempt; returns the reason to hand over, or undefined to continue. */
  after(pacer: Pacer, s: State, h: number, norm: number, accepted: boolean, implicit: boolean): string | undefined {
    if (!accepted) {
      this.failures += norm === Number.POSITIVE_INFINITY ? 1 : 0;
      if (!implicit || this.failures < mostFailures) return undefined;
      this.lost();
      this.turn(Number.POSITIVE_INFINITY);
      return `its iteration failed ${mostFailures} times in a row`;
    }
    this.failures = 0;
    this.steps++;
    this.inInterval++;
    this.time += h;
    const spent = this.meter.total;
    const cost = spent - this.spent;
    this.spent = spent;
    this.cost += cost;
    if (implicit && this.stable < Number.POSITIVE_INFINITY) {
      const more = cost - (this.pace * h) / this.stable;
      this.regret += more;
      this.least = Math.min(this.least, this.regret);
      if (more > 0 && this.isTooMuch(cost)) return this.back(h);
    }
    if (this.inInterval < interval) return undefined;

    // the interval that ends here: cost, mean step, and the longest stable step at its end
    const [mean, sum] = [this.time / interval, this.cost];
    const rho = this.radius.estimate(pacer, s, this.steps === interval ? firstRounds : 1);
    this.inInterval = 0;
    this.time = 0;
    this.cost = 0;
    if (rho === undefined) return undefined;
    this.stable = this.settled((this.radius.oscillates ? this.limits.imaginary : this.limits.real) / rho);
    if (implicit) return this.whileImplicit(mean, sum);
    return this.whileExplicit(mean, sum, this.isLimited(mean / this.stable, rho, s));
  }

  /** Whether stability limits steps that use this fraction of the longest stable step. */
  private isLimited(used: number, rho: number, s: State): boolean {
    if (used < suspicious || used > near) return used > near;
    const motion = this.radius.motion(s);
    this.faster = motion === undefined ? 0 : rho / motion;
    return motion !== undefined && rho > stiff * motion;
  }

  /** Why an implicit method is tried after steps of length h, which count as limited. */
  private reason(h: number): string {
    const { stable, faster } = this;
    const steps = `h = ${short(h)}, of ${short(stable)} that are stable`;
    if (h > near * stable) return `stability, not accuracy, limits its steps: ${steps}`;
    const times = faster < Number.POSITIVE_INFINITY ? `${short(faster)} times as fast as` : "much faster than";
    return `its steps follow components that are ${times} the motion itself, which an implicit method need not do: ${steps}`;
  }

  /** The middle one of the last three values: a single estimate can be far off. */
  private settled(stable: number): number {
    const { recent } = this;
    recent[0] = recent[1];
    recent[1] = recent[2];
    recent[2] = stable;
    const [a, b, c] = recent;
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  private whileExplicit(h: number, cost: number, isLimited: boolean): string | undefined {
    const used = h / this.stable;
    this.pace = cost / interval / used;
    this.largest = Math.max(this.largest, used);
    this.wasLimited = this.wasLimited || isLimited;
    this.count = isLimited ? this.count + 1 : 0;
    // a single estimate can be wrong, so that an interval without suspicion does not clear the others
    this.suspected = isLimited ? this.suspected + cost : Math.max(0, this.suspected - cost / 2);
    if (this.count < suspicions || this.suspected < this.patience * waiting * this.price) return undefined;
    if (this.trials > 0 && this.wasted + this.price > share * this.spent) return undefined;
    this.turn(h);
    this.trials++;
    return this.reason(h);
  }

  private whileImplicit(h: number, cost: number): string | undefined {
    const otherwise = (this.pace * interval * h) / this.stable;
    const isGrowing = h >= growing * this.before;
    this.before = h;
    this.count = this.steps > opening && !isGrowing && advantage * otherwise < cost ? this.count + 1 : 0;
    return this.count < agreements ? undefined : this.back(h);
  }

  /** Too much has been lost since the phase was at its best. */
  private isTooMuch(cost: number): boolean {
    const allowance = Math.max(this.margin * this.price, share * (this.spent - cost) - this.wasted);
    return this.regret - this.least > allowance;
  }

  /** The phase has paid if it was cheaper than explicit steps would have been. */
  private back(h: number): string {
    if (this.regret > 0) this.lost();
    else this.patience = 1;
    this.turn(near * this.stable);
    return `its steps, ${short(h)}, are short enough for the explicit method`;
  }

  /** Why there was no hand-over, in one sentence; undefined while too few steps have been judged. */
  whyNone(explicit: string, implicit: string, isImplicit: boolean): string | undefined {
    if (isImplicit) return `${implicit} made all steps: ${explicit} would not have been cheaper.`;
    if (this.largest === 0) return undefined;
    const used = `the steps of ${explicit} reached ${short(this.largest)} of the longest stable step`;
    return this.wasLimited
      ? `There was no hand-over: ${used}, but not for long enough to pay for a trial of ${implicit}.`
      : `${implicit} was not needed: ${used}.`;
  }

  private lost(): void {
    this.wasted += Math.max(0, this.regret);
    this.patience *= 2;
  }

  private turn(firstStep: number): void {
    this.firstStep = firstStep;
    this.steps = 0;
    this.inInterval = 0;
    this.time = 0;
    this.cost = 0;
    this.before = 0;
    this.count = 0;
    this.suspected = 0;
    this.failures = 0;
    this.regret = 0;
    this.least = 0;
    this.margin = margin;
  }

  save(to: ByteWriter): void {
    const { steps, inInterval, time, cost, before, count, suspected, failures, regret, least } = this;
    const { spent, patience, wasted, stable, pace, largest, trials, margin } = this;
    to.numbers([steps, inInterval, time, cost, before, count, suspected, failures, regret, least]);
    to.numbers([spent, patience, wasted, stable, pace, largest, Number(this.wasLimited), trials, margin]);
    to.numbers(this.recent);
    this.meter.save(to);
    this.radius.save(to);
  }

  restore(from: ByteReader): void {
    [
      this.steps,
      this.inInterval,
      this.time,
      this.cost,
      this.before,
      this.count,
      this.suspected,
      this.failures,
      this.regret,
      this.least,
    ] = from.numbers();
    let wasLimited = 0;
    [
      this.spent,
      this.patience,
      this.wasted,
      this.stable,
      this.pace,
      this.largest,
      wasLimited,
      this.trials,
      this.margin,
    ] = from.numbers();
    this.wasLimited = wasLimited === 1;
    this.recent.set(from.numbers());
    this.meter.restore(from);
    this.radius.restore(from);
  }
}

/** The stability limit of methods that do not state one. */
const usualLimit = 3;

function short(x: number): string {
  return String(Number(x.toPrecision(3)));
}

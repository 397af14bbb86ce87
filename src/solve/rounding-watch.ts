/**
 * Notices that rounding decides the steps. Where a tolerance is smaller than what rounding does to the rates in one step,
 * error estimates and Newton's corrections are noise: steps are rejected at random, the step falls until the noise is
 * accepted, and a run takes a thousand times as many steps as its solution needs.
 *
 * Every 1,000 attempts, if one in 25 was rejected and more than 100,000 are still to come at this pace, the watch
 * measures: it evaluates the rates where the last bits of the state are changed, and at pairs of states on both sides of
 * it, whose mean differs from the rate between them by rounding only. This difference times the step is the effect of rounding in a step.
 * When it has been a twentieth of the tolerance ten times in a row, the run ends with a message.
 */

import {
  copyWork,
  type F64,
  type Pacer,
  type Problem,
  type Rate,
  type State,
  type Status,
  short,
  type Trouble,
  type Work,
} from "../core/index.js";

const epsilon = 2 ** -52;
const finest = 10 * epsilon;
export const interval = 1000;
const many = { rejected: 0.04, left: 100_000, times: 10 } as const;
/** Noise of this fraction of the tolerance disturbs methods, because they hold their estimates to a fraction of it. */
const loud = 0.05;
/**
 * Distances, relative to each component: the last bits, and one that rounding notices and curvature does not. Pairs are
 * at random parts of it, because rounding has patterns at round distances.
 */
const last = 4 * epsilon;
const aside = 2 ** -36;
const pairs = 4;
/** With an absolute tolerance of this many times the noise of a step, noise does not disturb methods. */
const quiet = 100;

export class RoundingWatch {
  /** Rejected attempts since the last measurement. */
  rejected = 0;
  /** The time of the last measurement, and how often in a row the noise has been loud. */
  private t = Number.NaN;
  private times = 0;
  private readonly names: readonly string[];
  private readonly pacer: Pacer;
  private readonly rate: Rate | undefined;
  /** Measurements are not counted as work: their number depends on the end of the run. */
  private readonly work: Work;
  private readonly workBefore: Work;
  private readonly f: F64;
  private readonly g: F64;
  private readonly k: F64;
  private readonly noise: F64;
  private readonly y: F64;

  constructor(problem: Problem, rate: Rate | undefined, pacer: Pacer) {
    const { arena, dimension, workspace } = problem;
    this.names = workspace.names;
    this.pacer = pacer;
    // evaluations that pass something on to the next one would change the run
    this.rate = problem.hooks?.checkpoint === undefined ? rate : undefined;
    this.work = problem.work;
    this.workBefore = { ...problem.work };
    [this.f, this.g, this.k, this.noise, this.y] = Array.from({ length: 5 }, () => arena.f64(dimension));
  }

  clear(): void {
    this.rejected = 0;
    this.t = Number.NaN;
    this.times = 0;
  }

  /** Called every 1,000 attempts, at the accepted state, with the next step h and the end of the run. */
  look(s: State, h: number, until: number): Trouble | undefined {
    const isSlow = Math.abs(s.t - this.t) < (interval / many.left) * Math.abs(until - s.t);
    const isRough = this.rejected >= many.rejected * interval;
    this.rejected = 0;
    this.t = s.t;
    if (!(isSlow && isRough && this.isLoud(s, h))) this.times = 0;
    else if (++this.times === many.times) return this.trouble(s, h);
    return undefined;
  }

  /** Whether rounding is louder than the tolerance; the evaluations are not counted. */
  private isLoud(s: State, h: number): boolean {
    copyWork(this.workBefore, this.work);
    const isLoud = this.listen(s, h) >= loud;
    copyWork(this.work, this.workBefore);
    return isLoud;
  }

  /** What the watch remembers, for checkpoints. */
  get memory(): readonly number[] {
    return [this.rejected, this.t, this.times];
  }

  set memory([rejected, t, times]: readonly number[]) {
    this.rejected = rejected;
    this.t = t;
    this.times = times;
  }

  /** The effect of rounding on y in a step of h, in tolerances; 0 when it cannot be measured. */
  private listen(s: State, h: number): number {
    const { f, g, k, noise, rate, pacer } = this;
    if (rate?.(f, s.t, s.y) !== "ok") return 0;
    if (this.at(noise, s, last, 1) !== "ok") return 0;
    for (let i = 0; i < f.length; i++) noise[i] = Math.abs(noise[i] - f[i]);
    for (let pair = 1; pair <= pairs; pair++) {
      if (this.at(g, s, aside, pair) !== "ok" || this.at(k, s, -aside, pair) !== "ok") return 0;
      for (let i = 0; i < f.length; i++) noise[i] = Math.max(noise[i], Math.abs(f[i] - 0.5 * (g[i] + k[i])));
    }
    for (let i = 0; i < f.length; i++) noise[i] *= Math.abs(h);
    return pacer.norm(noise, s.y, s.y);
  }

  /** The rates at a state whose components are changed, up or down, by random fractions of `distance` times themselves. */
  private at(out: F64, s: State, distance: number, seed: number): Status | undefined {
    let bits = seed;
    for (let i = 0; i < out.length; i++) {
      bits = (Math.imul(bits, 1664525) + 1013904223) | 0;
      this.y[i] = s.y[i] * (1 + distance * (bits / 2 ** 31));
    }
    return this.rate?.(out, s.t, this.y);
  }

  private trouble(s: State, h: number): Trouble {
    const { noise, f, names } = this;
    this.pacer.scale(f, s.y);
    let worst = 0;
    for (let i = 0; i < f.length; i++) if (noise[i] * f[worst] > noise[worst] * f[i]) worst = i;
    return {
      status: "step-too-small",
      t: s.t,
      h,
      component: names[worst],
      message:
        `the tolerance must be above what rounding allows; that of "${names[worst]}" is ${brief(f[worst])}, and rounding ` +
        `of its rate moves it by ${brief(noise[worst])} in a step, so that most steps are spent on noise. ` +
        `Loosen rtol, or give atol of at least ${brief(quiet * noise[worst])}.`,
    };
  }
}

/** A sentence about a relative tolerance that rounding cannot deliver. */
export function finestTolerance({ rtol = 0 }: Pacer): string[] {
  if (rtol === 0 || rtol >= finest) return [];
  return [
    `rtol must be at least ${brief(finest)}, ten units of rounding, to say anything about errors; it is ${brief(rtol)}. Raise it.`,
  ];
}

const brief = (x: number): string => short(Number(x.toPrecision(1)));

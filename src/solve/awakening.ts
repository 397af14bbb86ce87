import type { Pacer, Problem, State } from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { type Expectation, expectMotion } from "./expected-sizes.js";

/**
 * Components that have rested at zero so far and may begin to move. Their sizes do not follow from the states, so the pacer
 * is told what to expect when they are forced.
 */
export class Awakening {
  /** Whether there may be such components; asked again after the start until there are none. */
  isPossible = true;
  private readonly pacer: Pacer;
  private readonly rate: Problem["rate"];
  private readonly until: number;
  private readonly direction: number;

  constructor(pacer: Pacer, rate: Problem["rate"], until: number, direction: number) {
    this.pacer = pacer;
    this.rate = rate;
    this.until = until;
    this.direction = direction;
  }

  /** The step of length h from `s` on, or a shorter one that suits the motion that is expected there. Overwrites `trial` and `spare`. */
  firstStep(s: State, h: number, trial: State, spare: State): number {
    this.isPossible = true;
    if (this.pacer.lacksSizes?.(true) !== true) return h;
    const expected = this.expected(s.t, s, h, trial, spare);
    return expected === undefined ? h : Math.min(h, 0.01 * expected.time);
  }

  /**
   * Whether the attempt from `s` to `end` moves what has rested at zero, so that it must be made again with tolerances for that
   * motion. Overwrites `end` and `spare`.
   */
  begins(s: State, h: number, end: State, spare: State): boolean {
    this.isPossible = this.pacer.lacksSizes?.() === true;
    if (!this.isPossible || end.y.every((x, i) => x === s.y[i])) return false;
    return this.expected(end.t, s, h, end, spare) !== undefined;
  }

  /** What the rates at a time make one expect of the motion from `s`. */
  private expected(t: number, s: State, h: number, trial: State, spare: State): Expectation | undefined {
    const { pacer, rate, until, direction } = this;
    if (rate?.(trial.y, t, s.y) !== "ok" || !allFinite(trial.y)) return undefined;
    const f0 = trial.y.slice();
    const span = direction * Math.max(Math.abs(until - t), h);
    return expectMotion(pacer, rate, { ...s, t }, span, f0, trial.y, spare.y);
  }
}

/**
 * Saved states between the times that a run has chosen itself. An interval between two of these may hide many turns of a
 * coordinate, so the states at which a component turns round are looked for along the steps, and those that show it
 * highest and lowest in the interval are saved as well, if they lie outside what its two ends show. All rows are states of
 * the solution, and the extremes of a component among them are those of the solution.
 *
 * Steps are sampled at eight parts, by their dense output. A turn between samples is refined by the parabola through three
 * of them, and the state there is again one of the dense output.
 */

import {
  type ByteReader,
  type ByteWriter,
  newState,
  type Problem,
  type State,
  type StatesBetween,
} from "../core/index.js";

/** Parts of a step at whose ends components are compared; 1 for large states, and without dense output. */
const parts = 8;
/** At most this many components are followed, evenly over all of them, and this many numbers are kept for them. */
const most = 64;
const mostNumbers = 4_000_000;
/** States with more components are compared at the ends of steps only. */
const large = 1000;
/** Turns are saved if they are outside what the interval shows by this fraction of the range of their component. */
const visible = 2e-4;
/** The largest number of turns that are saved in one interval, unless the caller has less room. */
const usualRows = 16;

/**
 * Finds the states between saved ones at which a component goes beyond what those show, for the option `between` of
 * `Frames`. `mostRows` bounds their number in one interval.
 *
 * @example
 * const observe = (problem: Problem, until: number) =>
 *   new Frames(problem, { every: 0.1, until, between: turningPoints(problem, true) });
 * prepareRun(pendulum, { observe }).run.advance(100);
 */
export const turningPoints = (problem: Problem, hasDense: boolean, mostRows = usualRows): StatesBetween =>
  new TurningPoints(problem, hasDense, mostRows);

class TurningPoints implements StatesBetween {
  private readonly dimension: number;
  private readonly mostRows: number;
  private readonly followed: Int32Array;
  private readonly parts: number;
  /** Followed components at the samples of a step; the first row is the last sample of the step before. */
  private readonly values: Float64Array;
  /** The largest and smallest turn of each component in the interval: its value, time (NaN without one) and state. */
  private readonly value: Float64Array;
  private readonly time: Float64Array;
  private readonly states: Float64Array;
  /** What the start of the interval shows, and the range of each component so far. */
  private readonly edge: Float64Array;
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly row: State;
  /** Time up to which rows were delivered. */
  private shown = 0;
  private hasBefore = false;

  constructor(problem: Problem, hasDense: boolean, mostRows: number) {
    const { dimension } = problem;
    const fits = Math.floor(mostNumbers / (2 * dimension));
    const count = Math.max(Math.min(dimension, most, fits), 1);
    this.dimension = dimension;
    this.mostRows = mostRows;
    this.followed = Int32Array.from({ length: count }, (_, k) => Math.floor((k * dimension) / count));
    this.parts = hasDense && dimension <= large ? parts : 1;
    this.values = new Float64Array((this.parts + 2) * count);
    this.value = new Float64Array(2 * count);
    this.time = new Float64Array(2 * count).fill(Number.NaN);
    this.states = new Float64Array(2 * count * dimension);
    [this.edge, this.low, this.high] = Array.from({ length: 3 }, () => new Float64Array(count));
    this.row = newState(problem.arena, dimension, problem.n);
  }

  begin(s: State): void {
    this.hasBefore = false;
    this.low.fill(Number.POSITIVE_INFINITY);
    this.high.fill(Number.NEGATIVE_INFINITY);
    this.saved(s);
  }

  /** A state was saved at the end of an interval: a new one begins. */
  saved({ t, y }: State): void {
    this.shown = t;
    this.time.fill(Number.NaN);
    for (let k = 0; k < this.followed.length; k++) this.edge[k] = y[this.followed[k]];
  }

  /** Samples the step from `s` to `end`; `inside` gives the state at a part of it. */
  sample(s: State, end: State, inside: (theta: number) => State): void {
    const { values, followed } = this;
    const count = followed.length;
    // the row before the first sample is the last but one of the step before
    if (this.hasBefore) values.copyWithin(0, this.parts * count, (this.parts + 1) * count);
    this.take(1, s);
    for (let j = 1; j < this.parts; j++) this.take(j + 1, inside(j / this.parts));
    this.take(this.parts + 1, end);
    if (!this.hasBefore) values.copyWithin(0, count, 2 * count);
    this.hasBefore = true;
  }

  /** The turns of the sampled step up to time `until` that extend what the interval shows so far. */
  collect(s: State, h: number, until: number, inside: (theta: number) => State | undefined): void {
    const { values, followed, value, time } = this;
    const count = followed.length;
    const direction = Math.sign(h);
    for (let j = 0; j < this.parts; j++) {
      const t = s.t + (j / this.parts) * h;
      if ((t - this.shown) * direction <= 0) continue;
      if ((t - until) * direction >= 0) return;
      for (let k = 0; k < count; k++) {
        const at = (j + 1) * count + k;
        const [a, b, c] = [values[at - count], values[at], values[at + count]];
        if ((b - a) * (c - b) > 0 || b === a) continue;
        const which = 2 * k + Number(b > a);
        const sign = b > a ? 1 : -1;
        if (!Number.isNaN(time[which]) && sign * (b - value[which]) <= 0) continue;
        // the vertex of the parabola, as far as the step reaches; before it begins, its start is the nearest state
        const bend = a - 2 * b + c;
        const shift = bend === 0 ? 0 : (0.5 * (a - c)) / bend;
        const theta = Math.min(Math.max((j + shift) / this.parts, 0), 1);
        const isVertex = theta > 0 && (s.t + theta * h - this.shown) * direction > 0;
        const isBefore = (s.t + theta * h - until) * direction < 0;
        const state = isVertex && isBefore ? inside(theta) : j === 0 ? s : inside(j / this.parts);
        if (state === undefined) continue;
        value[which] = state.y[followed[k]];
        time[which] = state.t;
        this.states.set(state.y, which * this.dimension);
      }
    }
  }

  /** Delivers the turns of the interval that ends at `end`, in the order of their times. */
  deliver(end: State, show: (s: State) => void): void {
    const { followed, value, time, edge, row, dimension, mostRows } = this;
    const found: { readonly which: number; readonly excess: number }[] = [];
    for (let which = 0; which < time.length; which++) {
      if (Number.isNaN(time[which])) continue;
      const k = which >> 1;
      const last = end.y[followed[k]];
      const beyond = which % 2 === 1 ? value[which] - Math.max(edge[k], last) : Math.min(edge[k], last) - value[which];
      const excess = beyond / (this.high[k] - this.low[k]);
      if (excess > visible) found.push({ which, excess });
    }
    if (found.length > mostRows) found.sort((a, b) => b.excess - a.excess).length = mostRows;
    const direction = Math.sign(end.t - this.shown);
    found.sort((a, b) => direction * (time[a.which] - time[b.which]));
    let before = this.shown;
    for (const { which } of found) {
      if (time[which] === before) continue;
      before = time[which];
      row.t = before;
      row.y.set(this.states.subarray(which * dimension, (which + 1) * dimension));
      show(row);
    }
  }

  save(to: ByteWriter): void {
    to.numbers([this.shown, Number(this.hasBefore)]);
    for (const each of this.arrays) to.numbers(each);
  }

  restore(from: ByteReader): void {
    const [shown, hasBefore] = from.numbers();
    this.shown = shown;
    this.hasBefore = hasBefore === 1;
    for (const each of this.arrays) each.set(from.numbers());
  }

  private get arrays(): readonly Float64Array[] {
    return [this.values, this.value, this.time, this.states, this.edge, this.low, this.high];
  }

  private take(row: number, { y }: State): void {
    const { followed, values, low, high } = this;
    for (let k = 0; k < followed.length; k++) {
      const x = y[followed[k]];
      values[row * followed.length + k] = x;
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
}

import { type ByteReader, type ByteWriter, type EventFunction, type State, short } from "../core/index.js";
import { crossingsOf, mayCross } from "../math/crossings.js";
import {
  blockParts,
  mayHide,
  type Prediction,
  predictionsFor,
  probes,
  resolvedBlocks,
} from "../math/resolved-blocks.js";

/** A found event (`Solution.events`): its name, its time, and the state there, interpolated and then projected. */
export interface FoundEvent {
  readonly name: string;
  /** Position in the list of event functions. */
  readonly index: number;
  readonly t: number;
  readonly y: Float64Array;
}

/**
 * States inside the last step, as interpolated and as they would be reported. Both functions overwrite the same state.
 */
export interface DenseStep {
  interpolated(theta: number): State;
  reported(theta: number): State;
}

/**
 * Looks for sign changes of event functions along a run. Every step is sampled at `samples` equal parts on the plain
 * interpolation; where a sign changes or a function dips towards zero, zeros are located on reported states, so that an
 * event and the run agree. Steps follow the motion, and a function of it may be much faster: where the samples do not show
 * it, the step is divided until they do. A function that is exactly zero has no sign: at the start this is not an event, later the
 * event is where the zero is. Functions that touch zero, have no value, or are too fast, are reported in `warnings`.
 */
export class EventFinder {
  /** The event that ends the run; undefined until it is found. */
  stop: FoundEvent | undefined;
  readonly found: FoundEvent[] = [];
  private readonly functions: readonly EventFunction[];
  private readonly samples: number;
  /** Values of all functions at the samples of a step, sample by sample; the first row is the end of the last step. */
  private readonly values: Float64Array;
  /** Values between the samples, probe by probe, and what the samples let one expect there. */
  private readonly probed: Float64Array;
  private readonly predictions: readonly Prediction[];
  /** When each function first had no value, when it first touched zero, and when it first was too fast; NaN before. */
  private readonly blind: Float64Array;
  private readonly touched: Float64Array;
  private readonly fast: Float64Array;

  constructor(functions: readonly EventFunction[], samples: number) {
    this.functions = functions;
    this.samples = samples;
    this.values = new Float64Array((samples + 1) * functions.length);
    this.probed = new Float64Array(probes.length * functions.length);
    this.predictions = predictionsFor(samples);
    this.blind = new Float64Array(functions.length);
    this.touched = new Float64Array(functions.length);
    this.fast = new Float64Array(functions.length);
  }

  begin(s: State): void {
    this.found.length = 0;
    this.stop = undefined;
    this.blind.fill(Number.NaN);
    this.touched.fill(Number.NaN);
    this.fast.fill(Number.NaN);
    this.sample(this.values, 0, s);
  }

  /**
   * Adds the events of the step that ends at `end` to `found`, in time order; those after a stopping event are dropped.
   */
  scan(dense: DenseStep, end: State): void {
    const { functions, samples, values, probed, predictions } = this;
    const count = functions.length;
    if (count === 0) return;

    // 1. may any function cross zero, or do the samples not show it?
    for (let p = 0; p < probes.length; p++) this.sample(probed, p, dense.interpolated(probes[p]));
    for (let k = 1; k <= samples; k++) this.sample(values, k, k === samples ? end : dense.interpolated(k / samples));
    let roots: Root[] | undefined;
    for (let e = 0; e < count; e++) {
      // a function that was too fast once is not divided again: the run warns, and each step would cost thousands of samples
      const hides = Number.isNaN(this.fast[e]) && mayHide(values, e, count, samples, probed, e, predictions);
      if (!hides && !mayCross(values, e, count, samples)) continue;
      // 2. if so, confirm and locate
      roots ??= [];
      if (hides) this.divide(e, dense, end, roots);
      else this.locate(e, dense, end, roots);
    }
    if (roots !== undefined) this.take(roots, dense, end);
    values.copyWithin(0, samples * count);
  }

  /** What may have been missed, a sentence for each function. */
  get warnings(): string[] {
    return this.functions.flatMap(({ name }, e) => [
      ...(Number.isNaN(this.blind[e])
        ? []
        : [
            `Events need a number at every time; "${name}" has none at t = ${short(this.blind[e])}, and events there are missed. Change its expression.`,
          ]),
      ...(Number.isNaN(this.touched[e])
        ? []
        : [
            `Events are changes of sign; "${name}" touches zero at t = ${short(this.touched[e])} without changing sign, as far as the run can tell, so this is not an event. Tighten rtol, or shift its expression.`,
          ]),
      ...(Number.isNaN(this.fast[e])
        ? []
        : [
            `Events are looked for at up to ${blockParts * 2 ** 9} places in each step; "${name}" changes faster at t = ${short(this.fast[e])}, and events may be missed. Take shorter steps with maxStep, or give an expression that changes more slowly.`,
          ]),
    ]);
  }

  save(to: ByteWriter): void {
    to.numbers(this.values.subarray(0, this.functions.length));
    to.numbers(this.blind);
    to.numbers(this.touched);
    to.numbers(this.fast);
    to.number(this.stop === undefined ? -1 : this.found.indexOf(this.stop));
    to.number(this.found.length);
    for (const { index, t, y } of this.found) {
      to.number(index);
      to.number(t);
      to.numbers(y);
    }
  }

  restore(from: ByteReader): void {
    this.values.set(from.numbers());
    this.blind.set(from.numbers());
    this.touched.set(from.numbers());
    this.fast.set(from.numbers());
    const stop = from.number();
    const count = from.number();
    for (let i = 0; i < count; i++) {
      const index = from.number();
      const t = from.number();
      this.found.push({ name: this.functions[index].name, index, t, y: from.numbers() });
    }
    this.stop = this.found[stop];
  }

  private sample(values: Float64Array, k: number, s: State): void {
    const { functions, blind } = this;
    for (let e = 0; e < functions.length; e++) {
      const value = functions[e].value(s.t, s.y);
      values[k * functions.length + e] = value;
      if (Number.isNaN(value) && Number.isNaN(blind[e])) blind[e] = s.t;
    }
  }

  /** Adds the zeros of a function on reported states between two places of the step, of which `first` and `last` are the values. */
  private locate(
    e: number,
    dense: DenseStep,
    end: State,
    roots: Root[],
    [a, b] = [0, 1],
    parts = this.samples,
    first = this.values[e],
    last = this.values[this.samples * this.functions.length + e],
  ): void {
    const event = this.functions[e];
    const at = (x: number): number => {
      const s = dense.reported(a + x * (b - a));
      return event.value(s.t, s.y);
    };
    const found = crossingsOf(at, first, last, parts);
    for (const { theta, before } of found.roots)
      if (event.direction * before <= 0) roots.push({ event: e, theta: a + theta * (b - a) });
    if (found.touch === undefined || !Number.isNaN(this.touched[e])) return;
    const touch = a + found.touch.theta * (b - a);
    this.touched[e] = touch === 1 ? end.t : dense.interpolated(touch).t;
  }

  /** Adds the zeros of a function that the samples do not show. */
  private divide(e: number, dense: DenseStep, end: State, roots: Root[]): void {
    const { functions, samples, values } = this;
    const event = functions[e];
    const count = functions.length;
    const valueAt = (theta: number, s: (theta: number) => State): number => {
      if (theta === 0) return values[e];
      if (theta === 1) return values[samples * count + e];
      const { t, y } = s(theta);
      return event.value(t, y);
    };
    const { ends, isTooFast } = resolvedBlocks((theta) => valueAt(theta, (x) => dense.interpolated(x)));
    if (isTooFast) this.fast[e] = end.t;
    let last = values[e];
    for (let k = 1; k < ends.length; k++) {
      const first = last;
      last = valueAt(ends[k], (x) => dense.reported(x));
      this.locate(e, dense, end, roots, [ends[k - 1], ends[k]], blockParts, first, last);
    }
  }

  /** Records events in time order, up to the first one that stops the run. */
  private take(roots: Root[], dense: DenseStep, end: State): void {
    roots.sort((x, y) => x.theta - y.theta || x.event - y.event);
    let last = 1;
    for (const { event, theta } of roots) {
      if (theta > last) break;
      const s = theta === 1 ? end : dense.reported(theta);
      const { name, stop } = this.functions[event];
      const found = { name, index: event, t: s.t, y: Float64Array.from(s.y) };
      this.found.push(found);
      if (!stop) continue;
      this.stop ??= found;
      last = theta;
    }
  }
}

interface Root {
  readonly event: number;
  readonly theta: number;
}

import type { ByteReader, ByteWriter, EventFunction, State } from "../core/index.js";
import { changeOfSign } from "./root-finding.js";

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
 * interpolation; when a sign changes there, zeros are located on reported states, so that an event and the run agree.
 * A function that is exactly zero has no sign: at the start this is not an event, later the event is where the zero is.
 */
export class EventFinder {
  /** The event that ends the run; undefined until it is found. */
  stop: FoundEvent | undefined;
  readonly found: FoundEvent[] = [];
  private readonly functions: readonly EventFunction[];
  private readonly samples: number;
  /** Values of all functions at the end of the last step, and at the end of the step that is scanned. */
  private readonly values: Float64Array;
  private readonly ends: Float64Array;
  /** Signs at the last sample. */
  private readonly signs: Float64Array;

  constructor(functions: readonly EventFunction[], samples: number) {
    this.functions = functions;
    this.samples = samples;
    this.values = new Float64Array(functions.length);
    this.ends = new Float64Array(functions.length);
    this.signs = new Float64Array(functions.length);
  }

  begin(s: State): void {
    this.found.length = 0;
    this.stop = undefined;
    for (let e = 0; e < this.functions.length; e++) this.values[e] = this.functions[e].value(s.t, s.y);
  }

  /**
   * Adds the events of the step that ends at `end` to `found`, in time order; those after a stopping event are dropped.
   */
  scan(dense: DenseStep, end: State): void {
    const { functions, samples, signs, values, ends } = this;

    // 1. does any function change its sign between samples?
    let changes = false;
    for (let e = 0; e < functions.length; e++) signs[e] = signOf(values[e]);
    for (let k = 1; k <= samples; k++) {
      const s = k === samples ? end : dense.interpolated(k / samples);
      for (let e = 0; e < functions.length; e++) {
        ends[e] = functions[e].value(s.t, s.y);
        const sign = signOf(ends[e]);
        if (signs[e] !== 0 && sign !== signs[e]) changes = true;
        signs[e] = sign;
      }
    }

    // 2. if so, confirm and locate
    if (changes) this.locate(dense, end);
    for (let e = 0; e < functions.length; e++) values[e] = ends[e];
  }

  save(to: ByteWriter): void {
    to.numbers(this.values);
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
    const stop = from.number();
    const count = from.number();
    for (let i = 0; i < count; i++) {
      const index = from.number();
      const t = from.number();
      this.found.push({ name: this.functions[index].name, index, t, y: from.numbers() });
    }
    this.stop = this.found[stop];
  }

  /** Zeros of all functions on reported states, sample by sample. */
  private locate(dense: DenseStep, end: State): void {
    const { functions, samples } = this;
    const roots: Root[] = [];
    for (let e = 0; e < functions.length; e++) {
      const { direction } = functions[e];
      const at = (theta: number): number => {
        const s = dense.reported(theta);
        return functions[e].value(s.t, s.y);
      };
      let a = 0;
      let fa = this.values[e];
      let before = signOf(fa);
      for (let k = 1; k <= samples; k++) {
        const b = k / samples;
        const fb = k === samples ? this.ends[e] : at(b);
        const sign = signOf(fb);
        if (before !== 0 && sign !== before && direction * before <= 0 && !Number.isNaN(fb)) {
          roots.push({ event: e, theta: fb === 0 ? b : changeOfSign(at, a, fa, b, fb) });
        }
        before = sign;
        a = b;
        fa = fb;
      }
    }

    roots.sort((x, y) => x.theta - y.theta || x.event - y.event);
    let last = 1;
    for (const { event, theta } of roots) {
      if (theta > last) break;
      const s = theta === 1 ? end : dense.reported(theta);
      const { name, stop } = functions[event];
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

/** -1, 0 or 1; 0 for NaN. */
function signOf(x: number): number {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

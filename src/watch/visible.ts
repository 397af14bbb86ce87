/**
 * How far a constraint or its rate may be off under error control before anyone would see it: a tenth of the largest parts
 * that make it up. Thresholds are sums over the steps and add up to more than that when many steps have a loose tolerance.
 */

import { type ByteReader, type ByteWriter, copyWork, noWork, type Problem, type State } from "../core/index.js";
import type { Watched } from "./watched.js";

const fraction = 0.1;
/** Residuals within this many tolerances of one step are as small as was asked for, however small the parts are. */
const margin = 3;

export class VisibleErrors {
  private readonly watched: Watched;
  private readonly work: Problem["work"];
  private readonly before = noWork();
  /** The largest parts of each quantity that were found so far; looked for only where a residual may exceed them. */
  private readonly size: Float64Array;
  private readonly now: Float64Array;

  constructor(watched: Watched, work: Problem["work"]) {
    this.watched = watched;
    this.work = work;
    this.size = new Float64Array(watched.quantities.length);
    this.now = new Float64Array(watched.quantities.length);
  }

  begin(): void {
    this.size.fill(0);
  }

  /** The limit of quantity k, which is off by `deviation` at `s`, where one step may move it by `bound`; infinite unless it is exceeded. */
  limit(k: number, deviation: number, bound: number, s: State): number {
    const { size, now, watched } = this;
    const isResidual = watched.position >= 0 && (k === watched.position || k === watched.velocity);
    if (!isResidual || deviation <= margin * bound || deviation <= fraction * size[k]) return Number.POSITIVE_INFINITY;
    copyWork(this.before, this.work);
    watched.sizes(now, s);
    copyWork(this.work, this.before);
    for (let i = 0; i < size.length; i++) size[i] = Math.max(size[i], now[i]);
    return deviation > fraction * size[k] ? fraction * size[k] : Number.POSITIVE_INFINITY;
  }

  save(to: ByteWriter): void {
    to.numbers(this.size);
  }

  restore(from: ByteReader): void {
    this.size.set(from.numbers());
  }
}

/**
 * Whether saved states show the motion. The length of the path of each coordinate along the accepted steps is compared with
 * its length along the saved states: with fewer than about four samples in an oscillation, a tenth of it is lost, and a plot
 * of the samples shows another motion.
 */

import { type ByteReader, type ByteWriter, type Observer, type Problem, type State, short } from "../core/index.js";

/** At most this many coordinates are followed, evenly over all of them. */
const most = 64;
/** Samples must show this fraction of the path. */
const shown = 0.9;
/** A coordinate must turn round this often before it is judged. */
const turns = 40;

export class Spacing implements Observer {
  private readonly names: readonly string[];
  private readonly followed: Int32Array;
  /** For every coordinate: its last value, direction and saved value, the two lengths, and how often it turned round. */
  private readonly last: Float64Array;
  private readonly saved: Float64Array;
  private readonly rising: Float64Array;
  private readonly way: Float64Array;
  private readonly seen: Float64Array;
  private readonly turned: Float64Array;
  private start = 0;
  private now = 0;

  constructor(problem: Problem) {
    const size = problem.n > 0 ? problem.n : problem.dimension;
    const count = Math.min(size, most);
    this.names = problem.workspace.names;
    this.followed = Int32Array.from({ length: count }, (_, k) => Math.floor((k * size) / count));
    const array = (): Float64Array => new Float64Array(count);
    [this.last, this.saved, this.rising, this.way, this.seen, this.turned] = Array.from({ length: 6 }, array);
  }

  begin({ t, y }: State): void {
    for (const each of [this.rising, this.way, this.seen, this.turned]) each.fill(0);
    for (let k = 0; k < this.followed.length; k++) this.last[k] = this.saved[k] = y[this.followed[k]];
    this.start = this.now = t;
  }

  step({ t, y }: State): void {
    const { followed, last, rising, way, turned } = this;
    this.now = t;
    for (let k = 0; k < followed.length; k++) {
      const change = y[followed[k]] - last[k];
      last[k] += change;
      way[k] += Math.abs(change);
      const direction = change > 0 ? 1 : change < 0 ? -1 : rising[k];
      if (direction * rising[k] < 0) turned[k]++;
      rising[k] = direction;
    }
  }

  observe({ y }: State): void {
    const { followed, saved, seen } = this;
    for (let k = 0; k < followed.length; k++) {
      seen[k] += Math.abs(y[followed[k]] - saved[k]);
      saved[k] = y[followed[k]];
    }
  }

  /** A sentence about the coordinate that is shown worst, if the samples do not show it. */
  get warnings(): string[] {
    const { followed, way, seen, turned } = this;
    let worst = -1;
    for (let k = 0; k < followed.length; k++)
      if (turned[k] >= turns && seen[k] < shown * way[k] && (worst < 0 || turned[k] > turned[worst])) worst = k;
    if (worst < 0) return [];
    const name = this.names[followed[worst]];
    const period = (2 * Math.abs(this.now - this.start)) / turned[worst];
    return [
      `Saved states should show the motion; "${name}" oscillates every ${short(Number(period.toPrecision(2)))}, and the saved states show ${Math.round((100 * seen[worst]) / way[worst])} % of its path. Save more often: --every ${short(Number((period / 10).toPrecision(2)))}.`,
    ];
  }

  save(to: ByteWriter): void {
    to.numbers([this.start, this.now]);
    for (const each of this.arrays) to.numbers(each);
  }

  restore(from: ByteReader): void {
    [this.start, this.now] = from.numbers();
    for (const each of this.arrays) each.set(from.numbers());
  }

  private get arrays(): readonly Float64Array[] {
    return [this.last, this.saved, this.rising, this.way, this.seen, this.turned];
  }
}

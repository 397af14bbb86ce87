/** The recorded frames of a lane on a regular grid of times, looked up and interpolated by time. */

import type { Chunk, Opened } from "../worker/protocol.js";

export class Recording {
  readonly opened: Opened;
  /** The number of frames so far. */
  length = 0;
  spent = 0;
  private readonly chunks: { readonly first: number; readonly rows: Float64Array; readonly extras: Float64Array }[] =
    [];
  private readonly extraWidth: number;
  /** The number of coordinates of moving anchors, which precede the tensions of springs in the extras of a frame. */
  private readonly anchorWidth: number;
  /** The chunk found last, which is usually needed again next. */
  private recent = 0;

  constructor(opened: Opened) {
    this.opened = opened;
    const { dimension, points, links } = opened.scene;
    this.anchorWidth = points.filter(({ moving }) => moving >= 0).length * dimension;
    this.extraWidth = this.anchorWidth + links.reduce((most, { spring }) => Math.max(most, spring + 1), 0);
  }

  add({ rows, extras, spent }: Chunk): void {
    this.spent = spent;
    const count = rows.length / this.opened.layout.width;
    if (count === 0) return;
    this.chunks.push({ first: this.length, rows, extras });
    this.length += count;
  }

  /** The time of the last frame so far. */
  get reached(): number {
    return this.length === 0 ? this.opened.from : this.value(this.length - 1, 0);
  }

  /** The value in column `column` of frame `row`. */
  value(row: number, column: number): number {
    const { first, rows } = this.chunkOf(row);
    return rows[(row - first) * this.opened.layout.width + column];
  }

  column(column: number): Float64Array {
    return Float64Array.from({ length: this.length }, (_, row) => this.value(row, column));
  }

  /** The frame at or before the time. */
  rowAt(t: number): number {
    const { from, every, until } = this.opened;
    const guess = Math.floor((Math.abs(t - from) * (1 + 1e-12)) / every);
    const last = this.length - 1;
    const row = Math.max(0, Math.min(guess, last));
    // the last frame is at the end of the run, which may lie off the grid
    return row === last || row < 0 || (this.value(row, 0) - t) * Math.sign(until - from || 1) <= 1e-12 ? row : row - 1;
  }

  /**
   * Interpolates the state y at a time: by the cubic through the positions and velocities of the two frames (by a
   * straight line for first-order systems). This is for pictures; numbers are taken from frames.
   */
  stateAt(out: Float64Array, t: number): void {
    const { layout, n, names } = this.opened;
    const row = this.rowAt(t);
    const next = Math.min(row + 1, this.length - 1);
    const a = this.chunkOf(row);
    const b = this.chunkOf(next);
    const i = (row - a.first) * layout.width;
    const j = (next - b.first) * layout.width;
    const h = b.rows[j] - a.rows[i];
    const x = h === 0 ? 0 : Math.min(1, Math.max(0, (t - a.rows[i]) / h));
    for (let k = 0; k < names.length; k++) {
      const [p, q] = [a.rows[i + layout.y + k], b.rows[j + layout.y + k]];
      if (k >= n) {
        out[k] = p + x * (q - p);
        continue;
      }
      const [u, v] = [h * a.rows[i + layout.y + n + k], h * b.rows[j + layout.y + n + k]];
      out[k] = p + x * (u + x * (3 * (q - p) - 2 * u - v + x * (2 * (p - q) + u + v)));
    }
  }

  /** Entry `k` of the extras at a time, interpolated: a coordinate of a moving anchor. */
  extraAt(t: number, k: number): number {
    const row = this.rowAt(t);
    const next = Math.min(row + 1, this.length - 1);
    const [a, b] = [this.extra(row, k), this.extra(next, k)];
    const [ta, tb] = [this.value(row, 0), this.value(next, 0)];
    return tb === ta ? a : a + ((b - a) * (t - ta)) / (tb - ta);
  }

  /** The tension of link `k` at a frame: the multiplier of a rod, the force of a spring; NaN if neither is known. */
  tension(row: number, k: number): number {
    const { layout, scene } = this.opened;
    const { row: constraint, spring } = scene.links[k];
    if (constraint >= 0) return layout.lambda < 0 ? Number.NaN : this.value(row, layout.lambda + constraint);
    return spring < 0 ? Number.NaN : this.extra(row, this.anchorWidth + spring);
  }

  private extra(row: number, k: number): number {
    const { first, extras } = this.chunkOf(row);
    return extras[(row - first) * this.extraWidth + k];
  }

  private chunkOf(row: number): Recording["chunks"][number] {
    const { chunks } = this;
    const at = chunks[this.recent];
    const after = chunks[this.recent + 1];
    if (at !== undefined && row >= at.first && (after === undefined || row < after.first)) return at;
    let [low, high] = [0, chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (chunks[middle].first <= row) low = middle;
      else high = middle - 1;
    }
    this.recent = low;
    return chunks[low];
  }
}

/**
 * The recorded frames of a lane, looked up and interpolated by time: a regular grid of times, and between them the states
 * at which a component goes beyond what the grid shows.
 */

import type { Chunk, Opened, RunAccount } from "../worker/protocol.js";

export class Recording {
  readonly opened: Opened;
  /** The number of frames so far. */
  length = 0;
  /** The errors and warnings of the whole run so far. */
  account: RunAccount | undefined;
  /** The rows of the frames on the grid, which lanes of one model have in common. */
  readonly regular: number[] = [];
  private readonly chunks: { readonly first: number; readonly rows: Float64Array; readonly extras: Float64Array }[] =
    [];
  private readonly firstArrow: number;
  private readonly extraWidth: number;
  /** The chunk found last, which is usually needed again next. */
  private recent = 0;

  constructor(opened: Opened) {
    this.opened = opened;
    this.firstArrow = opened.scene.links.reduce((most, { spring }) => Math.max(most, spring + 1), 0);
    this.extraWidth = this.firstArrow + opened.arrows;
  }

  add({ rows, extras, account }: Chunk): void {
    this.account = account ?? this.account;
    const { width, regular } = this.opened.layout;
    const count = rows.length / width;
    if (count === 0) return;
    for (let row = 0; row < count; row++) if (rows[row * width + regular] === 1) this.regular.push(this.length + row);
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
    const { from, until } = this.opened;
    const direction = Math.sign(until - from || 1);
    let [low, high] = [0, this.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.value(middle, 0) - t) * direction <= 1e-12 * Math.abs(t)) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
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

  /** The tension of link `k` at a frame: the multiplier of a rod, the force of a spring; NaN if neither is known. */
  tension(row: number, k: number): number {
    const { layout, scene } = this.opened;
    const { row: constraint, spring } = scene.links[k];
    if (constraint >= 0) return layout.lambda < 0 ? Number.NaN : this.value(row, layout.lambda + constraint);
    return spring < 0 ? Number.NaN : this.extra(row, spring);
  }

  /** Writes the places and forces of the reactions of joints at a frame, from entry `at` on. */
  arrowsAt(out: Float64Array, at: number, row: number): void {
    if (this.length === 0) return;
    for (let k = 0; k < this.opened.arrows; k++) out[at + k] = this.extra(row, this.firstArrow + k);
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

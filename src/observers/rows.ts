import type { ByteReader, ByteWriter } from "../core/index.js";

/** The size of a chunk in bytes: large enough that allocation is rare, and small enough to waste little. */
const chunkBytes = 1 << 16;

/** A table that grows by rows, in chunks outside the arena, so that growing never moves existing rows. */
export class Rows {
  readonly width: number;
  /** The number of rows. */
  length = 0;
  /** The chunk of the last row, whose entry `c` is `chunk[offset + c]`. */
  chunk: Float64Array;
  offset = 0;
  private readonly rowsPerChunk: number;
  private readonly chunks: Float64Array[] = [];

  constructor(width: number) {
    this.width = width;
    this.rowsPerChunk = Math.max(1, Math.floor(chunkBytes / (8 * Math.max(1, width))));
    this.chunk = new Float64Array(0);
  }

  /** Add a row; write it through `chunk` and `offset`. */
  add(): void {
    const slot = this.length % this.rowsPerChunk;
    if (slot === 0) {
      const at = this.length / this.rowsPerChunk;
      if (at === this.chunks.length) this.chunks.push(new Float64Array(this.rowsPerChunk * this.width));
      this.chunk = this.chunks[at];
    }
    this.offset = slot * this.width;
    this.length++;
  }

  /** Remove all rows and keep their memory for new ones. */
  clear(): void {
    this.length = 0;
  }

  get(row: number, column: number): number {
    const chunk = this.chunks[Math.floor(row / this.rowsPerChunk)];
    return chunk[(row % this.rowsPerChunk) * this.width + column];
  }

  /** Columns [from, to) of all rows, row by row. */
  columns(from: number, to: number): Float64Array<ArrayBuffer> {
    const width = to - from;
    const out = new Float64Array(this.length * width);
    for (let row = 0; row < this.length; row++) {
      const start = (row % this.rowsPerChunk) * this.width;
      const chunk = this.chunks[Math.floor(row / this.rowsPerChunk)];
      out.set(chunk.subarray(start + from, start + to), row * width);
    }
    return out;
  }

  column(index: number): Float64Array<ArrayBuffer> {
    const out = new Float64Array(this.length);
    let row = 0;
    for (const chunk of this.chunks) {
      for (let at = index; at < chunk.length && row < out.length; at += this.width) out[row++] = chunk[at];
    }
    return out;
  }

  save(to: ByteWriter): void {
    to.numbers(this.columns(0, this.width));
  }

  restore(from: ByteReader): void {
    const values = from.numbers();
    this.clear();
    for (let at = 0; at + this.width <= values.length; at += this.width) {
      this.add();
      this.chunk.set(values.subarray(at, at + this.width), this.offset);
    }
  }
}

export interface Pattern {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** Entries of a sparse matrix, each once, in the order in which they were asked for: the first to name a place opens its slot. */
export class EntryBook {
  /** Columns. */
  readonly size: number;
  readonly rows: number[] = [];
  readonly cols: number[] = [];
  private readonly slots = new Map<number, number>();

  constructor(size: number) {
    this.size = size;
  }

  slot(row: number, col: number): number {
    const key = row * this.size + col;
    let slot = this.slots.get(key);
    if (slot === undefined) {
      slot = this.rows.length;
      this.slots.set(key, slot);
      this.rows.push(row);
      this.cols.push(col);
    }
    return slot;
  }

  /** The slots of a block whose entries are listed from (0, 0). */
  block(rows: ArrayLike<number>, cols: ArrayLike<number>, row = 0, col = 0): Int32Array {
    return Int32Array.from(rows, (r, k) => this.slot(row + r, col + cols[k]));
  }

  pattern(): Pattern {
    return { rows: Int32Array.from(this.rows), cols: Int32Array.from(this.cols) };
  }
}

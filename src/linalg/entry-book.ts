export interface Pattern {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** Gives every entry of a sparse matrix a slot, in the order in which the entries are first requested. */
export class EntryBook {
  /** The number of columns. */
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

  /** The slots of a block at (row, col); its entries are given relative to its corner. */
  block(rows: ArrayLike<number>, cols: ArrayLike<number>, row = 0, col = 0): Int32Array {
    return Int32Array.from(rows, (r, k) => this.slot(row + r, col + cols[k]));
  }

  pattern(): Pattern {
    return { rows: Int32Array.from(this.rows), cols: Int32Array.from(this.cols) };
  }
}

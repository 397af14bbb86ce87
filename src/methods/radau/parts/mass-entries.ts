import type { F64, Mechanics } from "../../../core/index.js";

/** Entries of a constant mass matrix that are not zero. */
export interface MassEntries {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly values: Float64Array;
}

/** Reads the entries column by column from M e_k; `e` and `p` are work arrays of the arena. */
export function massEntries(mechanics: Mechanics, e: F64, p: F64): MassEntries {
  const { n } = mechanics;
  const rows: number[] = [];
  const cols: number[] = [];
  const values: number[] = [];
  const add = (row: number, col: number, value: number): void => {
    rows.push(row);
    cols.push(col);
    values.push(value);
  };
  if (mechanics.mass === "diagonal") {
    e.fill(1);
    mechanics.momentum(p, e, e);
    for (let k = 0; k < n; k++) add(k, k, p[k]);
  } else {
    e.fill(0);
    for (let k = 0; k < n; k++) {
      e[k] = 1;
      mechanics.momentum(p, e, e);
      for (let i = 0; i < n; i++) if (p[i] !== 0) add(i, k, p[i]);
      e[k] = 0;
    }
  }
  return { rows: Int32Array.from(rows), cols: Int32Array.from(cols), values: Float64Array.from(values) };
}

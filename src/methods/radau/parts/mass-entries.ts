import type { Arena, F64, Mechanics } from "../../../core/index.js";

/** Entries of a mass matrix: of a constant one those that are not zero, of a varying one those of its blocks. */
export interface MassEntries {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly values: Float64Array;
  /** Evaluates the entries of a varying mass at q. */
  refresh?(q: F64): void;
}

/** The entries of a constant mass are read column by column from M e_k. */
export function massEntries(mechanics: Mechanics, arena: Arena): MassEntries {
  const { n } = mechanics;
  if (mechanics.mass === "varying") {
    const mass = mechanics.derivatives.mass!();
    const values = arena.f64(mass.rows.length);
    return { rows: mass.rows, cols: mass.cols, values, refresh: (q) => mass.evaluate(values, 0, q) };
  }
  const [e, p] = [arena.f64(n), arena.f64(n)];
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

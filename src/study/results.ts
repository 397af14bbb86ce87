/** The results of a study, collected from parts in any order. */

import { own } from "../core/index.js";
import type { Part } from "./part.js";
import type { Row, StudyRunner } from "./runner.js";

export class SweepResults {
  readonly runner: StudyRunner;
  /** The row of each run, by its number; undefined while it is missing. */
  readonly rows: (Row | undefined)[];
  /** Rows of other versions of the study, by the hash of their run. */
  private readonly others = new Map<string, { row: Row; columns: readonly string[] }>();

  constructor(runner: StudyRunner) {
    this.runner = runner;
    this.rows = new Array<Row | undefined>(runner.study.count);
  }

  /**
   * Adds the rows of a part. Those of another version of the study are kept until `adopt`. Returns false, and adds
   * nothing, if the part says that it belongs to this study but its rows are not rows of this study.
   */
  add({ study, columns, rows }: Part): boolean {
    const own = study === this.runner.study.id;
    if (own && !this.areOwn(columns, rows)) return false;
    for (const row of rows) {
      if (own) this.rows[row.index] ??= row;
      else this.others.set(row.hash, { row, columns });
    }
    return true;
  }

  private areOwn(columns: readonly string[], rows: readonly Row[]): boolean {
    const { study, columns: expected } = this.runner;
    if (columns.length !== expected.length || columns.some((name, k) => name !== expected[k])) return false;
    return rows.every(({ index, hash }) => index < study.count && hash === study.hash(study.run(index)));
  }

  /** Fills in missing runs that another version of the study has finished. Returns their number. */
  adopt(): number {
    if (this.others.size === 0) return 0;
    const { study, columns } = this.runner;
    let adopted = 0;
    for (const index of this.missing()) {
      const found = this.others.get(study.hash(study.run(index)));
      if (found === undefined) continue;
      const at = new Map(found.columns.map((name, k) => [name, k]));
      const numbers = Float64Array.from(columns, (name) => found.row.numbers[at.get(name) ?? -1] ?? Number.NaN);
      this.rows[index] = { ...found.row, index, numbers };
      adopted++;
    }
    return adopted;
  }

  /** Makes a run missing again, for example because its trajectory is damaged. */
  discard(index: number): void {
    this.rows[index] = undefined;
  }

  missing(): number[] {
    const missing: number[] = [];
    for (let index = 0; index < this.rows.length; index++) if (this.rows[index] === undefined) missing.push(index);
    return missing;
  }

  /** The number of runs with each status, and of those that are missing. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (let index = 0; index < this.rows.length; index++) {
      const status = this.rows[index]?.status ?? "missing";
      counts[status] = (own(counts, status) ?? 0) + 1;
    }
    return counts;
  }

  /** One outcome of every run; NaN where it is missing. */
  column(name: string): Float64Array<ArrayBuffer> {
    const at = this.runner.columns.indexOf(name);
    return Float64Array.from(this.rows, (row) => row?.numbers[at] ?? Number.NaN);
  }
}

/** Sorted numbers as text, such as `0-3, 7, 9-11`; after `most` pieces it says only how many more there are. */
export function ranges(numbers: readonly number[], most = 8): string {
  const pieces: [number, number][] = [];
  for (const n of numbers) {
    const last = pieces.at(-1);
    if (last !== undefined && last[1] === n - 1) last[1] = n;
    else pieces.push([n, n]);
  }
  const shown = pieces.slice(0, most).map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`));
  const rest = pieces.slice(most).reduce((sum, [a, b]) => sum + b - a + 1, 0);
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

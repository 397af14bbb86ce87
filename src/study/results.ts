/** Everything known about the runs of a study, put together from parts in any order. */

import type { Part } from "./part.js";
import type { Row, StudyRunner } from "./runner.js";

export class SweepResults {
  readonly runner: StudyRunner;
  /** By number of the run. */
  readonly rows: (Row | undefined)[];
  /** Rows of another version of the study, by the hash of their run. */
  private readonly others = new Map<string, { row: Row; columns: readonly string[] }>();

  constructor(runner: StudyRunner) {
    this.runner = runner;
    this.rows = new Array<Row | undefined>(runner.study.count);
  }

  /** Parts of this study go to their places; rows of another are kept until `adopt` looks whether they are the same runs. */
  add({ study, columns, rows }: Part): void {
    const own = study === this.runner.study.id;
    for (const row of rows) {
      if (own) this.rows[row.index] ??= row;
      else this.others.set(row.hash, { row, columns });
    }
  }

  /** Take over runs that an earlier version of the study has finished. Returns how many. */
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

  missing(): number[] {
    const missing: number[] = [];
    for (let index = 0; index < this.rows.length; index++) if (this.rows[index] === undefined) missing.push(index);
    return missing;
  }

  /** How many runs there are of each status; "missing" for those not there. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (let index = 0; index < this.rows.length; index++) {
      const status = this.rows[index]?.status ?? "missing";
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  /** One outcome of every run; NaN where there is none. */
  column(name: string): Float64Array<ArrayBuffer> {
    const at = this.runner.columns.indexOf(name);
    return Float64Array.from(this.rows, (row) => row?.numbers[at] ?? Number.NaN);
  }
}

/** Numbers in order as text: `0-3, 7, 9-11`, and how many more after `most` pieces. */
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

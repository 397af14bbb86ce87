/** What a campaign is: tries drawn from a seed, each of which must end well, and a table of how they ended. */

import { RandomStream } from "../src/random/index.js";

/** Draws what a try does. */
export class Dice {
  private readonly stream: RandomStream;

  constructor(seed: number) {
    this.stream = new RandomStream(seed);
  }

  /** A whole number from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.stream.uniform() * n);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.stream.uniform();
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
}

/** How a try ended. */
export interface Outcome {
  /** The row of the table. */
  readonly kind: string;
  /** How often something was killed, damaged or mutated in this try; usually 1. */
  readonly count?: number;
  /** How the try ended, if it is well: "refused", "same bits". */
  readonly ended: string;
  /** What is wrong. */
  readonly failure?: string;
  /** The input that failed, to be kept in test/campaign/corpus. */
  readonly input?: string | Uint8Array;
  /** The largest of a quantity that is worth knowing, such as seconds lost. */
  readonly most?: number;
}

export interface Campaign {
  readonly about: string;
  /** What `Outcome.most` is. */
  readonly measures?: string;
  /** Runs tries until `goesOn` says otherwise, which it is asked with the number of tries so far. */
  run(dice: Dice, goesOn: (tries: number) => boolean, report: (outcome: Outcome) => void): Promise<void>;
}

interface Row {
  tries: number;
  failures: number;
  most: number;
  readonly ended: Map<string, number>;
}

/** The table of a campaign. */
export class Tally {
  readonly rows = new Map<string, Row>();

  add({ kind, count = 1, ended, failure, most = 0 }: Outcome): void {
    const row = this.rows.get(kind) ?? { tries: 0, failures: 0, most: 0, ended: new Map<string, number>() };
    this.rows.set(kind, row);
    row.tries += count;
    if (failure !== undefined) row.failures++;
    row.most = Math.max(row.most, most);
    row.ended.set(ended, (row.ended.get(ended) ?? 0) + count);
  }

  get tries(): number {
    return [...this.rows.values()].reduce((sum, row) => sum + row.tries, 0);
  }

  get failures(): number {
    return [...this.rows.values()].reduce((sum, row) => sum + row.failures, 0);
  }

  text(measures?: string): string {
    const lines = [...this.rows].sort().map(([kind, { tries, failures, most, ended }]) => {
      const how = [...ended].map(([name, count]) => `${name} ${count}`).join(", ");
      const extra = measures === undefined ? "" : `  ${most.toFixed(2).padStart(10)}`;
      return `${kind.padEnd(26)}  ${String(tries).padStart(9)}  ${String(failures).padStart(8)}${extra}  ${how}`;
    });
    const head = `${"kind".padEnd(26)}  ${"tries".padStart(9)}  failures${measures === undefined ? "" : `  ${measures.padStart(10)}`}  how they ended`;
    return [
      head,
      ...lines,
      `${"all".padEnd(26)}  ${String(this.tries).padStart(9)}  ${String(this.failures).padStart(8)}`,
    ].join("\n");
  }
}

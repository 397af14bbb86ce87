/** Draws numbers for generated models, and rounds them so that a model can be read. */

import { RandomStream } from "../src/random/index.js";

/** The plain data of a model. */
export type Data = Readonly<Record<string, unknown>>;

export class Draw {
  private readonly stream: RandomStream;

  constructor(seed: number, index = 0) {
    this.stream = new RandomStream(seed, index, "parameters");
  }

  between(low: number, high: number): number {
    return Number((low + (high - low) * this.stream.uniform()).toPrecision(4));
  }

  /** Between two positive numbers, each factor being as likely as any other. */
  factor(low: number, high: number): number {
    return Number((low * (high / low) ** this.stream.uniform()).toPrecision(4));
  }

  whole(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.stream.uniform());
  }

  is(probability: number): boolean {
    return this.stream.uniform() < probability;
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)];
  }

  list(count: number, low: number, high: number): number[] {
    return Array.from({ length: count }, () => this.between(low, high));
  }
}

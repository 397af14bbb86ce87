/**
 * First guesses for the stages Z_i = Y_i - y_0 of a collocation method: the polynomial through the last step's start and
 * stages, continued into the next step (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.8); zero at the
 * beginning.
 */

import type { ByteReader, ByteWriter } from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";

export class StageGuess {
  private readonly c: readonly number[];
  private readonly d: readonly number[];
  private readonly last: readonly Float64Array[];
  private readonly weights: Float64Array;
  private h = 0;

  /** Nodes c, and y_1 = y_0 + sum_i d_i Z_i. */
  constructor(n: number, c: readonly number[], d: readonly number[]) {
    this.c = c;
    this.d = d;
    this.last = c.map(() => new Float64Array(n));
    this.weights = new Float64Array(c.length);
  }

  forget(): void {
    this.h = 0;
  }

  keep(Z: readonly Float64Array[], h: number): void {
    for (let i = 0; i < Z.length; i++) copy(this.last[i], Z[i]);
    this.h = h;
  }

  /** Fills in guesses for a step of h after the remembered one. */
  fill(Z: readonly Float64Array[], h: number): void {
    const { c, d, last, weights } = this;
    for (let i = 0; i < Z.length; i++) {
      Z[i].fill(0);
      if (this.h === 0) continue;
      // 1. the Lagrange weights of the nodes 0, c_1, ... at this stage, less those of the end of the last step
      const x = 1 + (c[i] * h) / this.h;
      for (let j = 0; j < c.length; j++) {
        let weight = x / c[j];
        for (let m = 0; m < c.length; m++) if (m !== j) weight *= (x - c[m]) / (c[j] - c[m]);
        weights[j] = weight - d[j];
      }
      // 2. the guess
      for (let j = 0; j < c.length; j++) for (let k = 0; k < Z[i].length; k++) Z[i][k] += weights[j] * last[j][k];
    }
  }

  save(to: ByteWriter): void {
    to.number(this.h);
    for (const stage of this.last) to.numbers(stage);
  }

  restore(from: ByteReader): void {
    this.h = from.number();
    for (const stage of this.last) copy(stage, from.numbers());
  }
}

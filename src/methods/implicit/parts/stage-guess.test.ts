import { expect, test } from "vitest";
import { StageGuess } from "./stage-guess.js";

const polynomial = (t: number): number => 2 + 3 * t - t ** 2 + 0.5 * t ** 3;

/** The value at 1 of the polynomial through 0 at 0 and Z_i at c_i, as weights of the Z_i. */
const weightsAtOne = (c: readonly number[]): number[] =>
  c.map((cj, j) => c.reduce((w, cm, m) => (m === j ? w : (w * (1 - cm)) / (cj - cm)), 1 / cj));

test.each([
  ["nodes that end at 1", [0.155, 0.645, 1]],
  ["nodes inside", [0.1127, 0.5, 0.8873]],
])(
  "%s: a motion that is a polynomial of the method's degree is continued exactly, into a step of another length too",
  (_, c) => {
    const guess = new StageGuess(1, c, weightsAtOne(c));
    const stages = c.map((node) => Float64Array.of(polynomial(0.4 * node) - polynomial(0)));
    const next = c.map(() => Float64Array.of(7));
    guess.keep(stages, 0.4);
    for (const h of [0.4, 0.1, 0.7]) {
      guess.fill(next, h);
      for (const [i, node] of c.entries())
        expect(next[i][0]).toBeCloseTo(polynomial(0.4 + h * node) - polynomial(0.4), 12);
    }
    guess.forget();
    guess.fill(next, 0.4);
    expect(next.map(([z]) => z)).toEqual([0, 0, 0]);
  },
);

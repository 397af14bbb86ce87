import { expect, test } from "vitest";
import { tallyOf } from "../../bench/conscience/index.js";
import { trialsOf } from "../../bench/conscience/trials.js";

/** Every sixth trial, from another one on for each seed; `npm run bench -- conscience` makes all of them for 200 seeds. */
const sample = (seed: number) => trialsOf(seed).filter((_, k) => (k + seed) % 6 === 0);

test.each([1, 2, 3, 4, 5])(
  "the conscience raises no false alarm on conservative model %i and notices kicks of 20 thresholds",
  (seed) => {
    const told: string[] = [];
    const { runs, planted, missed, falseAlarms } = tallyOf(seed, (line) => told.push(line), sample(seed));
    expect(told).toEqual([]);
    expect({ missed, falseAlarms }).toEqual({ missed: 0, falseAlarms: 0 });
    expect(runs).toBeGreaterThan(5);
    expect(planted).toBeGreaterThan(5);
  },
);

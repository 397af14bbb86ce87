import { expect, test } from "vitest";
import { addTally, emptyTally, tallyOf } from "../../bench/conscience/tally.js";
import { trials } from "../../bench/conscience/trials.js";

/** Every sixth trial, from another one on for each seed; `npm run bench -- conscience` makes all of them for 200 seeds. */
const sample = (seed: number) => trials().filter((_, k) => (k + seed) % 6 === 0);

test.each([1, 2, 3, 4, 5, 201, 202, 203, 204])(
  "the conscience raises no false alarm on conservative model %i and notices planted violations of 12 thresholds",
  (seed) => {
    const told: string[] = [];
    const sum = emptyTally();
    for (const tally of Object.values(tallyOf(seed, (line) => told.push(line), sample(seed)))) addTally(sum, tally);
    expect(told).toEqual([]);
    expect(sum).toMatchObject({ missed: 0, falseAlarms: 0 });
    expect(sum.runs).toBeGreaterThan(5);
    expect(sum.planted).toBeGreaterThan(5);
  },
);

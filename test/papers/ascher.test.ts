/** Ascher: every item of the short version has the expected verdict. */

import { expect, test } from "vitest";
import { experiments } from "../../src/papers/index.js";

const context = { quick: true, progress() {}, pause: async () => {} };
/** Items that are known to differ; the note of each says why. */
const known = [
  "ascher.1.table-1-1.drift0-100000000",
  "ascher.3.example-2.bound",
  "ascher.3.table-3-1.text",
  "ascher.4.slider-crank.short",
];

test("35 entries of Table 1.1, example 2, Table 3.1, the slider-crank and its long runs agree; the notes of the other items say why", async () => {
  const outcomes = [];
  for (const each of experiments.filter(({ paper }) => paper === "ascher")) outcomes.push(await each.run(context));
  const items = outcomes.flatMap((outcome) => outcome.items);
  expect(items.filter(({ id }) => id.includes("table-1-1")).length).toBe(36);
  const differs = items.filter(({ agrees }) => !agrees);
  expect(differs.map(({ id }) => id)).toEqual(known);
  for (const { note } of differs) expect(note.length).toBeGreaterThan(20);
  expect(outcomes.flatMap(({ figures }) => figures).length).toBe(19);
});

/** Ascher: every item of the short version has the expected verdict. */

import { expect, test } from "vitest";
import { experiments } from "../../src/papers/index.js";
import { expectListed } from "../docs/listed-items.js";

const context = { quick: true, progress() {}, pause: async () => {} };
/** Items that are known to differ; each has a counter-example or a likely cause. */
const known = [
  "ascher.1.table-1-1.drift0-100000000",
  "ascher.1.table-1-1.error1-0",
  "ascher.3.example-2.bound",
  "ascher.3.table-3-1.text",
  "ascher.4.slider-crank.short",
];

test("34 entries of Table 1.1, example 2, Table 3.1, the slider-crank and its long runs agree; the other items say why", async () => {
  const outcomes = [];
  for (const each of experiments.filter(({ paper }) => paper === "ascher")) outcomes.push(await each.run(context));
  const items = outcomes.flatMap((outcome) => outcome.items);
  expectListed(
    experiments.filter(({ paper }) => paper === "ascher").map(({ id }) => id),
    items,
    context,
  );
  expect(items.filter(({ id }) => id.includes("table-1-1")).length).toBe(36);
  const differs = items.filter(({ verdict }) => verdict === "differs");
  expect(differs.map(({ id }) => id)).toEqual(known);
  for (const { proof, likely } of differs) expect((proof ?? likely)!.length).toBeGreaterThan(20);
  expect(outcomes.flatMap(({ figures }) => figures).length).toBe(19);
});

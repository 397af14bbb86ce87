/** Gear: every item of the short version has the expected verdict. */

import { expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { experiments } from "../../src/papers/index.js";
import { expectListed } from "../docs/listed-items.js";

const context = { quick: true, progress() {}, pause: async () => {} };
/** Items that are known to differ; the note of each says why. */
const known = [
  "gear.3.inner-steps.springs-one",
  "gear.4.table-4-1.error-S2",
  "gear.4.table-4-1.error-P2",
  "gear.4.table-4-1.P2-P1",
  "gear.4.table-4-1.outer-steps",
  "gear.4.claims.larger-beta-1",
  "gear.4.claims.larger-beta-2",
  "gear.4.claims.periods",
  "gear.4.table-4-2.energy-P1",
];

test("Tables 4.1 and 4.2 and the claims of Gear have the expected verdicts, and differences have a counter-example or a likely cause", {
  timeout: patience(180_000),
}, async () => {
  const outcomes = [];
  for (const each of experiments.filter(({ paper }) => paper === "gear")) outcomes.push(await each.run(context));
  const items = outcomes.flatMap((outcome) => outcome.items);
  expectListed(
    experiments.filter(({ paper }) => paper === "gear").map(({ id }) => id),
    items,
    context,
  );
  expect(items.filter(({ id }) => id.includes(".error-")).length).toBe(5);
  expect(items.filter(({ id }) => id.includes(".energy-")).length).toBe(3);
  const differs = items.filter(({ verdict }) => verdict === "differs");
  expect(differs.map(({ id }) => id)).toEqual(known);
  for (const { proof, likely } of differs) expect(proof ?? likely).toBeDefined();
});

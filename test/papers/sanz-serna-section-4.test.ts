/** Sanz-Serna section 4 in its short version: all HMM counts of Table 2, the first rows of Table 1, cases (ii) and (iii). */

import { expect, test } from "vitest";
import * as published from "../../src/papers/sanz-serna/published-section-4.js";
import { caseOne } from "../../src/papers/sanz-serna/section-4.js";
import { otherCases } from "../../src/papers/sanz-serna/section-4-cases.js";
import { aboveRange } from "../../src/papers/sanz-serna/section-4-range.js";
import { expectListed } from "../docs/listed-items.js";

const context = { quick: true, progress() {}, pause: async () => {} };

test("case (i): ode45 with HMM takes 22, 22, 22, 22, 22, 22, 23 steps and 0, 0, 0, 0, 0, 1, 1 fail; errors are as printed", async () => {
  const rows = await caseOne.measure(context);
  expect(rows.map(({ hmm }) => hmm.steps)).toEqual([22, 22, 22, 22, 22, 22, 23]);
  expect(rows.map(({ hmm }) => hmm.failed)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  const { items } = caseOne.report(rows, published);
  expectListed([caseOne.id], items, context);
  expect(items.filter(({ verdict }) => verdict === "differs")).toEqual([]);
  expect(items.filter(({ id }) => id.includes("table-1")).length).toBe(21);
  // a table with other numbers is noticed
  const wrong = { ...published, table1: { ...published.table1, 500: published.table1[500].map((x) => 1.3 * x) } };
  expect(caseOne.report(rows, wrong).items.filter(({ verdict }) => verdict === "differs").length).toBe(7);
});

test("cases (ii) and (iii): errors are 0.041 and 19.341, and 0.0359; the midpoint rule is reversible; one energy is misprinted", async () => {
  const measured = await otherCases.measure(context);
  const { items } = otherCases.report(measured, published.cases);
  expectListed([otherCases.id], items, context);
  const differs = items.filter(({ verdict }) => verdict === "differs");
  expect(differs.map(({ id }) => id)).toEqual(["sanz-serna.4.ii.case-3-energy"]);
  expect(differs[0].likely).toBeDefined();
  const wrong = { ...published.cases, second: { q: 0.05, v: 19 }, third: 0.03 };
  expect(otherCases.report(measured, wrong).items.filter(({ verdict }) => verdict === "differs").length).toBe(4);
});

test("above the range of Table 1 the published HMM fails from omega2 = 1e6 on, and its counter-example is the run itself", async () => {
  const { items } = aboveRange.report(await aboveRange.measure(context), undefined);
  expectListed([aboveRange.id], items, context);
  const differing = items.filter(({ verdict }) => verdict === "differs");
  expect(differing.map(({ id }) => id)).toEqual([
    "sanz-serna.4.range.above-1000000",
    "sanz-serna.4.range.above-10000000",
  ]);
  for (const { proof } of differing) expect(proof).toBeDefined();
});

/** Sanz-Serna section 4 in its short version: all HMM counts of Table 2, the first rows of Table 1, cases (ii) and (iii). */

import { expect, test } from "vitest";
import * as published from "../../src/papers/sanz-serna/published-section-4.js";
import { coupled } from "../../src/papers/sanz-serna/published-section-5.js";
import { caseOne } from "../../src/papers/sanz-serna/section-4.js";
import { otherCases } from "../../src/papers/sanz-serna/section-4-cases.js";
import { beyondRange } from "../../src/papers/sanz-serna/section-4-range.js";
import { coupledOscillators } from "../../src/papers/sanz-serna/section-5.js";
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
  // a direct run that is less accurate is noticed
  const worse = rows.map((row) => ({ ...row, direct: row.direct && { ...row.direct, error: 1 } }));
  const claim = caseOne.report(worse, published).items.find(({ id }) => id === "sanz-serna.4.i.direct-accuracy");
  expect(claim?.verdict).toBe("differs");
});

test("cases (ii) and (iii): errors are 0.041 and 19.341, and 0.0359; the midpoint rule is reversible; one energy does not reproduce", async () => {
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
  const { items } = beyondRange.report(await beyondRange.measure(context), undefined);
  expectListed([beyondRange.id], items, context);
  const differing = items.filter(({ verdict }) => verdict === "differs");
  expect(differing.map(({ id }) => id)).toEqual([
    "sanz-serna.4.range.above-1000000",
    "sanz-serna.4.range.above-10000000",
  ]);
  for (const { proof } of differing) expect(proof).toBeDefined();
});

test("section 5: the printed motion of the coupled oscillators is not that of their equations, and the sum of the modes is", async () => {
  const measured = await coupledOscillators.measure(context);
  const { items } = coupledOscillators.report(measured, coupled);
  expectListed([coupledOscillators.id], items, context);
  const [solution, exchange] = items;
  expect(solution.verdict).toBe("differs");
  expect(solution.proof).toMatch(/within [0-9.]+e-(9|1\d) of the sum/);
  expect(exchange.verdict).toBe("agrees");
  // the right formula would agree, and another time would not
  const right = {
    solution: (t: number, epsilon: number) => {
      const psi = (Math.sqrt(1 + 2 * epsilon) - 1) / 2;
      return [Math.cos(psi * t) * Math.cos((1 + psi) * t), Math.sin(psi * t) * Math.sin((1 + psi) * t)] as const;
    },
    exchange: 3,
  };
  expect(coupledOscillators.report(measured, right).items.map(({ verdict }) => verdict)).toEqual(["agrees", "differs"]);
});

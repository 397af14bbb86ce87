/** Ariel sections 4 and 5: every item has the expected verdict, and a wrong published number would be noticed. */

import { beforeAll, describe, expect, test } from "vitest";
import { analysis, points, table1 } from "../../src/papers/ariel/published-sections-4-5.js";
import { section4 } from "../../src/papers/ariel/section-4.js";
import { section5 } from "../../src/papers/ariel/section-5.js";
import type { Item } from "../../src/papers/harness/index.js";
import { experiments } from "../../src/papers/index.js";
import { expectListed } from "../docs/listed-items.js";
import { wrongVersions } from "./wrong-versions.js";

const context = { quick: false, progress() {}, pause: async () => {} };
let measured4: Awaited<ReturnType<typeof section4.measure>>;
let measured5: Awaited<ReturnType<typeof section5.measure>>;
let items: readonly Item[] = [];

beforeAll(async () => {
  measured4 = await section4.measure(context);
  measured5 = await section5.measure(context);
  items = [...section4.report(measured4, analysis).items, ...section5.report(measured5, { table1, points }).items];
});

test("`taut reproduce` offers both sections", () => {
  expect(experiments.map(({ id }) => id)).toEqual(expect.arrayContaining([section4.id, section5.id]));
});

test("the items are those of the list in the docs", () => {
  expectListed([section4.id, section5.id], items, context);
});

test("all 48 entries of Table 1, the counts, the points and the multipliers agree, except for misprints", () => {
  const differs = items.filter(({ verdict }) => verdict === "differs");
  expect(differs.map(({ id }) => id)).toEqual([
    "ariel.4.order-p-verlet",
    "ariel.5.table-1-1000-gdot1-1",
    "ariel.5.table-1-10000-g2-2",
    "ariel.5.g1000-g2",
  ]);
  for (const { proof, likely } of differs) expect(proof ?? likely).toBeDefined();
  expect(items.filter(({ id }) => id.includes("table-1")).length).toBe(48);
});

test("every id is unique, and every tolerance has a reason", () => {
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const { tolerance } of items) expect(tolerance.why.length).toBeGreaterThan(6);
});

describe("a published value that is wrong is flagged", () => {
  test("section 4", () => {
    const right = section4.report(measured4, analysis).items;
    for (const { name, value } of wrongVersions(analysis)) {
      // one per cent of a bound, or of a count that is rounded up, changes no verdict
      if (["bound", "slow", "iterations"].includes(name)) continue;
      const flagged = section4
        .report(measured4, value)
        .items.filter((item, k) => right[k].verdict === "agrees" && item.verdict !== "agrees");
      expect(flagged.length, name).toBeGreaterThan(0);
    }
  });

  test("section 5, every entry", () => {
    const published = { table1, points };
    const right = section5.report(measured5, published).items;
    for (const { name, value } of wrongVersions(published)) {
      if (/1000\.gdot1\.1$|10000\.g2\.2$|g1000\.g2$/.test(name)) continue;
      const flagged = section5
        .report(measured5, value)
        .items.filter((item, k) => right[k].verdict === "agrees" && item.verdict !== "agrees");
      expect(flagged.length, name).toBeGreaterThan(0);
    }
  });
});

/** What this project adds to Ariel, in its short version, and the remark of section 6.3 on implicit codes. */

import { expect, test } from "vitest";
import { beyond, bounds } from "../../src/papers/ariel/beyond.js";
import { implicitCodes } from "../../src/papers/ariel/published-section-6.js";
import { implicitRemark } from "../../src/papers/ariel/section-6-3-implicit.js";
import { expectListed } from "../docs/listed-items.js";

const context = { quick: true, progress() {}, pause: async () => {} };

test("zero filters, the exact radius, drift control at omega = 1000 and the cost up to omega = 1e6 stay within their bounds", async () => {
  const measured = await beyond.measure(context);
  const { items } = beyond.report(measured, bounds);
  expectListed([beyond.id], items, context);
  expect(items.filter(({ verdict }) => verdict === "differs")).toEqual([]);
  const tighter = {
    ...bounds,
    zeroForces: 30,
    zeroError: 1e-13,
    radiusExponent: -3,
    logGrowth: 1,
    zeroForcesPerIteration: 5,
  };
  expect(beyond.report(measured, tighter).items.filter(({ verdict }) => verdict === "differs").length).toBe(5);
});

test("a start on the constraint manifold costs bdf and rosenbrock23 as much as one on the slow manifold, and the trapezoidal rule and tr-bdf2 more", async () => {
  const { items } = implicitRemark.report(await implicitRemark.measure(context), implicitCodes);
  expectListed([implicitRemark.id], items, context);
  const verdicts = Object.fromEntries(items.map(({ id, verdict }) => [id.split(".").at(-1), verdict]));
  // the paper says of tr-bdf2 what it says of bdf, and ours does not agree
  expect(verdicts).toEqual({ bdf: "agrees", rosenbrock23: "agrees", trapezoidal: "agrees", trBdf2: "differs" });
  const trBdf2 = items.find(({ id }) => id.endsWith("trBdf2"))!;
  expect(trBdf2.measured).toBeGreaterThan(1.25);
  expect(trBdf2.likely).toBeDefined();
});

/** What this project adds to Ariel, in its short version, and the remark of section 6.3 on implicit codes. */

import { expect, test } from "vitest";
import { beyond, bounds } from "../../src/papers/ariel/beyond.js";
import { implicitCodes } from "../../src/papers/ariel/published-section-6.js";
import { implicitRemark } from "../../src/papers/ariel/section-6-3-implicit.js";

const context = { quick: true, progress() {}, pause: async () => {} };

test("zero filters, the exact radius, drift control at omega = 1000 and the cost up to omega = 1e6 stay within their bounds", async () => {
  const measured = await beyond.measure(context);
  const { items } = beyond.report(measured, bounds);
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

test("a start on the constraint manifold costs the trapezoidal rule more, and strictly stable codes no more, than one on the slow manifold", async () => {
  const { items } = implicitRemark.report(await implicitRemark.measure(context), implicitCodes);
  const verdicts = Object.fromEntries(items.map(({ id, verdict }) => [id.split(".").at(-1), verdict]));
  expect(verdicts).toMatchObject({ bdf: "agrees", rosenbrock23: "agrees", trapezoidal: "agrees" });
});

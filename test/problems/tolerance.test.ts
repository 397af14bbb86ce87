/** Error against tolerance on the standard problems; `npm run bench -- tolerance` prints every number of it. */

import { expect, test } from "vitest";
import type { Method } from "../../src/core/index.js";
import { nonstiffProblems, temperateProblems } from "./nonstiff.js";
import { solver } from "./solved.js";
import { stiffProblems } from "./stiff.js";
import { allowed, explicitMethods, implicitMethods, isException, type Measured, measure } from "./tolerance.js";

const tolerances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];
/** Of the runs; more would say that a tolerance means little. */
const exceptions = 0.1;

/** Methods of low order need a million steps for ten digits, and nobody asks them for that. */
const sensible = ({ order }: Method, rtol: number): boolean => order > 2 || rtol > 1e-7;

function expectFew(measured: readonly Measured[]): void {
  const found = measured.filter(isException);
  const listed = found.map((m) => `${m.method}, ${m.problem}, ${m.rtol}: ${m.failure ?? m.error.toPrecision(2)}`);
  expect(found.length / measured.length, listed.join("\n")).toBeLessThanOrEqual(exceptions);
}

test(`explicit methods end within ${allowed} tolerances of the solution, in nine runs of ten`, () => {
  expectFew(measure(explicitMethods, temperateProblems, tolerances, sensible));
});

// without the undamped pendulum, whose 160 fast periods add up the errors of any method for stiff problems
test(`implicit methods end within ${allowed} tolerances of the solution of stiff problems, in nine runs of ten`, () => {
  const damped = stiffProblems.filter(({ name }) => name !== "undamped stiff pendulum");
  expectFew(measure(implicitMethods, damped, tolerances, sensible));
});

test.each([
  ["dop853", 1e-11],
  ["gbs", 1e-11],
])("%s at 1e-13 meets every reference of the nonstiff problems, as their conditioning allows", (name, error) => {
  const factory = explicitMethods.find((candidate) => candidate.name === name)!;
  for (const problem of [...nonstiffProblems, ...temperateProblems]) {
    // the Arenstorf orbit amplifies rounding a million times on the way, the Pleiades a thousand times
    const amplified = problem.until > 17 && problem.name === "Arenstorf orbit" ? 1e3 : 10;
    const { error: inTolerances } = solver(problem)(factory.make(), 1e-13);
    expect(inTolerances * 1e-13, problem.name).toBeLessThan(amplified * error);
  }
});

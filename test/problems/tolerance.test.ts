/** Error against tolerance on the standard problems; `npm run bench -- tolerance-by-method` prints every number of it. */

import { describe, expect, test } from "vitest";
import type { Method } from "../../src/core/index.js";
import { radau5 } from "../../src/methods/index.js";
import { reasonFor } from "./exceptions.js";
import { nonstiffProblems, temperateProblems } from "./nonstiff.js";
import { solver } from "./solved.js";
import { stiffProblems, undamped } from "./stiff.js";
import {
  allowed,
  allowedFraction,
  classes,
  explicitMethods,
  isException,
  type Measured,
  measure,
} from "./tolerance.js";

/** Methods of order 2 need a million steps for ten digits; the bench shows that they meet such tolerances too. */
const fast = ({ order }: Method, rtol: number): boolean => order > 2 || rtol > 3e-6;
/** A failing run should not take long. */
const maxSteps = 2e5;

const listed = ({ method, problem, rtol, failure, error }: Measured): string =>
  `${method}, ${problem}, ${rtol}: ${failure ?? error.toPrecision(2)}`;

describe.each(classes)("$name", ({ factories, problems }) => {
  const all: Measured[] = [];

  test.each(problems)(`$name: errors within ${allowed} tolerances, or a reason is known`, (problem) => {
    const measured = measure(factories, [problem], fast, maxSteps);
    const found = measured.filter(isException);
    expect(found.filter((run) => reasonFor(run) === undefined).map(listed)).toEqual([]);
    all.push(...measured);
  });

  test("nine of ten runs meet the tolerance without an exception", () => {
    const found = all.filter(isException);
    expect(new Set(all.map(({ problem }) => problem)).size).toBe(problems.length);
    expect(found.length / all.length, found.map(listed).join("\n")).toBeLessThanOrEqual(allowedFraction);
  });
});

test("radau5 follows 160 periods of the undamped stiff pendulum with one tolerance of error for each", () => {
  const solve = solver(undamped);
  for (const rtol of [1e-3, 1e-5, 1e-7, 1e-9]) expect(solve(radau5(), rtol).error).toBeLessThan(160);
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

// published, exact, or computed by other codes; E5 has differences of nearly equal numbers that cost two digits more
test.each(stiffProblems)("radau5 at 1e-12 meets the reference of $name", (problem) => {
  const { error } = solver(problem)(radau5(), 1e-12);
  expect(error * 1e-12).toBeLessThan(problem.name === "E5" ? 1e-9 : 1e-11);
});

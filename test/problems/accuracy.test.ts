/**
 * A sample of the problems on which error is compared with tolerance; `npm run bench -- tolerance` runs them all at
 * eight tolerances and prints every number.
 */

import { describe, expect, test } from "vitest";
import { RandomStream } from "../../src/random/index.js";
import { motion } from "./accuracy/independent.js";
import { cases } from "./accuracy/index.js";
import { isLambdaMet, isMet, measureCase, type Outcome } from "./accuracy/measure.js";

/** A problem of every kind, drawn by a seed. */
function sample(seed: number): typeof cases {
  const stream = new RandomStream(seed, 0, "parameters");
  return [...new Set(cases.map(({ kind }) => kind))].flatMap((kind) => {
    const left = cases.filter((one) => one.kind === kind);
    return [left[Math.floor(left.length * stream.uniform())]];
  });
}

const listed = ({ problem, way, rtol, error, lambda, failure }: Outcome): string =>
  `${problem}, ${way}, ${rtol}: ${failure ?? `${error / rtol}, multipliers ${lambda === undefined ? 0 : lambda / rtol} tolerances`}`;

test("there are at least 60 problems, of every kind, and no two have one name", () => {
  const count = (kind: string): number => cases.filter((one) => one.kind === kind).length;
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(cases.filter(({ stiff }) => stiff === true).length).toBeGreaterThanOrEqual(10);
  for (const kind of ["points", "constraints", "bodies", "M(q)", "states", "index 1", "index 2"])
    expect(count(kind), kind).toBeGreaterThanOrEqual(3);
});

describe("with default tolerances of components", () => {
  const all: Outcome[] = [];

  test.each(sample(16))("$kind: $name", (problem) => {
    const outcomes = measureCase(problem, [1e-5, 1e-9]);
    all.push(...outcomes);
    expect(outcomes.map(({ failure }) => failure)).toEqual(outcomes.map(() => undefined));
  });

  test("nine of ten runs end with one digit less than rtol has, relative to the size of q and v", () => {
    const missed = all.filter((one) => !isMet(one));
    expect(missed.length / all.length, missed.map(listed).join("\n")).toBeLessThanOrEqual(0.1);
  });

  test("nine of ten runs end with two digits less in their multipliers", () => {
    const missed = all.filter((one) => !isLambdaMet(one));
    const measured = all.filter(({ lambda }) => lambda !== undefined);
    expect(measured.length).toBeGreaterThan(4);
    expect(missed.length / measured.length, missed.map(listed).join("\n")).toBeLessThanOrEqual(0.1);
  });
});

test("the code for references follows an oscillation over 20 turns to 12 digits", () => {
  const [x, v] = motion((_, [x, v]) => [v, -x], [1, 0], 40 * Math.PI);
  expect(Math.hypot(x - 1, v)).toBeLessThan(1e-12);
});

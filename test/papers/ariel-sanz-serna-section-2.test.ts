/** Section 2 of Ariel and of Sanz-Serna: every item has the expected verdict, and a wrong published value would be noticed. */

import { beforeAll, describe, expect, test } from "vitest";
import * as ariel from "../../src/papers/ariel/published-section-2.js";
import { section21 } from "../../src/papers/ariel/section-2-1.js";
import { section22 } from "../../src/papers/ariel/section-2-2.js";
import { section23 } from "../../src/papers/ariel/section-2-3.js";
import { section24 } from "../../src/papers/ariel/section-2-4.js";
import { type Reproduction, reproduce } from "../../src/papers/harness/index.js";
import { experiments, papers } from "../../src/papers/index.js";
import * as sanzSerna from "../../src/papers/sanz-serna/published-section-2.js";
import { linear } from "../../src/papers/sanz-serna/section-2-linear.js";
import { spring } from "../../src/papers/sanz-serna/section-2-spring.js";
import { underlying } from "../../src/papers/sanz-serna/section-2-underlying.js";
import { type BlindExperiment, experiment } from "../../src/papers/tools/blind-experiment.js";
import { expectListed } from "../docs/listed-items.js";
import { wrongVersions } from "./wrong-versions.js";

/** Items where the paper is wrong; all others agree. */
const paperIsWrong = ["sanz-serna.2.underlying.square"];

type AnyExperiment = { readonly blind: BlindExperiment<unknown, object>; readonly published: object };
const pair = <M, P extends object>(blind: BlindExperiment<M, P>, published: P): AnyExperiment => {
  return { blind: blind as unknown as AnyExperiment["blind"], published };
};
const all: readonly AnyExperiment[] = [
  pair(section21, ariel.drift),
  pair(section22, ariel.linear),
  pair(section23, ariel.pendulum),
  pair(section24, ariel.bounded),
  pair(linear, sanzSerna.modes),
  pair(spring, sanzSerna.spring),
  pair(underlying, sanzSerna.underlying),
];

/** Measurements, kept so that they are made once for all tests. */
const measured = new Map<string, unknown>();
let result: Reproduction;
const progress: number[] = [];

beforeAll(async () => {
  const remembering = all.map(({ blind, published }) =>
    experiment(
      {
        ...blind,
        async measure(context) {
          const outcome = await blind.measure(context);
          measured.set(blind.id, outcome);
          return outcome;
        },
      },
      published,
    ),
  );
  result = await reproduce(remembering, {
    quick: false,
    progress: (fraction) => progress.push(fraction),
    pause: async () => {},
  });
});

test("`taut reproduce` offers the experiments on section 2 that are tested here, and no other", () => {
  const offered = experiments.map(({ id }) => id).filter((id) => /^(ariel|sanz-serna)\.2\./.test(id));
  expect(offered).toEqual(all.map(({ blind }) => blind.id));
});

test("every experiment of section 2 of Ariel and Sanz-Serna finishes", () => {
  expect(result.failed).toEqual([]);
  expectListed(
    all.map(({ blind }) => blind.id),
    result.items,
    { quick: false },
  );
});

test("every item agrees with the paper, except for known errors of a paper", () => {
  const differs = result.items.filter(({ verdict }) => verdict === "differs");
  expect(differs.map(({ id }) => id)).toEqual(paperIsWrong);
  for (const { proof } of differs) expect(proof).toBeDefined();
});

test("(r^2)'' of the underlying system of g = r - 1 is 2 rdot^2, where Sanz-Serna prints 0", () => {
  const { measured: found } = result.items.find(({ id }) => id === "sanz-serna.2.underlying.square")!;
  // rdot is 0.1 and -0.05; a second difference of a run with rtol 1e-12
  expect((found as readonly number[])[0]).toBeCloseTo(2 * 0.1 ** 2, 9);
  expect((found as readonly number[])[1]).toBeCloseTo(2 * 0.05 ** 2, 9);
});

test("every item has a unique id that begins with that of its experiment, a known paper, and a tolerance with a reason", () => {
  const ids = [...result.items, ...result.figures].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(all.some(({ blind }) => id.startsWith(`${blind.id}.`))).toBe(true);
  for (const { paper, tolerance } of result.items) {
    expect(papers.map(({ key }) => key)).toContain(paper);
    expect(tolerance.why.length).toBeGreaterThan(9);
  }
});

test("every figure has a reference curve and a measured one, with finite values and as many in x as in y", () => {
  for (const { series } of result.figures) {
    expect(new Set(series.map(({ kind }) => kind === "measured")).size).toBe(2);
    for (const { x, y } of series) {
      expect(x.length).toBe(y.length);
      expect(x.length).toBeGreaterThan(1);
      expect(Array.from(x).every(Number.isFinite) && Array.from(y).every(Number.isFinite)).toBe(true);
    }
  }
});

test("progress grows from 0 to 1 and never falls", () => {
  expect(progress[0]).toBe(0);
  expect(progress.at(-1)).toBeCloseTo(1, 12);
  for (let k = 1; k < progress.length; k++) expect(progress[k]).toBeGreaterThanOrEqual(progress[k - 1] - 1e-12);
});

describe("a published value that is wrong is flagged", () => {
  for (const { blind, published } of all) {
    for (const { name, value } of wrongVersions(published)) {
      test(`${blind.id} with another ${name}`, () => {
        const before = result.items.filter(({ id }) => id.startsWith(`${blind.id}.`));
        const { items } = blind.report(measured.get(blind.id), value);
        const flagged = items.filter((item, k) => before[k].verdict === "agrees" && item.verdict !== "agrees");
        expect(flagged.map(({ id }) => id)).not.toEqual([]);
      });
    }
  }
});

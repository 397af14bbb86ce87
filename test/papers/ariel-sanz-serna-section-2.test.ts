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
import { wrongVersions } from "./wrong-versions.js";

/** What a paper prints and does not hold; everything else agrees. */
const paperIsWrong = ["sanz-serna.2.underlying.square"];

type AnyStudy = { readonly study: BlindExperiment<unknown, object>; readonly published: object };
const pair = <M, P extends object>(study: BlindExperiment<M, P>, published: P): AnyStudy => {
  return { study: study as unknown as AnyStudy["study"], published };
};
const studies: readonly AnyStudy[] = [
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
  const remembering = studies.map(({ study, published }) =>
    experiment(
      {
        ...study,
        async measure(context) {
          const outcome = await study.measure(context);
          measured.set(study.id, outcome);
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

test("the experiments offered for section 2 are the ones tested here", () => {
  const offered = experiments.map(({ id }) => id).filter((id) => /^(ariel|sanz-serna)\.2\./.test(id));
  expect(offered).toEqual(studies.map(({ study }) => study.id));
});

test("every experiment of section 2 of Ariel and Sanz-Serna finishes", () => {
  expect(result.failed).toEqual([]);
});

test("everything agrees with what was published, but for the known errors of a paper", () => {
  const differs = result.items.filter(({ agrees }) => !agrees);
  expect(differs.map(({ id }) => id)).toEqual(paperIsWrong);
  for (const { wrong, note } of differs) {
    expect(wrong).toBe("paper");
    expect(note).not.toBe("");
  }
});

test("(r^2)'' of the underlying system of g = r - 1 is 2 rdot^2, where Sanz-Serna prints 0", () => {
  const { measured: found } = result.items.find(({ id }) => id === "sanz-serna.2.underlying.square")!;
  // rdot is 0.1 and -0.05; a second difference of a run with rtol 1e-12
  expect((found as readonly number[])[0]).toBeCloseTo(2 * 0.1 ** 2, 9);
  expect((found as readonly number[])[1]).toBeCloseTo(2 * 0.05 ** 2, 9);
});

test("every item has an id below its experiment's, used once, a known paper and a tolerance with a reason", () => {
  const ids = [...result.items, ...result.figures].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(studies.some(({ study }) => id.startsWith(`${study.id}.`))).toBe(true);
  for (const { paper, tolerance } of result.items) {
    expect(papers.map(({ key }) => key)).toContain(paper);
    expect(tolerance).toMatch(/\(.{10,}\)$/);
  }
});

test("every figure has a published and a measured curve, finite and as long in x as in y", () => {
  for (const { series } of result.figures) {
    expect(new Set(series.map(({ published }) => published)).size).toBe(2);
    for (const { x, y } of series) {
      expect(x.length).toBe(y.length);
      expect(x.length).toBeGreaterThan(1);
      expect(Array.from(x).every(Number.isFinite) && Array.from(y).every(Number.isFinite)).toBe(true);
    }
  }
});

test("progress goes from 0 to 1 and never back", () => {
  expect(progress[0]).toBe(0);
  expect(progress.at(-1)).toBeCloseTo(1, 12);
  for (let k = 1; k < progress.length; k++) expect(progress[k]).toBeGreaterThanOrEqual(progress[k - 1] - 1e-12);
});

describe("a published value that is wrong is flagged", () => {
  for (const { study, published } of studies) {
    for (const { name, value } of wrongVersions(published)) {
      test(`${study.id} with another ${name}`, () => {
        const before = result.items.filter(({ id }) => id.startsWith(`${study.id}.`));
        const { items } = study.report(measured.get(study.id), value);
        const flagged = items.filter(({ agrees }, k) => before[k].agrees && !agrees);
        expect(flagged.map(({ id }) => id)).not.toEqual([]);
      });
    }
  }
});

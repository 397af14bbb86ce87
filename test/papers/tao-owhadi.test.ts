/** Tao–Owhadi, the mechanical sections: verdicts as expected, and a wrong published value is noticed. */

import { beforeAll, describe, expect, test } from "vitest";
import type { Item } from "../../src/papers/harness/index.js";
import { beyondRattle } from "../../src/papers/tao-owhadi/beyond.js";
import * as published from "../../src/papers/tao-owhadi/published.js";
import { section3 } from "../../src/papers/tao-owhadi/section-3.js";
import { section41 } from "../../src/papers/tao-owhadi/section-4-1.js";
import { leakageExperiment } from "../../src/papers/tao-owhadi/section-4-1-leakage.js";
import { section42 } from "../../src/papers/tao-owhadi/section-4-2.js";
import { section44 } from "../../src/papers/tao-owhadi/section-4-4.js";
import { section45 } from "../../src/papers/tao-owhadi/section-4-5.js";
import { section45LieGroup } from "../../src/papers/tao-owhadi/section-4-5-lie-group.js";
import type { BlindExperiment } from "../../src/papers/tools/blind-experiment.js";
import { wrongVersions } from "./wrong-versions.js";

type AnyStudy = { readonly study: BlindExperiment<unknown, object>; readonly published: object };
const pair = <M, P extends object>(study: BlindExperiment<M, P>, table: P): AnyStudy => {
  return { study: study as unknown as AnyStudy["study"], published: table };
};
const studies: readonly AnyStudy[] = [
  pair(section3, published.limit),
  pair(section41, published.pendulum),
  pair(leakageExperiment, published.leakage),
  pair(section42, published.agreement),
  pair(section44, published.conformations),
  pair(section45, published.rotations),
  pair(section45LieGroup, published.lieGroup),
];

/** What the paper states and does not hold (docs/theory/tao-owhadi.md); everything else agrees. */
const paperIsWrong = ["tao-owhadi.4.1.omega-2000-newmark", "tao-owhadi.4.4.verlet-limit"];
/** Claims without a number: words, or "at least", which one more or less does not touch. */
const words = /^(oneIteration|unstable|regularRate|chaoticRate|partedAtMost|distance|verletLimit)/;

const measured = new Map<string, unknown>();
const context = { quick: true, progress: () => {}, pause: async () => {} };

beforeAll(async () => {
  for (const { study } of studies) measured.set(study.id, await study.measure(context));
});

const verdicts = (items: readonly Item[]): string => items.map(({ id, agrees }) => `${id} ${agrees}`).join("\n");

test("everything agrees but what the paper has wrong", () => {
  const items = studies.flatMap(({ study, published: table }) => study.report(measured.get(study.id), table).items);
  expect(items.filter(({ agrees }) => !agrees).map(({ id }) => id)).toEqual(paperIsWrong);
  expect(items.filter(({ wrong }) => wrong === "paper").map(({ id }) => id)).toEqual(paperIsWrong);
});

test("what is claimed past the paper holds: one Newton step is as good as many, gn-zs is better on the pendula and worse on SO(3)", async () => {
  const { items } = beyondRattle.report(await beyondRattle.measure(context), undefined);
  expect(items.filter(({ agrees }) => !agrees).map(({ id, measured: value }) => `${id} ${value}`)).toEqual([]);
});

describe("a published number that is wrong changes a verdict", () => {
  const wrong = studies.flatMap(({ study, published: table }) =>
    wrongVersions(table)
      .filter(({ name }) => !words.test(name))
      .map(({ name, value }) => ({ id: study.id, name, study, table, value })),
  );
  test.each(wrong)("$id $name", ({ id, study, table, value }) => {
    const right = verdicts(study.report(measured.get(id), table).items);
    expect(verdicts(study.report(measured.get(id), value).items)).not.toBe(right);
  });
});

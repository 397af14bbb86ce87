/** The mechanical sections of Tao–Owhadi: every item has the expected verdict, and a wrong published value is noticed. */

import { beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { compileSystem } from "../../src/compile/index.js";
import { newState } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { stiff } from "../../src/formulations/index.js";
import { ZhangSkeelField } from "../../src/methods/leapfrog/parts/implicit-field.js";
import { lower } from "../../src/model/index.js";
import type { Item } from "../../src/papers/harness/index.js";
import { beyondRattle } from "../../src/papers/tao-owhadi/beyond.js";
import { figure2 } from "../../src/papers/tao-owhadi/figure-2.js";
import { rotation } from "../../src/papers/tao-owhadi/models.js";
import { force, printedMotion, transposed } from "../../src/papers/tao-owhadi/printed-so3.js";
import * as published from "../../src/papers/tao-owhadi/published.js";
import { section2 } from "../../src/papers/tao-owhadi/section-2.js";
import { section3 } from "../../src/papers/tao-owhadi/section-3.js";
import { section41 } from "../../src/papers/tao-owhadi/section-4-1.js";
import { leakageExperiment } from "../../src/papers/tao-owhadi/section-4-1-leakage.js";
import { section42 } from "../../src/papers/tao-owhadi/section-4-2.js";
import { section43Deterministic } from "../../src/papers/tao-owhadi/section-4-3-deterministic.js";
import { section44 } from "../../src/papers/tao-owhadi/section-4-4.js";
import { section45 } from "../../src/papers/tao-owhadi/section-4-5.js";
import { section45LieGroup } from "../../src/papers/tao-owhadi/section-4-5-lie-group.js";
import { section45Printed } from "../../src/papers/tao-owhadi/section-4-5-printed.js";
import type { BlindExperiment } from "../../src/papers/tools/blind-experiment.js";
import { expectListed } from "../docs/listed-items.js";
import { wrongVersions } from "./wrong-versions.js";

type AnyExperiment = { readonly blind: BlindExperiment<unknown, object>; readonly published: object };
const pair = <M, P extends object>(blind: BlindExperiment<M, P>, table: P): AnyExperiment => {
  return { blind: blind as unknown as AnyExperiment["blind"], published: table };
};
const all: readonly AnyExperiment[] = [
  pair(section2, published.theorems),
  pair(section3, published.limit),
  pair(section41, published.pendulum),
  pair(figure2, published.figure2),
  pair(leakageExperiment, published.leakage),
  pair(section42, published.agreement),
  pair(section43Deterministic, published.deterministic),
  pair(section44, published.conformations),
  pair(section45, published.rotations),
  pair(section45Printed, published.printedRotations),
  pair(section45LieGroup, published.lieGroup),
];

/** Items that differ, with a counter-example or a likely cause (docs/theory/tao-owhadi.md); all others agree. */
const differing = [
  "tao-owhadi.2.step-limit",
  "tao-owhadi.4.1.omega-2000-newmark",
  "tao-owhadi.4.1.figure-2.verlet-step",
  "tao-owhadi.4.4.verlet-limit",
  "tao-owhadi.4.5.printed.gradient",
];
/** Claims in words, or of the form "at least": a change by one does not change their verdict. */
const words =
  /^(oneIteration|unstable|regularRate|chaoticRate|partedAtMost|distance|verletLimit|verletStep|stepExponent)/;

const measured = new Map<string, unknown>();
const context = { quick: true, progress: () => {}, pause: async () => {} };

beforeAll(async () => {
  for (const { blind } of all) measured.set(blind.id, await blind.measure(context));
}, patience(300_000));

const verdicts = (items: readonly Item[]): string => items.map(({ id, verdict }) => `${id} ${verdict}`).join("\n");

test("every item agrees, except for five that state a counter-example or a likely cause", () => {
  const items = all.flatMap(({ blind, published: table }) => blind.report(measured.get(blind.id), table).items);
  expect(items.filter(({ verdict }) => verdict === "differs").map(({ id }) => id)).toEqual(differing);
  expectListed(
    all.map(({ blind }) => blind.id),
    items,
    context,
  );
  for (const { verdict, proof, likely } of items) if (verdict === "differs") expect(proof ?? likely).toBeDefined();
});

test("the claims beyond the paper hold: one Newton step is as good as many, gn-zs is better on the pendula and worse on SO(3)", async () => {
  const { items } = beyondRattle.report(await beyondRattle.measure(context), undefined);
  expectListed([beyondRattle.id], items, context);
  expect(
    items.filter(({ verdict }) => verdict === "differs").map(({ id, measured: value }) => `${id} ${value}`),
  ).toEqual([]);
});

test("the SO(3) scheme with f from the action is zs with half its beta, because the mass is 1/2", () => {
  const workspace = compileSystem(lower(rotation, catalogue)).workspace();
  const problem = stiff().apply(workspace);
  const s = newState(problem.arena, problem.dimension, problem.n);
  const scheme = { h: 0.1, omega: 10, beta: 0.4, f: "variational" } as const;
  const R = printedMotion(scheme, [1, 0.2, 0.1], 3).R.at(-1)!;
  // R is stored row by row, and the points of the model are its columns
  s.y.set(transposed(R));
  const field = new ZhangSkeelField(problem, scheme.beta / 2);
  field.evaluate(s, scheme.h);
  const f = force(scheme, R);
  const difference = (form: Float64Array) => Math.max(...transposed(form).map((x, i) => Math.abs(2 * x - field.a[i])));
  expect(difference(f)).toBeLessThan(1e-11);
  expect(difference(force({ ...scheme, f: "printed" }, R))).toBeGreaterThan(1e-3);
});

describe("a published number that is wrong changes a verdict", () => {
  const wrong = all.flatMap(({ blind, published: table }) =>
    wrongVersions(table)
      .filter(({ name }) => !words.test(name))
      .map(({ name, value }) => ({ id: blind.id, name, blind, table, value })),
  );
  test.each(wrong)("$id $name", ({ id, blind, table, value }) => {
    const right = verdicts(blind.report(measured.get(id), table).items);
    expect(verdicts(blind.report(measured.get(id), value).items)).not.toBe(right);
  });
});

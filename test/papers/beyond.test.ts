/** The claims of this project beyond the papers hold, and stronger ones would not. */

import { expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import * as claims from "../../src/papers/beyond/claims.js";
import { beyond } from "../../src/papers/beyond/index.js";
import { slowField } from "../../src/papers/beyond/slow-field.js";
import { vibration } from "../../src/papers/beyond/vibration.js";
import { workPrecision } from "../../src/papers/beyond/work-precision.js";
import { reproduce } from "../../src/papers/harness/index.js";
import { expectListed } from "../docs/listed-items.js";

const context = { quick: false, progress: () => {}, pause: async () => {} };

test("every item that is claimed beyond the papers agrees", async () => {
  const { items, failed } = await reproduce(
    beyond.filter(({ id }) => id !== workPrecision.id),
    context,
  );
  expect(failed).toEqual([]);
  expectListed(
    beyond.map(({ id }) => id).filter((id) => id !== workPrecision.id),
    items,
    context,
  );
  expect(items.length).toBeGreaterThan(20);
  expect(items.filter(({ verdict }) => verdict === "differs").map(({ id }) => id)).toEqual([]);
});

test("claims that are ten times stronger do not agree", async () => {
  const field = await slowField.measure(context);
  const wrong = slowField.report(field, {
    ...claims.slowField,
    error: 1e-9,
    rightHandSides: 96,
    rigid: -3,
    corrected: -5,
  });
  const differing = wrong.items.filter(({ verdict }) => verdict === "differs").map(({ id }) => id.split(".").at(-1));
  expect(differing).toEqual(["error", "right-hand-sides", "rigid", "corrected"]);
  const { items } = vibration.report(await vibration.measure(context), {
    ...claims.vibration,
    rigid: 0.1,
    at10: [6e-3, 5e-4],
    slope: -1.5,
  });
  expect(items.filter(({ verdict }) => verdict === "agrees").map(({ id }) => id.split(".").at(-1))).toEqual([
    "work",
    "work",
  ]);
});

test("the claims about work and precision agree, and stronger ones do not", {
  timeout: patience(180_000),
}, async () => {
  const measured = await workPrecision.measure({ ...context, quick: true });
  const { items, figures } = workPrecision.report(measured, claims.workPrecision);
  expectListed([workPrecision.id], items, context);
  expect(items.filter(({ verdict }) => verdict === "differs").map(({ id }) => id)).toEqual([]);
  expect(items.length).toBe(22);
  expect(figures.length).toBe(3);
  const { between } = claims.workPrecision;
  const wrong = { ...claims.workPrecision, between: { ...between, "Baumgarte, gamma = 1/h": [2, 10] as const } };
  const differing = workPrecision.report(measured, wrong).items.filter(({ verdict }) => verdict === "differs");
  expect(differing.length).toBe(3);
});

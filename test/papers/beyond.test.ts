import { expect, test } from "vitest";
import { reproduce } from "../../src/experiment/reproduce/index.js";
import { beyond } from "../../src/papers/beyond/beyond.js";
import * as claims from "../../src/papers/beyond/claims.js";
import { slowField } from "../../src/papers/beyond/slow-field.js";
import { vibration } from "../../src/papers/beyond/vibration.js";

const context = { quick: false, progress: () => {}, pause: async () => {} };

test("what is claimed beyond the papers holds, item by item", async () => {
  const { items, failed } = await reproduce(beyond, context);
  expect(failed).toEqual([]);
  expect(items.length).toBeGreaterThan(20);
  expect(items.filter(({ agrees }) => !agrees).map(({ id }) => id)).toEqual([]);
});

test("claims that are ten times stronger are not met", async () => {
  const field = await slowField.measure(context);
  const wrong = slowField.report(field, {
    ...claims.slowField,
    error: 1e-9,
    rightHandSides: 96,
    rigid: -3,
    corrected: -5,
  });
  const differing = wrong.items.filter(({ agrees }) => !agrees).map(({ id }) => id.split(".").at(-1));
  expect(differing).toEqual(["error", "right-hand-sides", "rigid", "corrected"]);
  const { items } = vibration.report(await vibration.measure(context), {
    ...claims.vibration,
    rigid: 0.1,
    at10: [6e-3, 5e-4],
    slope: -1.5,
  });
  expect(items.filter(({ agrees }) => agrees).map(({ id }) => id.split(".").at(-1))).toEqual(["work", "work"]);
});

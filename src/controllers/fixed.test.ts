import { expect, test } from "vitest";
import { errorControlled, fixed } from "./index.js";

test("every step is the same, and every error is accepted", () => {
  const controller = fixed({ step: 0.1 });
  const pacer = controller.bind(2);
  const large = Float64Array.of(1e9, 0);
  expect(controller.needsError).toBe(false);
  expect([pacer.initialStep, pacer.maxStep, pacer.next(0.03, 0, 1, true)]).toEqual([0.1, 0.1, 0.1]);
  expect(pacer.norm(large, large, large)).toBe(0);
});

test("a step that is none is refused", () => {
  for (const step of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => fixed({ step })).toThrow(`fixed.step: must be a number above 0; got ${step}. It has no default.`);
  }
});

test("unknown options are refused with the known ones", () => {
  const given = { step: 1, stepp: 1 };
  expect(() => fixed(given)).toThrow('fixed.stepp: "fixed" has no option "stepp". Its options are: step.');
  const other = { rtol: 1e-3, rtoll: 1 };
  expect(() => errorControlled(other)).toThrow('"error-controlled" has no option "rtoll". Its options are: rtol, atol');
});

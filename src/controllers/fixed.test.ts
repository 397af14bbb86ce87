import { expect, test } from "vitest";
import { controllers, fixed } from "./index.js";

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

test("every controller is listed with its options, makes itself by name and refuses unknown options", () => {
  expect(controllers.map(({ name }) => name)).toEqual(["fixed", "error-controlled"]);
  for (const factory of controllers) {
    expect(factory.make({ ...(factory.name === "fixed" && { step: 1 }) }).name).toBe(factory.name);
    expect(() => factory.make({ stepp: 1 })).toThrow(`"${factory.name}" has no option "stepp". Its options are: `);
    for (const option of Object.values(factory.options)) expect(option.about).toMatch(/^["A-Z].*\.$/);
  }
});

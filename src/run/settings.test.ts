import { describe, expect, test } from "vitest";
import { TautError } from "../core/index.js";
import { checkSettings, mergeSettings, type RunSettings, splitWhen } from "./settings.js";

describe("numbers that no run can use are refused by name", () => {
  test.each<[RunSettings, string]>([
    [{ step: 0 }, "run.step"],
    [{ maxStep: -1 }, "run.maxStep"],
    [{ every: Number.NaN }, "run.every"],
    [{ omega: -5 }, "run.omega"],
    [{ rtol: 0 }, "run.rtol"],
    [{ rtol: 1 }, "run.rtol"],
    [{ rtol: 1e-20 }, "run.rtol"],
    [{ atol: -1e-9 }, "run.atol"],
    [{ maxSteps: 1.5 }, "run.maxSteps"],
    [{ maxSteps: 0 }, "run.maxSteps"],
  ])("%o", (settings, where) => {
    expect(() => checkSettings(settings)).toThrow(expect.objectContaining({ where }));
    expect(() => checkSettings(settings)).toThrow(TautError);
  });

  test("numbers that a run can use are accepted", () => {
    checkSettings({ step: 1e-300, every: 1e300, rtol: 1e-15, atol: 0, maxSteps: 1, until: -3 });
  });
});

test("a save schedule replaces the other kind", () => {
  expect(mergeSettings({ every: 1, until: 2 }, { saveAt: [1] })).toEqual({ until: 2, saveAt: [1] });
  expect(mergeSettings({ saveAt: [1], rtol: 1e-3 }, { every: 2 })).toEqual({ rtol: 1e-3, every: 2 });
});

test("the time to project is taken out of a projection's options", () => {
  expect(splitWhen("newton")).toEqual({ choice: { name: "newton" } });
  expect(splitWhen({ name: "newton", when: "drift", above: 1e-3, tolerance: 1e-9 })).toEqual({
    choice: { name: "newton", tolerance: 1e-9 },
    when: { when: "drift", above: 1e-3 },
  });
  for (const options of [{ when: "lunch" }, { when: "interval" }, { when: "drift", above: 0 }] as Record<
    string,
    string
  >[])
    expect(() => splitWhen({ name: "newton", ...options })).toThrow(TautError);
});

import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { lower, parseModelText, runSection, validateModel } from "./index.js";

const load = (run: string) =>
  validateModel(
    parseModelText(`taut: 1\nparameters: { T: 2*pi }\ncoordinates: { x: { mass: 1, at: 1 } }\nrun: ${run}\n`),
    catalogue,
  );

test("numbers may be expressions of parameters; names and options are passed on", () => {
  const model = load(
    "{ method: { name: rk4, order: 4 }, projection: newton, until: 10*T, saveAt: [0, T, 2*T], start: check }",
  );
  expect(runSection(model)).toEqual({
    method: { name: "rk4", order: 4 },
    projection: "newton",
    until: 20 * Math.PI,
    saveAt: [0, 2 * Math.PI, 4 * Math.PI],
    start: "check",
  });
  expect(runSection(model, { T: 1 }).until).toBe(10);
  expect(runSection(load("{}"))).toEqual({});
});

test("values out of range are refused with their path, also by lowering", () => {
  for (const [key, value] of [
    ["rtol", "0"],
    ["atol", "-1"],
    ["step", "-T"],
    ["maxSteps", "1.5"],
    ["omega", "0"],
    ["until", "1/0"],
  ]) {
    const model = load(`{ ${key}: ${value} }`);
    expect(() => runSection(model)).toThrow(`run.${key}: `);
    expect(() => lower(model, catalogue)).toThrow(`run.${key}: `);
  }
});

test("events become laws and are not among the settings", () => {
  expect(runSection(load("{ until: 1, events: { zero: { when: x } } }"))).toEqual({ until: 1 });
});

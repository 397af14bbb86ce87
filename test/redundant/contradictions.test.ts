/** Constraints that cannot all hold are refused when the model is read, or stop the run with the name of a constraint. */

import { describe, expect, test } from "vitest";
import { ModelError, type RunSettings, run } from "../../src/index.js";

const bob = { bob: { mass: 1, at: [1, 0] } };
const arm = { rod: { between: ["origin", "bob"], length: 1, name: "arm" } };

describe("two rods of length 1 and 1.1 between the same points are refused when the model is read", () => {
  test.each([
    ["either way round", { rod: { between: ["bob", "origin"], length: 1.1 } }],
    ["squared or not", { rod: { between: ["origin", "bob"], length: 1.1, squared: true } }],
    ["by a parameter", { rod: { between: ["origin", "bob"], length: "1 + tenth" } }],
  ])("%s", (_, other) => {
    const model = { taut: 1, parameters: { tenth: 0.1 }, points: bob, elements: [arm, other] };
    const message = /^elements\[1\]\.rod: length 1\.1 contradicts .* length 1, and both cannot hold\. Remove one\.$/;
    expect(() => run(model, { until: 1 })).toThrow(ModelError);
    expect(() => run(model, { until: 1 })).toThrow(message);
  });
});

/** Contradictions that only numbers reveal, and the constraints that the error may name. */
const hidden: readonly [string, object, readonly string[]][] = [
  [
    "a rod of length 1 and a circle of radius 1.1",
    { points: bob, elements: [arm], constraints: { circle: "bob_x^2 + bob_y^2 - 1.21" } },
    ["arm", "circle"],
  ],
  [
    "two circles",
    { coordinates: { x: 1, y: 0 }, mass: 1, constraints: { one: "x^2 + y^2 - 1", two: "x^2 + y^2 - 2" } },
    ["one", "two"],
  ],
  ["two lines", { coordinates: { x: 1, y: 0 }, mass: 1, constraints: { one: "x - 1", two: "x - 2" } }, ["one", "two"]],
  [
    "a circle of negative squared radius",
    { coordinates: { x: 1, y: 0.5 }, mass: 1, constraints: { empty: "x^2 + y^2 + 1" } },
    ["empty"],
  ],
  [
    "two rods that are too short to meet",
    {
      points: { wall: { fixed: true, at: [3, 0] }, bob: { mass: 1, at: [1, 0.2] } },
      elements: [arm, { rod: { between: ["bob", "wall"], length: 1, name: "other" } }],
    },
    ["arm", "other"],
  ],
  [
    "the same line, once still and once moving",
    { coordinates: { x: 1, y: 0 }, mass: 1, constraints: { still: "x - 1", moving: "x - 1 - t" } },
    ["still", "moving"],
  ],
];

describe("a contradiction that reading the model does not reveal stops the run at its start and names a constraint", () => {
  const ways: readonly RunSettings[] = [{ until: 1 }, { until: 1, method: "rattle", step: 0.01 }, { until: 0 }];
  test.each(hidden)("%s", (_, model, names) => {
    for (const settings of ways) {
      const { failure, work, y } = run({ taut: 1, ...model }, { ...settings });
      expect(names).toContain(failure?.component);
      expect(failure!.message).toMatch(/contradict|the loop .* does not close|cannot be satisfied/);
      expect(failure!.t).toBe(0);
      expect(work.steps).toBe(0);
      expect(y.every(Number.isFinite)).toBe(true);
    }
  });
});

describe("a constraint that is duplicated at the start and contradicted later stops the run at that time", () => {
  const model = (motion: string) => ({
    taut: 1,
    coordinates: { x: 1, y: { at: 0, velocity: 1 } },
    mass: 1,
    constraints: { still: "x - 1", moving: `x - 1 - ${motion}` },
  });
  test.each<[string, string, RunSettings]>([
    ["t^2", "stabilised", { rtol: 1e-6 }],
    ["t^3", "stabilised", { rtol: 1e-6 }],
    ["t^3", "Newton", { rtol: 1e-6, projection: "newton" }],
    ["t^3", "drifting", { rtol: 1e-6, projection: "none" }],
    ["t^2", "rattle", { method: "rattle", step: 0.01 }],
    ["t^2", "shake", { method: "shake", step: 0.01 }],
  ])("%s, %s", (motion, _, settings) => {
    const { failure, t } = run(model(motion), { ...settings, until: 1 });
    expect(["still", "moving"]).toContain(failure?.component);
    expect(t).toBeLessThan(1);
  });
});

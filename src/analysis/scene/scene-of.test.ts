import { expect, test } from "vitest";
import type { Model } from "../../model/index.js";
import { prepareRun } from "../../run/index.js";
import { sceneOf } from "./scene-of.js";

test("springs and dampers between the same two points are drawn beside each other, and rods and single springs are not", () => {
  const model: Model = {
    taut: 1,
    points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } },
    elements: [
      { rod: { between: ["origin", "a"], length: 1 } },
      { spring: { between: ["a", "b"], length: 1, stiffness: 2 } },
      { damper: { between: ["b", "a"], damping: 0.1 } },
      { spring: { between: ["origin", "b"], length: 2, stiffness: 1 } },
    ],
  };
  const { lowered, workspace } = prepareRun(model, { settings: { until: 1 } });
  const drawn = sceneOf(lowered, workspace).links.map(({ style, aside }) => `${style} ${aside ?? ""}`);
  expect(drawn.sort()).toEqual(["damper 0.5", "rod ", "spring ", "spring -0.5"]);
});

import { describe, expect, test } from "vitest";
import type { Model } from "../../model/index.js";
import { prepareRun } from "../../run/index.js";
import { drawnBodies } from "../../scene/drawn-bodies.js";
import { poser } from "../../scene/index.js";
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

describe("what a model draws for a body", () => {
  const picture = (draw: object[], repeat?: number) => {
    const body = { mass: 1, box: [1, 0.2], at: repeat === undefined ? [0.5, 0] : ["i + 0.5", 0] };
    const model = { taut: 1, bodies: { arm: { ...body, ...(repeat !== undefined && { repeat }) } }, draw };
    const { lowered, workspace } = prepareRun(model as unknown as Model, { settings: { until: 1 } });
    const scene = sceneOf(lowered, workspace);
    return { ...scene, at: poser(scene)(0, workspace.initial), drawn: drawnBodies(scene) };
  };
  const ball = { body: "arm", at: [0.25, 0], radius: 0.1 };

  test("is drawn beside the shape of the body, or in place of it", () => {
    const kinds = (draw: object[]): string[] => picture(draw).shapes.map(({ kind }) => kind);
    expect(kinds([{ sphere: ball }])).toEqual(["box", "sphere"]);
    expect(kinds([{ sphere: { ...ball, instead: true } }])).toEqual(["sphere"]);
    const line = picture([
      {
        line: {
          body: "arm",
          instead: true,
          through: [
            [-0.5, 0],
            [0, 0.2],
            [0.5, 0],
          ],
        },
      },
    ]);
    expect([line.shapes.length, line.links.length, line.drawn.has(0)]).toEqual([0, 2, true]);
  });

  test("is drawn for every member of a family, on that member", () => {
    const { shapes, frames, at } = picture([{ sphere: ball }], 3);
    const balls = shapes.filter(({ kind }) => kind === "sphere");
    expect(balls.map(({ frame }) => at[3 * frames[frame].origin])).toEqual([0.75, 1.75, 2.75]);
  });

  test("cannot take the place of nothing", () => {
    expect(() => picture([{ sphere: { at: [0, 0], radius: 1, instead: true } }])).toThrow("belongs to no body");
  });
});

import { expect, test } from "vitest";
import { catalogue } from "../../elements/index.js";
import { lower } from "../lower.js";
import { validateModel } from "../validate.js";
import { componentNames } from "./named-expressions.js";

const grid = (element: object) =>
  lower(
    validateModel(
      {
        taut: 1,
        points: { p: { repeat: { i: 3, j: 4 }, mass: 1, at: ["i", "j"] } },
        elements: [{ spring: { stiffness: 1, length: 1, ...element } }],
      },
      catalogue,
    ),
    catalogue,
  ).laws[0];

test("a member of a family with two indices is counted row by row", () => {
  const { stencil } = grid({ between: ["p[1, 2]", "p[2, 0]"] });
  expect(stencil.map(({ index }) => index[0] / 2)).toEqual([6, 8]);
});

test("so are those of a repetition", () => {
  const { stencil } = grid({ repeat: { i: 2, j: 3 }, between: ["p[i, j]", "p[i + 1, j + 1]"] });
  expect(Array.from(stencil[0].index, (first) => first / 2)).toEqual([0, 1, 2, 4, 5, 6]);
  expect(Array.from(stencil[1].index, (first) => first / 2)).toEqual([5, 6, 7, 9, 10, 11]);
});

test("components are called after the axes up to three, and numbered beyond", () => {
  expect(componentNames("g", 1)).toEqual(["g"]);
  expect(componentNames("g", 3)).toEqual(["g_x", "g_y", "g_z"]);
  expect(componentNames("g", 4)).toEqual(["g_1", "g_2", "g_3", "g_4"]);
});

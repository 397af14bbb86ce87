import { expect, test } from "vitest";
import type { Bodies } from "../core/index.js";
import { BodyAxes, cross, dot } from "./body-axes.js";

/** Orthonormal axes without zeros, as columns of a rotation by the quaternion (1, 2, 3, 4) / sqrt(30). */
const axes = [
  [-20, 20, 10],
  [4, -10, 28],
  [22, 20, 4],
].map((axis) => axis.map((x) => x / 30));
const turn = [0.3, -0.7, 1.1];
const rates = axes.map((axis) => {
  const omega = [0, 1, 2].map((c) => turn[0] * axes[0][c] + turn[1] * axes[1][c] + turn[2] * axes[2][c]);
  return [0, 1, 2].map((c) => omega[(c + 1) % 3] * axis[(c + 2) % 3] - omega[(c + 2) % 3] * axis[(c + 1) % 3]);
});

test("products of vectors that lie within longer arrays", () => {
  const [a, b] = [
    [9, 1, 2, 3],
    [9, 9, 4, 5, 6],
  ];
  expect(dot(a, 1, b, 2)).toBe(32);
  const out = new Float64Array(5);
  cross(out, 1, a, 1, b, 2);
  expect([...out]).toEqual([0, -3, 6, -3, 0]);
});

test.each([3, 2])("the axes and angular velocity of a body in space with %s directors", (count) => {
  const body = new BodyAxes({ dimension: 3 } as Bodies, [0, 3, count === 3 ? 6 : -1]);
  const y = [...axes.slice(0, count).flat(), ...rates.slice(0, count).flat()];
  body.read(y, 3 * count);
  axes.flat().forEach((x, k) => {
    expect(body.axes[k]).toBeCloseTo(x, 14);
  });
  turn.forEach((x, k) => {
    expect(body.omega[k]).toBeCloseTo(x, 14);
  });
});

test("the axes and angular velocity of a body in the plane", () => {
  const body = new BodyAxes({ dimension: 2 } as Bodies, [0, -1, -1]);
  body.read([0.6, 0.8, -0.8 * 5, 0.6 * 5], 2);
  expect([...body.axes]).toEqual([0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1]);
  expect(body.omega[2]).toBeCloseTo(5, 14);
});

/** What each joint holds and leaves free, found from the axes of the two bodies after a motion, not from constraints. */

import { expect, test } from "vitest";
import { run } from "../../src/index.js";

type V3 = readonly number[];
const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const size = (a: V3): number => Math.sqrt(dot(a, a));
const minus = (a: V3, b: V3): number[] => a.map((x, i) => x - b[i]);

const bodies = {
  a: { mass: 1, inertia: [0.1, 0.2, 0.25], at: [0.5, 0, 0], spin: [0.2, 0.4, -0.3] },
  b: { mass: 1.5, inertia: [0.2, 0.15, 0.3], at: [1.5, 0.2, 0], axis: [1, 2, 3], angle: 0.4, spin: [-0.5, 0.3, 0.8] },
};
const place = [1, 0.1, 0];
const axis = [0.6, 0.8, 0];
const across = [-0.8, 0.6, 0];

/** Two bodies on a ball joint to the world and the joint in question, at t = 0 and t = 1. */
function moved(kind: string, more: object) {
  const { trajectory, status } = run(
    {
      taut: 1,
      bodies,
      joints: [
        { ball: { between: ["world", "a"], at: [0, 0, 0] } },
        { [kind]: { between: ["a", "b"], at: place, ...more } },
      ],
      elements: [{ gravity: [0.3, 0, -9.81] }],
    },
    { saveAt: [0, 1], until: 1, rtol: 1e-10, atol: 1e-11 },
  );
  expect(status).toBe("ok");
  const states = trajectory.states();
  const [before, now] = [0, 1].map((row) => {
    const q = states.subarray(row * 48, row * 48 + 24);
    const vector = (at: number) => Array.from(q.subarray(at, at + 3));
    return [0, 12].map((first) => ({ centre: vector(first), axes: [3, 6, 9].map((k) => vector(first + k)) }));
  });
  /** A vector, or a place, that was fixed in body k at the start, after the motion. */
  const turned = (k: number, v: V3): number[] =>
    [0, 1, 2].map((i) => before[k].axes.reduce((sum, d, j) => sum + dot(v, d) * now[k].axes[j][i], 0));
  const carried = (k: number, p: V3): number[] =>
    turned(k, minus(p, before[k].centre)).map((x, i) => x + now[k].centre[i]);
  const gap = minus(carried(1, place), carried(0, place));
  /** The difference between a vector turned with one body and with the other. */
  const turnedApart = (v: V3): number => size(minus(turned(1, v), turned(0, v)));
  return { gap, turnedApart, turned };
}

const kept = 1e-8;
const free = 0.05;

test("a ball joint holds a place and leaves every rotation free", () => {
  const { gap, turnedApart } = moved("ball", {});
  expect(size(gap)).toBeLessThan(kept);
  for (const v of [axis, across, [0, 0, 1]]) expect(turnedApart(v)).toBeGreaterThan(free);
});

test("a hinge holds a place and an axis, and leaves the rotation about the axis free", () => {
  const { gap, turnedApart } = moved("hinge", { axis });
  expect(size(gap)).toBeLessThan(kept);
  expect(turnedApart(axis)).toBeLessThan(kept);
  expect(turnedApart(across)).toBeGreaterThan(free);
});

test("a universal joint holds a place and the angle between its axes, and leaves the rotations about both free", () => {
  const { gap, turnedApart, turned } = moved("universal", { axes: [axis, across] });
  expect(size(gap)).toBeLessThan(kept);
  expect(Math.abs(dot(turned(0, axis), turned(1, across)))).toBeLessThan(kept);
  expect(turnedApart(axis)).toBeGreaterThan(free);
  expect(turnedApart(across)).toBeGreaterThan(free);
});

test("a slider holds the rotation and leaves the shift along its axis free", () => {
  const { gap, turnedApart, turned } = moved("slider", { axis });
  for (const v of [axis, across, [0, 0, 1]]) expect(turnedApart(v)).toBeLessThan(kept);
  expect(size(gap)).toBeGreaterThan(free);
  expect(Math.abs(Math.abs(dot(gap, turned(0, axis))) - size(gap))).toBeLessThan(kept);
});

test("a weld holds everything", () => {
  const { gap, turnedApart } = moved("weld", {});
  expect(size(gap)).toBeLessThan(kept);
  for (const v of [axis, across]) expect(turnedApart(v)).toBeLessThan(kept);
});

import { expect, test } from "vitest";
import { compactScene } from "./compact.js";
import { frameAxes, poser } from "./pose.js";
import { point, scene } from "./scene.fixture.js";

test("points come from the state, from expressions of t and y, and from the axes of a frame", () => {
  const made = scene({
    points: [
      point(0),
      point(-1, { at: [5, 6] }),
      point(-1, { role: "place", from: { steps: [3, 0] } }),
      point(-1, { role: "place", from: { state: 2 } }),
      point(-1, { role: "place", from: { frame: 0, local: [2, 1] } }),
      point(-1, { role: "place", from: { frame: 0, local: [2, 1], isDirection: true } }),
    ],
    frames: [{ name: "b", origin: 0, axes: [3, -1, -1] }],
    // y[1] + t
    program: { steps: [["y", 1], ["t"], ["number", 2], ["add", 0, 1]], tables: [] },
  });
  // the first axis points along y, so the second points along -x
  const places = poser(made)(10, [1, 2, 0, 1]);
  expect(Array.from(places)).toEqual([1, 2, 0, 5, 6, 0, 12, 2, 0, 0, 1, 0, 1 - 1, 2 + 2, 0, -1, 2, 0]);
});

test("axes that are missing follow from the others, right-handed and at right angles", () => {
  const axes = new Float64Array(9);
  const places = [0, 0, 0, 0, 0, 2, 0, 3, 0, 1, 1, 1];
  for (const given of [
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
    [3, -1, -1],
    [2, 1, -1],
    [-1, 2, 1],
    [1, -1, 2],
  ] as [number, number, number][]) {
    frameAxes(axes, { frames: [{ name: "", origin: 0, axes: given }] }, places, 0);
    const [u, v, w] = [0, 3, 6].map((k) => Array.from(axes.subarray(k, k + 3)));
    const dot = (a: number[], b: number[]) => a.reduce((sum, x, c) => sum + x * b[c], 0);
    for (const each of [u, v, w]) expect(dot(each, each)).toBeCloseTo(1, 12);
    for (const [a, b] of [
      [u, v],
      [v, w],
      [w, u],
    ])
      expect(dot(a, b)).toBeCloseTo(0, 12);
    expect(
      u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]),
    ).toBeCloseTo(1, 12);
    given.forEach((i, k) => {
      if (i >= 0) expect(dot([u, v, w][k], places.slice(3 * i, 3 * i + 3))).toBeGreaterThan(0);
    });
  }
});

test("a compact scene reads the same places from the entries that it needs", () => {
  const made = scene({
    points: [point(4), point(-1, { role: "place", from: { steps: [1, 0] } }), point(2)],
    program: {
      steps: [
        ["y", 7],
        ["y", 2],
      ],
      tables: [],
    },
  });
  const { scene: compact, entries } = compactScene(made);
  const y = [0, 1, 20, 3, 40, 50, 6, 70];
  expect(entries).toEqual([4, 5, 2, 3, 7]);
  expect(
    poser(compact)(
      0,
      entries.map((k) => y[k]),
    ),
  ).toEqual(poser(made)(0, y));
});

import { expect, test } from "vitest";
import { pathPlot } from "./path-plot.js";
import { finiteRows, type Scene, travellers } from "./scene.js";

const times = Array.from({ length: 101 }, (_, i) => i / 10);
const circle: Scene = {
  times,
  points: [
    { name: "pivot", x: [0], y: [0], z: [0], fixed: true },
    { name: "bob", x: times.map(Math.cos), y: times.map(Math.sin), z: times.map((t) => 0.1 * t) },
  ],
  links: [{ from: 0, to: 1, style: "rod" }],
};

/** Extent of the trail in drawing units. */
function trailSize(svg: string): [number, number] {
  const d = /class="trail c0" d="(M[^"]+l[^"]+)"/.exec(svg.slice(svg.lastIndexOf('class="ghost"')))?.[1] ?? "";
  const [x, y] = [0, 0].map(() => ({ at: 0, low: Infinity, high: -Infinity }));
  for (const [, dx, dy] of d.matchAll(/[Ml](-?[\d.]+) (-?[\d.]+)/g)) {
    for (const [axis, step] of [[x, dx] as const, [y, dy] as const]) {
      axis.at += Number(step);
      axis.low = Math.min(axis.low, axis.at);
      axis.high = Math.max(axis.high, axis.at);
    }
  }
  return [x.high - x.low, y.high - y.low];
}

test("a circle is drawn as a circle: both axes have the same length per unit", () => {
  const [wide, high] = trailSize(pathPlot(circle, { title: "Circle" }));
  expect(wide).toBeGreaterThan(300);
  expect(Math.abs(wide - high)).toBeLessThan(2); // points closer than 1.6 units are left out
});

test("anchors, masses, rods, springs and other links each have their own style", () => {
  const links = (["rod", "spring", "dashed"] as const).map((style) => ({ from: 0, to: 1, style }));
  const svg = pathPlot({ ...circle, links }, { title: "All" });
  for (const name of ["anchor", "mass", "rod", "spring", "dashed", "trail c0", "ghost"])
    expect(svg).toContain(`class="${name}"`);
});

test("projections choose their coordinates and name them", () => {
  const svg = pathPlot(circle, { title: "Side", across: "x", up: "z" });
  expect(svg).toContain(">z</text>");
  expect(svg).not.toContain(">y</text>");
});

test("a run that ends in NaN is drawn up to there", () => {
  const broken = {
    ...circle,
    points: [{ name: "p", x: [0, 1, Number.NaN, 3], y: [0, 1, 2, 3] }],
    links: [],
    times: [0, 1, 2, 3],
  };
  expect(finiteRows(broken, ["x", "y"])).toBe(2);
  expect(pathPlot(broken, { title: "Broken" })).not.toContain("NaN");
});

test("an empty scene, a single point at rest and links to points that do not exist still give a drawing", () => {
  for (const scene of [
    { times: [], points: [] },
    { times: [0], points: [{ name: "p", x: [1e9], y: [-1e9] }] },
    { times: [0], points: [{ name: "p", x: [0], y: [0] }], links: [{ from: 0, to: 7, style: "rod" as const }] },
  ]) {
    expect(pathPlot(scene, { title: "Edge" })).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test("a hundred thousand points give a drawing below 300 kB, which says that points are left out", () => {
  const points = Array.from({ length: 100_000 }, (_, i) => ({ name: `${i}`, x: [i % 317], y: [Math.floor(i / 317)] }));
  const svg = pathPlot({ times: [0], points }, { title: "Many" });
  expect(svg.length).toBeLessThan(300_000);
  expect(svg).toContain("one point in 20 is drawn");
});

test("trails are drawn for the points that travel farthest, and for only one when there are many", () => {
  expect(travellers(circle, 101, 6)).toEqual([1]);
  const many = {
    times: [0, 1],
    points: Array.from({ length: 50 }, (_, i) => ({ name: `${i}`, x: [0, i % 31], y: [0] })),
  };
  expect(travellers(many, 2, 6)).toEqual([30]);
});

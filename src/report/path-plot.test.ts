import { expect, test } from "vitest";
import { link, point, scene } from "../scene/scene.fixture.js";
import { Motion, type RecordedScene, travellers } from "./motion.js";
import { pathPlot } from "./path-plot.js";

const times = Array.from({ length: 101 }, (_, i) => i / 10);
const pivot = point(-1, { name: "pivot", at: [0, 0, 0] });
const circle: RecordedScene = {
  scene: scene({ dimension: 2, points: [point(0, { name: "bob" }), pivot], links: [link(1, 0)] }),
  times,
  states: times.flatMap((t) => [Math.cos(t), Math.sin(t), 0.1 * t]),
  width: 3,
};
const helix: RecordedScene = { ...circle, scene: { ...circle.scene, dimension: 3 } };

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
  const [wide, high] = trailSize(pathPlot(new Motion(circle), { title: "Circle" }));
  expect(wide).toBeGreaterThan(300);
  expect(Math.abs(wide - high)).toBeLessThan(2); // points closer than 1.6 units are left out
});

test("the first configuration is faint, the trail is drawn, and the last configuration has all its parts", () => {
  const svg = pathPlot(new Motion(circle), { title: "All" });
  for (const name of ["trail c0", "ghost"]) expect(svg).toContain(`class="${name}"`);
  // the rod, twice
  expect(svg.match(/stroke:var\(--ink\);stroke-width:3.5/g)).toHaveLength(2);
});

test("projections choose their coordinates and name them", () => {
  const svg = pathPlot(new Motion(helix), { title: "Side", across: "x", up: "z" });
  expect(svg).toContain(">z</text>");
  expect(svg).not.toContain(">y</text>");
});

test("a run that ends in NaN is drawn up to there", () => {
  const broken = new Motion({
    scene: scene({ points: [point(0)] }),
    times: [0, 1, 2, 3],
    states: [0, 0, 1, 1, Number.NaN, 2, 3, 3],
    width: 2,
  });
  expect(broken.rows).toBe(2);
  expect(pathPlot(broken, { title: "Broken" })).not.toContain("NaN");
});

test("an empty scene and a single point at rest still give a drawing", () => {
  for (const recorded of [
    { scene: scene({}), times: [], states: [], width: 0 },
    { scene: scene({ points: [point(0)] }), times: [0], states: [1e5, -1e5], width: 2 },
  ]) {
    expect(pathPlot(new Motion(recorded), { title: "Edge" })).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test("a hundred thousand points give a drawing with at most one dot for each of its units", () => {
  const count = 100_000;
  const points = Array.from({ length: count }, (_, i) => point(2 * i));
  const states = Array.from({ length: 2 * count }, (_, k) => (k % 2 === 0 ? (k / 2) % 317 : Math.floor(k / 634)));
  const svg = pathPlot(new Motion({ scene: scene({ points }), times: [0], states, width: 2 * count }), {
    title: "Many",
  });
  expect(svg.match(/M/g)!.length).toBeLessThan(560 * 560);
});

test("trails are drawn for the points that travel farthest, and for only one when there are many", () => {
  expect(travellers(new Motion(circle), 6)).toEqual([0]);
  const points = Array.from({ length: 50 }, (_, i) => point(2 * i));
  const states = [...Array(100).fill(0), ...Array.from({ length: 100 }, (_, k) => (k % 2 === 0 ? (k / 2) % 31 : 0))];
  expect(travellers(new Motion({ scene: scene({ points }), times: [0, 1], states, width: 100 }), 6)).toEqual([30]);
});

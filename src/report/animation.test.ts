import { expect, test } from "vitest";
import { animation, animationData } from "./animation.js";
import type { Scene } from "./scene.js";

const times = Array.from({ length: 5001 }, (_, i) => i / 500);
const scene: Scene = {
  times,
  points: [
    { name: "pivot", x: [0], y: [0], fixed: true },
    {
      name: "</script><script>alert(1)</script>",
      x: times.map((t) => Math.sin(t)),
      y: times.map((t) => -Math.cos(t)),
      mass: 2,
    },
  ],
  links: [{ from: 0, to: 1, style: "rod", multiplier: times.map((t) => (t === 5 ? 1000 : Math.cos(t))) }],
};

const total = (row: readonly number[], i: number) => row.slice(0, i + 1).reduce((sum, d) => sum + d, 0);

test("there are at most 600 frames, and the first and the last are among them", () => {
  const { t } = animationData(scene, times.length);
  expect(t.length).toBe(600);
  expect([t[0], t[599]]).toEqual([0, 10]);
});

test("positions are whole numbers on one grid for both axes, within half a grid unit of the truth", () => {
  const { p, size } = animationData(scene, times.length);
  expect(p.flat().every(Number.isInteger)).toBe(true);
  const unit = (total(p[2], 599) - total(p[2], 0)) / (Math.sin(10) - Math.sin(0));
  expect(size[0] / unit).toBeGreaterThan(2);
  const drop = total(p[3], 599) - total(p[3], 0);
  expect(Math.abs(drop - unit * (Math.cos(0) - Math.cos(10)))).toBeLessThan(5); // rounding of unit: 1 in 2000, times 2
});

test("a point that does not move takes one number", () => {
  expect(animationData(scene, times.length).p[0].length).toBe(1);
});

test("multipliers are whole percentages of a strong one, and a single peak does not stretch the scale", () => {
  const row = animationData(scene, times.length).links[0][3] ?? [];
  expect(row.every((value) => Number.isInteger(value) && Math.abs(value ?? 0) <= 100)).toBe(true);
  expect(row.filter((value) => Math.abs(value ?? 0) > 50).length).toBeGreaterThan(300);
});

test("a pendulum of 600 frames takes less than 30 kB with its script and its still picture", () => {
  expect(animation(scene, "Pendulum").length).toBeLessThan(30_000);
});

test("a name cannot close the data's element, and the player finds the data where it looks", () => {
  const html = animation(scene, "Pendulum");
  const [, data, script, rest] = /<script type="application\/json">(.*?)<\/script><script>(.*?)<\/script>(.*)$/s.exec(
    html,
  )!;
  expect(rest).toBe("</figure>");
  expect(script).not.toContain("<script");
  expect(JSON.stringify(JSON.parse(data))).toBe(JSON.stringify(animationData(scene, times.length)));
});

test("the still picture is in the page, for print and for readers without scripts", () => {
  const html = animation(scene, "Pendulum");
  expect(html).toContain('<div class="stage" hidden>');
  expect(html).toContain('<div class="still"><svg');
});

test("a run of one frame, of no duration or of too many points is shown as a still picture", () => {
  const points = Array.from({ length: 1001 }, () => scene.points[1]);
  for (const still of [
    { ...scene, times: [0] },
    { ...scene, times: [1, 1] },
    { ...scene, points, links: [] },
  ]) {
    expect(animation(still, "Still")).not.toContain("<canvas");
  }
});

test("many points get fewer frames, so that the file stays below a megabyte", () => {
  const points = Array.from({ length: 1000 }, (_, i) => ({ ...scene.points[1], name: `p${i}` }));
  const html = animation({ ...scene, points, links: [] }, "Chain");
  expect(html).toContain("<canvas");
  expect(html.length).toBeLessThan(1_000_000);
});

test("short and long runs play in 6 to 20 seconds, and the figure states the rate", () => {
  const scaled = (factor: number) => ({ ...scene, times: times.map((t) => t * factor) });
  expect(animation(scaled(1e-6), "Fast")).toContain("one second shows 1.67×10⁻⁶ units of time");
  expect(animationData(scaled(100), times.length).rate).toBe(50);
  expect(animationData(scene, times.length).rate).toBe(1);
});

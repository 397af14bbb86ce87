import { expect, test } from "vitest";
import { link, point, scene } from "../scene/scene.fixture.js";
import { animation, animationData } from "./animation.js";
import { Motion, type RecordedScene } from "./motion.js";

const times = Array.from({ length: 5001 }, (_, i) => i / 500);
const recorded: RecordedScene = {
  scene: scene({
    points: [
      point(2, { name: "</script><script>alert(1)</script>", mass: 2 }),
      point(-1, { name: "pivot", at: [0, 0] }),
    ],
    links: [link(1, 0)],
  }),
  times,
  // the first two entries are not read by the scene
  states: times.flatMap((t) => [7, 8, Math.sin(t), -Math.cos(t)]),
  width: 4,
  tensions: [times.map((t) => (t === 5 ? 1000 : Math.cos(t)))],
};
const dataOf = (more: Partial<RecordedScene> = {}) => animationData(new Motion({ ...recorded, ...more })).data;

test("there are at most 600 frames, and the first and the last are among them", () => {
  const { t } = dataOf();
  expect(t.length).toBe(600);
  expect([t[0], t[599]]).toEqual([0, 10]);
});

test("entries are whole numbers of steps, within half a step of the truth, and only those that the scene reads", () => {
  const { y, t } = dataOf();
  expect(y.length).toBe(2);
  const [low, step, row] = y[0];
  expect(row.every(Number.isInteger)).toBe(true);
  let sum = 0;
  row.forEach((difference, k) => {
    sum += difference;
    expect(Math.abs(low + step * sum - Math.sin(t[k]))).toBeLessThanOrEqual(0.51 * step);
  });
  expect(step).toBeLessThan(2 / 7000);
});

test("an entry that does not change takes one number", () => {
  const still = dataOf({ states: times.flatMap((t) => [7, 8, Math.sin(t), 0.25]) });
  expect(still.y[1]).toEqual([0.25, 0, [0]]);
});

test("tensions are whole percentages of a strong one, and a single peak does not stretch the scale", () => {
  const row = dataOf().tensions[0] ?? [];
  expect(row.every((value) => Number.isInteger(value) && Math.abs(value ?? 0) <= 100)).toBe(true);
  expect(row.filter((value) => Math.abs(value ?? 0) > 50).length).toBeGreaterThan(300);
});

test("a pendulum of 600 frames takes less than 60 kB with its script and its still picture", () => {
  expect(animation(recorded, "Pendulum").length).toBeLessThan(60_000);
});

test("a name cannot close the data's element, and the player finds the data where it looks", () => {
  const html = animation(recorded, "Pendulum");
  const [, data, script, rest] = /<script type="application\/json">(.*?)<\/script><script>(.*?)<\/script>(.*)$/s.exec(
    html,
  )!;
  expect(rest).toBe("</figure>");
  expect(script).not.toContain("<script");
  expect(JSON.stringify(JSON.parse(data))).toBe(JSON.stringify(dataOf()));
});

test("the still picture is in the page, for print and for readers without scripts", () => {
  const html = animation(recorded, "Pendulum");
  expect(html).toContain('<div class="stage" hidden>');
  expect(html).toContain('<div class="still"><svg');
});

test("a run of one frame, of no duration or of too many points is shown as a still picture", () => {
  const points = Array.from({ length: 1001 }, () => recorded.scene.points[0]);
  for (const still of [
    { ...recorded, times: [0] },
    { ...recorded, times: [1, 1] },
    { ...recorded, scene: scene({ points }) },
  ]) {
    expect(animation(still, "Still")).not.toContain("<canvas");
  }
});

test("many points get fewer frames, so that the file stays below a megabyte", () => {
  const points = Array.from({ length: 1000 }, (_, i) => point(2 * i, { name: `p${i}` }));
  const few = times.filter((_, i) => i % 10 === 0);
  const states = few.flatMap((t) => Array.from({ length: 2000 }, (_, k) => Math.sin(t + k)));
  const html = animation({ scene: scene({ points }), times: few, states, width: 2000 }, "Chain");
  expect(html).toContain("<canvas");
  expect(html.length).toBeLessThan(1_200_000);
});

test("short and long runs play in 6 to 20 seconds, and the figure states the rate", () => {
  const scaled = (factor: number) => times.map((t) => t * factor);
  expect(animation({ ...recorded, times: scaled(1e-6) }, "Fast")).toContain("one second shows 1.67×10⁻⁶ units of time");
  expect(dataOf({ times: scaled(100) }).rate).toBe(50);
  expect(dataOf().rate).toBe(1);
});

test("a scene in space says that it can be turned", () => {
  const inSpace = {
    ...recorded,
    scene: { ...recorded.scene, dimension: 3 as const },
    states: times.flatMap((t) => [7, 8, t, t, t]),
    width: 5,
  };
  expect(animation(inSpace, "Space")).toContain("Drag the picture to turn it.");
});

import { expect, test } from "vitest";
import { paintPlane } from "./paint-plane.js";
import { directions, paintSpace, project } from "./paint-space.js";
import { poser } from "./pose.js";
import { withReactions } from "./reactions.js";
import { link, point, scene } from "./scene.fixture.js";
import type { ModelScene } from "./scene.js";
import { canvasSheet, mix, type Sheet, svgSheet } from "./sheet.js";
import { solidsOf } from "./solids.js";

const view = { left: 100, bottom: 100, scale: 10, width: 200, height: 200 };

/** What is drawn: each path with its look. */
function recorded(): { readonly sheet: Sheet; readonly said: string[] } {
  const said: string[] = [];
  let path: string[] = [];
  const add =
    (name: string) =>
    (...numbers: number[]): void => {
      path.push(`${name} ${numbers.map((x) => Math.round(10 * x) / 10).join(" ")}`.trim());
    };
  return {
    said,
    sheet: {
      move: add("M"),
      line: add("L"),
      circle: add("O"),
      close: add("Z"),
      paint(ink) {
        if (path.length > 0) said.push(`${path.join(" ")} | ${JSON.stringify(ink)}`);
        path = [];
      },
      words: (x, y, text) => {
        said.push(`words ${Math.round(x)} ${Math.round(y)} ${text}`);
      },
    },
  };
}

function drawn(made: ModelScene, y: readonly number[], options: Parameters<typeof paintPlane>[4] = {}): string[] {
  const { sheet, said } = recorded();
  paintPlane(sheet, made, poser(made)(0, y), view, options);
  return said;
}

const pendulum = scene({
  points: [
    point(0, { name: "bob" }),
    point(-1, { name: "origin", at: [0, 0] }),
    point(-1, { name: "unused", at: [3, 3] }),
  ],
  links: [link(1, 0)],
});

test("a rod goes from its anchor to its mass, the anchor stands on hatched ground, and unused anchors are left out", () => {
  const said = drawn(pendulum, [3, -4]);
  expect(said.some((words) => words.startsWith("M 100 100 L 130 140 |"))).toBe(true);
  expect(said.some((words) => words.startsWith("M 100 100 L 108 113 L 92 113 Z"))).toBe(true);
  expect(said.filter((words) => words.startsWith("O 130 140"))).toHaveLength(1);
  expect(said.some((words) => words.includes("130 70"))).toBe(false);
});

test("tension colours a line: it pulls, pushes, or is not known", () => {
  const rod = (tension: number) =>
    drawn(pendulum, [3, -4], { tension: () => tension }).find((words) => words.startsWith("M 100 100 L 130 140 |"))!;
  expect(rod(1)).toContain('"to":"pull","part":1');
  expect(rod(-1)).toContain('"to":"press","part":1');
  expect(rod(Number.NaN)).toContain('"stroke":"ink"');
});

test("springs are coils and dampers dashpots, beside each other between the same points", () => {
  const both = scene({
    points: pendulum.points,
    links: [link(1, 0, { style: "spring", aside: -0.5 }), link(1, 0, { style: "damper", aside: 0.5 })],
  });
  const lines = drawn(both, [0, -5]).filter((words) => words.includes('"width":1.7'));
  expect(lines).toHaveLength(2);
  expect(lines[0].match(/L/g)!.length).toBeGreaterThan(7);
  expect(lines[0]).toMatch(/^M 108 100/);
  expect(lines[1]).toMatch(/^M 92 100/);
});

test("a body is a link between its joints with its centre of mass; a joint is a pin, on the ground if it holds the world", () => {
  const made = scene({
    points: [
      point(0, { role: "centre", name: "arm" }),
      point(-1, { role: "place", from: { state: 2 } }),
      point(-1, { role: "place", from: { frame: 0, local: [-1, 0] } }),
      point(-1, { role: "place", from: { frame: 0, local: [1, 0] } }),
      point(-1, { role: "place", at: [0, 0] }),
    ],
    frames: [{ name: "arm", origin: 0, axes: [1, -1, -1], places: [2, 3] }],
    joints: [{ kind: "ball", name: "pivot", sides: [4, 2], frames: [-1, 0] }],
  });
  const said = drawn(made, [1, 0, 1, 0], { names: true });
  expect(said.some((words) => words.includes('"cover":0.28'))).toBe(true);
  expect(said.some((words) => words.startsWith("O 110 100 4.5"))).toBe(true);
  expect(said.some((words) => words.startsWith("O 100 100 4.5"))).toBe(true);
  expect(said.some((words) => words.startsWith("M 100 100 L 108 113"))).toBe(true);
  expect(said.filter((words) => words.startsWith("words")).map((words) => words.split(" ")[3])).toEqual([
    "arm",
    "pivot",
  ]);
});

test.each([
  ["on a body", 0, 0],
  ["in the world", -1, 2],
])("a pin in a slot %s lies between two rails along the slot", (_, frame, hatched) => {
  const place = { role: "place" as const };
  const made = scene({
    points: [
      point(0, { name: "arm", role: "centre" }),
      point(-1, { ...place, from: { state: 2 } }),
      point(-1, { ...place, at: [0, 1] }),
      frame < 0 ? point(-1, { ...place, at: [0, 0] }) : point(-1, { ...place, from: { frame: 0, local: [0, 0, 0] } }),
    ],
    frames: [{ name: "arm", origin: 0, axes: [1, -1, -1], places: [] }],
    joints: [
      {
        kind: "point-in-slot",
        name: "slot",
        sides: [2, 3],
        frames: [frame < 0 ? 0 : -1, frame],
        axis: { side: 1, local: [0, 1, 0] },
      },
    ],
  });
  const said = drawn(made, [0, 0, 1, 0]);
  const rails = said.find((words) => words.includes('"width":1.3'))!;
  // upright, 18 pixels apart, hatched where they belong to the ground
  expect(rails).toMatch(/^M 109 \S+ L 109 /);
  expect(rails).toMatch(/M 91 \S+ L 91 /);
  expect(rails.split("M ").length - 1 > 10).toBe(hatched > 0);
  expect(said.some((words) => words.startsWith("O 100 90 4.5"))).toBe(true);
});

test("a hundred thousand masses on a few pixels take a few squares, and their lines one path of few pieces", () => {
  const count = 100_000;
  const points = Array.from({ length: count }, (_, i) => point(2 * i));
  const links = Array.from({ length: count - 1 }, (_, i) => link(i, i + 1));
  const said = drawn(
    scene({ points, links }),
    Array.from({ length: 2 * count }, (_, k) => (k % 2 === 0 ? (k / count) * 2 : 0)),
  );
  expect(said.length).toBeLessThan(5);
  expect(said.reduce((sum, words) => sum + words.length, 0)).toBeLessThan(20_000);
});

test("names that would hide each other find another side, and those without room are left out", () => {
  const points = Array.from({ length: 6 }, (_, i) => point(2 * i, { name: `same${i}` }));
  const said = drawn(scene({ points }), Array(12).fill(0), { names: true }).filter((words) =>
    words.startsWith("words"),
  );
  expect(new Set(said.map((words) => words.split(" ").slice(1, 3).join())).size).toBe(4);
});

test("SVG and canvas get the same paths", () => {
  const svg = svgSheet((text) => text);
  const places = poser(pendulum)(0, [3, -4]);
  paintPlane(svg, pendulum, places, view);
  const calls: string[] = [];
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (state, name: string) => state[name] ?? ((...numbers: number[]) => calls.push([name, ...numbers].join(" "))),
  });
  paintPlane(canvasSheet(pen as unknown as CanvasRenderingContext2D, {}), pendulum, places, view);
  expect(svg.svg()).toContain('d="M100 100L130 140"');
  expect(calls.join()).toContain("moveTo 100 100,lineTo 130 140");
});

test("in space, what is nearer to the eye is drawn later", () => {
  const made = scene({ dimension: 3, points: [point(0, { name: "far" }), point(3, { name: "near" })] });
  const camera = { ...directions(0, 0), middle: [0, 0, 0], scale: 10, width: 200, height: 200 };
  for (const [first, second] of [
    [5, -5],
    [-5, 5],
  ]) {
    const { sheet, said } = recorded();
    paintSpace(sheet, made, solidsOf(made, 10), poser(made)(0, [-1, first, 0, 1, second, 0]), camera, { radius: 10 });
    const order = said.filter((words) => words.includes('"stroke":"panel"')).map((words) => words.split(" ")[1]);
    // y points away from the eye in this view
    expect(order).toEqual(first > second ? ["90", "110"] : ["110", "90"]);
  }
  expect(project(camera, 1, 0, 2).slice(0, 2)).toEqual([110, 80]);
});

test("colours are mixed channel by channel", () => {
  expect(mix("#000a64", "#ff0a00", 0.5)).toBe("rgb(128,10,50)");
  expect(mix("#fff", "#000", 1)).toBe("rgb(0,0,0)");
});

test("reactions are arrows beside the loads, with a scale of their own, and only where they are asked for", () => {
  const made = withReactions(scene({ points: [point(0, { name: "bob" })] }), 2, 2);
  // a force of 5 at (1, 2) and one of 2.5 at (-1, 0)
  const y = [0, 0, 1, 2, 3, 4, -1, 0, 0, -2.5];
  const arrows = (options: object): string[] => drawn(made, y, options).filter((words) => words.includes('"s1"'));
  expect(arrows({ strongest: 5 })).toEqual([]);
  // the strongest is a sixth of the picture: 33.3 pixels
  const shown = arrows({ reaction: 5 });
  expect(shown.some((words) => words.startsWith("M 130 53.3 L"))).toBe(true);
  expect(shown.some((words) => words.startsWith("M 90 116.7 L"))).toBe(true);
  expect(shown).toHaveLength(4);
  const space = withReactions(scene({ dimension: 3, points: [point(0)] }), 3, 1);
  const places = poser(space)(0, [0, 0, 0, 1, 0, 0, 0, 0, 2]);
  const camera = { ...directions(0, 0), middle: [0, 0, 0], scale: 40, width: 200, height: 200 };
  const pieces = (reaction: number): number => {
    const { sheet, said } = recorded();
    paintSpace(sheet, space, solidsOf(space, 1), places, camera, { radius: 1, reaction });
    return said.filter((words) => words.includes('"s1"')).length;
  };
  expect(pieces(0)).toBe(0);
  expect(pieces(2)).toBeGreaterThan(1);
});

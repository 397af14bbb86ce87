import { expect, test } from "vitest";
import type { AnimationData } from "./data.js";
import { type Colours, draw, mix, zigzag } from "./drawing.js";
import { fromDifferences } from "./motion.js";

const names = ["ink", "muted", "paper", "panel", "grid", "s0", "s1", "s2", "s3", "s4", "s5", "s6"];
const colours = {
  ...Object.fromEntries(names.map((name) => [name, name])),
  slack: "#808080",
  pull: "#ff0000",
  press: "#0000ff",
} as Colours;

const data: AnimationData = {
  t: [0, 1],
  p: [[0], [0], [0, 100], [50]],
  points: [
    ["pivot", 0],
    ["bob", 5],
  ],
  links: [[0, 1, 0, [100, 100]]],
  trails: [1],
  size: [100, 100],
  grid: [[[50, "half"]], []],
  rate: 1,
  decimals: 0,
  unit: "",
};

/** A pen that writes down what it is told, with the colour, width and dash of each stroke and fill. */
function recorder() {
  const said: string[] = [];
  const state: Record<string, unknown> = {};
  let dash: unknown[] = [];
  const pen = new Proxy(state, {
    get: (_, name: string) => {
      if (name in state) return state[name];
      return (...numbers: unknown[]) => {
        if (name === "setLineDash") dash = numbers[0] as unknown[];
        else if (name === "stroke") said.push(`stroke ${state.strokeStyle} ${state.lineWidth} [${dash}]`);
        else if (name === "fill") said.push(`fill ${state.fillStyle}`);
        else said.push([name, ...numbers].join(" "));
      };
    },
  });
  return { said, pen: pen as unknown as CanvasRenderingContext2D };
}

/** What is said of a drawing 136 pixels wide and 140 high, where a unit of the grid is a pixel. */
function drawn(more: Partial<AnimationData>, part = 0): string[] {
  const all = { ...data, ...more };
  const { said, pen } = recorder();
  draw(pen, { data: all, rows: all.p.map(fromDifferences), colours }, { frame: 0, part }, 136, 140);
  return said;
}

test("a mass is a disc where it is between two frames, in the colour of its trail", () => {
  expect(drawn({}, 0.25)).toContain(`arc ${18 + 25} ${114 - 50} 5 0 ${2 * Math.PI}`);
  expect(drawn({})).toContain("fill s0");
  expect(drawn({ trails: [] })).toContain("fill ink");
});

test("an anchor is a triangle, and a point of radius -1 is left out with its name", () => {
  expect(drawn({})).toContain("lineTo 25 122");
  const without = drawn({ points: [data.points[0], ["bob", -1]] });
  expect(without.filter((words) => /arc|bob/.test(words))).toEqual([]);
});

test("a rod is coloured by its multiplier: red pulls, blue pushes, grey does neither or has none at the time", () => {
  const rod = (pull: number | null) => drawn({ links: [[0, 1, 0, [pull, 0]]] }).filter((words) => / 4 \[/.test(words));
  expect(rod(100)).toEqual(["stroke rgb(255,0,0) 4 []"]);
  expect(rod(-100)).toEqual(["stroke rgb(0,0,255) 4 []"]);
  expect(rod(null)).toEqual(["stroke rgb(128,128,128) 4 []"]);
  expect(drawn({ links: [[0, 1, 0, null]] })).toContain("stroke ink 3 []");
});

test("a dashed link is dashed, and nothing after it is", () => {
  const said = drawn({ links: [[0, 1, 2, null]] });
  expect(said.filter((words) => words.includes("[4,4]"))).toEqual(["stroke muted 1.5 [4,4]"]);
});

test("names are written where there are at most eight points", () => {
  const many = Array.from({ length: 9 }, (): [string, number] => ["bob", 5]);
  const p = many.flatMap(() => [[0], [0]]);
  const written = (said: string[]) => said.filter((words) => /^fillText (bob|pivot)/.test(words)).length;
  expect(written(drawn({}))).toBe(2);
  expect(written(drawn({ points: many, p, links: [] }))).toBe(0);
});

test("colours are mixed channel by channel", () => {
  expect(mix("#000a64", "#ff0a00", 0.5)).toBe("rgb(128,10,50)");
});

test("a spring goes from end to end, six pixels to either side", () => {
  const corners = zigzag([0, 0], [100, 0]);
  expect([corners[0], corners.at(-1)]).toEqual([
    [0, 0],
    [100, 0],
  ]);
  expect(new Set(corners.map(([, y]) => Math.abs(y)))).toEqual(new Set([0, 6]));
  expect(zigzag([3, 4], [3, 4]).flat().every(Number.isFinite)).toBe(true);
});

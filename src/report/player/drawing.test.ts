import { expect, test } from "vitest";
import { link, point, scene } from "../../scene/scene.fixture.js";
import { tableAxis } from "../../symbolic/piecewise.js";
import type { AnimationData } from "./data.js";
import { Drawing } from "./drawing.js";

const data: AnimationData = {
  scene: scene({ points: [point(0, { name: "bob" }), point(-1, { name: "pivot", at: [0, 0] })], links: [link(1, 0)] }),
  t: [0, 1],
  // x goes from 0 to 100, y is 50
  y: [
    [0, 1, [0, 100]],
    [50, 0, [0]],
  ],
  tensions: [[100, 100]],
  trails: [0],
  low: [0, 0, 0],
  high: [100, 100, 0],
  strongest: 0,
  reaction: 0,
  grid: [[[50, "half"]], []],
  names: true,
  rate: 1,
  decimals: 0,
  unit: "",
};
const colours = { slack: "#808080", pull: "#ff0000", press: "#0000ff", s0: "s0", ink: "ink" };

/** What is said of a drawing 136 pixels wide and 140 high, where a unit of the plane is a pixel. */
function drawn(more: Partial<AnimationData>, part = 0): string[] {
  const said: string[] = [];
  const state: Record<string, unknown> = {};
  const pen = new Proxy(state, {
    get: (_, name: string) => {
      if (name in state) return state[name];
      return (...numbers: unknown[]) => {
        if (name === "stroke") said.push(`stroke ${state.strokeStyle} ${state.lineWidth}`);
        else if (name === "fill") said.push(`fill ${state.fillStyle}`);
        else said.push([name, ...numbers].join(" "));
      };
    },
  });
  const drawing = new Drawing(JSON.parse(JSON.stringify({ ...data, ...more })));
  const look = { turn: 0.6, tilt: 0.35 };
  drawing.draw(pen as unknown as CanvasRenderingContext2D, colours, { frame: 0, part }, look, 136, 140);
  return said;
}

test("a mass is a disc where it is between two frames, in the colour of its trail", () => {
  expect(drawn({}, 0.25)).toContain(`arc ${18 + 25} ${114 - 50} 9 0 ${2 * Math.PI}`);
  expect(drawn({})).toContain("fill s0");
  expect(drawn({ trails: [] })).toContain("fill ink");
});

test("a rod is coloured by its tension: red pulls, blue pushes, grey does neither", () => {
  const rod = (pull: number | null) => drawn({ tensions: [[pull, 0]] }).filter((words) => / 3.5$/.test(words));
  expect(rod(100)).toEqual(["stroke rgb(255,0,0) 3.5"]);
  expect(rod(-100)).toEqual(["stroke rgb(0,0,255) 3.5"]);
  expect(rod(null)).toEqual(["stroke rgb(128,128,128) 3.5"]);
  expect(drawn({ tensions: [null] })).toContain("stroke ink 3.5");
});

test("names are written where the data asks for them", () => {
  const written = (said: string[]) => said.filter((words) => /^fillText (bob|pivot)/.test(words)).length;
  expect(written(drawn({}))).toBe(2);
  expect(written(drawn({ names: false }))).toBe(0);
});

test("tables of expressions survive being text: their padding is not zero", () => {
  // two breaks, so one entry of the padding is NaN
  const table = {
    name: "f",
    axes: [tableAxis([1, 2], [0, 0, 0])] as const,
    coefficients: Float64Array.of(10, 0, 0, 0, 20, 0, 0, 0, 30, 0, 0, 0),
    joint: "cut" as const,
  };
  const made = scene({
    points: [point(-1, { role: "mass", from: { steps: [1, 2] } })],
    program: {
      steps: [
        ["number", -5],
        ["table", 0, 0, 0],
        ["number", 50],
      ],
      tables: [table],
    },
  });
  expect(drawn({ scene: made, tensions: [], trails: [] })).toContain(`arc ${18 + 10} ${114 - 50} 9 0 ${2 * Math.PI}`);
});

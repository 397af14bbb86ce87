import { describe, expect, test } from "vitest";
import { toText } from "../../symbolic/index.js";
import { type Law, type Lowered, lower, type Model, parseModelText } from "../index.js";

/** The models here have no elements, so the catalogue is empty. */
const load = (text: string): Lowered => lower(parseModelText(`taut: 1\n${text}`) as Model, {});
const shown = (law: Law) => law.outputs.map((output) => toText(output));

describe("free expressions", () => {
  test("named constraints are one law, in the order of the file, with fixed points as numbers", () => {
    const { laws, q0, v0 } = load(`
parameters: { r: 2 }
points: { pin: { fixed: true, at: [3, 4] }, p: { mass: 1, at: [1, 1] } }
coordinates: { theta: { at: 0.3, velocity: 1, mass: r }, s: { mass: 1 } }
constraints: { one: x(p) - r*cos(theta), both: "p - pin - [s, 0]", three: p_y + pin_y - t }
initial: { s: r/4, "p'": [7, 8], p_y: 5 }`);
    expect(laws).toHaveLength(1);
    expect(laws[0].outputs.map((_, c) => laws[0].componentName(0, c))).toEqual(["one", "both_x", "both_y", "three"]);
    expect(laws[0].stencil.map(({ dim, index }) => [dim, index[0]])).toEqual([
      [2, 0],
      [1, 2],
      [1, 3],
    ]);
    expect(shown(laws[0])[3]).toBe("4 + p_y - t");
    expect([...q0]).toEqual([1, 5, 0.3, 0.5]);
    expect([...v0]).toEqual([7, 8, 1, 0]);
  });

  test("constraints with their own omega become separate laws", () => {
    const { laws } = load(`
coordinates: { x: { mass: 1 }, y: { mass: 1 } }
constraints: { a: x - y, b: { expression: x + y, omega: 7 } }`);
    expect(laws.map(({ omega }) => omega?.[0])).toEqual([undefined, 7]);
  });

  test("forces have an output for each coordinate of the stencil", () => {
    const { laws } = load(`
points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } }
coordinates: { u: { mass: 1 } }
force: { a: "[0, -x(b')]", u: sin(t) }`);
    expect(laws).toHaveLength(1);
    expect(shown(laws[0])).toEqual(["0", "-b_x'", "0", "0", "sin(t)"]);
  });

  test("members of families are named by index", () => {
    const { laws } = load(`
parameters: { n: 4 }
points: { bead: { repeat: n, mass: 1, at: [i, 0] } }
potential: norm(bead[n-1] - bead[0])^2 + bead[1]_y
force: { "bead[2]": "-bead[2]'" }`);
    expect(laws[0].stencil.map(({ index }) => index[0])).toEqual([0, 2, 6]);
    expect(shown(laws[1])).toEqual(["-bead[2]_x'", "-bead[2]_y'"]);
  });

  test("large sections are split into several laws", () => {
    const names = Array.from({ length: 500 }, (_, k) => `c${k}`);
    const { laws } = load(`
coordinates: [${names.join(", ")}]
mass: 1
constraints: {${names.map((name, k) => `k${k}: sin(${name})^2 + cos(3*${name})*exp(${name}) + ${k}.5/(1 + ${name}^2)`).join(", ")}}`);
    expect(laws.length).toBeGreaterThan(1);
    expect(laws.reduce((rows, { outputs }) => rows + outputs.length, 0)).toBe(500);
    expect(laws.at(-1)!.componentName(0, laws.at(-1)!.outputs.length - 1)).toBe("k499");
  });

  test("a first-order system has states, rates and invariants", () => {
    const { order, n, laws, q0, v0, groups } = load(`
states: { x: 1, y: 0 }
rates: { y: -x, x: y }
invariants: { energy: x^2 + y^2 }`);
    expect([order, n, [...q0], v0.length, groups[0].kind]).toEqual(["first", 2, [1, 0], 0, "state"]);
    expect(shown(laws[0])).toEqual(["y", "-x"]);
    expect(laws[0].stencil[0].v).toEqual([]);
    expect(laws[1].componentName(0, 0)).toBe("energy");
  });

  test("events of the run are laws too", () => {
    const { events } = load(`
coordinates: { x: { mass: 1, at: 1 } }
run: { events: { ground: { when: x, direction: falling, stop: true }, turn: { when: "x'" } } }`);
    expect(events!.map(({ name, direction, stop }) => [name, direction, stop])).toEqual([
      ["ground", -1, true],
      ["turn", 0, false],
    ]);
    expect(shown(events![1].law)).toEqual(["x'"]);
  });
});

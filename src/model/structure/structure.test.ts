/** Matchings, ranks, and the index of equations. */

import { describe, expect, test } from "vitest";
import { catalogue } from "../../elements/index.js";
import { deficitOf } from "../../math/deficit.js";
import { lower } from "../lower.js";
import type { Model } from "../validate.js";
import { validateModel } from "../validate.js";
import { competitors, largestMatching } from "./matching.js";

describe("matchings", () => {
  test("a row in the way moves to another column", () => {
    const { columnOf, rowOf } = largestMatching([[0, 1], [0], [1, 2]], 3);
    expect([...columnOf]).toEqual([1, 0, 2]);
    expect([...rowOf]).toEqual([1, 0, 2]);
  });

  test("rows without a column show which rows compete for which columns", () => {
    const incidence = [[0, 3], [1], [1, 2], [2], [1]];
    const matching = largestMatching(incidence, 4);
    const left = matching.columnOf.indexOf(-1);
    const { rows, columns } = competitors(incidence, matching, left);
    // rows 1, 2, 3, 4 contain columns 1 and 2 only
    expect(rows).toContain(left);
    expect(rows.every((row) => row > 0)).toBe(true);
    expect(rows.length).toBe(columns.length + 1);
    expect(columns.every((column) => column === 1 || column === 2)).toBe(true);
  });

  test("a long chain, where each row takes the column of the next", () => {
    const n = 2000;
    const incidence = Array.from({ length: n }, (_, k) => (k === n - 1 ? [0] : [k, k + 1]));
    const { columnOf } = largestMatching(incidence, n);
    expect([...columnOf].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, k) => k));
  });
});

describe("the rank of a matrix", () => {
  test("full, also when rows and columns have very different sizes", () => {
    expect(deficitOf(Float64Array.of(1e-20, 2e-8, 3e-8, 1e4), 2)).toBeUndefined();
  });

  test("deficient: rows that depend on each other, and columns that cannot be told apart", () => {
    const deficit = deficitOf(Float64Array.of(1, 1, 0, 2, 2, 0, 0, 0, 5), 3);
    expect(deficit).toEqual({ rows: [0, 1], columns: [0, 1] });
  });

  test("not known where an entry is not finite", () => {
    expect(deficitOf(Float64Array.of(1, Number.NaN, 0, 1), 2)).toBeNull();
  });
});

const pendulum = {
  taut: 1,
  states: { x: 1, y: 0, u: 0, v: 0 },
  rates: { x: "u", y: "v", u: "-x*z", v: "-y*z - 1" },
} as const;

const lowered = (model: object) => lower(validateModel(model, catalogue) as Model, catalogue);

describe("the index of each equation", () => {
  test.each<[string, object, [string, number, string][]]>([
    [
      "velocities and a direct equation",
      { algebraic: ["z", "w"], constraints: { along: "x*u + y*v", other: "w - x" } },
      [
        ["along", 2, "z"],
        ["other", 1, "w"],
      ],
    ],
    ["positions", { algebraic: ["z"], constraints: { rod: "x^2 + y^2 - 1" } }, [["rod", 3, "z"]]],
    [
      "one variable in two equations, so that its derivative is needed",
      { algebraic: ["z", "w"], constraints: { along: "x*u + y*v + w - x", other: "w - x" } },
      [
        ["along", 2, "z"],
        ["other", 2, "w"],
      ],
    ],
    [
      "positions and velocities with a multiplier each",
      {
        algebraic: ["z", "mu"],
        rates: { ...pendulum.rates, x: "u - x*mu", y: "v - y*mu" },
        constraints: { rod: "x^2 + y^2 - 1", along: "x*u + y*v" },
      },
      [
        ["rod", 2, "mu"],
        ["along", 2, "z"],
      ],
    ],
  ])("%s", (_, change, expected) => {
    const { structure } = lowered({ ...pendulum, ...change });
    expect(structure!.equations).toEqual(expected.map(([name, index, determines]) => ({ name, index, determines })));
  });

  test("a variable that cancels does not count: sin^2 + cos^2 - 1", () => {
    const { structure } = lowered({
      taut: 1,
      states: { x: 0.3, a: 0, b: 0 },
      algebraic: ["z"],
      rates: { x: "0.1", a: "b + z*sin(x)^2", b: "z - a" },
      constraints: { line: "a + c*x" },
      parameters: { c: 1 },
    });
    expect(structure!.equations[0].index).toBe(2);
    const hidden = lowered({
      taut: 1,
      states: { x: 0.3, a: 0, b: 0, d: 0 },
      algebraic: ["z"],
      rates: { x: "0.1", a: "b + z*sin(x)^2", d: "z*cos(x)^2 - z", b: "z - a" },
      constraints: { line: "a + d" },
    });
    expect(hidden.structure!.equations[0].index).toBe(3);
  });
});

describe("deficient structures are named in the terms of the file", () => {
  test.each<[string, object, RegExp]>([
    [
      "a variable that is used nowhere",
      { algebraic: ["z", "w"], constraints: { along: "x*u + y*v", rod: "x^2 + y^2 - 1" } },
      /^algebraic\[1\]: each algebraic variable must be in a rate or a constraint; "w" is in none\. Use it/,
    ],
    [
      "two equations for one variable",
      {
        states: { x: 1 },
        rates: { x: "-x" },
        algebraic: ["a", "b"],
        constraints: { first: "a - x", second: "a + x", third: "a*b - 1" },
        // the count of constraints is checked first
      },
      /^constraints: each algebraic variable needs one constraint; there are 3 for 2/,
    ],
    [
      "two equations that contain one variable only, and no other that acts on them",
      {
        states: { x: 1, s: 0 },
        rates: { x: "-x", s: "b" },
        algebraic: ["a", "b"],
        constraints: { first: "a - x", second: "a + x" },
      },
      /^constraints\.second: there must be a variable for each equation; "first", "second" and the rate of "x" contain only "a" and "x"/,
    ],
    [
      "an equation on which nothing acts",
      {
        states: { x: 1, s: 1 },
        rates: { x: "s", s: "z*(x - x) + z*0 - 1 + 0*s" },
        algebraic: { z: 0 },
        constraints: { first: "x*s - t" },
      },
      /^algebraic\.z: .*"z" is in none/,
    ],
    [
      "two variables that act in one combination",
      {
        algebraic: ["z", "w"],
        rates: { x: "u", y: "v", u: "-x*(z + w)", v: "-y*(z + w) - 1" },
        constraints: { along: "x*u + y*v", again: "x*u + 2*y*v" },
      },
      /^constraints\.again: the equations must determine every algebraic variable; "along" and "again" depend on each other, so that "z" and "w" may change/,
    ],
  ])("%s", (_, change, message) => {
    expect(() => lowered({ ...pendulum, ...change })).toThrow(message);
  });
});

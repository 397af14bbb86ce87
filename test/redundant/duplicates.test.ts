/**
 * Models with redundant but consistent constraints run, and the redundant ones are named. The motion is the same as
 * without them, and the multipliers have minimum norm among all with the same reaction.
 */

import { describe, expect, test } from "vitest";
import { type RunSettings, run } from "../../src/index.js";

type Solution = ReturnType<typeof run>;
const solve = (model: object, settings: RunSettings): Solution => {
  const solution = run(model, { ...settings, keepStates: false });
  expect(solution.failure).toBeUndefined();
  return solution;
};
const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));
/** Multipliers by the names of their constraints. */
const named = ({ lambda, system }: Solution) =>
  Object.fromEntries(system.constraintNames.map((name, i) => [name, lambda![i]]));

const ways: readonly [string, RunSettings][] = [
  ["dop853, stabilised", { rtol: 1e-12, projection: "stabilise" }],
  ["dop853, Newton", { rtol: 1e-12, projection: "newton" }],
  ["dop853, drifting", { rtol: 1e-12, projection: "none" }],
  ["rattle", { method: "rattle", step: 0.002 }],
  ["rattle-1", { method: "rattle-1", step: 0.002 }],
  ["shake", { method: "shake", step: 0.002 }],
  ["rk4, relaxed by levels", { method: "rk4", step: 0.01, projection: "relax" }],
  ["rk4, relaxed along (4.7)", { method: "rk4", step: 0.01, projection: { name: "relax", form: "coupled" } }],
  ["rk4, relaxed by sweeps", { method: "rk4", step: 0.01, projection: { name: "relax", sweeps: 30 } }],
  ["rk4, relaxed by minimum norm", { method: "rk4", step: 0.01, projection: { name: "relax", form: "full" } }],
  ["adams", { method: "adams", rtol: 1e-8 }],
  ["bdf", { method: "bdf", rtol: 1e-6 }],
  ["radau5, multipliers eliminated", { formulation: "underlying", method: "radau5", rtol: 1e-6 }],
  ["radau5, multipliers solved for", { formulation: "rigid", method: "radau5", rtol: 1e-6 }],
  ["gn-zs", { method: "gn-zs", step: 0.002 }],
  ["Baumgarte", { formulation: { name: "baumgarte", gamma: 10 }, method: "dop853", rtol: 1e-10 }],
  ["stabilised rates", { formulation: { name: "stabilised", gamma: 10 }, method: "dop853", rtol: 1e-10 }],
  ["P1", { formulation: { name: "regularised", beta: 1e7 }, method: "rk4", step: 0.01, projection: "inner-euler" }],
];

/** A pendulum that falls from the horizontal, with `copies` equal rods. */
const pendulum = (copies: number) => ({
  taut: 1,
  points: { bob: { mass: 1, at: [1, 0] } },
  elements: [
    ...["arm", "copy", "third"].slice(0, copies).map((name) => ({ rod: { between: ["origin", "bob"], name } })),
    { gravity: [0, -9.81] },
  ],
});

/** Six masses in a ring, each with its own pendulum; every rod is given `copies` times. */
const ring = (copies: number, off = 0) => {
  const rods = (name: string, rod: object) =>
    Array.from({ length: copies }, (_, k) => ({ rod: { ...rod, name: `${name}${k}` } }));
  return {
    taut: 1,
    parameters: { n: 6, off },
    points: {
      bead: {
        repeat: "n",
        mass: 1,
        at: ["cos(2*pi*i/n) + off*sin(i)", "sin(2*pi*i/n)"],
        velocity: ["0.3*sin(2*i)", "0.2*cos(3*i)"],
      },
      bob: {
        repeat: "n",
        mass: 0.5,
        at: ["1.8*cos(2*pi*i/n + 0.2)", "1.8*sin(2*pi*i/n + 0.2)"],
        velocity: ["0.1*i", 0.1],
      },
    },
    elements: [
      ...rods("side", { repeat: "n - 1", between: ["bead[i]", "bead[i+1]"], length: 1 }),
      ...rods("last", { between: ["bead[n-1]", "bead[0]"], length: 1 }),
      ...rods("arm", { repeat: "n", between: ["bead[i]", "bob[i]"], length: 0.9 }),
      { gravity: [0, -1] },
    ],
  };
};

/** A square that hangs by a corner; one diagonal makes it rigid, and a second is redundant. */
const truss = (diagonals: readonly ("down" | "up")[]) => {
  const ends = { top: ["origin", "a"], right: ["a", "b"], bottom: ["b", "c"], left: ["c", "origin"] };
  const across = { down: ["origin", "b"], up: ["a", "c"] };
  return {
    taut: 1,
    points: { a: { mass: 1, at: [1, 0] }, b: { mass: 2, at: [1, -1] }, c: { mass: 1, at: [0, -1] } },
    elements: [
      ...Object.entries(ends).map(([name, between]) => ({ rod: { between, name } })),
      ...diagonals.map((name) => ({ rod: { between: across[name], name } })),
      { gravity: [0, -9.81] },
    ],
  };
};

describe.each(ways)("%s", (_, settings) => {
  test("a rod given two or three times carries a half or a third of the load, and the motion is the same", () => {
    const single = solve(pendulum(1), { ...settings, until: 3 });
    expect(single.dropped).toEqual([]);
    for (const copies of [2, 3]) {
      const { y, lambda, dropped } = solve(pendulum(copies), { ...settings, until: 3 });
      expect(dropped).toEqual(["copy", "third"].slice(0, copies - 1));
      expect(distance(y, single.y)).toBeLessThan(1e-10);
      expect(distance(lambda!, Array(copies).fill(single.lambda![0] / copies))).toBeLessThan(1e-10);
    }
  });

  test("in a ring of pendula with every rod given twice, one of each pair is dropped, and each pair shares its load", () => {
    const single = solve(ring(1), { ...settings, until: 3 });
    const doubled = solve(ring(2), { ...settings, until: 3 });
    expect(single.dropped).toEqual([]);
    expect(doubled.dropped.map((name) => name.replace(/[01](?=$|\[)/, "")).sort()).toEqual(
      single.system.constraintNames.map((name) => name.replace(/0(?=$|\[)/, "")).sort(),
    );
    expect(distance(doubled.y, single.y)).toBeLessThan(1e-10);
    const [one, two] = [named(single), named(doubled)];
    for (const [name, lambda] of Object.entries(one)) {
      expect(Math.abs(two[name] - lambda / 2)).toBeLessThan(1e-10);
      expect(Math.abs(two[name.replace(/0(?=$|\[)/, "1")] - lambda / 2)).toBeLessThan(1e-10);
    }
  });

  test("a truss with a redundant diagonal moves as with one diagonal, and has no internal stress", () => {
    const both = solve(truss(["down", "up"]), { ...settings, until: 3 });
    expect(both.dropped.length).toBe(1);
    expect(Object.keys(named(both))).toContain(both.dropped[0]);
    // the internal stress that the rods could have: sides 1, diagonals -sqrt(2)
    const own: Record<string, number> = { top: 1, right: 1, bottom: 1, left: 1, down: -Math.SQRT2, up: -Math.SQRT2 };
    const lambda = named(both);
    const stress = Object.keys(own).reduce((sum, name) => sum + own[name] * lambda[name], 0);
    expect(Math.abs(stress)).toBeLessThan(1e-10);
    for (const diagonal of ["down", "up"] as const) {
      const one = solve(truss([diagonal]), { ...settings, until: 3 });
      expect(one.dropped).toEqual([]);
      expect(distance(both.y, one.y)).toBeLessThan(1e-10);
      // multipliers with the same reaction differ by a multiple of the internal stress
      const single: Record<string, number> = { down: 0, up: 0, ...named(one) };
      const multiple = lambda.top - single.top;
      for (const name of Object.keys(own)) {
        expect(Math.abs(lambda[name] - single[name] - multiple * own[name])).toBeLessThan(1e-10);
      }
    }
  });
});

test("a start off the constraints is projected onto them, even if constraints are doubled", () => {
  const single = solve(ring(1, 0.02), { until: 0 });
  const doubled = solve(ring(2, 0.02), { until: 0 });
  expect(doubled.start!.moved.q).toBeGreaterThan(0.01);
  expect(doubled.start!.position.after).toBeLessThan(1e-12);
  expect(doubled.dropped.length).toBe(12);
  expect(distance(doubled.y, single.y)).toBeLessThan(1e-10);
});

/** A chain of n rods along (x, y); its links are given `copies` times. */
const chain = (n: number, x: number, y: number, copies = 1) => ({
  taut: 1,
  parameters: { n },
  points: { bead: { repeat: "n", mass: "1/n", at: [`${x}*(i + 1)/n`, `${y}*(i + 1)/n`] } },
  elements: [
    { rod: { between: ["origin", "bead[0]"], name: "hook" } },
    ...["link", "copy"].slice(0, copies).map((name) => ({
      rod: { repeat: "n - 1", between: ["bead[i]", "bead[i+1]"], name },
    })),
    { gravity: [0, -9.81] },
  ],
});

describe("a straight chain of 1,000 rods has full rank, although its singular values span 1 to 8e-4", () => {
  test.each([
    ["horizontal", 1, 0],
    ["hanging", 0, -1],
    ["slanted", 0.6, 0.8],
  ])("%s: no constraint is dropped, and the chain moves", (_, x, y) => {
    const { dropped, ledger, work } = solve(chain(1000, x, y), { until: 1e-3 });
    expect(dropped).toEqual([]);
    expect(work.steps).toBeGreaterThan(0);
    expect(ledger.position).toBeLessThan(1e-12);
  });

  test("with every link twice 999 are dropped, and each pair shares its load", () => {
    // the error of lambda is rounding times the condition number of G M^-1 G^T, 1e6
    for (const n of [20, 100, 1000]) {
      const single = named(solve(chain(n, 1, 0), { until: 0.01 }));
      const doubled = solve(chain(n, 1, 0, 2), { until: 0.01 });
      const shared = named(doubled);
      expect(doubled.dropped.length).toBe(n - 1);
      for (let i = 0; i < n - 1; i++) {
        expect(Math.abs(shared[`link[${i}]`] - single[`link[${i}]`] / 2)).toBeLessThan(1e-9);
        expect(Math.abs(shared[`copy[${i}]`] - single[`link[${i}]`] / 2)).toBeLessThan(1e-9);
      }
    }
  });
});

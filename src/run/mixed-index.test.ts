/**
 * Equations of different indices in one model, by every way of solving them. The references are closed forms, and a
 * pendulum in its angle, theta'' = -sin theta, by steps of the classical Runge-Kutta method written here.
 */

import { describe, expect, test } from "vitest";
import { explain } from "../analysis/index.js";
import { catalogue } from "../elements/index.js";
import { type Model, validateModel } from "../model/index.js";
import { run } from "./run-model.js";

const swing = {
  taut: 1,
  states: { x: 1, y: 0, u: 0, v: 0 },
  rates: { x: "u", y: "v", u: "-x*z", v: "-y*z - 1" },
} as const;

/** x, y, u, v and the tension z = u^2 + v^2 - y of the pendulum at t = 1. */
function pendulumAt1(): number[] {
  const h = 1e-3;
  let [angle, spin] = [Math.PI / 2, 0];
  for (let k = 0; k < 1000; k++) {
    const [a1, b1] = [spin, -Math.sin(angle)];
    const [a2, b2] = [spin + (h / 2) * b1, -Math.sin(angle + (h / 2) * a1)];
    const [a3, b3] = [spin + (h / 2) * b2, -Math.sin(angle + (h / 2) * a2)];
    const [a4, b4] = [spin + h * b3, -Math.sin(angle + h * a3)];
    angle += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    spin += (h / 6) * (b1 + 2 * b2 + 2 * b3 + b4);
  }
  const [x, y] = [Math.sin(angle), -Math.cos(angle)];
  return [x, y, -y * spin, x * spin, spin * spin - y];
}
const [x, y, u, v, tension] = pendulumAt1();
const [sin, cos] = [Math.sin(1), Math.cos(1)];

/** Models, with their states and variables at t = 1. */
const cases: Record<string, [object, readonly number[], readonly number[]]> = {
  "index 1 beside 2": [
    { ...swing, algebraic: ["z", "w"], constraints: { along: "x*u + y*v", other: "w - x" } },
    [x, y, u, v],
    [tension, x],
  ],
  "index 1 beside 3, where the rate reads both": [
    {
      ...swing,
      algebraic: ["z", "w"],
      rates: { ...swing.rates, u: "w", v: "-y*z - 1" },
      constraints: { rod: "x^2 + y^2 - 1", push: "w + x*z" },
    },
    [x, y, u, v],
    [tension, -x * tension],
  ],
  "a variable in two equations, nonlinear, whose derivative is needed": [
    { ...swing, algebraic: ["z", "w"], constraints: { along: "x*u + y*v + w - x", other: "w^3 + w - x - x^3" } },
    [x, y, u, v],
    [tension, x],
  ],
  "index 3 through a variable": [
    { ...swing, algebraic: ["z", "r"], constraints: { rod: "r - 1", radius: "r^2 - x^2 - y^2" } },
    [x, y, u, v],
    [tension, 1],
  ],
  "positions and velocities with a multiplier each": [
    {
      ...swing,
      algebraic: ["z", "mu"],
      rates: { ...swing.rates, x: "u - x*mu", y: "v - y*mu" },
      constraints: { rod: "x^2 + y^2 - 1", along: "x*u + y*v" },
    },
    [x, y, u, v],
    [tension, 0],
  ],
  "a prescribed motion through a variable": [
    {
      taut: 1,
      states: { p: 0 },
      algebraic: ["f", "w"],
      rates: { p: "f" },
      constraints: { follow: "p - w", signal: "w - sin(t)" },
    },
    [sin],
    [cos, sin],
  ],
  "index 4": [
    {
      taut: 1,
      states: { a: 0, b: 1, c: 0 },
      algebraic: ["f"],
      rates: { a: "b", b: "c", c: "f" },
      constraints: { follow: "a - sin(t)" },
    },
    [sin, cos, -sin],
    [-cos],
  ],
};

const ways = [
  {},
  { method: "dop853" },
  { method: "bdf" },
  { method: "radau5" },
  { method: "rosenbrock4" },
  { method: "radau5", formulation: "dae" },
  { method: "dop853", formulation: "stabilised" },
] as const;

describe.each(Object.entries(cases))("%s", (_, [data, states, variables]) => {
  const model = validateModel(data, catalogue);

  // errors add up over some ten steps, so two digits less than the tolerance are asked for
  test.each(ways)("by %j to 1e-8", (way) => {
    const { y: end, lambda, status } = run(model, { until: 1, rtol: 1e-10, atol: 1e-10, ...way });
    expect(status).toBe("ok");
    states.forEach((exact, k) => {
      expect(Math.abs(end[k] - exact)).toBeLessThan(1e-8);
    });
    variables.forEach((exact, k) => {
      expect(Math.abs(lambda![k] - exact)).toBeLessThan(1e-8);
    });
  });

  test("a start beside the equations is moved onto all of them", () => {
    const beside = Object.entries(model.states as Record<string, number>).map(([name, value]) => [name, value + 0.02]);
    const off = validateModel({ ...data, states: Object.fromEntries(beside) }, catalogue);
    const { start, status, trajectory } = run(off, { until: 1 });
    expect(status).toBe("ok");
    expect(start!.moved.q).toBeGreaterThan(1e-3);
    const y0 = trajectory.states().subarray(0, states.length);
    if (states.length === 4) expect(y0[0] * y0[2] + y0[1] * y0[3]).toBeCloseTo(0, 10);
    else expect(Math.abs(y0[0])).toBeLessThan(1e-10);
  });
});

test("invariants beside algebraic variables are kept", () => {
  const data = {
    ...swing,
    algebraic: ["z", "w"],
    constraints: { rod: "x^2 + y^2 - 1", other: "w - x" },
    invariants: { energy: "(u^2 + v^2)/2 + y" },
  };
  const settings = { until: 20, rtol: 1e-4, method: "dopri5", formulation: "underlying" } as const;
  const kept = run(validateModel(data, catalogue), { ...settings, projection: "stabilise" });
  expect(kept.status).toBe("ok");
  expect(kept.ledger.invariants.energy.maxDeviation).toBeLessThan(1e-10);
  expect(kept.ledger.invariants.rod.maxDeviation).toBeLessThan(1e-10);
  const loose = run(validateModel(data, catalogue), { ...settings, projection: "none" });
  expect(loose.ledger.invariants.energy.maxDeviation).toBeGreaterThan(1e-6);
});

test("explain lists the index of each equation", () => {
  const { equations, choice } = explain(validateModel(cases["index 1 beside 2"][0], catalogue));
  expect(equations).toEqual([
    { name: "along", index: 2, determines: "z" },
    { name: "other", index: 1, determines: "w" },
  ]);
  expect(choice.reason).toContain("2 algebraic variables of indices 1 and 2");
});

test("a matrix that is singular at the start only names the equation and the variable, not a linkage", () => {
  const data = { taut: 1, states: { x: 0 }, algebraic: ["z"], rates: { x: "1" }, constraints: { ratio: "x*z - 1" } };
  const { status, failure } = run(validateModel(data, catalogue), { until: 1 });
  expect(status).toBe("singular");
  expect(failure!.message).toContain('the equation "ratio" does not determine "z" there');
  expect(failure!.message).not.toContain("linkage");
});

test("baumgarte refuses what one derivative does not reach, in a sentence", () => {
  const model = validateModel({ ...(cases["index 4"][0] as Model), name: "servo" }, catalogue);
  expect(() => run(model, { formulation: "baumgarte", until: 1 })).toThrow(
    'needs constraints that are differentiated once, and "follow" of "servo" is differentiated 3 times (index 4). Use "underlying" or "stabilised".',
  );
});

import { describe, expect, test } from "vitest";
import type { ModelData } from "../model/index.js";
import { prepareRun } from "../run/index.js";

const spring = {
  taut: 1 as const,
  parameters: { k: 5 },
  coordinates: { x: { at: 0.4, velocity: 0.7, mass: 2 }, z: { at: -0.3, mass: 1 } },
};
const rod = {
  taut: 1 as const,
  points: {
    hook: { fixed: true, at: ["0.1*sin(3*t)", 0] },
    a: { mass: 1, at: [0.8, -0.6], velocity: [0.6, 0.8] },
    b: { mass: 2, at: [1.6, -1.2], velocity: [0.3, 1.4] },
  },
  elements: [
    { rod: { between: ["hook", "a"] } },
    { rod: { between: ["a", "b"] } },
    { gravity: [0, -9.81] },
    { drag: { damping: 0.3 } },
  ],
};
const controller = { states: { s: 0.5, r: -0.2 }, rates: { s: "x*x' - s*r + sin(t)", r: "z - r^3" } };

const models: Readonly<Record<string, ModelData>> = {
  "states and potentials that read them": {
    ...spring,
    ...controller,
    potential: "k*(x - s)^2/2 + x^2*z^2*exp(r) + s*x",
    force: { x: "-s*x'*r", z: "tanh(s*z')" },
  },
  "a mass with blocks": {
    ...spring,
    ...controller,
    coordinates: { x: { at: 0.4, velocity: 0.7 }, z: { at: -0.3 } },
    mass: [
      {
        of: ["x", "z"],
        matrix: [
          [2, 0.5],
          [0.5, 1],
        ],
      },
    ],
    force: { x: "-s*x' + r", z: "s*z*x" },
  },
  "a mass that depends on positions, and an algebraic variable": {
    taut: 1,
    coordinates: { x: { at: 0.2, velocity: 0.3 }, theta: { at: 0.4, velocity: -0.5 } },
    kinetic: "x'^2 + 0.3*x'*theta'*cos(theta) + (0.5 + 0.1*x^2)*theta'^2",
    potential: "cos(theta)*(1 + s)",
    states: { s: 0.1 },
    algebraic: { u: 1 },
    rates: { s: "theta*u - s" },
    constraints: { drive: "u + 0.2*u^3 - x*theta' - s - 0.5*t" },
    force: { x: "u*cos(theta)", theta: "-u*x'*s" },
  },
  "rods on a moving anchor, a motor": {
    ...rod,
    states: { current: 0.4 },
    algebraic: ["speed"],
    rates: { current: "3 - current - speed^2" },
    constraints: { tachometer: "speed - (a_x*a_y' - a_y*a_x')" },
    force: { a: ["-current*a_y*speed", "current*a_x"] },
  },
  "rods with a redundant one": {
    ...rod,
    elements: [...rod.elements, { rod: { between: ["a", "b"], name: "twice" } }],
    states: { current: 0.4 },
    rates: { current: "3 - current*a_x'" },
    force: { a: ["-current*a_y", "current*a_x"] },
  },
};

/** The largest difference between J and central differences, and the size of J. */
function compared(
  model: ModelData,
  formulation: string,
): { readonly error: number; readonly size: number; readonly entries: number } {
  const prepared = prepareRun(model, {
    settings: {
      formulation,
      method: "implicit-euler",
      step: 0.1,
      until: 1,
      ...(formulation === "stiff" && { omega: 4 }),
    },
  });
  // the start is made consistent and redundant constraints are dropped
  const { problem, run } = prepared;
  const J = problem.rate!.jacobian!()!;
  const { dimension: n, arena } = problem;
  const [y, up, down, values] = [arena.f64(n), arena.f64(n), arena.f64(n), arena.f64(J.rows.length)];
  const t = 0.4;
  run.advance(1);
  y.set(run.state.y);
  J.evaluate(values, t, y);
  const whole = new Float64Array(n * n);
  for (let e = 0; e < values.length; e++) whole[J.rows[e] * n + J.cols[e]] += values[e];
  let [error, size] = [0, 0];
  const d = 1e-5;
  for (let j = 0; j < n; j++) {
    const kept = y[j];
    y[j] = kept + d;
    expect(problem.rate!(up, t, y)).toBe("ok");
    y[j] = kept - d;
    expect(problem.rate!(down, t, y)).toBe("ok");
    y[j] = kept;
    for (let i = 0; i < n; i++) {
      error = Math.max(error, Math.abs(whole[i * n + j] - (up[i] - down[i]) / (2 * d)));
      size = Math.max(size, Math.abs(whole[i * n + j]));
    }
  }
  return { error, size, entries: values.length };
}

describe("the Jacobian of mechanics with states beside coordinates agrees with central differences", () => {
  test.each([
    ["states and potentials that read them", "ode"],
    ["a mass with blocks", "ode"],
    ["a mass that depends on positions, and an algebraic variable", "ode"],
    ["rods on a moving anchor, a motor", "underlying"],
    ["rods on a moving anchor, a motor", "stiff"],
    ["rods with a redundant one", "underlying"],
    ["rods with a redundant one", "stiff"],
  ])("%s, %s", (name, formulation) => {
    const { error, size } = compared(models[name], formulation);
    // truncation d^2 and rounding eps/d, both 1e-10, times third derivatives and sizes up to a thousand
    expect(error).toBeLessThan(1e-7 * Math.max(1, size));
    expect(size).toBeGreaterThan(0.9);
  });

  test("without algebraic variables and with a constant mass it is sparse, however large the system is", () => {
    const count = 60;
    const chain: ModelData = {
      taut: 1,
      coordinates: { x: { repeat: count, mass: 1, at: "0.1*i" } },
      elements: [],
      potential: `sum(i, 1, ${count - 1}, (x[i] - x[i-1])^2)`,
      states: { s: 0 },
      rates: { s: "x[3] - s" },
      force: { "x[0]": "s" },
    };
    const { error, entries } = compared(chain, "ode");
    expect(error).toBeLessThan(1e-7);
    expect(entries).toBeLessThan(6 * count);
  });
});

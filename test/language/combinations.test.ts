/** Features of the language together: what each does alone must hold beside the others. */

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.js";
import { errorsOf } from "./errors-of.js";

/** The largest difference of two solutions at the end, in the named columns. */
const apart = (a: ReturnType<typeof run>, b: ReturnType<typeof run>, names: readonly string[]): number =>
  Math.max(...names.map((name) => Math.abs(a.of(name).at(-1)! - b.of(name).at(-1)!)));

describe("states beside bodies", () => {
  const plane = {
    taut: 1 as const,
    bodies: { arm: { mass: 1, inertia: 0.5, at: [1, 0], velocity: [0, 0.7], spin: 0.7 } },
    joints: [{ ball: { between: ["world", "arm"] as const, at: [0, 0] } }],
    elements: [{ gravity: [0, -9.81] }, { torque: { on: "arm", torque: "3*current" } }],
    states: { current: 0.2, heat: 0 },
    rates: { current: "5*(1 - current) - 0.3*arm_d1_x'", heat: "current^2" },
    run: { until: 1, rtol: 1e-10, atol: 1e-12 },
  };
  // the same pendulum by its angle: m l^2 + J = 1.5
  const angle = {
    taut: 1 as const,
    coordinates: { theta: { at: 0, velocity: 0.7, mass: 1.5 } },
    potential: "9.81*sin(theta)",
    force: { theta: "3*current" },
    states: { current: 0.2, heat: 0 },
    rates: { current: "5*(1 - current) + 0.3*sin(theta)*theta'", heat: "current^2" },
    run: plane.run,
  };
  const reference = run(angle);

  test.each(["dop853", "gbs", "adams", "radau5", "bdf", "rosenbrock4", "gauss4"] as const)(
    "a motor on a body in the plane moves as one on an angle does: %s",
    (method) => {
      const solution = run(plane, method === "gauss4" ? { method, step: 0.002 } : { method });
      expect(solution.status).toBe("ok");
      expect(apart(solution, reference, ["current", "heat"])).toBeLessThan(1e-6);
      expect(Math.abs(solution.of("arm_d1_x").at(-1)! - Math.cos(reference.of("theta").at(-1)!))).toBeLessThan(1e-6);
    },
  );

  test("a state that follows a body in space is that of a thrown point beside it", () => {
    const solution = run({
      taut: 1,
      bodies: { top: { mass: 2, inertia: [1, 2, 3], at: [0, 0, 1], velocity: [1, 0, 2], spin: [0.1, 3, 0.2] } },
      elements: [{ gravity: [0, 0, -9.81] }],
      states: { late: 1 },
      rates: { late: "top_x - late" },
      run: { until: 1, rtol: 1e-10, atol: 1e-12 },
    });
    // late' = t - late with late(0) = 1
    expect(Math.abs(solution.of("late").at(-1)! - 2 * Math.exp(-1))).toBeLessThan(1e-9);
  });
});

test("outputs have the rates of states and accelerations beside variables of nonlinear equations, and change no bit", () => {
  const model = {
    taut: 1 as const,
    coordinates: { z: { at: 1, mass: 2 } },
    states: { s: 0.5 },
    algebraic: { w: 0.3 },
    rates: { s: "z - s" },
    constraints: { law: "w + w^3 - z - s" },
    force: { z: "-w" },
    run: { until: 1 },
  };
  const solution = run({ ...model, outputs: { rate: "s'", acceleration: "z''", squared: "w^2" } });
  const [z, state, rate, acceleration, squared] = ["z", "s", "rate", "acceleration", "squared"].map(
    (name) => solution.of(name).at(-1)!,
  );
  expect(Math.abs(rate - (z - state))).toBeLessThan(1e-12);
  expect(Math.abs(acceleration + Math.sqrt(squared) / 2)).toBeLessThan(1e-12);
  expect(solution.y).toEqual(run(model).y);
  const first = run({
    taut: 1,
    states: { x: 1 },
    algebraic: { v: 0.5 },
    rates: { x: "-v" },
    constraints: { law: "v + v^3 - x" },
    outputs: { rate: "x'" },
    run: { until: 1, formulation: "underlying" },
  });
  const v = -first.of("rate").at(-1)!;
  expect(Math.abs(v + v ** 3 - first.of("x").at(-1)!)).toBeLessThan(1e-12);
});

test("a table of the largest size is in place for code that is generated during a run", () => {
  const points = Array.from({ length: 300 }, (_, k) => k);
  const solution = run({
    taut: 1,
    tables: { f: { x: points, y: points, z: points.map((a) => points.map((b) => 2 + a + b)), by: "linear" } },
    coordinates: { x: { at: 5, mass: 1 } },
    // a force with a potential that is not written: its work is integrated by code of its own
    force: { x: "f(x, 3)" },
    run: { until: 0.1 },
  });
  // x'' = 5 + x
  expect(Math.abs(solution.y[0] - (10 * Math.cosh(0.1) - 5))).toBeLessThan(1e-6);
});

test("triangles that are too large are counted, not made, also where rows have no members", () => {
  const model = (repeat: object) => ({
    taut: 1,
    points: { p: { repeat: 10, mass: 1, at: ["i", 0] } },
    elements: [{ spring: { repeat, between: ["p[0]", "p[1]"], stiffness: 1 } }],
  });
  expect(errorsOf(model({ i: 1e6, j: "i" }))).toEqual([expect.stringContaining("at most 10000000 members")]);
  expect(errorsOf(model({ i: { from: 0, to: 1e9 }, j: "i - i" }))).toEqual([
    expect.stringContaining("at most 10000000 members"),
  ]);
  expect(errorsOf(model({ i: 10, j: "i" }))).toEqual([]);
});

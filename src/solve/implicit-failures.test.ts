/** What implicit methods say when they cannot go on: status, time, step, the component or constraint, what to try. */

import { expect, test } from "vitest";
import { compileSystem } from "../compile/index.js";
import { errorControlled, fixed } from "../controllers/index.js";
import type { Formulation, Method, Problem } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { ode, rigid, underlying } from "../formulations/index.js";
import {
  bdf,
  gauss4,
  gauss6,
  implicitMidpoint,
  radau5,
  rosenbrock4,
  rosenbrock23,
  trapezoidal,
  trBdf2,
} from "../methods/index.js";
import { lower, validateModel } from "../model/index.js";
import { type SolveOptions, solve } from "./index.js";

const adaptive = [bdf(), radau5(), rosenbrock4(), rosenbrock23(), trapezoidal(), trBdf2()];
const symplectic = [implicitMidpoint(), gauss4(), gauss6()];
const controller = errorControlled({ rtol: 1e-6, atol: 1e-6 });

/** The failure, whose state is finite and whose sentence says what to try. */
function failed(problem: Problem, options: Pick<SolveOptions, "method" | "until"> & Partial<SolveOptions>) {
  const solution = solve(problem, { controller, ledger: "saved", ...options });
  expect(solution.status).toBe(solution.failure?.status);
  expect(solution.y.every(Number.isFinite)).toBe(true);
  expect(solution.failure!.message).toMatch(/ at t = .*: .*\. [A-Z].*\.$/);
  return solution.failure!;
}

const rates = (states: Record<string, number>, given: Record<string, string>): Problem =>
  ode().apply(
    compileSystem(lower(validateModel({ taut: 1, name: "rates", states, rates: given }, catalogue), catalogue)),
  );

test.each(adaptive)("$name at a blow-up, x' = x^2: the step is too small at t = 1, because of x", (method) => {
  const problem = rates({ clock: 0, x: 1 }, { clock: "1", x: "x^2" });
  const { status, t, h, component } = failed(problem, { method, until: 2 });
  expect(["step-too-small", "nonfinite", "diverged"]).toContain(status);
  // as accurate as the tolerance: an error of x moves the blow-up
  expect(t).toBeCloseTo(1, 4);
  expect(h).toBeLessThan(1e-9);
  expect(component).toBe("x");
});

test.each(adaptive)("$name where a square root leaves its domain: nonfinite, and the rate is named", (method) => {
  const problem = rates({ fuel: 1, speed: 0 }, { fuel: "-1", speed: "sqrt(fuel)" });
  const { status, t, component } = failed(problem, { method, until: 2 });
  expect([status, component]).toEqual(["nonfinite", "speed"]);
  expect(t).toBeCloseTo(1, 3);
});

test.each(symplectic)("$name there with a fixed step: at once, at the last good time", (method) => {
  const problem = rates({ fuel: 1, speed: 0 }, { fuel: "-1", speed: "sqrt(fuel)" });
  const { status, t, h, component } = failed(problem, { method, until: 2, controller: fixed({ step: 0.3 }) });
  expect([status, h, component]).toEqual(["nonfinite", 0.3, "speed"]);
  expect(t).toBeCloseTo(0.9, 14);
});

test.each(adaptive)("$name at a start where the Jacobian is infinite: nonfinite, and its row is named", (method) => {
  const problem = rates({ x: 1, y: 0 }, { x: "-x", y: "sqrt(y) - y" });
  const { status, t, component } = failed(problem, { method, until: 1 });
  expect({ status, t, component }).toEqual({ status: "nonfinite", t: 0, component: "y" });
});

// z = y + h F(z) has no solution when h is that large
test.each([...symplectic, ...adaptive.filter(({ name }) => !name.startsWith("rosen"))])(
  "$name with a fixed step at which its equations have no solution: Newton diverges, and x is named",
  (method) => {
    const problem = rates({ clock: 0, x: 0.5 }, { clock: "1", x: "1 + x^2" });
    const { status, component, message } = failed(problem, { method, until: 40, controller: fixed({ step: 4 }) });
    expect([status, component]).toEqual(["diverged", "x"]);
    expect(message).toContain("Newton's iteration");
    expect(message).toContain("smaller step");
  },
);

// 1 - h lambda / 2 = 0 for the trapezoidal and the midpoint rule, 1 - h gamma lambda = 0 for RODAS with gamma = 1/4
test.each<[Method, number]>([
  [implicitMidpoint(), 2],
  [trapezoidal(), 2],
  [rosenbrock4(), 4],
])("a growth that makes the matrix of a step singular is named: $name", (method, lambda) => {
  const problem = rates({ x: 1, z: 1 }, { x: "-x", z: `${lambda}*z` });
  const { status, t, component, message } = failed(problem, { method, until: 3, controller: fixed({ step: 1 }) });
  expect({ status, t, component }).toEqual({ status: "singular", t: 0, component: "z" });
  expect(message).toContain("I - h J");
});

test("max-steps of a method that damps nothing says how far the run came", () => {
  const problem = rates({ x: 1, v: 0 }, { x: "v", v: "-1e10*x" });
  const { status, t, message } = failed(problem, { method: trapezoidal(), until: 10, maxSteps: 100 });
  expect(status).toBe("max-steps");
  expect(t).toBeGreaterThan(0);
  expect(message).toContain("Raise maxSteps");
});

/** A point held by two rods of length 1, from the origin and from a pivot that rises: straight at t = 1. */
const stretched = (formulation: Formulation): Problem => {
  const model = {
    taut: 1,
    name: "stretched",
    points: {
      pivot: { fixed: true, at: [0, "1 + t"] },
      a: { mass: 1, at: [Math.sqrt(3) / 2, 0.5], velocity: [-0.5 / Math.sqrt(3), 0.5] },
    },
    elements: [
      { rod: { between: ["origin", "a"], length: 1, name: "lower" } },
      { rod: { between: ["pivot", "a"], length: 1, name: "upper" } },
    ],
  };
  return formulation.apply(compileSystem(lower(validateModel(model, catalogue), catalogue)));
};

test.each<[string, Formulation, Method]>([
  ["bdf on the underlying ODE", underlying(), bdf()],
  ["radau5 on the underlying ODE", underlying(), radau5()],
  ["radau5, index 1", rigid(), radau5({ index: 1 })],
  ["radau5, index 2", rigid(), radau5()],
  ["radau5, index 3", rigid(), radau5({ index: 3 })],
])("%s pulling a linkage beyond its reach stops where it is stretched", (_, formulation, method) => {
  const { t, component } = failed(stretched(formulation), { method, until: 2 });
  expect(t).toBeCloseTo(1, 2);
  expect(component).toMatch(/lower|upper|^a/);
});

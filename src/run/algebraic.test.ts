/** First-order systems with algebraic variables, from model to result. */

import { describe, expect, test } from "vitest";
import { order } from "../../test/fixtures/stepping.js";
import { catalogue } from "../elements/index.js";
import { type Model, validateModel } from "../model/index.js";
import { Run, type Solution } from "../solve/index.js";
import { prepareRun } from "./run.js";
import { run } from "./run-model.js";

/** Ascher example 1: x1 = x2 = e^t, z = -e^t/(2 - t). */
const line = (nu: number, start = 1): Model => ({
  taut: 1,
  parameters: { nu },
  states: { x1: start, x2: start },
  algebraic: ["z"],
  rates: { x1: "(2 - t)*nu*z + (1 + nu)*exp(t)", x2: "(nu - 1)*z + (1 + (nu - 1)/(2 - t))*exp(t)" },
  constraints: { line: "(t + 2)*x1 + (t^2 - 4)*x2 - (t^2 + t - 2)*exp(t)" },
});

/** A pendulum in a first-order form of index 2: velocities kept by z; it stays on the circle as far as it drifts. */
const circle: Model = {
  taut: 1,
  states: { x: 1, y: 0, u: 0, v: 0 },
  algebraic: { z: 0 },
  rates: { x: "u", y: "v", u: "-x*z", v: "-y*z - 1" },
  constraints: { along: "x*u + y*v" },
};

/** Index 1, nonlinear in z: z + z^3 = x, x' = -z. */
const cubic: Model = {
  taut: 1,
  states: { x: 10 },
  algebraic: { z: 2 },
  rates: { x: "-z" },
  constraints: { root: "z + z^3 - x" },
};

test("index 2: states and variable of example 1 in closed form, on the constraint to rounding", () => {
  const { y, lambda, status, ledger } = run(line(50), { until: 1, rtol: 1e-10, atol: 1e-10 });
  expect(status).toBe("ok");
  expect([...y, ...lambda!]).toEqual([Math.E, Math.E, -Math.E].map((x) => expect.closeTo(x, 8)));
  expect(ledger.invariants.line.maxDeviation).toBeLessThan(1e-13);
});

test("index 1, nonlinear: z solves its equation at every time, and x follows from dz/dt by hand", () => {
  const { y, lambda } = run(cubic, { until: 1, rtol: 1e-11, atol: 1e-11 });
  // (1 + 3 z^2) z' = -z, so t = [log z + 3 z^2 / 2] from z(1) to z(0) = 2
  const z = lambda![0];
  const left = (a: number) => Math.log(a) + 1.5 * a * a;
  expect(left(2) - left(z)).toBeCloseTo(1, 9);
  expect(z + z ** 3).toBeCloseTo(y[0], 12);
});

test("radau5 solves for the variables itself: order 5 for y, index 1; 5 for y at index 2", () => {
  const orders = (
    [
      [cubic, [1, 2, 4]],
      [circle, [8, 16, 32]],
    ] as const
  ).map(([model, counts]) => {
    const exact = run(model, { until: 1, method: "dop853", rtol: 1e-13, atol: 1e-13 }).y;
    const errors = counts.map((steps) => {
      const { y, status } = run(model, {
        method: "radau5",
        step: 1 / steps,
        until: 1,
        formulation: "dae",
      });
      expect(status).toBe("ok");
      return Math.max(...y.map((x, k) => Math.abs(x - exact[k])));
    });
    return order(errors);
  });
  expect(orders).toEqual([expect.closeTo(5, 0), expect.closeTo(5, 0)]);
});

test("an inconsistent start is moved onto the constraints, and the report says how far", () => {
  const { start, trajectory } = run(line(50, 1.1), { until: 1 });
  expect(start!.moved.q).toBeGreaterThan(0.01);
  const y0 = trajectory.states().subarray(0, 2);
  expect(2 * y0[0] - 4 * y0[1] + 2).toBeCloseTo(0, 12);
});

describe("returns of Ascher (1.6) to (1.8) do not change the solution", () => {
  test.each(["baumgarte", "stabilised", { name: "stabilised", scaled: false }])("%j", (formulation) => {
    const { y } = run(line(2), { formulation, method: "dop853", rtol: 1e-11, atol: 1e-11, until: 1 });
    expect([...y]).toEqual([Math.E, Math.E].map((x) => expect.closeTo(x, 8)));
  });
});

function finished(whole: Run): Solution {
  while (whole.advance(1000) === "running");
  return whole.solution();
}

test("a checkpoint stores where Newton's iteration begins, so a resumed run has the same bits", () => {
  const options = { settings: { until: 1, method: "rk4", step: 0.05 } } as const;
  const whole = finished(prepareRun(cubic, options).run);
  const first = prepareRun(cubic, options);
  first.run.advance(7);
  const bytes = first.run.save();
  const second = prepareRun(cubic, options);
  const rest = finished(Run.resume(second.problem, second.options, bytes));
  expect([...rest.y, ...rest.lambda!]).toEqual([...whole.y, ...whole.lambda!]);
});

describe("mistakes are named with their path", () => {
  test.each<[string, object, RegExp]>([
    ["too few constraints", { algebraic: ["z", "w"] }, /^constraints: .*there are 1 for 2 variables/],
    ["a rate of z", { rates: { x: "u", y: "v", u: "-x*z", v: "-y*z", z: "1" } }, /^rates\.z: "z" is an algebraic/],
    [
      "no variable",
      { algebraic: undefined, rates: { x: "u", y: "v", u: "0", v: "0" } },
      /^constraints: .*need algebraic/,
    ],
    ["no constraints", { constraints: undefined }, /^constraints: these are missing/],
    ["an invariant of z", { invariants: { e: "u^2 + z" } }, /^invariants\.e: .*it contains the algebraic/],
    [
      "an event of z",
      { run: { events: { slack: { when: "z" } } } },
      /^run\.events\.slack\.when: .*it contains the algebraic/,
    ],
  ])("%s", (_, change, message) => {
    const changed = { ...circle, ...change };
    const model = Object.fromEntries(
      Object.entries(changed).filter(([, value]) => value !== undefined),
    ) as unknown as Model;
    expect(() => run(validateModel(model, catalogue), { until: 1 })).toThrow(message);
  });

  test("formulations that cannot treat the system refuse it in a sentence", () => {
    expect(() => run(circle, { formulation: "ode", until: 1 })).toThrow(
      'needs a system without algebraic variables, and the model has some, beginning with "z"',
    );
    expect(() => run(cubic, { formulation: "baumgarte", until: 1 })).toThrow("index 1");
  });
});

test("left to auto, a start with fast transients begins with the implicit half, one without with the explicit one", () => {
  const first = (model: Model): unknown =>
    (prepareRun(validateModel(model, catalogue), { settings: { until: 1 } }).choice.method as { first?: string }).first;
  expect(first(line(1000))).toBe("implicit");
  expect(first(circle)).toBe("explicit");
  // explicit steps alone: 120 of dop853 at this tolerance
  const { work, y } = run(line(1000), { until: 1, rtol: 1e-6 });
  expect(work.steps).toBeLessThan(60);
  expect(y[0]).toBeCloseTo(Math.E, 4);
});

describe("rates that switch with an algebraic variable that is given by a linear equation", () => {
  const beside = (w: string) => ({
    taut: 1,
    points: { a: { mass: 1, at: [1, 0] } },
    elements: [{ rod: { between: ["origin", "a"] } }, { gravity: [0, -9.81] }],
    states: { s: 0 },
    algebraic: ["w"],
    constraints: { same: "w - a_x" },
    rates: { s: `where(${w} - 0.5, 1, -2) + sign(${w}) + floor(3*${w})` },
    run: { until: 2 },
  });
  const alone = (z: string) => ({
    taut: 1,
    states: { x: 1, y: 0 },
    algebraic: ["z"],
    constraints: { same: "2*z - x" },
    rates: { x: "y", y: `-x + where(${z} - 0.15, -1, 0)` },
    run: { until: 10 },
  });

  // the variable and what it stands for switch at the same times; only the latter are located
  test.each([
    ["beside coordinates", beside("w"), beside("a_x")],
    ["of first order", alone("z"), alone("x/2")],
  ])("%s: as with the expression in its place", (_, variable, expression) => {
    const [one, other] = [variable, expression].map((model) => run(model, { method: "dop853", rtol: 1e-8 }));
    expect([one.status, other.status]).toEqual(["ok", "ok"]);
    one.y.forEach((value, k) => {
      expect(Math.abs(value - other.y[k])).toBeLessThan(1e-5);
    });
  });
});

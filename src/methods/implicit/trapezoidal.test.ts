import { describe, expect, test } from "vitest";
import { initialState, run } from "../../../test/fixtures/stepping.js";
import { firstOrder } from "../../../test/fixtures/systems.js";
import { solver } from "../../../test/problems/solved.js";
import { stiffProblems } from "../../../test/problems/stiff.js";
import { errorControlled } from "../../controllers/index.js";
import { copyState, newState, type Problem } from "../../core/index.js";
import { ode } from "../../formulations/index.js";
import { solve } from "../../solve/index.js";
import { trapezoidal, trBdf2 } from "./trapezoidal.js";

const linear = (re: number, im: number): Problem =>
  ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = re * y[0] - im * y[1];
        dy[1] = im * y[0] + re * y[1];
      },
      [1, 0],
    ),
  );
const size = (y: Float64Array): number => Math.hypot(y[0], y[1]);

describe("stability", () => {
  test("the trapezoidal rule neither damps nor drives oscillations, at any step", () => {
    for (const omega of [0.1, 1, 30, 1e4]) {
      expect(size(run(trapezoidal(), linear(0, omega), 1, 500).y)).toBeCloseTo(1, 10);
    }
  });

  test("a stiff component keeps ringing in the trapezoidal rule and disappears in TR-BDF2", () => {
    expect(size(run(trapezoidal(), linear(-1e8, 0), 1, 20).y)).toBeGreaterThan(0.99);
    expect(size(run(trBdf2(), linear(-1e8, 0), 1, 1).y)).toBeLessThan(1e-7);
  });

  test("TR-BDF2 is A-stable: nothing grows on the imaginary axis", () => {
    for (const omega of [0.1, 1, 2, 5, 100]) {
      expect(size(run(trBdf2(), linear(0, omega), 1, 100).y)).toBeLessThan(1 + 1e-10);
    }
  });
});

// y = 1 / (1 + t)^2 has y''' = -24 / (1 + t)^5
const power = () =>
  ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = -2 * y[0] * Math.sqrt(y[0]);
      },
      [1],
    ),
  );

test("the error of the trapezoidal rule is estimated to within a few per cent, in the first step and in others", () => {
  const problem = power();
  const stepper = trapezoidal().bind(problem);
  const s = initialState(problem);
  const next = newState(problem.arena, 1, 0);
  stepper.pace!(errorControlled({ rtol: 1e-10, atol: 1e-10 }).bind(1));
  stepper.start(s);
  for (const h of [0.01, 0.01, 0.015, 0.007]) {
    s.y[0] = 1 / (1 + s.t) ** 2;
    stepper.moved(s);
    expect(stepper.attempt(next, s, h)).toBe("ok");
    const error = next.y[0] - 1 / (1 + s.t + h) ** 2;
    // the sign of the estimate does not matter
    expect(Math.abs(stepper.error!.values![0] / error)).toBeGreaterThan(0.9);
    expect(Math.abs(stepper.error!.values![0] / error)).toBeLessThan(1.1);
    stepper.accept();
    copyState(s, next);
  }
});

test("steps that could grow by less than a fifth keep their length, and the matrix is reused", () => {
  const problem = stiffProblems.find(({ name }) => name === "HIRES")!;
  for (const method of [trapezoidal(), trBdf2()]) {
    const { work } = solver(problem)(method, 1e-6);
    expect(work.factorisations).toBeLessThan(work.steps / 3);
  }
});

test("the rate at the end begins the next step, and is evaluated again when the state has been moved", () => {
  const evaluations = [false, true].map((moves) => {
    const problem = power();
    const stepper = trBdf2().bind(problem);
    const s = initialState(problem);
    const next = newState(problem.arena, 1, 0);
    stepper.start(s);
    stepper.attempt(next, s, 0.01);
    stepper.accept();
    copyState(s, next);
    s.y[0] = 1 / (1 + s.t) ** 2;
    const before = problem.work.forces;
    const iterations = problem.work.iterations;
    if (moves) stepper.moved(s);
    stepper.attempt(next, s, 0.01);
    return problem.work.forces - before - (problem.work.iterations - iterations);
  });
  expect(evaluations).toEqual([0, 1]);
});

test("a run with dense output ends at the same state as one without", () => {
  const controller = errorControlled({ rtol: 1e-5, atol: 1e-5 });
  for (const method of [trapezoidal(), trBdf2()]) {
    const plain = solve(power(), { method, controller, until: 3 });
    const dense = solve(power(), { method, controller, until: 3, every: 0.013 });
    expect(dense.y).toEqual(plain.y);
    const { trajectory } = dense;
    const states = trajectory.states();
    trajectory.times().forEach((t, i) => void expect(Math.abs(states[i] - 1 / (1 + t) ** 2)).toBeLessThan(2e-4));
  }
});

import { expect, test } from "vitest";
import { firstOrder, pendulum, rodSystem } from "../../test/fixtures/systems.js";
import { errorControlled, fixed } from "../controllers/index.js";
import type { Problem, Status } from "../core/index.js";
import { ode, underlying } from "../formulations/index.js";
import { bs32, rk4 } from "../methods/index.js";
import { newton, stabilise } from "../projections/index.js";
import { type SolveOptions, solve } from "./index.js";

const base = { method: bs32(), controller: errorControlled({ rtol: 1e-6, atol: 1e-6 }) };
const failed = (problem: Problem, options: Partial<SolveOptions> & { until: number }) => {
  const solution = solve(problem, { ...base, ...options });
  expect(solution.status).toBe(solution.failure!.status);
  expect(solution.y.every(Number.isFinite)).toBe(true);
  expect(solution.trajectory.states().every(Number.isFinite)).toBe(true);
  expect(solution.failure!.message).toMatch(/ at t = .*: .*\. [A-Z].*\.$/);
  return { ...solution.failure!, solution };
};

test("y' = y^2 blows up at t = 1: step-too-small, with the time, the step and the name", () => {
  const problem = ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = 1;
        dy[1] = y[1] * y[1];
      },
      [0, 1],
      ["clock", "x"],
    ),
  );
  const { status, t, h, component, message } = failed(problem, { until: 2 });
  expect(["step-too-small", "nonfinite"]).toContain(status);
  expect(t).toBeCloseTo(1, 5);
  expect(h).toBeLessThan(1e-10);
  expect(component).toBe("x");
  expect(message).toContain('("x")');
});

test("a square root leaves its domain: nonfinite, and the component is named", () => {
  const problem = ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = -1;
        dy[1] = Math.sqrt(y[0]);
      },
      [1, 0],
      ["fuel", "speed"],
    ),
  );
  const { status, t, component, advice } = failed(problem, { until: 2 });
  expect([status, component]).toEqual(["nonfinite", "speed"]);
  expect(t).toBeCloseTo(1, 6);
  // error control has shortened the step as far as it can, so a shorter one is not advised
  expect(advice).toMatch(/^Steps of every length fail there: .*functions outside their domain/);
});

test("the same with a fixed step fails at once, at the last good time", () => {
  const problem = ode().apply(firstOrder((dy, t) => dy.fill(t < 0.55 ? 1 : Number.NaN), [0], ["x"]));
  const { status, t, h, solution } = failed(problem, { until: 2, controller: fixed({ step: 0.1 }) });
  expect([status, h]).toEqual(["nonfinite", 0.1]);
  expect(t).toBeCloseTo(0.5, 14);
  expect(solution.y[0]).toBeCloseTo(0.5, 14);
});

test("a right-hand side that is undefined at the start fails at the start", () => {
  const problem = ode().apply(firstOrder((dy, t) => dy.fill(1 / t), [0], ["x"]));
  const { status, t, component } = failed(problem, { until: 1 });
  expect({ status, t, component }).toEqual({ status: "nonfinite", t: 0, component: "x" });
});

test("max-steps says how far the run came and what to try", () => {
  const problem = ode().apply(firstOrder((dy, _t, y) => dy.fill(-1e6 * y[0]), [1], ["x"]));
  const { status, t, message, solution } = failed(problem, { until: 10, maxSteps: 100 });
  expect(status).toBe("max-steps");
  expect(t).toBeGreaterThan(0);
  expect(solution.work.steps + solution.work.rejected).toBe(100);
  expect(message).toContain("stability, not accuracy, limits the steps");
  expect(message).toContain('Use an implicit method, such as "radau5"');
  expect(message).toContain("or raise maxSteps");
});

test("max-steps far below the limit of stability says nothing of it", () => {
  const problem = ode().apply(firstOrder((dy, t) => dy.fill(Math.sin(50 * t)), [1], ["x"]));
  const { message } = failed(problem, { until: 10, maxSteps: 100 });
  expect(message).toContain("Raise maxSteps");
});

test.each([
  ["decays", (y: readonly number[], dy: Float64Array) => dy.set([y[1], -1e6 * y[1]]), "0.000001"],
  ["swings", (y: readonly number[], dy: Float64Array) => dy.set([y[1], -1e6 * y[0]]), "0.001"],
])(
  "a fixed step above the limit of stability of what %s says so, with the time and the component",
  (_, rate, within) => {
    const problem = ode().apply(
      firstOrder((dy, _t, y) => rate(Array.from(y), dy as Float64Array), [0, 1], ["x", "speed"]),
    );
    const { component, message } = failed(problem, { method: rk4(), until: 10, controller: fixed({ step: 0.1 }) });
    expect(component).toBe("speed");
    expect(message).toContain("steps must be stable");
    expect(message).toContain(`changes by itself within ${within} `);
    expect(message).toContain("Shorten the step");
  },
);

test("a linkage pulled beyond its reach stops where it is stretched, with the name of a constraint", () => {
  const problem = underlying().apply(
    rodSystem({
      name: "stretched",
      masses: [1],
      rods: [
        { from: [0, 0], to: 0, length: 1, name: "lower" },
        { from: (t) => [0, 1 + t, 0, 1, 0, 0], to: 0, length: 1, name: "upper" },
      ],
      q: [Math.sqrt(3) / 2, 0.5],
      v: [-0.5 / Math.sqrt(3) / 2, 0.5],
    }),
  );
  const { status, t, component } = failed(problem, { until: 2, projection: newton() });
  expect(["singular", "diverged", "step-too-small", "left-manifold"]).toContain(status);
  expect(t).toBeCloseTo(1, 4);
  expect(["lower", "upper", "x1", "x1'"]).toContain(component);
});

test("a step far too long leaves the manifold: the constraint and its residual are named", () => {
  const problem = underlying().apply(pendulum({ gravity: 100 }));
  const never: Partial<SolveOptions> = { projection: newton({ maxIterations: 1, tolerance: 1e-14 }) };
  const { status, component, residual } = failed(problem, { until: 10, controller: fixed({ step: 0.5 }), ...never });
  expect(["left-manifold", "diverged", "nonfinite"]).toContain(status);
  expect(component).toBe("arm");
  expect(residual).toBeGreaterThan(0);
});

test("the status of a method that fails is that of the run; error control first tries shorter steps", () => {
  for (const status of ["diverged", "singular", "left-manifold"] as Status[]) {
    const problem = underlying().apply(pendulum());
    const rate = problem.rate!;
    const stubborn = {
      ...problem,
      rate: (...args: Parameters<typeof rate>) => (args[1] > 0.5 ? status : rate(...args)),
    };
    const { t, solution } = failed(stubborn as Problem, { until: 1 });
    expect(t).toBeLessThanOrEqual(0.5);
    expect(t).toBeGreaterThan(0.5 - 1e-9);
    expect(solution.work.rejected).toBeGreaterThan(5);
    expect(failed(stubborn as Problem, { until: 1, controller: fixed({ step: 0.2 }) }).status).toBe(status);
  }
});

test("a run continues past a failure that shorter steps avoid", () => {
  const problem = underlying().apply(pendulum());
  const rate = problem.rate!;
  let refusals = 3;
  const moody = {
    ...problem,
    rate: (...args: Parameters<typeof rate>) => (args[1] > 0.5 && refusals-- > 0 ? "diverged" : rate(...args)),
  };
  const solution = solve(moody as Problem, { ...base, projection: stabilise(), until: 1 });
  expect(solution.status).toBe("ok");
  expect(solution.work.rejected).toBeGreaterThanOrEqual(3);
});

test("dense output that fails ends the run with its status", () => {
  const method = bs32();
  const holed = {
    ...method,
    bind: (...args: Parameters<typeof method.bind>) =>
      Object.assign(method.bind(...args), { dense: { at: () => "singular" as const } }),
  };
  const { status } = failed(underlying().apply(pendulum()), { method: holed, until: 1, saveAt: [0.001] });
  expect(status).toBe("singular");
});

test("an energy that overflows is a failure", () => {
  const problem = underlying().apply(pendulum());
  const { status, component } = failed(
    { ...problem, results: { energy: (t) => (t > 0.5 ? Number.NaN : 0) } },
    { until: 1 },
  );
  expect([status, component]).toEqual(["nonfinite", "energy"]);
});

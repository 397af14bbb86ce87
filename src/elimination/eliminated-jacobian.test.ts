import { expect, test } from "vitest";
import { prepareRun } from "../run/index.js";

/** One model is nonlinear in y and t with B not along the gradients; in the other z enters h itself, nonlinearly. */
const models = {
  "index 2": {
    taut: 1 as const,
    states: { x: 0.8, y: 0.6, u: 0.3 },
    algebraic: ["z"],
    rates: { x: "y*u - z*(x + y^2)", y: "-x + sin(t)*u - z*y", u: "cos(x*y) - z*x^2*u" },
    constraints: { circle: "x^2 + y^2*exp(u*t) - 1" },
  },
  "index 1": {
    taut: 1 as const,
    states: { x: 0.8, y: 0.6 },
    algebraic: ["z", "w"],
    rates: { x: "y*z - w", y: "-x*z^2 + sin(t)*w" },
    constraints: { first: "z + z^3 - x*y*w", second: "w + 0.3*w^3 - x - y^2 - z" },
  },
};

test.each([
  ["index 1", "underlying", {}],
  ["index 2", "underlying", {}],
  ["index 2", "baumgarte", { gamma: 7 }],
] as const)("%s, %s: J of the eliminated system agrees with central differences", (model, name, options) => {
  const { problem, workspace } = prepareRun(models[model], {
    settings: { formulation: { name, ...options }, method: "implicit-euler", step: 0.1, until: 1, projection: "none" },
  });
  const J = problem.rate!.jacobian!()!;
  const { dimension: n, arena } = problem;
  const [y, up, down, values] = [arena.f64(n), arena.f64(n), arena.f64(n), arena.f64(n * n)];
  const t = 0.4;
  y.set(workspace.initial);
  J.evaluate(values, t, y);
  const d = 1e-5;
  for (let j = 0; j < n; j++) {
    const kept = y[j];
    y[j] = kept + d;
    expect(problem.rate!(up, t, y)).toBe("ok");
    y[j] = kept - d;
    expect(problem.rate!(down, t, y)).toBe("ok");
    y[j] = kept;
    for (let e = 0; e < values.length; e++) {
      if (J.cols[e] !== j) continue;
      const difference = (up[J.rows[e]] - down[J.rows[e]]) / (2 * d);
      // truncation d^2 and rounding eps/d, both 1e-10, times derivatives of size 10 and gamma
      expect(Math.abs(values[e] - difference)).toBeLessThan(1e-7);
    }
  }
});

test.each(["underlying", "dae"])(
  "rates that are not linear in variables of linear equations are right: %s",
  (formulation) => {
    // x' = -x^2 with z = x
    const { run } = prepareRun(
      { taut: 1, states: { x: 1 }, algebraic: ["z"], rates: { x: "-z^2" }, constraints: { same: "z - x" } },
      { settings: { formulation, method: "radau5", rtol: 1e-9, until: 1 } },
    );
    expect(run.advance(1000)).toBe("done");
    expect(Math.abs(run.state.y[0] - 0.5)).toBeLessThan(1e-7);
  },
);

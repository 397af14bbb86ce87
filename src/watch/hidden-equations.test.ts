/** Equations of first-order systems with algebraic variables, in runs that do not project onto them. */

import { describe, expect, test } from "vitest";
import { run } from "../index.js";

const swing = {
  taut: 1,
  states: { x: 1, y: 0, u: 0, v: 0 },
  rates: { x: "u", y: "v", u: "-x*z", v: "-y*z - 1" },
} as const;

/** A pendulum, whose equation is differentiated twice. */
const states = { ...swing, name: "pendulum", algebraic: ["z"], constraints: { rod: "x^2 + y^2 - 1" } };
/** The same with a variable for its length, so that the equations that are not imposed contain a variable. */
const variables = {
  ...{ ...swing, name: "length", algebraic: ["z", "r"] },
  constraints: { rod: "r - 1", radius: "r^3 - (x^2 + y^2)^1.5" },
};
const linear = {
  ...{ taut: 1, name: "index 2", states: { a: 1, b: 1 }, algebraic: ["z"] },
  rates: { a: "-b + a*z", b: "a + b*z" },
  constraints: { circle: "a^2 + b^2 - 2" },
};

const free = { formulation: "underlying", projection: "none" } as const;
const equations = ({ conscience }: ReturnType<typeof run>) => conscience.filter(({ kind }) => kind === "constraints");

describe.each([states, variables])("the equations of $name", (model) => {
  test.each(["dopri5", "radau5", "rosenbrock4"])("that drift visibly end the run: %s", (method) => {
    const settings = { ...free, method, rtol: 1e-3, until: 400 };
    const { status, failure, y } = run(model, settings);
    expect(status).toBe("unreliable");
    expect(failure!.message).toMatch(/The equation "\w+'?", which must vanish, is off by/);
    expect(failure!.message).toContain("--accept constraints");
    // the parts of the rod come to 2 or 3
    expect(Math.abs(Math.hypot(y[0], y[1]) - 1)).toBeGreaterThan(0.05);
    expect(run(model, { ...settings, accept: ["constraints"] }).failure?.message ?? "").not.toContain("must vanish");
  });

  test.each(["dopri5", "bs32", "radau5", "rosenbrock4"])("are kept within what the tolerance allows: %s", (method) => {
    const solution = run(model, { ...free, method, rtol: 1e-6, until: 20 });
    expect(solution.status).toBe("ok");
    expect(equations(solution)).toHaveLength(2);
    for (const { verdict } of equations(solution)) expect(verdict).toBe("kept");
  });

  test("are lost by fixed steps that are too long", () => {
    const { status, failure } = run(model, { ...free, method: "euler", step: 0.02, until: 60 });
    expect(status).toBe("unreliable");
    expect(failure!.message).toContain("The step is too long");
    expect(run(model, { ...free, method: "rk4", step: 0.02, until: 60 }).warnings).toEqual([]);
  });
});

test("looking at equations with variables leaves the bits of a run as they are", () => {
  const ends = (["step", "saved"] as const).map((ledger) => {
    const { y, work } = run(variables, { ...free, method: "radau5", rtol: 1e-6, until: 5, ledger });
    return [Array.from(y), work.forces, work.jacobians];
  });
  expect(ends[0]).toEqual(ends[1]);
});

test("an equation that is not a solution of the rates at the start is not watched", () => {
  const off = { ...states, states: { ...states.states, x: 1.1 } };
  const solution = run(off, { ...free, method: "dopri5", rtol: 1e-6, until: 2, start: "assume" });
  expect(equations(solution)).toEqual([]);
});

test("an equation of index 2 is watched by every way that solves it", () => {
  for (const way of [
    { formulation: "underlying" },
    { formulation: "stabilised" },
    { formulation: "dae", method: "radau5" },
  ]) {
    const solution = run(linear, { ...way, projection: "none", rtol: 1e-6, until: 10 });
    expect(solution.status).toBe("ok");
    expect(equations(solution).map(({ quantity, verdict }) => `${quantity} ${verdict}`)).toEqual(["circle kept"]);
  }
});

/** Over a hundred thousand steps, symplectic methods keep the energy and stabilised methods keep the constraints. */

import { describe, expect, test } from "vitest";
import { rigid } from "../../src/formulations/index.js";
import {
  catalogue,
  compileSystem,
  fixed,
  lower,
  type RunSettings,
  run,
  solve,
  validateModel,
} from "../../src/index.js";
import { rattle } from "../../src/methods/index.js";
import { block, penalty, pendula, type Reference } from "../convergence/problems.js";

const step = 0.05;
const ledger = ({ model }: Reference, steps: number, settings: RunSettings) => {
  const solution = run(model, { ...settings, step, until: steps * step, keepStates: false });
  expect([solution.status, solution.work.steps]).toEqual(["ok", steps]);
  return solution.ledger;
};

describe("the energy does not drift: its error over 100,000 steps is at most 1.25 times that over 1,000", () => {
  const cases: readonly [string, Reference, RunSettings][] = [
    ["rattle, double pendulum", pendula, { method: "rattle", formulation: "rigid" }],
    ["rattle-1, double pendulum", pendula, { method: "rattle-1", formulation: "rigid" }],
    ["rattle, block mass", block, { method: "rattle", formulation: "rigid" }],
    ["verlet, stiff view", penalty, { method: "verlet", formulation: "stiff" }],
  ];
  test.each(cases)("%s", (_, problem, settings) => {
    const early = ledger(problem, 1_000, settings).energy!.maxDeviation;
    const late = ledger(problem, 100_000, settings).energy!.maxDeviation;
    expect(late / early).toBeLessThan(1.25);
  });

  test("rk4, which is more accurate at first, loses energy in proportion to the time", () => {
    const settings = { method: "rk4", formulation: "underlying" };
    const [early, late] = [2_000, 20_000].map((steps) => ledger(pendula, steps, settings).energy!.maxDeviation);
    expect(late / early).toBeGreaterThan(9);
    expect(late / early).toBeLessThan(13);
  });
});

test("rattle run backwards from where 2,000 steps led returns to its start, to the rounding of 4,000 steps", () => {
  const workspace = compileSystem(lower(validateModel(pendula.model, catalogue), catalogue)).workspace();
  const problem = rigid().apply(workspace);
  const options = { method: rattle(), controller: fixed({ step }), saveAt: [] };
  const there = solve(problem, { ...options, until: 100 });
  const back = solve(problem, { ...options, from: { t: there.t, y: there.y }, until: 0, start: "assume" });
  expect(back.work.steps).toBe(2_000);
  const distance = Math.max(...back.y.map((x, i) => Math.abs(x - workspace.initial[i])));
  expect(distance).toBeLessThan(1e-11);
});

describe("one stabilisation per step keeps 100,000 steps on the constraints to rounding", () => {
  // positions have size 1.8, so this is a few ulp; the velocity correction ends with one product of size 1
  test.each(["rk4", "dopri5", "dop853"])("%s: |g| < 1e-15 and |G v| < 1e-15", (method) => {
    const { position, velocity } = ledger(pendula, 100_000, {
      method,
      formulation: "underlying",
      projection: "stabilise",
    });
    expect(position).toBeLessThan(1e-15);
    expect(velocity).toBeLessThan(1e-15);
  });

  test("without stabilisation rk4 violates the rods by 0.001 after a tenth of the steps", () => {
    const { position } = ledger(pendula, 10_000, { method: "rk4", formulation: "underlying", projection: "none" });
    expect(position).toBeGreaterThan(1e-3);
  });
});

import { expect, test } from "vitest";
import { compileSystem } from "../compile/index.js";
import { newState, type Problem } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { explain, run } from "../experiment/index.js";
import { stiff } from "../formulations/index.js";
import { lower, validateModel } from "../model/index.js";
import { zsStepEstimate } from "./zs-step-estimate.js";

/** The double pendulum of 003 section 4.1, with lengths times `scale` and gravity likewise. */
const pendulum = (scale: number) => ({
  taut: 1 as const,
  points: { a: { mass: 1, at: [0, -scale] }, b: { mass: 1, at: [scale, -2 * scale] } },
  elements: [
    { rod: { between: ["origin", "a"], squared: true } },
    { rod: { between: ["a", "b"], squared: true } },
    { gravity: [0, -scale] },
  ],
});

function estimate(scale: number, omega: number): { step: number; omegaH2: number | undefined } {
  const system = compileSystem(lower(validateModel(pendulum(scale), catalogue), catalogue), { workBytes: 4e6 });
  const problem: Problem = stiff({ omega }).apply(system);
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.y.set(system.initial);
  return zsStepEstimate(problem, s, { beta: 0.4 });
}

test("from a start at rest it is within a factor of two of what holds for the pendulum of 003, omega h^2 = 0.37, at every omega", () => {
  for (const omega of [20, 200, 2000]) {
    const { omegaH2 } = estimate(1, omega);
    expect(omegaH2).toBeGreaterThan(0.37 / 2);
    expect(omegaH2).toBeLessThan(0.37 * 2);
  }
});

test("does not depend on the unit of length: omega of a squared rod has the unit 1/(length time)", () => {
  expect(estimate(10, 20).step / estimate(1, 200).step).toBeCloseTo(1, 2);
});

test("a run beyond it warns with the estimate, one within it does not", () => {
  const settings = (omega: number) => ({
    formulation: { name: "stiff", omega },
    method: { name: "zs", beta: 0.4 },
    step: 0.1,
    until: 4,
  });
  expect(run(pendulum(1), { settings: settings(15) }).warnings).toEqual([]);
  const [warning, ...others] = run(pendulum(1), { settings: settings(60) }).warnings;
  expect(others).toEqual([]);
  expect(warning).toMatch(
    /^method "zs": the forces bend by .*\(omega h\^2 = 0\.6, about 0\.[234]\d* is stable.* Use steps of at most 0\.0\d+, or method "gn-zs"/,
  );
});

test("explain says so before the run", () => {
  const settings = { method: { name: "zs", beta: 0.4 }, step: 0.1 };
  const model = validateModel(pendulum(1), catalogue);
  const bends = (omega: number) =>
    explain(model, { settings: { ...settings, omega } }).advice.filter((line) => line.includes("bend within it"));
  expect(bends(15)).toEqual([]);
  expect(bends(200)).toEqual([
    expect.stringMatching(/beyond about 0\.0\d+ \(estimated at the start, omega h\^2 = 0\.\d+\) it/),
  ]);
});

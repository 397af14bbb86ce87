import { expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import { doublePendulum, kepler, pendulum, shakenPendulum, twiceHeld } from "../../test/fixtures/systems.js";
import { newState, type Problem, type State } from "../core/index.js";
import { ode, stiff, underlying } from "../formulations/index.js";
import { projections, stabilise } from "./index.js";

const startOf = (problem: Problem, size: number, t = 0): State => {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.t = t;
  for (let i = 0; i < s.y.length; i++) s.y[i] = problem.workspace.initial[i] + size * (((i * 7919) % 13) / 6 - 1);
  return s;
};
const residuals = (problem: Problem, s: State): [position: number, velocity: number] => {
  const { constraints } = problem.manifold!;
  const g = problem.arena.f64(constraints!.m);
  const gdot = problem.arena.f64(constraints!.m);
  constraints!.g(g, s.t, s.q);
  constraints!.gdot(gdot, s.t, s.q, s.v);
  const size = (x: Float64Array) => Math.max(...x.map(Math.abs));
  return [size(g), size(gdot)];
};

test("one call squares the position drift and brings the velocity drift to rounding (docs/theory/ascher.md, Beyond)", () => {
  const problem = underlying().apply(doublePendulum());
  const projector = stabilise({ corrections: 1 }).bind(problem);
  for (const size of [1e-2, 1e-4, 1e-6]) {
    const s = startOf(problem, size);
    expect(projector.apply(s)).toBe("ok");
    const [position, velocity] = residuals(problem, s);
    expect(position).toBeLessThan(2 * size * size);
    expect(velocity).toBeLessThan(1e-15);
  }
});

test("one correction costs two Jacobians and two factorisations, and counts one projection and one iteration", () => {
  const problem = underlying().apply(doublePendulum());
  stabilise({ corrections: 1 }).bind(problem).apply(startOf(problem, 1e-3));
  const { jacobians, factorisations, solves, projections: calls, iterations, forces } = problem.work;
  expect({ jacobians, factorisations, solves, calls, iterations, forces }).toEqual({
    jacobians: 2,
    factorisations: 2,
    solves: 2,
    calls: 1,
    iterations: 1,
    forces: 0,
  });
});

test("another correction follows only if one leaves more than rounding, and it is reported", () => {
  const problem = underlying().apply(doublePendulum());
  const projector = stabilise().bind(problem);
  for (const [size, corrections] of [
    [1e-1, 3],
    [1e-2, 2],
    [1e-4, 1],
  ]) {
    const s = startOf(problem, size);
    const [position] = residuals(problem, s);
    expect(projector.apply(s)).toBe("ok");
    expect(projector.iterations).toBe(corrections);
    expect(projector.residual).toBeGreaterThanOrEqual(position);
    for (const residual of residuals(problem, s)) expect(residual).toBeLessThan(1e-15);
  }
  expect(projector.diagnosis!.notes!()).toEqual([expect.stringContaining("in 2 of 3 steps")]);
  projector.clear!();
  expect(projector.diagnosis!.notes!()).toEqual([]);
});

test("a small drift is corrected on both levels with one factorisation, a larger one with two", () => {
  const problem = underlying().apply(doublePendulum());
  // straight-line code factorises once for each level
  const constraints = Object.create(problem.manifold!.constraints!, { corrections: { value: undefined } });
  const projector = stabilise().bind({ ...problem, manifold: { ...problem.manifold!, constraints } });
  for (const [size, factorisations] of [
    [1e-9, 1],
    [1e-6, 2],
  ]) {
    const before = problem.work.factorisations;
    const s = startOf(problem, size);
    projector.apply(s);
    expect(problem.work.factorisations - before).toBe(factorisations);
    for (const residual of residuals(problem, s)) expect(residual).toBeLessThan(1e-15);
  }
});

test("correcting one level does not change the other", () => {
  const problem = underlying().apply(doublePendulum());
  const given = startOf(problem, 1e-3);

  const position = startOf(problem, 1e-3);
  stabilise({ level: "position" }).bind(problem).apply(position);
  expect([...position.v]).toEqual([...given.v]);
  expect(residuals(problem, position)[0]).toBeLessThan(1e-5);

  const velocity = startOf(problem, 1e-3);
  stabilise({ level: "velocity" }).bind(problem).apply(velocity);
  expect([...velocity.q]).toEqual([...given.q]);
  expect(residuals(problem, velocity)[1]).toBeLessThan(1e-15);
});

test("alpha leaves 1 - alpha of the velocity drift, exactly, because the correction is linear", () => {
  const problem = underlying().apply(doublePendulum());
  const s = startOf(problem, 1e-3);
  const [, before] = residuals(problem, s);
  stabilise({ level: "velocity", alpha: 0.75 }).bind(problem).apply(s);
  expect(residuals(problem, s)[1] / before).toBeCloseTo(0.25, 12);
});

test("a moving pivot is followed: g_t is in the velocity correction", () => {
  const problem = underlying().apply(shakenPendulum());
  const s = startOf(problem, 1e-4, 0.01);
  stabilise().bind(problem).apply(s);
  expect(residuals(problem, s)[1]).toBeLessThan(1e-15);
});

test("a correction of invariants is one Gauss-Newton step, which squares their drift", () => {
  const problem = ode().apply(kepler(0.5));
  const projector = stabilise({ corrections: 1 }).bind(problem);
  const s = startOf(problem, 0);
  problem.manifold!.invariants!.keep(s);
  for (let i = 0; i < 4; i++) s.y[i] += 1e-4 * (i - 1.5);
  const before = projector.drift!(s);
  expect(projector.apply(s)).toBe("ok");
  expect(projector.residual).toBe(before);
  expect(projector.drift!(s)).toBeLessThan(10 * before * before);
});

test("the status is singular for dependent constraints, nonfinite for a state that is not finite, left-manifold for a harmful correction", () => {
  const twice = underlying().apply(twiceHeld());
  expect(stabilise().bind(twice).apply(startOf(twice, 1e-3))).toBe("singular");

  const problem = underlying().apply(pendulum());
  expect(stabilise().bind(problem).apply(startOf(problem, Number.NaN))).toBe("nonfinite");

  // two rods that meet almost in line: the full correction throws the point twenty lengths away
  const inLine = underlying().apply(
    pendulum({
      rods: [
        { from: [0, 0], to: 0, length: 1.2 },
        { from: [2, 0], to: 0, length: 1.2 },
      ],
      q: [1, 0.01],
    }),
  );
  expect(stabilise().bind(inLine).apply(startOf(inLine, 0))).toBe("left-manifold");
});

test("the stiff view is refused, and so is a level where there are only invariants", () => {
  expect(inWords(stabilise().refuses(stiff().apply(pendulum())))).toContain("needs a manifold");
  expect(inWords(stabilise({ level: "velocity" }).refuses(ode().apply(kepler())))).toContain('Use level "both"');
  expect(stabilise().refuses(ode().apply(kepler()))).toBeUndefined();
});

test("options are data: unknown names and impossible values are refused with their path", () => {
  const factory = projections.find(({ name }) => name === "stabilise")!;
  expect(Object.keys(factory.options)).toEqual(["level", "alpha", "corrections"]);
  expect(() => factory.make({ level: "acceleration" })).toThrow("stabilise.level");
  expect(() => factory.make({ alpha: 2 })).toThrow("stabilise.alpha");
  expect(() => factory.make({ corrections: 0 })).toThrow("stabilise.corrections");
  expect(() => factory.make({ beta: 2 })).toThrow('has no option "beta"');
});

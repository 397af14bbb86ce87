import { expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import {
  contradictory,
  doublePendulum,
  kepler,
  pendulum,
  rodSystem,
  shakenPendulum,
  twiceHeld,
} from "../../test/fixtures/systems.js";
import { newState, type Problem, type State } from "../core/index.js";
import { ode, stiff, underlying } from "../formulations/index.js";
import { newton, projections } from "./index.js";

/** The start of the model, moved by `move` entry by entry. */
const startOf = (problem: Problem, move: (i: number) => number = () => 0, t = 0): State => {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.t = t;
  for (let i = 0; i < s.y.length; i++) s.y[i] = problem.workspace.initial[i] + move(i);
  return s;
};
/** A displacement without pattern. */
const wobble = (size: number) => (i: number) => size * (((i * 7919) % 13) / 6 - 1);

test("from 0.1 away both residuals come to rounding, quadratically", () => {
  const problem = underlying().apply(doublePendulum());
  const projector = newton().bind(problem);
  const s = startOf(problem, wobble(0.1));
  expect(projector.apply(s)).toBe("ok");
  expect(projector.residual).toBeGreaterThan(0.01);
  expect(projector.drift!(s)).toBeLessThan(1e-15);
  // errors 1e-1, 1e-2, 1e-4, 1e-8, 1e-16
  expect(projector.iterations).toBeLessThanOrEqual(4);
  expect(problem.work.projections).toBe(1);
  expect(problem.work.iterations).toBe(projector.iterations);
});

test("the correction is M^-1 G^T times something: a heavy end of a rod moves less than a light one", () => {
  const problem = underlying().apply(
    rodSystem({
      name: "dumbbell",
      masses: [1, 9],
      rods: [{ from: 0, to: 1, length: 1 }],
      q: [0, 0, 2, 0],
      v: [0, 0, 1, 0],
    }),
  );
  const s = startOf(problem);
  newton().bind(problem).apply(s);
  // distance 2 becomes 1 and relative velocity 1 becomes 0, centre of mass and momentum kept
  expect([...s.y]).toEqual([0.9, 0, 1.9, 0, 0.9, 0, 0.9, 0].map((x) => expect.closeTo(x, 15)));
});

test("a state on the manifold is not changed by a bit, and needs neither an iteration nor a factorisation", () => {
  const problem = underlying().apply(doublePendulum());
  const projector = newton().bind(problem);
  const s = startOf(problem);
  expect(projector.apply(s)).toBe("ok");
  expect([...s.y]).toEqual([...problem.workspace.initial]);
  expect([projector.iterations, projector.residual, problem.work.factorisations]).toEqual([0, 0, 0]);
});

test("constraints that read t: the velocity follows the pivot, G v + g_t = 0", () => {
  const problem = underlying().apply(shakenPendulum());
  const projector = newton().bind(problem);
  const s = startOf(problem, undefined, 1);
  expect(projector.apply(s)).toBe("ok");
  expect(projector.drift!(s)).toBeLessThan(1e-15);
  // pivot at (2/15, 0) with velocity 0.2 along the rod
  expect([...s.y]).toEqual([17 / 15, 0, 0.2, 0].map((x) => expect.closeTo(x, 15)));
});

test("a start ten lengths away converges, because steps that do not help are halved", () => {
  const problem = underlying().apply(doublePendulum());
  const projector = newton().bind(problem);
  const s = startOf(problem, wobble(10));
  expect(projector.apply(s)).toBe("ok");
  expect(projector.drift!(s)).toBeLessThan(1e-12);
});

test("far from the origin a residual that rounding explains counts as on the manifold", () => {
  const far = 1e6;
  const problem = underlying().apply(pendulum({ rods: [{ from: [far, far], to: 0, length: 1 }], q: [far + 1.1, far] }));
  const projector = newton({ tolerance: 1e-14 }).bind(problem);
  const s = startOf(problem);
  expect(projector.apply(s)).toBe("ok");
  expect(projector.drift!(s)).toBeLessThan(1e-9);
});

test("invariants of a plain ODE: energy and angular momentum of Kepler return to rounding together", () => {
  const problem = ode().apply(kepler(0.5));
  const projector = newton().bind(problem);
  const s = startOf(problem);
  problem.manifold!.invariants!.keep(s);
  for (let i = 0; i < 4; i++) s.y[i] += wobble(1e-2)(i);
  expect(projector.apply(s)).toBe("ok");
  expect(projector.residual).toBeGreaterThan(1e-3);
  expect(projector.drift!(s)).toBeLessThan(1e-15);
  expect(projector.iterations).toBeLessThanOrEqual(4);
});

test("invariants with parallel gradients (a circular orbit) still converge, linearly", () => {
  const problem = ode().apply(kepler(0));
  const projector = newton({ maxIterations: 40 }).bind(problem);
  const s = startOf(problem);
  problem.manifold!.invariants!.keep(s);
  for (let i = 0; i < 4; i++) s.y[i] += wobble(1e-3)(i);
  expect(projector.apply(s)).toBe("ok");
  expect(projector.drift!(s)).toBeLessThanOrEqual(1e-12);
});

test("constraints and energy converge jointly, also where the velocity vanishes", () => {
  for (const v of [
    [0, 0, 0, 0],
    [0, -0.5, 0, 0.5],
  ]) {
    const problem = underlying().apply(doublePendulum({ v, gravity: 1, keepEnergy: true }));
    const projector = newton().bind(problem);
    const s = startOf(problem);
    problem.manifold!.invariants!.keep(s);
    for (let i = 0; i < 8; i++) s.y[i] += wobble(1e-3)(i);
    expect(projector.apply(s)).toBe("ok");
    expect(projector.drift!(s)).toBeLessThanOrEqual(1e-12);
  }
});

test("dependent constraints are singular until they are frozen, then the projection works", () => {
  const problem = underlying().apply(twiceHeld());
  const projector = newton().bind(problem);
  const s = startOf(problem, wobble(0.1));
  expect(projector.apply(s)).toBe("singular");
  problem.workspace.mechanics!.constraints.freezeRedundant(0, s.q);
  expect(projector.apply(s)).toBe("ok");
  expect(projector.drift!(s)).toBeLessThan(1e-12);
});

test("contradictory constraints end as diverged or left-manifold, never as ok", () => {
  const problem = underlying().apply(contradictory());
  const s = startOf(problem, wobble(0.1));
  problem.workspace.mechanics!.constraints.freezeRedundant(0, s.q);
  expect(["diverged", "left-manifold"]).toContain(newton().bind(problem).apply(s));
});

test("too few iterations give left-manifold; a state that is not finite gives nonfinite", () => {
  const problem = underlying().apply(doublePendulum());
  expect(
    newton({ maxIterations: 1 })
      .bind(problem)
      .apply(startOf(problem, wobble(0.1))),
  ).toBe("left-manifold");
  expect(
    newton()
      .bind(problem)
      .apply(startOf(problem, () => Number.NaN)),
  ).toBe("nonfinite");
});

test("the stiff view has no manifold and is refused in one sentence", () => {
  expect(inWords(newton().refuses(stiff().apply(pendulum())))).toMatch(
    /^projection "newton": needs a manifold, and formulation "stiff" does not satisfy g = 0/,
  );
  expect(inWords(newton().refuses(ode().apply(pendulum({ rods: [] }))))).toContain(
    "neither constraints nor invariants",
  );
  expect(newton().refuses(underlying().apply(pendulum()))).toBeUndefined();
});

test("options are data: unknown names and impossible values are refused with their path", () => {
  const factory = projections.find(({ name }) => name === "newton")!;
  expect(
    Object.fromEntries(Object.entries(factory.options).map(([name, { default: value }]) => [name, value])),
  ).toEqual({
    tolerance: 1e-12,
    maxIterations: 100,
  });
  expect(factory.make({ tolerance: 1e-6 }).name).toBe("newton");
  expect(() => factory.make({ tolerance: "small" })).toThrow("newton.tolerance");
  expect(() => factory.make({ maxIterations: 0 })).toThrow("newton.maxIterations");
  expect(() => factory.make({ level: "both" })).toThrow('has no option "level"');
});

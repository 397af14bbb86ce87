import { expect, test } from "vitest";
import { contradictory, doublePendulum, pendulum, twiceHeld } from "../../test/fixtures/systems.js";
import { errorControlled } from "../controllers/index.js";
import type { Workspace } from "../core/index.js";
import { stiff, underlying } from "../formulations/index.js";
import { bs32 } from "../methods/index.js";
import { newton } from "../projections/index.js";
import { type SolveOptions, solve } from "./index.js";

const begin = (workspace: Workspace, options: Partial<SolveOptions> = {}) =>
  solve(underlying().apply(workspace), {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-8, atol: 1e-8 }),
    until: 0,
    ...options,
  });

test("until may equal the start: the solution is the start with its multipliers 1.5 and 1.25", () => {
  const solution = begin(doublePendulum());
  expect(solution.status).toBe("ok");
  expect(solution.t).toBe(0);
  expect([...solution.lambda!]).toEqual([1.5, 1.25].map((x) => expect.closeTo(x, 14)));
  expect(solution.trajectory.length).toBe(1);
  expect(solution.work.steps).toBe(0);
});

test("project moves the start onto the constraints and says what it moved", () => {
  const { start, status, q, v } = begin(doublePendulum({ q: [1.1, 0, 2, 0], v: [0.2, -0.5, 0, 0.5] }));
  expect(status).toBe("ok");
  expect(start).toMatchObject({ mode: "project", worst: "upper" });
  expect(start!.position.before).toBeCloseTo(0.1, 14);
  expect(start!.velocity.before).toBeCloseTo(0.2, 14);
  expect(start!.position.after).toBeLessThan(1e-15);
  expect(start!.velocity.after).toBeLessThan(1e-15);
  expect(start!.moved.q).toBeCloseTo(0.1, 14);
  expect(start!.moved.v).toBeCloseTo(0.2, 14);
  expect(start!.iterations).toBeGreaterThan(0);
  expect([...q]).toEqual([1, 0, 2, 0].map((x) => expect.closeTo(x, 14)));
  expect([...v]).toEqual([0, -0.5, 0, 0.5].map((x) => expect.closeTo(x, 14)));
});

test("a consistent start keeps every bit", () => {
  const { start, y } = begin(doublePendulum());
  expect(start).toEqual({
    mode: "project",
    moved: { q: 0, v: 0 },
    position: { before: 0, after: 0 },
    velocity: { before: 0, after: 0 },
    iterations: 0,
  });
  expect([...y]).toEqual([1, 0, 2, 0, 0, -0.5, 0, 0.5]);
});

test("check refuses an inconsistent start with the residual and the name, and moves nothing", () => {
  const { status, failure, start, y } = begin(doublePendulum({ v: [0, -0.5, 0.25, 0.5] }), { start: "check" });
  expect(status).toBe("left-manifold");
  expect(failure).toMatchObject({ t: 0, residual: 0.25, component: "lower" });
  expect(failure!.message).toBe(
    'left-manifold at t = 0: the start violates the constraints, most of all in the velocity of one ("lower"), residual 0.25. ' +
      'Correct the initial values, or use start "project".',
  );
  expect(start!.moved).toEqual({ q: 0, v: 0 });
  expect(y[6]).toBe(0.25);
});

test("check passes a start within its tolerance", () => {
  const almost = doublePendulum({ q: [1 + 1e-6, 0, 2, 0] });
  expect(begin(almost, { start: "check" }).status).toBe("left-manifold");
  expect(begin(almost, { start: "check", startTolerance: 1e-5 }).status).toBe("ok");
});

test("assume takes the start as it is and reports its residuals", () => {
  const { status, start, q } = begin(pendulum({ q: [1.1, 0] }), { start: "assume" });
  expect(status).toBe("ok");
  expect(q[0]).toBe(1.1);
  expect(start!.position.after).toBe(start!.position.before);
});

test("the stiff view starts where the model says, and still reports KKT multipliers", () => {
  const problem = stiff({ omega: 100 }).apply(doublePendulum({ q: [1.1, 0, 2.1, 0] }));
  const { y, lambda, dropped } = solve(problem, {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-8, atol: 1e-8 }),
    until: 0,
  });
  expect(y[0]).toBe(1.1);
  expect(lambda!.every(Number.isFinite)).toBe(true);
  expect(dropped).toEqual([]);
});

test("a redundant constraint is dropped by name and the run goes on, from an inconsistent start too", () => {
  for (const x of [1, 1.2]) {
    const workspace = twiceHeld();
    workspace.initial[0] = x;
    const solution = begin(workspace, { until: 2, projection: newton() });
    expect(solution.status).toBe("ok");
    expect(solution.dropped).toEqual(["copy"]);
    expect(solution.ledger.position).toBeLessThan(1e-12);
  }
});

test("in the stiff view a redundant constraint is dropped from the multipliers only", () => {
  const problem = stiff({ omega: 50 }).apply(twiceHeld());
  const { status, dropped, lambda } = solve(problem, {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-8, atol: 1e-8 }),
    until: 1,
  });
  expect([status, dropped]).toEqual(["ok", ["copy"]]);
  expect(lambda!.every(Number.isFinite)).toBe(true);
});

test("contradictory constraints fail at the start, by name", () => {
  const { status, failure } = begin(contradictory());
  expect(["diverged", "left-manifold"]).toContain(status);
  expect(failure!.component).toBe("longer");
  expect(failure!.residual).toBeGreaterThan(0.4);
  expect(failure!.message).toContain("no consistent start was found");
});

test("a singular position is refused by name", () => {
  const workspace = pendulum();
  const { constraints } = workspace.mechanics!;
  // the compiled system finds it by perturbing the start; the fixture is told
  Object.assign(constraints, { freezeRedundant: () => "singular" });
  Object.defineProperty(constraints, "singularRow", { value: 0 });
  const { failure } = begin(workspace);
  expect(failure).toMatchObject({ status: "singular", component: "arm" });
  expect(failure!.message).toContain("singular position");
});

test("initial values that are not finite are refused by name", () => {
  const { failure } = begin(pendulum({ v: [0, Number.NaN] }));
  expect(failure).toMatchObject({ status: "nonfinite", component: "y1'", t: 0 });
});

test("invariants are kept at their values after the projection of the start", () => {
  const problem = underlying().apply(pendulum({ q: [1.5, 0], v: [0, 1], keepEnergy: true }));
  const solution = solve(problem, {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-6, atol: 1e-6 }),
    projection: newton(),
    until: 3,
  });
  expect(solution.status).toBe("ok");
  expect(solution.ledger.invariants.energy.initial).toBe(0.5);
  expect(solution.ledger.invariants.energy.maxDeviation).toBeLessThan(1e-12);
  expect(solution.ledger.position).toBeLessThan(1e-12);
});

test("where only velocities are moved, the residual after the start is that of the moved velocities", () => {
  const { start, warnings } = begin(doublePendulum({ v: [0.5, -0.5, 0, 0.5] }));
  expect(start!.iterations).toBe(0);
  expect(start!.velocity.before).toBeCloseTo(0.5, 14);
  expect(start!.velocity.after).toBeLessThan(1e-15);
  expect(warnings).toEqual([
    'the start was changed: x1\' was given as 0.5 and became 0, because of the constraint "upper". Give a start that satisfies the constraints if another one is meant.',
  ]);
});

test("small changes of the start, and velocities that were not given, are not called large", () => {
  expect(begin(doublePendulum({ q: [1.01, 0, 2, 0], v: [0.02, -0.5, 0, 0.5] })).warnings).toEqual([]);
  expect(begin(doublePendulum({ q: [1.5, 0, 2, 0], v: [0, 0, 0, 0] })).warnings).toHaveLength(1);
});

test("a start that is assumed and violates constraints that the view keeps is said, and one on them is not", () => {
  const off = begin(pendulum({ q: [1.1, 0] }), { start: "assume" });
  expect(off.warnings).toEqual([expect.stringContaining("was taken as given and violates the constraints: |g| = 0.1")]);
  expect(begin(pendulum({ q: [1, 0] }), { start: "assume" }).warnings).toEqual([]);
});

test("a run that goes backwards in time says so", () => {
  expect(begin(pendulum(), { until: -0.1 }).notes).toEqual(["The run goes backwards in time, from t = 0."]);
  expect(begin(pendulum(), { until: 0.1 }).notes).toEqual([]);
});

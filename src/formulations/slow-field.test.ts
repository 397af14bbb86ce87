import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import { compileSystem } from "../compile/index.js";
import { errorControlled } from "../controllers/index.js";
import { newState } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { dop853 } from "../methods/index.js";
import { lower, parseModelText, validateModel } from "../model/index.js";
import { forcedOscillator } from "../papers/models/forced-oscillator.js";
import { slowAlgebraic } from "../projections/index.js";
import { type Solution, type SolveOptions, solve } from "../solve/index.js";
import { slowField, stiff, underlying } from "./index.js";

const file = new URL("../../gallery/double-pendulum.yaml", import.meta.url);
const doublePendulum = validateModel(parseModelText(readFileSync(file, "utf8")), catalogue);
const systemOf = (model = doublePendulum, set: Record<string, number> = {}) =>
  compileSystem(lower(model, catalogue, { set })).workspace();
const run = (
  problem: ReturnType<ReturnType<typeof slowField>["apply"]>,
  rtol: number,
  more: Partial<SolveOptions> = {},
): Solution =>
  solve(problem, {
    method: dop853(),
    controller: errorControlled({ rtol, atol: rtol }),
    until: 10,
    saveAt: [],
    ledger: "saved",
    ...more,
  });
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

/** The exact slow solution at omega = 1000 (docs/theory/ariel.md), from an independent computation. */
const start = [1.000001500020112, 0, 2.000002750028213, 0, 0, -0.4999951334583055, 0, 0.4999972542238115];
const end = [0.999344145542376, -0.036208775471072, 0.661557390627256, 0.905014184464194];

describe("the slow solution of the double pendulum at omega = 1000, t = 10", () => {
  test("DOP853 with at most 960 right-hand sides: error below 1e-8", () => {
    const { q, work } = run(slowField({ omega: 1000 }).apply(systemOf()), 1e-10, {
      from: { t: 0, y: start },
      start: "assume",
    });
    expect(work.forces).toBeLessThanOrEqual(960);
    expect(distance(q, end)).toBeLessThan(1e-8);
  });

  test("with tighter tolerances the order of the field shows: 4 has errors of 1e-9, 6 and 8 reach the digits of the reference", () => {
    const errors = ([4, 6, 8] as const).map((order) => {
      const problem = slowField({ omega: 1000, order }).apply(systemOf());
      return distance(run(problem, 1e-13, { from: { t: 0, y: start }, start: "assume" }).q, end);
    });
    expect(errors[0]).toBeGreaterThan(5e-10);
    expect(errors[0]).toBeLessThan(2e-9);
    for (const error of errors.slice(1)) expect(error).toBeLessThan(2e-11);
  });

  test("with stabilisation after every step it stays on the slow manifold to rounding, without it drifts", () => {
    const projection = slowAlgebraic();
    const drift = (more: Partial<SolveOptions>): number => {
      const problem = slowField({ omega: 1000 }).apply(systemOf());
      const s = newState(problem.arena, problem.dimension, problem.n);
      const { y, t } = run(problem, 1e-8, { projection, ...more });
      s.t = t;
      s.y.set(y);
      return projection.bind(problem).drift!(s);
    };
    expect(drift({ when: { when: "step" } })).toBeLessThan(1e-14);
    expect(drift({ when: { when: "start" } })).toBeGreaterThan(1e-12);
  });
});

describe("cost and accuracy do not depend on omega", () => {
  test("omega = 1e2 … 1e8: the same work within 10 %, and the distance from the rigid motion falls like omega^-2", () => {
    const rigid = run(underlying().apply(systemOf()), 1e-12).q;
    const projection = slowAlgebraic();
    const results = [1e2, 1e3, 1e4, 1e6, 1e8].map((omega) => {
      const problem = slowField({ omega }).apply(systemOf());
      const { q, work } = run(problem, 1e-10, { projection, when: { when: "start" } });
      return { omega, forces: work.forces, fromRigid: distance(q, rigid) };
    });
    const least = Math.min(...results.map((r) => r.forces));
    for (const { forces } of results) expect(forces).toBeLessThanOrEqual(1.1 * least);
    expect(Math.log10(results[1].fromRigid / results[2].fromRigid)).toBeCloseTo(2, 1);
    // the error of DOP853 at rtol 1e-10
    expect(results[4].fromRigid).toBeLessThan(1e-8);
  });

  test("beyond omega^2 = 1e16 omega^2 g is lost to rounding, but the slow field still gives the tension", () => {
    const omega = 1e10;
    const workspace = systemOf();
    const problem = slowField({ omega }).apply(workspace);
    const { constraints, omega2, m } = workspace.mechanics!;
    const s = newState(problem.arena, problem.dimension, problem.n);
    s.y.set(workspace.initial);
    expect(slowAlgebraic().bind(problem).apply(s)).toBe("ok");
    const [g, lambda] = [problem.arena.f64(m), problem.arena.f64(m)];
    // the coordinates are doubles near 1: g is a multiple of 2^-53, far above 1.5e-20
    constraints.g(g, s.t, s.q);
    expect(Math.abs(g[0] * omega2[0] - 1.5)).toBeGreaterThan(1);
    expect(problem.results!.multipliers!(lambda, s.t, s.q, s.v)).toBe("ok");
    expect(distance(lambda, [1.5, 1.25])).toBeLessThan(1e-14);
    // and the stiff force has an error of 1e-16 omega^2
    const dy = problem.arena.f64(problem.dimension);
    s.q[0] += 2 ** -52;
    stiff({ omega }).apply(workspace).rate!(dy, s.t, s.y);
    expect(Math.abs(dy[4])).toBeGreaterThan(1e3);
  });
});

describe("time-dependent constraints", () => {
  test("q'' = -omega^2 (q - cos t): the field of order 4, 6, 8 follows A cos t to that order", () => {
    const errors = ([4, 6, 8] as const).map((order) => {
      const omegas = [8, 16];
      return omegas.map((omega) => {
        const { q } = run(slowField({ order }).apply(systemOf(forcedOscillator, { omega })), 1e-13, { until: 5 });
        return Math.abs(q[0] - (omega ** 2 / (omega ** 2 - 1)) * Math.cos(5));
      });
    });
    for (const [k, [coarse, fine]] of errors.entries())
      expect(Math.abs(Math.log2(coarse / fine) - (4 + 2 * k))).toBeLessThan(0.2);
  });
});

describe("refusals are one sentence", () => {
  test("missing constraints, an invalid order, an invalid stiffness", () => {
    expect(() => slowField({ order: 3 as 4 })).toThrow("slow-field.order: must be 4, 6 or 8; got 3. The default is 6.");
    expect(() => slowField({ omega: -1 })).toThrow(
      "slow-field.omega: must be a number above 0 and below 1e+150; got -1.",
    );
    const workspace = systemOf();
    workspace.mechanics!.omega2.fill(Number.POSITIVE_INFINITY);
    expect(inWords(slowField().refuses(workspace))).toMatch(/constraint "rod\[0\]" has none/);
  });
});

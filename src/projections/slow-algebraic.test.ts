import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import { compileSystem } from "../compile/index.js";
import { errorControlled } from "../controllers/index.js";
import { newState, type Problem, type State } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { slowField, stiff, underlying } from "../formulations/index.js";
import { dop853 } from "../methods/index.js";
import { type ForceFunction, lower, type Model, parseModelText, validateModel } from "../model/index.js";
import { forcedOscillator } from "../papers/models/forced-oscillator.js";
import { squaredSpring, strongSpring } from "../papers/models/strong-spring.js";
import { solve } from "../solve/index.js";
import { slowAlgebraic } from "./index.js";

const orders = [4, 6, 8] as const;
const modelOf = (text: string): Model => validateModel(parseModelText(text), catalogue);
const gallery = (name: string): Model =>
  modelOf(readFileSync(new URL(`../../gallery/${name}.yaml`, import.meta.url), "utf8"));
const stiffly = (model: Model, set: Record<string, number> = {}, omega?: number): Problem =>
  stiff(omega === undefined ? {} : { omega }).apply(compileSystem(lower(model, catalogue, { set })));
const startOf = (problem: Problem, y: ArrayLike<number> = problem.workspace.initial): State => {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.t = problem.workspace.initialTime;
  s.y.set(y);
  return s;
};
/** Least-squares slope of log2 e against log2 omega for omegas that double. */
const slopes = (errors: readonly number[]): number[] => errors.slice(1).map((e, k) => Math.log2(errors[k] / e));

describe("the linear example (Ariel, 2.2): from the constraint manifold to A cos t, A = omega^2/(omega^2 - 1)", () => {
  test.each(orders)("order %i in q and v, omega = 4 … 32", (order) => {
    const t0 = 0.7;
    const errors = [4, 8, 16, 32].map((omega) => {
      const problem = stiffly(forcedOscillator, { omega, t0, A: 1 });
      const s = startOf(problem);
      expect(slowAlgebraic({ order }).bind(problem).apply(s)).toBe("ok");
      const A = omega ** 2 / (omega ** 2 - 1);
      return [Math.abs(s.q[0] - A * Math.cos(t0)), Math.abs(s.v[0] + A * Math.sin(t0))];
    });
    for (const of of [0, 1]) {
      const measured = slopes(errors.map((e) => e[of]));
      for (const slope of measured) expect(Math.abs(slope - order)).toBeLessThan(0.2);
    }
  });
});

describe("the spring pendulum (Ariel, 2.3): every order ends at the root of omega^2 r^3 (r - 1) = 4 M^2", () => {
  const places = orders.flatMap((order) => [20, 100, 1000].map((omega) => [order, omega] as const));
  test.each(places)("order %i, omega = %i", (order, omega) => {
    const problem = stiffly(strongSpring, { omega, M: 1, r0: 1, rdot0: 0.2 });
    const s = startOf(problem);
    expect(slowAlgebraic({ order }).bind(problem).apply(s)).toBe("ok");
    const r = Math.hypot(s.q[0], s.q[1]);
    const M = (s.q[0] * s.v[1] - s.q[1] * s.v[0]) / 2;
    // r - 1 is known to 2^-52, so the two sides to omega^2 2^-52
    expect(Math.abs(omega ** 2 * r ** 3 * (r - 1) - 4 * M ** 2)).toBeLessThan(4 * omega ** 2 * 2 ** -52);
    expect(Math.abs(s.q[0] * s.v[0] + s.q[1] * s.v[1])).toBeLessThan(4 * 2 ** -52);
  });

  test("with g = r^2 - 1 the circle is a different one and also exact: 2 omega^2 (r^2 - 1) = phidot^2", () => {
    const problem = stiffly(squaredSpring, { omega: 50, M: 1 });
    const s = startOf(problem);
    expect(slowAlgebraic({ order: 4 }).bind(problem).apply(s)).toBe("ok");
    const r2 = s.q[0] ** 2 + s.q[1] ** 2;
    const phidot = (s.q[0] * s.v[1] - s.q[1] * s.v[0]) / r2;
    expect(Math.abs(2 * 50 ** 2 * (r2 - 1) - phidot ** 2)).toBeLessThan(1e-11);
  });
});

/** The exact slow point at omega = 1000 (docs/theory/ariel.md), from an independent computation. */
const slowPoint = [1.000001500020112, 0, 2.000002750028213, 0, 0, -0.4999951334583055, 0, 0.4999972542238115] as const;

describe("the double pendulum at omega = 1000", () => {
  test.each(orders)("order %i leaves the reference slow point unchanged", (order) => {
    const problem = stiffly(gallery("double-pendulum"), {}, 1000);
    const s = startOf(problem, slowPoint);
    expect(slowAlgebraic({ order }).bind(problem).apply(s)).toBe("ok");
    const off = Math.max(...slowPoint.map((x, i) => Math.abs(s.y[i] - x)));
    // measured 2e-11 (order 4); the others agree to the digits of the reference
    expect(off).toBeLessThan(order === 4 ? 1e-10 : 2e-14);
  });

  test("order 4 reaches it from g = 0 to 1e-10 in two iterations and three evaluations", () => {
    const problem = stiffly(gallery("double-pendulum"), {}, 1000);
    const best = startOf(problem);
    slowAlgebraic({ order: 8 }).bind(problem).apply(best);
    const s = startOf(problem);
    const projector = slowAlgebraic({ order: 4 }).bind(problem);
    problem.work.forces = 0;
    expect(projector.apply(s)).toBe("ok");
    expect(projector.iterations).toBe(2);
    expect(problem.work.forces).toBe(3);
    expect(Math.max(...s.q.map((x, i) => Math.abs(x - best.q[i])))).toBeLessThan(1e-10); // measured 7.7e-11
  });
});

describe("the fast motion that remains after a projection decreases with its order", () => {
  test.each(orders)("order %i: the stiff solution from the projected start against the slow field", (order) => {
    const model = gallery("double-pendulum");
    const omegas = [16, 32, 64];
    const distances = omegas.map((omega) => {
      const problem = stiffly(model, {}, omega);
      const s = startOf(problem);
      slowAlgebraic({ order }).bind(problem).apply(s);
      const options = {
        method: dop853(),
        controller: errorControlled({ rtol: 1e-15, atol: 1e-15 }),
        from: { t: 0, y: s.y },
        start: "assume",
        saveAt: [0.25, 0.5, 0.75, 1],
        until: 1,
      } as const;
      const fast = solve(problem, options);
      const slow = solve(slowField({ omega, order: 8 }).apply(compileSystem(lower(model, catalogue))), options);
      const positions = [0, 1, 2, 3].flatMap((i) =>
        Array.from(fast.trajectory.component(i), (x, k) => Math.abs(x - slow.trajectory.component(i)[k])),
      );
      return Math.max(...positions);
    });
    // phases of the oscillation differ between values of omega, so slopes between two of them vary
    const slope = Math.log2(distances[0] / distances[2]) / 2;
    expect(Math.abs(slope - order)).toBeLessThan(0.7);
  });
});

describe("refusals", () => {
  test("name the missing part in one sentence", () => {
    const workspace = compileSystem(lower(gallery("double-pendulum"), catalogue)).workspace();
    expect(inWords(slowAlgebraic().refuses(underlying().apply(workspace)))).toMatch(
      /keeps g = 0.*Use formulation "stiff"/,
    );
    const free = compileSystem(lower(gallery("bungee"), catalogue)).workspace();
    expect(inWords(slowAlgebraic().refuses({ workspace: free } as Problem))).toMatch(/has no constraints/);
    expect(() => slowAlgebraic({ order: 5 as 4 })).toThrow("algebraic.order: must be 4, 6 or 8; got 5.");
    const push: ForceFunction = { name: "push", force: () => {}, readsVelocity: false };
    const lowered = { ...lower(gallery("double-pendulum"), catalogue), functions: [push] };
    expect(inWords(slowAlgebraic().refuses(stiff().apply(compileSystem(lowered))))).toMatch(/is a function/);
  });

  test("an omega that is too small for the motion fails with the measured term", () => {
    const problem = stiffly(gallery("double-pendulum"), {}, 0.8);
    const projector = slowAlgebraic({ order: 8 }).bind(problem);
    expect(projector.apply(startOf(problem))).toBe("diverged");
    expect(projector.diagnosis?.reason).toMatch(/omega is too small|too far from the slow manifold/);
  });

  test("constraints given twice have no slow multipliers of their own", () => {
    const text = `
taut: 1
points: { a: { mass: 1, at: [1, 0], velocity: [0, 1] } }
elements: [{ rod: { between: [origin, a], length: 1 } }, { rod: { between: [origin, a], length: 1 } }]
omega: 100
`;
    const problem = stiffly(modelOf(text));
    expect(slowAlgebraic().bind(problem).apply(startOf(problem))).toBe("singular");
  });
});

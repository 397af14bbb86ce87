import { describe, expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import { doublePendulum, kepler, pendulum, rodSystem, twiceHeld } from "../../test/fixtures/systems.js";
import { newState, type Problem, restoreBytes, type State, savedBytes } from "../core/index.js";
import { ode, underlying } from "../formulations/index.js";
import { newton } from "./newton.js";
import { type RelaxOptions, relax, relaxFactory } from "./relax.js";

/** The start of the model, moved by `size` in a generic direction. */
function away(problem: Problem, size: number): State {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.t = 0;
  for (let i = 0; i < s.y.length; i++) s.y[i] = problem.workspace.initial[i] + size * (((i * 7919) % 13) / 6 - 1);
  return s;
}

/** |g| and |G v + g_t| after one correction from a distance `size`. */
function residuals(options: RelaxOptions, size: number): number[] {
  const problem = underlying().apply(heavyAndLight());
  const { constraints } = problem.manifold!;
  const s = away(problem, size);
  expect(relax(options).bind(problem).apply(s)).toBe("ok");
  const [g, r] = [problem.arena.f64(2), problem.arena.f64(2)];
  constraints!.g(g, s.t, s.q);
  constraints!.gdot(r, s.t, s.q, s.v);
  return [g, r].map((x) => Math.max(...x.map(Math.abs)));
}

/** Unequal masses, so that the metric matters; bent, so that the rods turn. */
const heavyAndLight = () => doublePendulum({ masses: [1, 3], q: [0.6, -0.8, 1.4, -1.4], v: [0.4, 0.3, -0.02, -0.26] });

describe("powers of the distance that remain after one correction", () => {
  test.each<[string, RelaxOptions, number[]]>([
    [
      "(4.8) leaves 2 in position and 1 in velocity, because moving q turns the velocity constraint",
      { form: "levels" },
      [2, 1],
    ],
    ["(4.7) leaves 2 and 2", { form: "coupled" }, [2, 2]],
    ["H^T (H H^T)^-1 leaves 2 and 2", { form: "full" }, [2, 2]],
    ["(4.7) without the mass leaves 2 and 2", { form: "coupled", weight: "none" }, [2, 2]],
    ["position alone leaves 2 and 1", { level: "position" }, [2, 1]],
    [
      "velocity alone leaves 1 in position, and the velocity constraint holds to rounding",
      { level: "velocity" },
      [1, Number.NaN],
    ],
  ])("%s", (_, options, powers) => {
    const [far, near] = [residuals(options, 1e-3), residuals(options, 1e-4)];
    powers.forEach((power, k) => {
      if (Number.isNaN(power)) expect(near[k]).toBeLessThan(1e-15);
      else expect(Math.log10(far[k] / near[k])).toBeCloseTo(power, 1);
    });
  });
});

test("alpha is the applied fraction: alpha = 1/4 leaves 3/4 of both residuals", () => {
  const before = residuals({ alpha: 1e-12 }, 1e-5);
  const after = residuals({ alpha: 0.25, form: "coupled" }, 1e-5);
  after.forEach((x, k) => {
    expect(x / before[k]).toBeCloseTo(0.75, 4);
  });
});

test("the mass metric moves a heavy end less, weight none moves both ends alike", () => {
  const dumbbell = rodSystem({
    name: "dumbbell",
    masses: [1, 9],
    rods: [{ from: 0, to: 1, length: 1 }],
    q: [0, 0, 1.01, 0],
    v: [0, 0, 0, 0],
  });
  const problem = underlying().apply(dumbbell);
  const moved = (weight: "mass" | "none") => {
    const s = away(problem, 0);
    relax({ weight }).bind(problem).apply(s);
    return [s.q[0], 1.01 - s.q[2]];
  };
  expect(moved("mass")).toEqual([0.009, 0.001].map((x) => expect.closeTo(x, 14)));
  expect(moved("none")).toEqual([0.005, 0.005].map((x) => expect.closeTo(x, 14)));
});

test("(1.14), unscaled: z -= alpha D h itself", () => {
  const problem = underlying().apply(pendulum({ masses: [2], q: [1.01, 0], v: [0.3, 1] }));
  const s = away(problem, 0);
  relax({ scaled: false, alpha: 0.5 }).bind(problem).apply(s);
  // g = 0.01, r = 0.3, G = (1, 0), M^-1 = 1/2
  expect([...s.y]).toEqual([1.01 - 0.0025, 0, 0.3 - 0.075, 1].map((x) => expect.closeTo(x, 14)));
});

test("(3.4): the correction is evaluated at the start of the step", () => {
  const problem = underlying().apply(heavyAndLight());
  const from = away(problem, 1e-3);
  const there = away(problem, 1e-3);
  relax().bind(problem).apply(there);
  const s = away(problem, 5e-3);
  const end = [...s.y];
  expect(relax({ at: "start" }).bind(problem).apply(s, from)).toBe("ok");
  s.y.forEach((x, k) => {
    expect(x - end[k]).toBeCloseTo(there.y[k] - from.y[k], 15);
  });
});

describe("(3.7), backward Euler", () => {
  test.each([0.5, 3, 100])(
    "alpha = %d: what is left of g is g = S lambda / alpha, and r shrinks by 1 + alpha",
    (alpha) => {
      const problem = underlying().apply(pendulum({ q: [1.01, 0], v: [0.3, 1] }));
      const s = away(problem, 0);
      expect(relax({ at: "implicit", alpha }).bind(problem).apply(s)).toBe("ok");
      // along the rod everything is linear: 1 + 0.01/(1 + alpha)
      expect(s.q[0] - 1).toBeCloseTo(0.01 / (1 + alpha), 14);
      expect(s.v[0]).toBeCloseTo(0.3 / (1 + alpha), 14);
    },
  );

  test("alpha to infinity is coordinate projection", () => {
    const problem = underlying().apply(heavyAndLight());
    const [s, exact] = [away(problem, 1e-4), away(problem, 1e-4)];
    expect(relax({ at: "implicit", alpha: 1e12 }).bind(problem).apply(s)).toBe("ok");
    newton({ tolerance: 1e-15 }).bind(problem).apply(exact);
    // both end on the manifold; the directions D differ by the displacement of q, 1e-4, times the distance
    s.y.forEach((x, k) => {
      expect(Math.abs(x - exact.y[k])).toBeLessThan(1e-7);
    });
    expect(relax().bind(problem).drift!(s)).toBeLessThan(1e-14);
  });
});

test("each sweep approaches the factorised correction by the same factor", () => {
  const problem = underlying().apply(heavyAndLight());
  const exact = away(problem, 1e-3);
  relax().bind(problem).apply(exact);
  const distance = [1, 2, 4, 8].map((sweeps) => {
    const s = away(problem, 1e-3);
    relax({ sweeps }).bind(problem).apply(s);
    return Math.max(...s.y.map((x, k) => Math.abs(x - exact.y[k])));
  });
  const factor = distance[1] / distance[0];
  expect(factor).toBeLessThan(0.9);
  expect(distance[2] / distance[0]).toBeCloseTo(factor ** 3, 6);
  expect(distance[3] / distance[0]).toBeCloseTo(factor ** 7, 6);
});

test("a factorisation used in several calls is counted once, and saved and restored with the same bits", () => {
  const problem = underlying().apply(heavyAndLight());
  const projector = relax({ reuse: 3 }).bind(problem);
  const before = problem.work.factorisations;
  for (const size of [1e-3, 2e-3, 3e-3, 4e-3]) projector.apply(away(problem, size));
  expect(problem.work.factorisations - before).toBe(2);
  const again = relax({ reuse: 3 }).bind(problem);
  restoreBytes(again.checkpoint, savedBytes(projector.checkpoint));
  const [a, b] = [away(problem, 5e-3), away(problem, 5e-3)];
  projector.apply(a);
  again.apply(b);
  expect([...b.y]).toEqual([...a.y]);
});

test("invariants: one correction along the gradients leaves the square of the distance", () => {
  const left = [1e-3, 1e-4].map((size) => {
    const problem = ode().apply(kepler(0.5));
    problem.manifold!.invariants!.keep(away(problem, 0));
    const s = away(problem, size);
    const projector = relax().bind(problem);
    expect(projector.apply(s)).toBe("ok");
    return projector.drift!(s);
  });
  expect(Math.log10(left[0] / left[1])).toBeCloseTo(2, 1);
});

test("impossible combinations are refused in one sentence, or with the name of the option", () => {
  const rigidOnes = underlying().apply(twiceHeld());
  expect(inWords(relax({ direction: "velocity" }).refuses(ode().apply(kepler(0.5))))).toContain("first-order system");
  expect(inWords(relax({ direction: "input" }).refuses(ode().apply(kepler(0.5))))).toContain("algebraic variables");
  expect(inWords(relax().refuses(underlying().apply(doublePendulum({ keepEnergy: true }))))).toContain("both");
  expect(relax().refuses(rigidOnes)).toBeUndefined();
  for (const [option, value] of [
    ["alpha", 2.5],
    ["form", "best"],
    ["reuse", 0],
    ["sweeps", 1.5],
    ["overRelaxation", 2],
  ] as const) {
    expect(() => relaxFactory.make({ [option]: value })).toThrow(`relax.${option}`);
  }
  expect(() => relaxFactory.make({ at: "implicit", form: "full" })).toThrow("relax.at");
});

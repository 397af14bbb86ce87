import { describe, expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import { compileSystem } from "../compile/index.js";
import { newState, type State, TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { stiff, underlying } from "../formulations/index.js";
import { lower, parseModelText, validateModel } from "../model/index.js";
import { type IpaOptions, ipa } from "./ipa.js";

const pendulum = (r: number, M: number): string => `
taut: 1
points: { a: { mass: 1, at: [${r}, 0], velocity: [0, ${(2 * M) / r}] } }
elements: [{ rod: { between: [origin, a], length: 1, name: arm } }]
`;

const double = (y1: number): string => `
taut: 1
points:
  a: { mass: 1, at: [1, ${y1}], velocity: [0, -0.5] }
  b: { mass: 1, at: [2, 0], velocity: [0, 0.5] }
elements:
  - rod: { between: [origin, a], length: 1, name: upper }
  - rod: { between: [a, b], length: 1, name: lower }
`;

function project(text: string, omega: number | undefined, options: IpaOptions = {}) {
  const workspace = compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)).workspace();
  const problem = stiff(omega === undefined ? {} : { omega }).apply(workspace);
  const projection = ipa(options);
  expect(projection.refuses(problem)).toBeUndefined();
  const projector = projection.bind(problem);
  const s = newState(workspace.arena, workspace.dimension, problem.n);
  s.t = workspace.initialTime;
  s.y.set(workspace.initial);
  const before = workspace.work.forces;
  const status = projector.apply(s);
  return { s, status, projector, workspace, forces: workspace.work.forces - before };
}

/** The root of omega^2 r^3 (r - 1) = 4 M^2 (Ariel section 2.3): the exact slow radius. */
function restRadius(omega: number, M: number): number {
  let r = 1;
  for (let k = 0; k < 50; k++) r = 1 + (4 * M * M) / (omega * omega * r ** 3);
  return r;
}

const areal = ({ q, v }: State): number => (q[0] * v[1] - q[1] * v[0]) / 2;

describe("spring pendulum", () => {
  const paper: IpaOptions = { periods: 3, steps: 18, tolerance: 1e-15, maxIterations: 40 };

  test.each([
    ["the cubic of Ariel", paper, 4],
    ["the cubic, velocity corrected", { ...paper, correct: true }, 4],
    ["three moments of any smoothness", { ...paper, filter: "smooth", periods: 4, steps: 30 }, 4],
  ] as const)(
    "%s: q is slow to order omega^-%s, against the root of omega^2 r^3 (r - 1) = 4 M^2",
    (_, options, order) => {
      const errors = [80, 160, 320].map((omega) => {
        const { s, status } = project(pendulum(1.002, 0.5), omega, options as IpaOptions);
        expect(status).toBe("ok");
        return Math.abs(Math.hypot(s.q[0], s.q[1]) - restRadius(omega, areal(s)));
      });
      // the next term of the expansion bends the slope by less
      expect(Math.log2(errors[0] / errors[2]) / 2).toBeGreaterThan(order - 0.2);
      expect(Math.log2(errors[1] / errors[2])).toBeGreaterThan(order - 0.2);
    },
  );
});

describe("double pendulum of Ariel section 5", () => {
  const paper: IpaOptions = { periods: 3, steps: 18, tolerance: 1e-9 };

  test("from (29)-(30): 5 iterations of 37 forces, omega^2 g as at the end of Table 1", () => {
    const { s, projector, forces, workspace } = project(double(0.25), 1000, paper);
    // and one to compare omega^2 g with the multipliers
    expect([projector.iterations, forces]).toEqual([5, 5 * 37 + 1]);
    const g = workspace.arena.f64(2);
    workspace.mechanics!.constraints.g(g, 0, s.q);
    expect(1e6 * g[0]).toBeCloseTo(1.007, 3);
    expect(1e6 * g[1]).toBeCloseTo(0.8952, 4);
  });

  test("a zero filter takes 7 forces per iteration and at most 60 from there, and q is slow to 1e-10", () => {
    const { s, projector, forces, workspace } = project(double(0.25), 1000, {
      filter: "zeros",
      correct: true,
      tolerance: 1e-9,
    });
    expect(forces).toBe(7 * projector.iterations + 1);
    expect(forces).toBeLessThanOrEqual(60);
    // omega^2 g = Lambda - O(omega^-2) on the slow manifold: 1e-10 in q is 1e-4 in omega^2 g
    const [g, lambda] = [workspace.arena.f64(2), workspace.arena.f64(2)];
    const { constraints } = workspace.mechanics!;
    constraints.g(g, 0, s.q);
    constraints.multipliers(lambda, 0, s.q, s.v);
    for (let k = 0; k < 2; k++) expect(Math.abs(1e6 * g[k] - lambda[k])).toBeLessThan(1e-4);
  });

  test("the filtered force is the acceleration of the slow motion to 2e-5, where the raw one at omega = 1000 is 1e-4 away", () => {
    const { s, projector, workspace } = project(double(0.25), 1000, paper);
    const { constraints, n } = workspace.mechanics!;
    const dy = workspace.arena.f64(2 * n);
    constraints.underlying(dy, 0, s.y);
    const raw = workspace.arena.f64(2 * n);
    stiff({ omega: 1000 }).apply(workspace).rate!(raw, 0, s.y);
    const away = (rate: ArrayLike<number>): number => Math.max(...Array.from(dy, (x, k) => Math.abs(rate[k] - x)));
    // both differ from it by O(omega^-2): about 3.4 and 115 omega^-2
    expect(away(projector.rate!)).toBeLessThan(2e-5);
    expect(away(raw)).toBeGreaterThan(1e-4);
  });

  test("with unequal masses and stiffnesses omega_j^2 g_j is the KKT multiplier to O(omega^-2)", () => {
    const text = `
taut: 1
points:
  a: { mass: 3, at: [1, 0.02], velocity: [0, -0.5] }
  b: { mass: 0.5, at: [2, 0], velocity: [0, 0.5] }
elements:
  - rod: { between: [origin, a], length: 1, omega: 2000 }
  - rod: { between: [a, b], length: 1, omega: 500 }
  - gravity: [0, -1]
`;
    for (const options of [{}, { filter: "zeros" }, { filter: "smooth", moments: 5 }] as IpaOptions[]) {
      const { s, status, workspace } = project(text, undefined, options);
      expect(status).toBe("ok");
      const [g, lambda] = [workspace.arena.f64(2), workspace.arena.f64(2)];
      const { constraints, omega2 } = workspace.mechanics!;
      constraints.g(g, 0, s.q);
      constraints.multipliers(lambda, 0, s.q, s.v);
      for (let k = 0; k < 2; k++) expect(omega2[k] * g[k]).toBeCloseTo(lambda[k], 2);
    }
  });
});

test("time-dependent: q'' = -omega^2 (q - cos t) is brought to A cos t, -A sin t, corrected to order omega^-4", () => {
  const errors = [100, 200].map((omega) => {
    const text = `
taut: 1
coordinates: { q: { mass: 1, at: cos(0.7) + 0.01, velocity: -sin(0.7) + 0.1 } }
constraints: { follow: q - cos(t) }
omega: ${omega}
time: 0.7
`;
    const { s } = project(text, undefined, {
      periods: 3,
      steps: 18,
      correct: true,
      tolerance: 1e-14,
      maxIterations: 40,
    });
    const A = omega ** 2 / (omega ** 2 - 1);
    return [Math.abs(s.q[0] - A * Math.cos(0.7)), Math.abs(s.v[0] + A * Math.sin(0.7))];
  });
  // a ratio of 16 between them
  for (const k of [0, 1]) expect(errors[0][k] / errors[1][k]).toBeGreaterThan(15);
  for (const k of [0, 1]) expect(errors[1][k]).toBeLessThan(1e-7);
});

test("window, micro-step and tolerance follow from the model's frequencies, uniformly in omega", () => {
  const forces = [1e2, 1e3, 1e4].map((omega) => project(double(0.01), omega).forces);
  expect(Math.max(...forces)).toBeLessThanOrEqual(Math.min(...forces) + 3 * 29);
});

describe("refusals give the measured numbers", () => {
  const problemOf = (text: string, omega?: number) => {
    const workspace = compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)).workspace();
    return stiff(omega === undefined ? {} : { omega }).apply(workspace);
  };

  test("a rank-deficient G", () => {
    const text = `
taut: 1
points: { a: { mass: 1, at: [1, 0] } }
elements: [{ rod: { between: [origin, a], length: 1 } }, { rod: { between: [origin, a], length: 1 } }]
`;
    expect(inWords(ipa().refuses(problemOf(text, 100)))).toMatch(
      /rank-deficient at the start \(its smallest fast frequency is .* of its largest\)/,
    );
  });

  test("a micro-step that is unstable for Verlet's method, a window that is too short", () => {
    expect(inWords(ipa({ periods: 3, steps: 8 }).refuses(problemOf(double(0), 100)))).toMatch(
      /needs micro-steps below 2 in units of the fastest frequency/,
    );
    expect(inWords(ipa({ periods: 0.3, steps: 4 }).refuses(problemOf(double(0), 100)))).toMatch(
      /leaves 0\.\d+ of the slowest fast mode/,
    );
  });

  test("an omega at which rounding hides omega^2 g, with the floor", () => {
    expect(ipa().refuses(problemOf(double(0), 1e6))).toBeUndefined();
    expect(inWords(ipa().refuses(problemOf(double(0), 1e8)))).toMatch(
      /omega\^2 g is known only to 2\.22 .*Use formulation "slow-field"/,
    );
  });

  test("the rigid view", () => {
    const workspace = compileSystem(lower(validateModel(parseModelText(double(0)), catalogue), catalogue)).workspace();
    expect(inWords(ipa().refuses(underlying().apply(workspace)))).toMatch(/Use formulation "stiff"/);
  });

  test("a start too far away fails with the residual and the change of the last filtering", () => {
    const { status, projector } = project(double(1.5), 1000, { periods: 3, steps: 18 });
    expect(status).toBe("left-manifold");
    expect(projector.diagnosis?.reason).toMatch(
      /one filtering leaves 0\.91\d* of the residual .* too far from the slow manifold/,
    );
  });

  test("an omega too small for the window: omega^2 g and the multiplier that it should be", () => {
    const { status, projector } = project(double(0), 20);
    expect(status).toBe("left-manifold");
    expect(projector.diagnosis?.reason).toMatch(/but the multiplier is 1\.\d+: omega = 20 is too small/);
  });

  test("invalid options", () => {
    expect(() => ipa({ filter: "boxcar" as "cubic" })).toThrow(TautError);
    expect(() => ipa({ tolerance: 0 })).toThrow(/tolerance/);
    expect(() => ipa({ filter: "zeros", steps: 4 })).toThrow(/Leave periods and steps out/);
    expect(() => ipa({ moments: 5 })).toThrow(/Use filter "smooth"/);
  });
});

import { describe, expect, test } from "vitest";
import { inWords } from "../../../test/fixtures/refusal.js";
import { initialState, order, run, step } from "../../../test/fixtures/stepping.js";
import { doublePendulum, firstOrder, pendulum } from "../../../test/fixtures/systems.js";
import { fixed } from "../../controllers/index.js";
import type { Method, Problem, State } from "../../core/index.js";
import { ode, rigid, stiff, underlying } from "../../formulations/index.js";
import { Run, solve } from "../../solve/index.js";
import { rattle } from "../constrained/rattle.js";
import { verlet } from "../leapfrog/verlet.js";
import { dop853 } from "../runge-kutta/explicit.js";
import { composition, compositionFactories } from "./composition.js";
import { gammas, schemes } from "./parts/composition-schemes.js";

const made = (name: string, options = {}): Method =>
  compositionFactories.find((factory) => factory.name === name)!.make(options);

/** Springs instead of rods, soft enough to resolve. */
const springs = (): Problem => stiff({ omega: 3 }).apply(doublePendulum({ gravity: 1 }));
const rods = (): Problem => rigid().apply(doublePendulum({ gravity: 1 }));
/** The same without gravity, a quieter motion. */
const free = (): Problem => rigid().apply(doublePendulum());

const sizes = (ends: readonly Float64Array[], reference: Float64Array, half: number): number[] =>
  ends.map((y) => Math.hypot(...y.subarray(half, half + 4).map((x, i) => x - reference[half + i])));

describe.each(schemes.map((scheme) => [`${scheme.name}, order ${scheme.order}`, scheme] as const))(
  "%s",
  (_, scheme) => {
    const gamma = gammas(scheme);
    /** sum_k weight(gamma_k) f(k), f from sums to the middle of substep k. */
    const sum = (f: (g: number, k: number) => number): number => gamma.reduce((total, g, k) => total + f(g, k), 0);
    const until = (power: number): number[] => {
      let total = 0;
      return Array.from(gamma, (g) => {
        total += g ** power;
        return total - g ** power / 2;
      });
    };

    test("is symmetric and satisfies the order conditions to rounding (Geometric Numerical Integration, V.3)", () => {
      const [c, d] = [until(1), until(3)];
      const conditions: [number, number][] = [
        [4, sum((g) => g) - 1],
        [4, sum((g) => g ** 3)],
        [6, sum((g) => g ** 5)],
        [6, sum((g, k) => g ** 3 * c[k] ** 2)],
        [8, sum((g) => g ** 7)],
        [8, sum((g, k) => g ** 5 * c[k] ** 2)],
        [8, sum((g, k) => g * d[k] ** 2)],
        [8, sum((g, k) => g ** 3 * c[k] ** 4)],
      ];
      expect(gamma).toEqual(gamma.slice().reverse());
      for (const [from, value] of conditions) if (from <= scheme.order) expect(Math.abs(value)).toBeLessThan(4e-15);
      // the next order is not reached
      expect(
        Math.max(...conditions.filter(([from]) => from === scheme.order + 2).map(([, x]) => Math.abs(x)), 0),
      ).not.toBeLessThan(scheme.order === 8 ? 0 : 1e-4);
    });

    test("costs one force per substep, and one to start", () => {
      const problem = springs();
      run(made(`verlet-${scheme.order}`, { scheme: scheme.name }), problem, 0.05, 10);
      expect(problem.work.forces).toBe(10 * gamma.length + 1);
    });
  },
);

test.each([
  ["verlet-4", {}, [16, 32, 64]],
  ["verlet-4", { scheme: "yoshida" }, [64, 128, 256]],
  ["verlet-6", {}, [16, 32, 64]],
  ["verlet-6", { scheme: "yoshida" }, [32, 64, 128]],
  ["verlet-8", {}, [6, 12, 24]],
  ["verlet-8", { scheme: "suzuki-umeno" }, [8, 16, 32]],
] as const)("%s %o has its order ± 0.1 in q and in v", (name, options, window) => {
  const reference = run(dop853(), springs(), 1 / 128, 512).y;
  const method = made(name, options);
  const ends = window.map((n) => run(method, springs(), 1 / n, 4 * n).y);
  for (const half of [0, 4]) {
    expect(Math.abs(order(sizes(ends, reference, half)) - method.order)).toBeLessThan(0.1);
  }
});

test.each([
  ["rattle-4", [16, 32, 64]],
  ["rattle-6", [8, 16, 32]],
  ["rattle-8", [8, 16]],
] as const)("%s has its order ± 0.1 in q and in v, and keeps both constraints to rounding", (name, window) => {
  const reference = run(dop853(), underlying().apply(doublePendulum({ gravity: 1 })), 1 / 256, 512).y;
  const method = made(name);
  const ends = window.map((n) => {
    const problem = rods();
    const s = run(method, problem, 1 / n, 2 * n);
    const residual = new Float64Array(2);
    problem.constraints!.g(residual, s.t, s.q);
    for (const g of residual) expect(Math.abs(g)).toBeLessThan(1e-14);
    problem.constraints!.gdot(residual, s.t, s.q, s.v);
    for (const g of residual) expect(Math.abs(g)).toBeLessThan(1e-13);
    return s.y;
  });
  for (const half of [0, 4]) {
    expect(Math.abs(order(sizes(ends, reference, half)) - method.order)).toBeLessThan(0.1);
  }
});

test("the first scheme of each order is the best: the least error for 1,800 forces per unit of time", () => {
  const reference = run(dop853(), springs(), 1 / 128, 256).y;
  for (const order of [4, 6, 8]) {
    const errors = schemes
      .filter((scheme) => scheme.order === order)
      .map((scheme) => {
        const steps = Math.round(120 / gammas(scheme).length);
        const method = composition(verlet(), scheme.order, { scheme: scheme.name });
        return sizes([run(method, springs(), 1 / steps, 2 * steps).y], reference, 0)[0];
      });
    expect(errors[0]).toBe(Math.min(...errors));
  }
});

test.each([
  ["verlet-8", springs, 0.05],
  ["rattle-8", rods, 0.1],
] as const)(
  "%s is reversible: a run back with the reversed velocity ends at the start, to rounding",
  (name, make, h) => {
    const problem = make();
    const s = initialState(problem);
    const before = Float64Array.from(s.y);
    const stepper = made(name).bind(problem);
    stepper.start(s);
    step(stepper, problem, s, h, 20);
    s.v.forEach((v, i) => {
      s.v[i] = -v;
    });
    stepper.moved(s);
    step(stepper, problem, s, h, 20);
    for (let i = 0; i < 4; i++) expect(Math.abs(s.q[i] - before[i])).toBeLessThan(1e-12);
  },
);

test("rattle-8 keeps the energy of the rigid double pendulum within 1e-9 for 2,000 steps of 0.1, without a trend", () => {
  const problem = free();
  const s = initialState(problem);
  const stepper = made("rattle-8").bind(problem);
  const energy = problem.results!.energy!(0, s.y);
  const worst = [0, 0];
  let taken = 0;
  stepper.start(s);
  step(stepper, problem, s, 0.1, 2000, (next) => {
    const half = taken++ < 1000 ? 0 : 1;
    worst[half] = Math.max(worst[half], Math.abs(problem.results!.energy!(next.t, next.y) - energy));
  });
  expect(Math.max(...worst)).toBeLessThan(1e-9);
  expect(worst[1]).toBeLessThan(3 * worst[0]);
});

describe("Newton for the positions", () => {
  const iterations = (method: Method, h: number): number => {
    const problem = rods();
    run(method, problem, h, Math.round(10 / h));
    return problem.work.iterations / problem.work.forces;
  };

  test.each([
    ["rattle-4", 4, 0.02],
    ["rattle-6", 6, 0.05],
    ["rattle-8", 8, 0.1],
  ] as const)(
    "in %s starts from the previous substeps and needs fewer iterations than from the last two",
    (name, of, h) => {
      const [warm, plain] = [iterations(made(name), h), iterations(composition(rattle(), of), h)];
      expect(warm).toBeLessThan(0.85 * plain);
      expect(warm).toBeLessThan(1.5);
    },
  );

  test("starts well again after a step of another length", () => {
    const problem = rods();
    const s = initialState(problem);
    const stepper = made("rattle-6").bind(problem);
    stepper.start(s);
    step(stepper, problem, s, 0.05, 10);
    step(stepper, problem, s, 0.03, 1);
    step(stepper, problem, s, 0.05, 3);
    const { iterations: before, forces } = problem.work;
    step(stepper, problem, s, 0.05, 20);
    expect((problem.work.iterations - before) / (problem.work.forces - forces)).toBeLessThan(1.4);
  });
});

test.each([
  ["verlet-6", springs, 0.1],
  ["rattle-6", rods, 0.1],
] as const)("%s has dense output as accurate as its steps, which joins both ends", (name, make, h) => {
  const problem = make();
  const [s, next] = [initialState(problem), initialState(problem)];
  const out = new Float64Array(8);
  const method = made(name);
  const stepper = method.bind(problem);
  stepper.start(s);
  stepper.attempt(next, s, h);
  stepper.accept();
  stepper.dense?.at(out, 0);
  expect(out).toEqual(s.y);
  stepper.dense?.at(out, 1);
  for (let i = 0; i < 8; i++) expect(Math.abs(out[i] - next.y[i])).toBeLessThan(2e-15);
  stepper.dense?.at(out, 0.6);
  expect(out).toEqual(run(method, make(), 0.6 * h, 1).y);

  // dense output does not change the run
  const [after, straight] = [initialState(problem), make()];
  stepper.attempt(after, next, h);
  expect(after.y).toEqual(run(method, straight, h, 2).y);
});

test.each([
  ["verlet-4", springs],
  ["rattle-4", rods],
] as const)("%s does not write to its start state, and repeats a rejected step to the bit", (name, make) => {
  const problem = make();
  const [s, next] = [initialState(problem), initialState(problem)];
  const before = Float64Array.from(s.y);
  const stepper = made(name).bind(problem);
  stepper.start(s);
  stepper.attempt(next, s, 0.2);
  stepper.attempt(next, s, 0.1);
  expect(s.y).toEqual(before);
  expect(next.y).toEqual(run(made(name), make(), 0.1, 1).y);
});

test.each([
  ["verlet-6", springs],
  ["rattle-6", rods],
] as const)("%s continues from a checkpoint with the same bits and counts", (name, make) => {
  const options = { method: made(name), controller: fixed({ step: 0.05 }), until: 2, saveAt: [] };
  const straight = solve(make(), options);
  const first = new Run(make(), options);
  first.advance(17);
  const second = Run.resume(make(), options, first.save());
  second.advance(Number.POSITIVE_INFINITY);
  const { y, work } = second.solution();
  expect(y).toEqual(straight.y);
  expect(work).toEqual(straight.work);
});

test("any symmetric method can be composed: the implicit midpoint rule to order 6", () => {
  // y' = (-y_1, y_0): a step is the rotation (1 + ih/2)/(1 - ih/2)
  const turning: Method = {
    name: "turning",
    order: 2,
    estimatesError: false,
    wants: "forces",
    refuses: () => undefined,
    bind: () => ({
      start: () => "ok",
      attempt(next: State, s: State, h: number) {
        const size = 1 + (h * h) / 4;
        const [c, d] = [(1 - (h * h) / 4) / size, h / size];
        next.y[0] = c * s.y[0] - d * s.y[1];
        next.y[1] = d * s.y[0] + c * s.y[1];
        next.t = s.t + h;
        return "ok";
      },
      accept: () => {},
      moved: () => {},
    }),
  };
  const method = composition(turning, 6);
  expect(method.name).toBe("turning-6");
  const errors = [4, 8, 16].map((n) => {
    const problem = ode().apply(firstOrder(() => {}, [1, 0]));
    const { y } = run(method, problem, 1 / n, 2 * n);
    return Math.hypot(y[0] - Math.cos(2), y[1] - Math.sin(2));
  });
  expect(Math.abs(order(errors) - 6)).toBeLessThan(0.1);
});

test("a step that is too long diverges, with the remaining residual", () => {
  const problem = rods();
  const [s, next] = [initialState(problem), initialState(problem)];
  const stepper = made("rattle-4").bind(problem);
  stepper.start(s);
  expect(stepper.attempt(next, s, 20)).not.toBe("ok");
  expect(stepper.diagnosis!.residual).toBeGreaterThan(0);
});

test("refuses in its own name what its base refuses, and also projections at every evaluation and unknown schemes", () => {
  expect(inWords(made("verlet-4").refuses(rigid().apply(pendulum())))).toBe(
    'method "verlet-4": needs forces without constraints, and formulation "rigid" leaves the constraints to the method. Use "rattle" or "shake", or formulation "stiff".',
  );
  expect(inWords(made("rattle-8").refuses(underlying().apply(pendulum())))).toMatch(/^method "rattle-8": needs forces/);
  expect(made("rattle-8").refuses(rigid().apply(pendulum()))).toBeUndefined();
  expect(() => made("verlet-6").bind(springs(), { eval: () => "ok" })).toThrow(
    'run.when: method "verlet-6" cannot be projected at every evaluation. Project after every step, or use "rk4".',
  );
  expect(() => made("rattle-8", { scheme: "suzuki" })).toThrow(
    'rattle-8.scheme: must be "kahan-li" or "suzuki-umeno"; got "suzuki". The default is "kahan-li".',
  );
});

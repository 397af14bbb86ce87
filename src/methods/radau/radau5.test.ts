import { describe, expect, test } from "vitest";
import { extrapolated } from "../../../test/fixtures/extrapolation.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import { handOn, initialState, order, step } from "../../../test/fixtures/stepping.js";
import { kepler } from "../../../test/fixtures/systems.js";
import { compileSystem } from "../../compile/index.js";
import { copyState, type Formulation, newState, type Problem, type Stepper } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { ode, rigid, stiff, underlying } from "../../formulations/index.js";
import { lower, validateModel } from "../../model/index.js";
import { methods } from "../index.js";
import { type Radau5Options, radau5 } from "./radau5.js";

const problemOf = (data: unknown, formulation: Formulation): Problem =>
  formulation.apply(compileSystem(lower(validateModel(data, catalogue), catalogue)));

/** The four ways to impose constraints. */
const index1: Radau5Options = { index: 1 };
const index2: Radau5Options = { index: 2, keepPositions: false };
const both: Radau5Options = {};
const index3: Radau5Options = { index: 3 };
const levels: [string, Radau5Options][] = [
  ["index 1", index1],
  ["index 2", index2],
  ["index 2 with positions", both],
  ["index 3", index3],
];

// a pendulum of length 1 under gravity 1 with a cubic drag, its rod as (x^2 + y^2 - 1) / 2 = 0
const { sin, cos, abs, sqrt } = Math;
const [theta0, u0] = [1, 0.3];
const initial = { x: sin(theta0), y: -cos(theta0), "x'": u0 * cos(theta0), "y'": u0 * sin(theta0) };
const rods = (constraints: Record<string, string>) => ({
  taut: 1,
  name: "pendulum",
  coordinates: ["x", "y"],
  mass: 1,
  potential: "y",
  force: { x: "-0.3*x'^3", y: "-0.3*y'^3" },
  constraints,
  initial,
});
const pendulum = rods({ rod: "(x^2 + y^2 - 1)/2" });
const samples = 10;
const until = 4;
const times = Array.from({ length: samples }, (_, k) => ((k + 1) * until) / samples);
const drag = (theta: number, u: number) => ({
  tangential: -0.3 * u ** 3 * (cos(theta) ** 4 + sin(theta) ** 4),
  radial: -0.3 * u ** 3 * sin(theta) * cos(theta) * cos(2 * theta),
});
const swing = (_: number, [theta, u]: readonly number[]) => [u, drag(theta, u).tangential - sin(theta)];
const exact = extrapolated(swing, [theta0, u0], times).map(([theta, u]) => ({
  q: [sin(theta), -cos(theta)],
  v: [u * cos(theta), u * sin(theta)],
  lambda: [u * u + cos(theta) + drag(theta, u).radial],
}));

interface Errors {
  readonly q: number;
  readonly v: number;
  /** The error of v without its part along the rod. */
  readonly tangential: number;
  readonly lambda: number;
  /** Largest residuals of the constraint. */
  readonly g: number;
  readonly gdot: number;
}

/** Root mean square errors over the samples, with fixed steps; lambda is the method's own. */
function pendulumErrors(options: Radau5Options, steps: number): Errors {
  const problem = problemOf(pendulum, rigid());
  const stepper = radau5(options).bind(problem);
  const s = initialState(problem);
  const [kkt, g, gdot] = [problem.arena.f64(1), problem.arena.f64(1), problem.arena.f64(1)];
  const sums = { q: 0, v: 0, tangential: 0, lambda: 0 };
  const residuals = { g: 0, gdot: 0 };
  stepper.start(s);
  for (const { q, v, lambda } of exact) {
    step(stepper, problem, s, until / steps, steps / samples, (next) => {
      problem.constraints!.g(g, next.t, next.q);
      problem.constraints!.gdot(gdot, next.t, next.q, next.v);
      residuals.g = Math.max(residuals.g, abs(g[0]));
      residuals.gdot = Math.max(residuals.gdot, abs(gdot[0]));
    });
    problem.constraints!.multipliers(kkt, s.t, s.q, s.v);
    const normal = s.q[0] * s.v[0] + s.q[1] * s.v[1];
    sums.q += (s.q[0] - q[0]) ** 2 + (s.q[1] - q[1]) ** 2;
    sums.v += (s.v[0] - v[0]) ** 2 + (s.v[1] - v[1]) ** 2;
    sums.tangential += (s.v[0] - normal * s.q[0] - v[0]) ** 2 + (s.v[1] - normal * s.q[1] - v[1]) ** 2;
    sums.lambda += ((stepper.multipliers ?? kkt)[0] - lambda[0]) ** 2;
  }
  const mean = Object.fromEntries(Object.entries(sums).map(([kind, sum]) => [kind, sqrt(sum / samples)]));
  return { ...mean, ...residuals } as unknown as Errors;
}

describe("on the pendulum the orders of q, v and the method's own lambda are (± 0.1)", () => {
  // errors lie between 1e-4 and 1e-11; lower orders are measured with more steps, so that higher orders do not interfere
  const coarse = [40, 80, 160];
  const fine = [320, 640, 1280];
  const slope = (options: Radau5Options, steps: readonly number[], kind: keyof Errors) =>
    order(steps.map((count) => pendulumErrors(options, count)[kind]));

  test.each([
    ["5, 5, 5 for index 1", index1, [5, 5, 5], [coarse, coarse, coarse]],
    ["5, 5, 3 for index 2", index2, [5, 5, 3], [coarse, coarse, fine]],
    ["5, 5, 3 for index 2 with positions", both, [5, 5, 3], [coarse, coarse, fine]],
    ["5, 3, 2 for index 3", index3, [5, 3, 2], [coarse, fine, fine]],
  ] as const)("%s", (_, options, orders, windows) => {
    const found = (["q", "v", "lambda"] as const).map((kind, i) => slope(options, windows[i], kind));
    found.forEach((measured, i) => {
      expect(abs(measured - orders[i])).toBeLessThan(0.1);
    });
  });

  test("5 for the velocities of index 3 that are projected onto the constraint", () => {
    expect(abs(slope(index3, coarse, "tangential") - 5)).toBeLessThan(0.1);
  });

  test("and imposed constraints hold to rounding, the others to the order of the method", () => {
    const rounding = 1e-14;
    const [one, two, two3, three] = [index1, index2, both, index3].map((options) => pendulumErrors(options, 80));
    expect(Math.min(one.g, one.gdot, two.g)).toBeGreaterThan(1e-11);
    expect(Math.max(one.g, one.gdot, two.g)).toBeLessThan(1e-8);
    expect(Math.max(two.gdot, two3.gdot, two3.g, three.g)).toBeLessThan(rounding);
    expect(three.gdot).toBeLessThan(1e-5);
  });
});

describe("one step of an ordinary differential equation", () => {
  const system = () => ode().apply(kepler(0.3));
  const attempt = (h: number, problem = system()) => {
    const stepper = radau5().bind(problem);
    const s = initialState(problem);
    const next = newState(problem.arena, problem.dimension, problem.n);
    stepper.start(s);
    expect(stepper.attempt(next, s, h)).toBe("ok");
    return { stepper, s, next };
  };
  const solution = (t: number) => {
    const { rate, initial: y0 } = kepler(0.3);
    const dy = new Float64Array(4);
    const f = (time: number, y: readonly number[]) => {
      rate!(dy, time, Float64Array.from(y));
      return [...dy];
    };
    return extrapolated(f, [...y0], [t])[0];
  };
  const distance = (y: ArrayLike<number>, z: ArrayLike<number>) => Math.max(...Array.from(y, (x, i) => abs(x - z[i])));
  const steps = [0.1, 0.05, 0.025];

  test("errs by O(h^6), estimates O(h^4), and is O(h^4) from the solution inside", () => {
    const ends = steps.map((h) => distance(attempt(h).next.y, solution(h)));
    const estimates = steps.map((h) => Math.max(...attempt(h).stepper.error!.values!.map(abs)));
    const inside = steps.map((h) => {
      const out = new Float64Array(4);
      attempt(h).stepper.dense!.at(out, 0.7);
      return distance(out, solution(0.7 * h));
    });
    expect(abs(order(ends) - 6)).toBeLessThan(0.2);
    expect(abs(order(estimates) - 4)).toBeLessThan(0.2);
    expect(abs(order(inside) - 4)).toBeLessThan(0.2);
  });

  test("its dense output begins and ends where the step does, before and after it is accepted", () => {
    const { stepper, s, next } = attempt(0.1);
    const out = new Float64Array(4);
    for (const accept of [() => {}, () => stepper.accept()]) {
      accept();
      stepper.dense!.at(out, 0);
      expect(distance(out, s.y)).toBe(0);
      stepper.dense!.at(out, 1);
      expect(distance(out, next.y)).toBeLessThan(1e-15);
    }
  });

  test("does not write to its start state, and a step backwards undoes a step forwards", () => {
    const problem = system();
    const { stepper, s, next } = attempt(0.05, problem);
    expect([...s.y]).toEqual([...problem.workspace.initial]);
    stepper.accept();
    copyState(s, next);
    stepper.attempt(next, s, -0.05);
    expect(distance(next.y, problem.workspace.initial)).toBeLessThan(1e-7);
  });
});

describe("redundant constraints", () => {
  const twice = rods({ rod: "(x^2 + y^2 - 1)/2", again: "x^2 + y^2 - 1" });
  test.each(levels)("are left out, and the motion is the same as without them: %s", (_, options) => {
    const end = (model: object) => {
      const problem = problemOf(model, rigid());
      const s = initialState(problem);
      expect(problem.constraints!.freezeRedundant(s.t, s.q)).toBe("ok");
      const stepper = radau5(options).bind(problem);
      stepper.start(s);
      step(stepper, problem, s, 0.05, 20);
      return { y: s.y, stepper };
    };
    const { y, stepper } = end(twice);
    const alone = end(pendulum);
    y.forEach((x, i) => {
      expect(abs(x - alone.y[i])).toBeLessThan(1e-13);
    });
    if (stepper.multipliers === undefined) return;
    const [first, second] = stepper.multipliers;
    // only one of the two carries the load; the gradient of the second is twice that of the first
    expect(Math.min(abs(first), abs(second))).toBe(0);
    expect(abs(first + 2 * second - alone.stepper.multipliers![0])).toBeLessThan(1e-11);
  });
});

describe("after save and restore the run continues with the same bits and the same counts", () => {
  const cases: [string, () => Problem, Radau5Options][] = [
    ...levels.map(([name, options]): [string, () => Problem, Radau5Options] => [
      name,
      () => problemOf(pendulum, rigid()),
      options,
    ]),
    ["the stiff view", () => problemOf(pendulum, stiff({ omega: 30 })), {}],
    ["the underlying equation", () => problemOf(pendulum, underlying()), {}],
    ["differences", () => ode().apply(kepler()), {}],
  ];
  test.each(cases)("%s", (_, make, options) => {
    const start = (problem: Problem): { stepper: Stepper; s: ReturnType<typeof initialState> } => {
      const stepper = radau5(options).bind(problem);
      const s = initialState(problem);
      stepper.start(s);
      return { stepper, s };
    };
    const [one, other] = [make(), make()];
    const first = start(one);
    step(first.stepper, one, first.s, 0.05, 3);
    step(first.stepper, one, first.s, 0.04, 2);
    const second = start(other);
    copyState(second.s, first.s);
    second.stepper.start(second.s);
    handOn(first.stepper, second.stepper);
    const [before, after] = [{ ...one.work }, { ...other.work }];
    step(first.stepper, one, first.s, 0.04, 3);
    step(second.stepper, other, second.s, 0.04, 3);
    expect([...second.s.y]).toEqual([...first.s.y]);
    for (const key of Object.keys(before) as (keyof typeof before)[]) {
      expect([key, other.work[key] - after[key]]).toEqual([key, one.work[key] - before[key]]);
    }
  });
});

test("multipliers are recomputed after the state has been moved", () => {
  const problem = problemOf(pendulum, rigid());
  const stepper = radau5().bind(problem);
  const s = initialState(problem);
  stepper.start(s);
  step(stepper, problem, s, 0.05, 4);
  // three times as fast: lambda grows by 8 u^2
  for (let i = 0; i < 2; i++) s.v[i] *= 3;
  stepper.moved(s);
  step(stepper, problem, s, 1e-3, 1);
  const kkt = problem.arena.f64(1);
  problem.constraints!.multipliers(kkt, s.t, s.q, s.v);
  expect(abs(stepper.multipliers![0] - kkt[0])).toBeLessThan(1e-6);
});

describe("refusals and options", () => {
  test("a mass that depends on q is accepted with constraints and in the underlying equation", () => {
    const model = { ...rods({ rod: "x^2 + y^2 - 1" }), mass: undefined, kinetic: "(1 + x^2)*x'^2/2 + y'^2/2" };
    const varying = JSON.parse(JSON.stringify(model));
    expect(radau5().refuses(problemOf(varying, rigid()))).toBeUndefined();
    expect(radau5().refuses(problemOf(varying, underlying()))).toBeUndefined();
  });

  test("forces without known derivatives are refused with constraints", () => {
    const problem = problemOf(pendulum, rigid());
    const mechanics = Object.create(problem.secondOrder!.mechanics, {
      derivatives: { value: { force: () => undefined } },
    });
    expect(inWords(radau5().refuses({ ...problem, secondOrder: { ...problem.secondOrder!, mechanics } }))).toBe(
      `method "radau5": needs the derivatives of the forces to keep constraints, and "pendulum" has a force that is a function. Use formulation "underlying".`,
    );
  });

  test("projections at every evaluation are refused", () => {
    const evaluator = { eval: () => "ok" as const };
    expect(() => radau5().bind(problemOf(pendulum, underlying()), evaluator)).toThrow(
      /^run\.when: method "radau5" cannot/,
    );
  });

  test("an invalid index, and too few iterations, are refused", () => {
    expect(() => radau5({ index: 4 as 3 })).toThrow("radau5.index: must be 1, 2 or 3; got 4. The default is 2.");
    expect(() => radau5({ iterations: 1 })).toThrow(/^radau5\.iterations: must be a whole number of at least 2; got 1/);
    const factory = methods.find(({ name }) => name === "radau5")!;
    expect(() => factory.make({ keepPositions: "yes" })).toThrow(/^radau5\.keepPositions: /);
    expect(factory.make({ index: 3, iterations: 10 }).order).toBe(5);
  });
});

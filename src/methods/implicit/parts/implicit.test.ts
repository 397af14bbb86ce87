/** Tests of what every implicit method promises; the particulars of each method are tested beside it. */

import { describe, expect, test } from "vitest";
import { exact } from "../../../../test/fixtures/first-order.js";
import { inWords } from "../../../../test/fixtures/refusal.js";
import { initialState, order, step } from "../../../../test/fixtures/stepping.js";
import { doublePendulum, firstOrder, kepler } from "../../../../test/fixtures/systems.js";
import { compileSystem } from "../../../compile/index.js";
import { errorControlled, fixed } from "../../../controllers/index.js";
import {
  copyState,
  type F64,
  type Method,
  newState,
  type Problem,
  type State,
  withJacobian,
} from "../../../core/index.js";
import { catalogue } from "../../../elements/index.js";
import { ode, rigid, stiff } from "../../../formulations/index.js";
import { lower, validateModel } from "../../../model/index.js";
import { newton } from "../../../projections/index.js";
import { Run, resume, type SolveOptions, solve } from "../../../solve/index.js";
import { bdf } from "../../multistep/bdf.js";
import { gauss4, gauss6, implicitMidpoint } from "../gauss.js";
import { rosenbrock4, rosenbrock23 } from "../rosenbrock.js";
import { trapezoidal, trBdf2 } from "../trapezoidal.js";

/** `readingTime` as a model, so that it has a Jacobian. */
const lowered = lower(
  validateModel(
    {
      taut: 1,
      name: "waves",
      states: { a: 1, b: 1, c: 0 },
      rates: { a: "3*a*cos(3*t)", b: "c - sin(a) + sin(exp(sin(3*t)))", c: "-9*b" },
    },
    catalogue,
  ),
  catalogue,
);
const make = (): Problem => ode().apply(compileSystem(lowered));

/** Root mean square over fixed steps to t = 2 and over all components: at the ends of steps, and inside. */
function errors(method: Method, perUnit: number): { ends: number; inside: number } {
  const problem = make();
  const s = initialState(problem);
  const stepper = method.bind(problem);
  const out = problem.arena.f64(3);
  const h = 1 / perUnit;
  let [ends, inside] = [0, 0];
  const add = (t: number, y: F64) => exact(t).reduce((sum, x, i) => sum + (y[i] - x) ** 2 / (6 * perUnit), 0);
  stepper.start(s);
  step(stepper, problem, s, h, 2 * perUnit, (next) => {
    ends += add(next.t, next.y);
    for (const theta of [0.25, 0.5, 0.75]) {
      expect(stepper.dense?.at(out, theta)).toBe("ok");
      inside += add(next.t - (1 - theta) * h, out) / 3;
    }
  });
  return { ends: Math.sqrt(ends), inside: Math.sqrt(inside) };
}

/** The method, its order, and the range of 1/h in which errors stay above 1e-12. */
const table: [string, Method, number, number[]][] = [
  ...[1, 2, 3, 4, 5].flatMap((maxOrder): [string, Method, number, number[]][] => {
    const window = [512, 512, 256, 128, 128][maxOrder - 1];
    const windows = [window, 2 * window, 4 * window];
    return [
      [`NDF of order ${maxOrder}`, bdf({ maxOrder }), maxOrder, windows],
      [`BDF of order ${maxOrder}`, bdf({ maxOrder, ndf: false }), maxOrder, windows],
    ];
  }),
  ["rosenbrock23", rosenbrock23(), 2, [128, 256, 512]],
  ["rosenbrock4", rosenbrock4(), 4, [64, 128, 256]],
  ["trapezoidal", trapezoidal(), 2, [128, 256, 512]],
  ["tr-bdf2", trBdf2(), 2, [128, 256, 512]],
  ["implicit-midpoint", implicitMidpoint(), 2, [128, 256, 512]],
  ["gauss4", gauss4(), 4, [32, 64, 128]],
  ["gauss6", gauss6(), 6, [16, 32, 64]],
];

test.each(table)("%s has its order ± 0.1 at fixed steps, at their ends and inside", (_, method, expected, window) => {
  const measured = window.map((perUnit) => errors(method, perUnit));
  expect(method.order).toBe(expected);
  expect(Math.abs(order(measured.map(({ ends }) => ends)) - expected)).toBeLessThan(0.1);
  expect(Math.abs(order(measured.map(({ inside }) => inside)) - expected)).toBeLessThan(0.1);
});

const adaptive: [string, Method][] = [bdf(), rosenbrock23(), rosenbrock4(), trapezoidal(), trBdf2()].map((m) => [
  m.name,
  m,
]);
const all: [string, Method][] = [
  ...adaptive,
  ...[implicitMidpoint(), gauss4(), gauss6()].map((m): [string, Method] => [m.name, m]),
];

describe.each(all)("%s", (_, method) => {
  test("has dense output that joins both ends of the step, before and after it is accepted", () => {
    const problem = make();
    const s = initialState(problem);
    const next = initialState(problem);
    const stepper = method.bind(problem);
    const out = problem.arena.f64(3);
    const middle = problem.arena.f64(3);
    stepper.start(s);
    for (let k = 0; k < 8; k++) {
      stepper.attempt(next, s, 0.05);
      stepper.dense!.at(middle, 0.3);
      stepper.accept();
      for (const [theta, end] of [
        [0, s],
        [1, next],
      ] as const) {
        stepper.dense!.at(out, theta);
        expect(out).toEqual(end.y);
      }
      stepper.dense!.at(out, 0.3);
      for (let i = 0; i < 3; i++) expect(out[i]).toBeCloseTo(middle[i], 13);
      copyState(s, next);
    }
  });

  test("never writes to its start state, and a repeated attempt gives the same bits", () => {
    const problem = make();
    const s = initialState(problem);
    const stepper = method.bind(problem);
    const [a, b] = [newState(problem.arena, 3, 0), newState(problem.arena, 3, 0)];
    stepper.start(s);
    step(stepper, problem, s, 0.01, 7);
    const before = Float64Array.from(s.y);
    stepper.attempt(a, s, 0.02);
    stepper.attempt(b, s, 0.3);
    stepper.attempt(b, s, 0.02);
    expect(s.y).toEqual(before);
    // an attempt in between leaves rounding errors in a history that was rescaled twice, and another J
    for (let i = 0; i < 3; i++) expect(b.y[i]).toBeCloseTo(a.y[i], method.name === "bdf" ? 6 : 12);
  });

  test("goes backwards in time", () => {
    const solution = solve(make(), {
      method,
      controller: method.estimatesError ? errorControlled({ rtol: 1e-6, atol: 1e-6 }) : fixed({ step: 1 / 256 }),
      until: -0.5,
    });
    expect(solution.status).toBe("ok");
    for (let i = 0; i < 3; i++) expect(Math.abs(solution.y[i] - exact(-0.5)[i])).toBeLessThan(1e-3);
  });

  test("returns the status nonfinite or singular, and never throws", () => {
    const broken = (rate: (y: number) => number, from: number) =>
      ode().apply(
        firstOrder(
          (dy, _t, y) => {
            dy[0] = rate(y[0]);
          },
          [from],
        ),
      );
    const attempt = (problem: Problem, h: number) => {
      const s = initialState(problem);
      const stepper = method.bind(problem);
      stepper.start(s);
      return stepper.attempt(newState(problem.arena, 1, 0), s, h);
    };
    expect(
      attempt(
        broken(() => Number.NaN, 1),
        0.1,
      ),
    ).toBe("nonfinite");
    expect(
      attempt(
        broken((y) => 1 / y, 0),
        0.1,
      ),
    ).toBe("nonfinite");
    // F = 2 y with exactly that Jacobian, and a step for which a I - b J is zero
    const rows = Int32Array.of(0);
    const plain = broken((y) => 2 * y, 1);
    const jacobian = { rows, cols: rows, evaluate: (values: Float64Array) => void values.fill(2) };
    const linear: Problem = { ...plain, rate: withJacobian(plain.rate!, () => jacobian) };
    const singularAt: Record<string, number> = { trapezoidal: 1, "implicit-midpoint": 1, rosenbrock4: 2 };
    const h = singularAt[method.name];
    if (h !== undefined) expect(attempt(linear, h)).toBe("singular");
  });

  test("refuses constraints that are left to the method, and projection at every evaluation", () => {
    expect(inWords(method.refuses(rigid().apply(doublePendulum())))).toBe(
      `method "${method.name}": needs a complete right-hand side, and formulation "rigid" leaves the constraints to the method. Use "radau5" or "rattle", or formulation "underlying" or "stiff".`,
    );
    const evaluator = { eval: () => "ok" as const };
    expect(() => method.bind(make(), evaluator)).toThrow("cannot be projected at every evaluation");
  });

  test("continues from a checkpoint with the same bits and the same counts, at every step", () => {
    const options: SolveOptions = {
      method,
      controller: method.estimatesError ? errorControlled({ rtol: 1e-4, atol: 1e-5 }) : fixed({ step: 0.03 }),
      until: 1,
      every: 0.11,
    };
    const expected = solve(stiff({ omega: 20 }).apply(doublePendulum()), options);
    expect(expected.status).toBe("ok");
    for (const attempts of [0, 1, 2, 3, 7, 12, 20]) {
      const run = new Run(stiff({ omega: 20 }).apply(doublePendulum()), options);
      run.advance(attempts);
      const resumed = resume(stiff({ omega: 20 }).apply(doublePendulum()), options, run.save());
      expect(resumed.y).toEqual(expected.y);
      expect(resumed.work).toEqual(expected.work);
      expect(resumed.trajectory.states()).toEqual(expected.trajectory.states());
    }
  });
});

describe.each(adaptive)("%s with error control", (_, method) => {
  test("shortens the step when the iteration or F fails, and continues", () => {
    // F is not a number beyond |y| = 1.2, which the solution sin t does not reach
    let met = 0;
    const problem = ode().apply(
      firstOrder(
        (dy, t, y) => {
          if (Math.abs(y[0]) > 1.2) met++;
          dy[0] = Math.abs(y[0]) > 1.2 ? Number.NaN : Math.cos(t) - 50 * (y[0] - Math.sin(t));
        },
        [0],
      ),
    );
    const solution = solve(problem, {
      method,
      controller: errorControlled({ rtol: 1e-4, atol: 1e-4, initialStep: 2 }),
      until: 3,
    });
    expect(solution.status).toBe("ok");
    expect(met === 0 || solution.work.rejected > 0).toBe(true);
    expect(Math.abs(solution.y[0] - Math.sin(3))).toBeLessThan(2e-3);
  });

  test("works when the state is moved after every step", () => {
    const controller = errorControlled({ rtol: 1e-4, atol: 1e-4 });
    const free = solve(ode().apply(kepler(0.3)), { method, controller, until: 6 });
    const kept = solve(ode().apply(kepler(0.3)), { method, controller, until: 6, projection: newton() });
    expect(kept.status).toBe("ok");
    expect(kept.work.steps).toBeLessThan(1.5 * free.work.steps);
    const exactly = solve(ode().apply(kepler(0.3)), {
      method: gauss6(),
      controller: fixed({ step: 0.01 }),
      until: 6,
    });
    const error = (y: Float64Array) => Math.hypot(...Array.from(y, (x, i) => x - exactly.y[i]));
    expect(error(kept.y)).toBeLessThan(2 * error(free.y));
  });

  test("estimates an error that shrinks with the step at the stated order", () => {
    const sizes = [0.02, 0.01, 0.005, 0.0025].map((h) => {
      const problem = make();
      const s: State = initialState(problem);
      s.t = 0.3;
      s.y.set(exact(0.3));
      const next = newState(problem.arena, 3, 0);
      const stepper = method.bind(problem);
      stepper.pace?.(errorControlled({ rtol: 1e-12, atol: 1e-12 }).bind(3));
      stepper.start(s);
      stepper.attempt(next, s, h);
      return { size: Math.abs(stepper.error!.values![0]), power: stepper.error!.order };
    });
    const slope = order(sizes.map(({ size }) => size));
    expect(Math.abs(slope - sizes[0].power)).toBeLessThan(0.25);
  });
});

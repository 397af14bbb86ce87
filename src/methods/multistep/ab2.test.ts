import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exact, readingTime } from "../../../test/fixtures/first-order.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import { handOn, order, rejectedSteps, initialState as startOf, step } from "../../../test/fixtures/stepping.js";
import { doublePendulum, firstOrder, kepler } from "../../../test/fixtures/systems.js";
import { compileSystem } from "../../compile/index.js";
import { errorControlled, fixed } from "../../controllers/index.js";
import { copyState, type Evaluator, newState, type Problem } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { ode, rigid, underlying } from "../../formulations/index.js";
import { lower, parseModelText, validateModel } from "../../model/index.js";
import { stabilise } from "../../projections/index.js";
import { Run, solve } from "../../solve/index.js";
import { dop853 } from "../runge-kutta/explicit.js";
import { type Ab2Options, ab2 } from "./ab2.js";

describe.each([{ start: "euler" }, { start: "midpoint" }] as Ab2Options[])("%o", (options) => {
  test("has order 2 ± 0.1 in every component, at the ends of steps and inside", () => {
    const errors = [128, 256, 512].map((perUnit) => {
      const problem = readingTime();
      const s = startOf(problem);
      const out = new Float64Array(3);
      const squares = [0, 0, 0, 0, 0, 0];
      const stepper = ab2(options).bind(problem);
      stepper.start(s);
      step(stepper, problem, s, 1 / perUnit, 2 * perUnit, (next) => {
        stepper.dense?.at(out, 0.4);
        const [end, inside] = [exact(next.t), exact(next.t - 0.6 / perUnit)];
        for (let c = 0; c < 3; c++) {
          squares[c] += (next.y[c] - end[c]) ** 2 / perUnit;
          squares[3 + c] += (out[c] - inside[c]) ** 2 / perUnit;
        }
      });
      return squares.map(Math.sqrt);
    });
    for (let c = 0; c < 6; c++) expect(Math.abs(order(errors.map((e) => e[c])) - 2)).toBeLessThan(0.1);
  });

  test("takes one rate per step, and with the midpoint rule one more at the start", () => {
    const problem = readingTime();
    const s = startOf(problem);
    const stepper = ab2(options).bind(problem);
    stepper.start(s);
    step(stepper, problem, s, 0.01, 10);
    expect(problem.work.forces).toBe(options.start === "euler" ? 10 : 11);
  });
});

test("steps by its formula: Euler first, then 3/2 and -1/2, and after a change of step by the line through both rates", () => {
  const problem = ode().apply(firstOrder((dy, t) => dy.fill(1 + 2 * t), [0]));
  const s = startOf(problem);
  const stepper = ab2().bind(problem);
  stepper.start(s);
  step(stepper, problem, s, 0.5, 1);
  expect(s.y[0]).toBe(0.5);
  step(stepper, problem, s, 0.5, 1);
  expect(s.y[0]).toBe(0.5 + 0.5 * (1.5 * 2 - 0.5 * 1));
  // a rate that is linear in t is integrated exactly with any steps
  const before = s.y[0];
  step(stepper, problem, s, 0.25, 1);
  expect(s.y[0] - before).toBe(0.25 + 1.25 ** 2 - 1);
});

test("a start by the midpoint rule reads the time in the middle of the step", () => {
  const problem = ode().apply(firstOrder((dy, t) => dy.fill(2 * t), [0]));
  const s = startOf(problem);
  s.t = 1;
  const stepper = ab2({ start: "midpoint" }).bind(problem);
  stepper.start(s);
  step(stepper, problem, s, 0.5, 1);
  // the integral of 2 t from 1 to 1.5
  expect(s.y[0]).toBe(1.25);
});

test("reproduces the errors of the slider in Ascher, example 4, without stabilisation: .0056 to t = 10, .0112 to 20, .0261 to 100", () => {
  const text = readFileSync(new URL("../../../gallery/slider-crank.yaml", import.meta.url), "utf8");
  const workspace = compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)).workspace();
  const problem = underlying().apply(workspace);
  const options = { until: 100, every: 0.1, ledger: "saved" } as const;
  const steps = solve(problem, { ...options, method: ab2(), controller: fixed({ step: 0.1 }) }).trajectory.states();
  const exact = solve(problem, { ...options, method: dop853(), controller: errorControlled({ rtol: 1e-10 }) });
  const reference = exact.trajectory.states();
  // r cos theta + l cos psi
  const slider = (y: Float64Array, k: number) => Math.cos(y[8 * k]) + 3 * Math.cos(y[8 * k + 3]);
  const errors = Array.from({ length: 1001 }, (_, k) => Math.abs(slider(steps, k) - slider(reference, k)));
  const worst = [100, 200, 1000].map((last) => Math.max(...errors.slice(0, last + 1)).toFixed(4));
  expect(worst).toEqual(["0.0056", "0.0112", "0.0261"]);
});

test("has dense output that joins both ends, and the first step agrees with the midpoint rule", () => {
  const problem = readingTime();
  const [s, next] = [startOf(problem), startOf(problem)];
  const out = new Float64Array(3);
  const stepper = ab2({ start: "midpoint" }).bind(problem);
  stepper.start(s);
  stepper.attempt(next, s, 0.1);
  stepper.dense?.at(out, 0);
  expect(out).toEqual(s.y);
  stepper.dense?.at(out, 1);
  expect(out).toEqual(next.y);
  const middle = exact(0).map((y, i) => y + 0.05 * [3, 0, -9][i]);
  expect(next.y[0]).toBeCloseTo(1 + 0.1 * 3 * middle[0] * Math.cos(0.15), 14);
});

test("continues from a moved state with the rate there and the previous one, with the same order and count", () => {
  const { work, ledger } = solve(ode().apply(kepler()), {
    method: ab2(),
    controller: fixed({ step: 0.01 }),
    projection: stabilise(),
    until: 5,
  });
  expect(work.forces).toBe(500);
  expect(ledger.invariants.energy.maxDeviation).toBeLessThan(1e-6);

  const problem = ode().apply(firstOrder((dy, _t, y) => dy.fill(y[0]), [1]));
  const s = startOf(problem);
  const stepper = ab2().bind(problem);
  stepper.start(s);
  step(stepper, problem, s, 0.5, 1);
  s.y[0] = 2;
  stepper.moved(s);
  step(stepper, problem, s, 0.5, 1);
  expect(s.y[0]).toBe(2 + 0.5 * (1.5 * 2 - 0.5 * 1));
});

test("a state at another time starts again without history", () => {
  const problem = readingTime();
  const s = startOf(problem);
  const stepper = ab2().bind(problem);
  stepper.start(s);
  step(stepper, problem, s, 0.1, 3);
  s.t = 0;
  s.y.set([1, 1, 0]);
  stepper.moved(s);
  step(stepper, problem, s, 0.1, 1);
  expect([...s.y]).toEqual([1 + 0.1 * 3, 1, -0.9]);
});

test("does not write to its start state, and repeats a rejected step to the bit", () => {
  const { straight, afterRejections } = rejectedSteps(ab2(), readingTime(), 0.1, 2);
  expect(afterRejections).toEqual(straight);
});

test.each([1, 2, 7])("a run continues from a checkpoint after %i steps with the same bits and counts", (steps) => {
  const straight = readingTime();
  const s = startOf(straight);
  const stepper = ab2().bind(straight);
  stepper.start(s);
  step(stepper, straight, s, 0.1, 12);

  const problem = readingTime();
  const rest = startOf(problem);
  const writer = ab2().bind(problem);
  writer.start(rest);
  step(writer, problem, rest, 0.1, steps);
  const from = newState(problem.arena, 3, 0);
  copyState(from, rest);
  const reader = ab2().bind(problem);
  reader.start(from);
  handOn(writer, reader);
  step(reader, problem, from, 0.1, 12 - steps);
  expect(from.y).toEqual(s.y);
  expect(problem.work.forces).toBe(straight.work.forces);
});

test("with a projection at every evaluation rates are taken there and the step leaves from there", () => {
  const problem = ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = -y[1];
        dy[1] = y[0];
      },
      [1.1, 0],
    ),
  );
  const circle: Evaluator = {
    eval(dy, stage) {
      const r = Math.hypot(stage.y[0], stage.y[1]);
      stage.y[0] /= r;
      stage.y[1] /= r;
      return problem.rate!(dy, stage.t, stage.y);
    },
  };
  const [s, next] = [startOf(problem), startOf(problem)];
  const stepper = ab2().bind(problem, circle);
  stepper.start(s);
  stepper.attempt(next, s, 0.1);
  expect([...s.y]).toEqual([1.1, 0]);
  expect([...next.y]).toEqual([1, 0.1]);
});

test("a failing rate ends the attempt, and the next attempt evaluates again", () => {
  const problem = readingTime();
  let calls = 0;
  const failing: Problem = { ...problem, rate: (...of) => (++calls === 1 ? "singular" : problem.rate!(...of)) };
  const [s, next] = [startOf(problem), startOf(problem)];
  const stepper = ab2().bind(failing);
  stepper.start(s);
  expect(stepper.attempt(next, s, 0.1)).toBe("singular");
  expect(stepper.attempt(next, s, 0.1)).toBe("ok");
});

test("refuses problems that it cannot step, error control, and an unknown start", () => {
  expect(inWords(ab2().refuses(rigid().apply(doublePendulum())))).toBe(
    'method "ab2": needs a complete right-hand side, and formulation "rigid" leaves the constraints to the method. Use "rattle" or "shake", or formulation "underlying".',
  );
  expect(ab2().refuses(underlying().apply(doublePendulum()))).toBeUndefined();
  expect(() => new Run(readingTime(), { method: ab2(), controller: errorControlled(), until: 1 })).toThrow(
    '"error-controlled" needs an error estimate, and method "ab2" has none.',
  );
  expect(() => ab2({ start: "rk4" } as never)).toThrow(
    'ab2.start: must be "euler" or "midpoint"; got "rk4". The default is "euler".',
  );
});

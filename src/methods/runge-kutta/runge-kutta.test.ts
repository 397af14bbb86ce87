import { describe, expect, test } from "vitest";
import { exact, onCircle, readingTime, turning } from "../../../test/fixtures/first-order.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import { handOn, order, initialState as startOf, step } from "../../../test/fixtures/stepping.js";
import { doublePendulum } from "../../../test/fixtures/systems.js";
import { errorControlled } from "../../controllers/index.js";
import { copyState, type Method, newState, type Problem, type State, type Stepper } from "../../core/index.js";
import { rigid, underlying } from "../../formulations/index.js";
import { bs32, dop853, dopri5, euler, midpoint, rk4 } from "../index.js";

/** Root mean square over the steps to t = 2, per component. */
function globalErrors(method: Method, h: number): number[] {
  const problem = readingTime();
  const s = startOf(problem);
  const stepper = method.bind(problem);
  const squares = [0, 0, 0];
  stepper.start(s);
  step(stepper, problem, s, h, 2 / h, (next) => {
    const reference = exact(next.t);
    for (let i = 0; i < 3; i++) squares[i] += (next.y[i] - reference[i]) ** 2 * (h / 2);
  });
  return squares.map(Math.sqrt);
}

/** Root mean square over single steps from exact starts, inside the step; per component. */
function denseErrors(method: Method, h: number): number[] {
  const squares = [0, 0, 0];
  const out = new Float64Array(3);
  for (let k = 0; k < 42; k++) {
    const problem = readingTime();
    const s = startOf(problem);
    const next = startOf(problem);
    const stepper = method.bind(problem);
    s.t = k / 20;
    s.y.set(exact(s.t));
    stepper.start(s);
    stepper.attempt(next, s, h);
    for (const theta of [0.2, 0.4, 0.6, 0.8]) {
      expect(stepper.dense?.at(out, theta)).toBe("ok");
      const reference = exact(s.t + theta * h);
      for (let i = 0; i < 3; i++) squares[i] += (out[i] - reference[i]) ** 2 / 168;
    }
  }
  return squares.map(Math.sqrt);
}

/**
 * [method, global order, values of 1/h for it, local order of dense output, values of 1/h for it]; errors stay above
 * 1e-14.
 */
const table: [Method, number, number[], number, number[]][] = [
  [euler(), 1, [512, 1024, 2048], 2, [16, 32, 64]],
  [midpoint(), 2, [128, 256, 512], 3, [16, 32, 64]],
  [rk4(), 4, [64, 128, 256], 4, [64, 128, 256]],
  [bs32(), 3, [64, 128, 256], 4, [16, 32, 64]],
  [dopri5(), 5, [32, 64, 128], 5, [32, 64, 128]],
  [dop853(), 8, [8, 16, 32], 8, [8, 16, 32]],
];

describe.each(table)("$name", (method, expected, window, dense, denseWindow) => {
  test(`has order ${expected} ± 0.1 in every component`, () => {
    const errors = window.map((perUnit) => globalErrors(method, 1 / perUnit));
    expect(method.order).toBe(expected);
    for (let i = 0; i < 3; i++) expect(Math.abs(order(errors.map((e) => e[i])) - expected)).toBeLessThan(0.1);
  });

  test(`has dense output with a local error of order ${dense} ± 0.1 in every component`, () => {
    const errors = denseWindow.map((perUnit) => denseErrors(method, 1 / perUnit));
    for (let i = 0; i < 3; i++) expect(Math.abs(order(errors.map((e) => e[i])) - dense)).toBeLessThan(0.1);
  });

  test("has dense output that joins both ends of the step", () => {
    const problem = readingTime();
    const s = startOf(problem);
    const next = startOf(problem);
    const stepper = method.bind(problem);
    const out = new Float64Array(3);
    stepper.start(s);
    stepper.attempt(next, s, 0.1);
    stepper.dense?.at(out, 0);
    expect(out).toEqual(s.y);
    stepper.dense?.at(out, 1);
    expect(out).toEqual(next.y);
  });

  test("is not changed by requests for dense output, even when the driver corrects the time", () => {
    const ends = [false, true].map((asked) => {
      const problem = readingTime();
      const s = startOf(problem);
      const stepper = method.bind(problem);
      const out = new Float64Array(3);
      stepper.start(s);
      step(stepper, problem, s, 0.1, 20, (next) => {
        next.t *= 1 + 2 ** -52;
        if (asked) stepper.dense?.at(out, 0.5);
      });
      return s.y;
    });
    expect(ends[1]).toEqual(ends[0]);
  });

  test("does not write to its start state, and repeats a rejected step to the bit", () => {
    const problem = readingTime();
    const s = startOf(problem);
    const before = Float64Array.from(s.y);
    const next = startOf(problem);
    const stepper = method.bind(problem);
    stepper.start(s);
    stepper.attempt(next, s, 0.2);
    stepper.attempt(next, s, 0.1);
    expect([s.t, ...s.y]).toEqual([0, ...before]);
    const fresh = startOf(problem);
    const other = method.bind(problem);
    other.start(s);
    other.attempt(fresh, s, 0.1);
    expect(next.y).toEqual(fresh.y);
  });

  test.each([
    [1, false],
    [1 + 2 ** -52, false],
    [1, true],
    [1 + 2 ** -52, true],
  ])("continues from a checkpoint with the same bits and counts (time times %d, dense output: %s)", (factor, asked) => {
    const out = new Float64Array(3);
    const straight = readingTime();
    const s = startOf(straight);
    const stepper = method.bind(straight);
    const watch = (by: Stepper) => (next: State) => {
      next.t *= factor;
      if (asked) by.dense?.at(out, 0.5);
    };
    stepper.start(s);
    step(stepper, straight, s, 0.1, 5, watch(stepper));
    step(stepper, straight, s, 0.1, 5);

    const first = readingTime();
    const half = startOf(first);
    const writer = method.bind(first);
    writer.start(half);
    step(writer, first, half, 0.1, 5, watch(writer));
    const second = readingTime();
    const rest = startOf(second);
    copyState(rest, half);
    const reader = method.bind(second);
    reader.start(rest);
    handOn(writer, reader);
    step(reader, second, rest, 0.1, 5);
    expect(rest.y).toEqual(s.y);
    expect(first.work.forces + second.work.forces).toBe(straight.work.forces);
  });
});

test.each([
  [euler(), 10],
  [midpoint(), 20],
  [rk4(), 40],
  [bs32(), 31],
  [dopri5(), 61],
  [dop853(), 120],
])(
  "$name: ten steps cost their stages, and the last stage serves as the first of the next step where possible",
  (method, forces) => {
    const problem = readingTime();
    const s = startOf(problem);
    const stepper = method.bind(problem);
    stepper.start(s);
    step(stepper, problem, s, 0.1, 10);
    expect(problem.work.forces).toBe(forces);
  },
);

test("dop853 evaluates three more stages for dense output, only on request and once per step", () => {
  const problem = readingTime();
  const s = startOf(problem);
  const next = startOf(problem);
  const stepper = dop853().bind(problem);
  const out = new Float64Array(3);
  stepper.start(s);
  stepper.attempt(next, s, 0.1);
  expect(problem.work.forces).toBe(12);
  stepper.accept();
  stepper.dense?.at(out, 0.3);
  stepper.dense?.at(out, 0.6);
  // the rate at the end, then three stages
  expect(problem.work.forces).toBe(16);
  // the rate at the end is the first of the next step
  stepper.attempt(s, next, 0.1);
  expect(problem.work.forces).toBe(27);
});

test("a moved state invalidates the stored rate, and the previous step can still be interpolated", () => {
  const problem = readingTime();
  const s = startOf(problem);
  const next = startOf(problem);
  const stepper = dopri5().bind(problem);
  const [before, after] = [new Float64Array(3), new Float64Array(3)];
  stepper.start(s);
  stepper.attempt(next, s, 0.1);
  stepper.accept();
  stepper.dense?.at(before, 0.5);
  next.y[0] += 1;
  stepper.moved(next);
  stepper.dense?.at(after, 0.5);
  expect(after).toEqual(before);
  expect(problem.work.forces).toBe(7);
  stepper.attempt(s, next, 0.1);
  expect(problem.work.forces).toBe(14);
});

test("a rejected step costs no new evaluation of its start", () => {
  const problem = readingTime();
  const s = startOf(problem);
  const next = startOf(problem);
  const stepper = dopri5().bind(problem);
  stepper.start(s);
  stepper.attempt(next, s, 0.2);
  stepper.attempt(next, s, 0.1);
  expect(problem.work.forces).toBe(13);
});

test.each([
  [bs32(), 3, [16, 32, 64]],
  [dopri5(), 5, [32, 64, 128]],
  [dop853(), 8, [16, 32, 64]],
])("$name: the norm of the error estimate is of the stated order ± 0.1", (method, expected, window) => {
  const pacer = errorControlled({ rtol: 0.01, atol: 0.01 }).bind(3);
  const norms = window.map((perUnit) => {
    let sum = 0;
    for (let k = 0; k < 42; k++) {
      const problem = readingTime();
      const s = startOf(problem);
      const next = startOf(problem);
      s.t = k / 20;
      s.y.set(exact(s.t));
      const stepper = method.bind(problem);
      stepper.start(s);
      stepper.attempt(next, s, 1 / perUnit);
      expect(stepper.error?.order).toBe(expected);
      sum += stepper.error?.norm(pacer, s.y, next.y) ?? Number.NaN;
    }
    return sum;
  });
  expect(Math.abs(order(norms) - expected)).toBeLessThan(0.1);
});

describe("with a projection at every evaluation", () => {
  test("the step leaves from the projected start, every rate is taken on the circle, and the caller's state is untouched", () => {
    const problem = turning();
    const seen: number[][] = [];
    const s = startOf(problem);
    const next = startOf(problem);
    const stepper = rk4().bind(problem, onCircle(problem, seen));
    stepper.start(s);
    stepper.attempt(next, s, 0.1);
    expect([...s.y]).toEqual([1.1, 0]);
    expect(seen[0]).toEqual([0, 1, 0]);
    for (const [, x, y] of seen) expect(Math.hypot(x, y)).toBeCloseTo(1, 14);
    // radial growth 0.3 h from radius 1, not from 1.1
    expect(Math.hypot(next.y[0], next.y[1])).toBeCloseTo(1.03, 3);
  });

  test("the next step leaves from the projection of the last stage, and a checkpoint keeps it", () => {
    const problem = turning();
    const seen: number[][] = [];
    const s = startOf(problem);
    const stepper = dopri5().bind(problem, onCircle(problem, seen));
    stepper.start(s);
    step(stepper, problem, s, 0.1, 2);
    expect(seen.length).toBe(13);

    const rest = newState(problem.arena, 2, 0);
    copyState(rest, s);
    const reader = dopri5().bind(problem, onCircle(problem, seen));
    reader.start(rest);
    handOn(stepper, reader);
    step(reader, problem, rest, 0.1, 1);
    step(stepper, problem, s, 0.1, 1);
    expect(rest.y).toEqual(s.y);
    expect(seen.length).toBe(25);
  });
});

test("a failing rate ends the attempt, and the next attempt evaluates again", () => {
  const problem = readingTime();
  let calls = 0;
  const failing: Problem = {
    ...problem,
    rate: (dy, t, y) => (++calls === 3 ? "singular" : problem.rate!(dy, t, y)),
  };
  const s = startOf(problem);
  const next = startOf(problem);
  const stepper = rk4().bind(failing);
  stepper.start(s);
  expect(stepper.attempt(next, s, 0.1)).toBe("singular");
  expect(stepper.attempt(next, s, 0.1)).toBe("ok");
  expect(calls).toBe(6);
});

test("backward steps undo forward ones to the order of the method", () => {
  const problem = readingTime();
  const s = startOf(problem);
  const stepper = dop853().bind(problem);
  stepper.start(s);
  step(stepper, problem, s, 0.05, 20);
  step(stepper, problem, s, -0.05, 20);
  for (let i = 0; i < 3; i++) expect(s.y[i]).toBeCloseTo(exact(0)[i], 10);
});

test("a formulation without a right-hand side is refused with what to use instead", () => {
  const workspace = doublePendulum();
  expect(inWords(dopri5().refuses(rigid().apply(workspace)))).toBe(
    'method "dopri5": needs a complete right-hand side, and formulation "rigid" leaves the constraints to the method. Use "rattle" or "shake", or formulation "underlying".',
  );
  expect(dopri5().refuses(underlying().apply(workspace))).toBeUndefined();
});

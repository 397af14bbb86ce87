import { describe, expect, test } from "vitest";
import { initialState } from "../../test/fixtures/stepping.js";
import { kepler } from "../../test/fixtures/systems.js";
import { newState, type Pacer, restoreBytes, savedBytes } from "../core/index.js";
import { ode } from "../formulations/index.js";
import { bs32, dop853, dopri5 } from "../methods/index.js";
import { errorControlled } from "./index.js";

const of = (...values: number[]) => Float64Array.from(values);

describe("the norm", () => {
  test("is the root mean square in units of atol + rtol times the larger end", () => {
    const pacer = errorControlled({ rtol: 0.1, atol: 1 }).bind(2);
    // tolerances 1 + 0.1 * 10 = 2 and 1 + 0.1 * 20 = 3
    expect(pacer.norm(of(2, 0), of(10, -20), of(-5, 0))).toBeCloseTo(Math.SQRT1_2, 15);
    expect(pacer.norm(of(-2, 3), of(10, -20), of(-5, 0))).toBe(1);
  });

  test("can be the worst component instead", () => {
    const pacer = errorControlled({ rtol: 0, atol: 2, norm: "max" }).bind(3);
    expect(pacer.norm(of(1, -6, 2), of(0, 0, 0), of(0, 0, 0))).toBe(3);
  });

  test("takes an absolute tolerance per component", () => {
    const pacer = errorControlled({ rtol: 0.5, atol: [1, 100] }).bind(2);
    const tolerances = of(0, 0);
    pacer.scale(tolerances, of(-2, 4));
    expect([...tolerances]).toEqual([2, 102]);
  });

  test("is NaN or infinite for an error that is, and 0 for one that is 0 without tolerance", () => {
    const pacer = errorControlled().bind(1);
    expect(pacer.norm(of(Number.NaN), of(1), of(1))).toBeNaN();
    expect(pacer.norm(of(Infinity), of(1), of(1))).toBe(Infinity);
    expect(errorControlled({ rtol: 0.1, atol: 0 }).bind(1).norm(of(0), of(0), of(0))).toBe(0);
  });

  test("has an absolute tolerance of a thousandth of the relative one as long as no size is known and none is given", () => {
    const tolerances = of(0);
    errorControlled({ rtol: 1e-4 }).bind(1).scale(tolerances, of(0));
    expect(tolerances[0]).toBeCloseTo(1e-7, 20);
  });
});

describe("the next step", () => {
  const fresh = (): Pacer => errorControlled().bind(1);

  test("keeps an error of 1 with some safety, and grows for smaller errors up to the limit", () => {
    expect(fresh().next(1, 1, 5, true)).toBeCloseTo(0.9, 8);
    expect(fresh().next(1, 0.1, 5, true)).toBeCloseTo(0.9 * 0.1 ** (-17 / 100), 8);
    expect(errorControlled({ maxFactor: 2 }).bind(1).next(1, 0, 2, true)).toBe(2);
  });

  test("after a rejection is the one whose error would be the tolerance, and the acceptance after it does not grow", () => {
    const pacer = fresh();
    expect(pacer.next(1, 32, 5, false)).toBeCloseTo(0.9 / 2, 8);
    expect(pacer.next(0.45, 1e-3, 5, true)).toBe(0.45);
    expect(pacer.next(0.45, 1e-3, 5, true)).toBeGreaterThan(0.45);
  });

  test("after an error that is not a number is shorter by the limit", () => {
    expect(fresh().next(1, Number.NaN, 5, false)).toBe(0.2);
    expect(fresh().next(1, Number.POSITIVE_INFINITY, 5, false)).toBe(0.2);
  });

  test("never grows with the error", () => {
    let last = Number.POSITIVE_INFINITY;
    for (let error = 1e-6; error < 1e6; error *= 1.1) {
      const next = fresh().next(1, error, 8, error <= 1);
      expect(next).toBeLessThanOrEqual(last);
      last = next;
    }
  });

  test("remembers the last error: a falling one lets it grow less (PI)", () => {
    const [rising, falling] = [fresh(), fresh()];
    rising.next(1, 0.01, 5, true);
    falling.next(1, 0.9, 5, true);
    expect(rising.next(1, 0.1, 5, true)).toBeLessThan(falling.next(1, 0.1, 5, true));
  });

  test("is at most the longest step", () => {
    const pacer = errorControlled({ maxStep: 0.5, initialStep: 0.1 }).bind(1);
    expect(pacer.next(0.4, 1e-4, 5, true)).toBe(0.5);
    expect([pacer.initialStep, pacer.maxStep]).toEqual([0.1, 0.5]);
  });

  test("goes on from a checkpoint with the same memory", () => {
    const pacer = fresh();
    pacer.next(1, 0.3, 5, true);
    pacer.next(1, 3, 5, false);
    const other = fresh();
    restoreBytes(other.checkpoint, savedBytes(pacer.checkpoint));
    expect(other.next(1, 0.2, 5, true)).toBe(pacer.next(1, 0.2, 5, true));
    expect(other.next(1, 0.4, 5, true)).toBe(pacer.next(1, 0.4, 5, true));
  });

  test("has pinned bits", () => {
    const pacer = fresh();
    const steps = [0.3, 0.7, 0.05].map((error) => pacer.next(1, error, 8, true));
    const bits = [...new BigUint64Array(Float64Array.from(steps).buffer)].map((x) => x.toString(16));
    expect(bits).toMatchInlineSnapshot(`
      [
        "3ff05d7670f54f86",
        "3fed068369ab4b88",
        "3ff39f0374434f69",
      ]
    `);
  });
});

test.each([
  [bs32(), 1e-4],
  [dopri5(), 1e-7],
  [dop853(), 1e-10],
])(
  "$name over one period of Kepler errs by less than 300 tolerances (SciPy: 110, 433, 73), with few rejections",
  (method, rtol) => {
    const problem = ode().apply(kepler(0.5));
    const pacer = errorControlled({ rtol, atol: rtol }).bind(4);
    let s = initialState(problem);
    let next = newState(problem.arena, 4, 0);
    const stepper = method.bind(problem);
    const until = 2 * Math.PI;
    let h = 1e-3;
    let rejected = 0;
    let accepted = 0;
    stepper.start(s);
    while (s.t < until) {
      const step = Math.min(h, until - s.t);
      expect(stepper.attempt(next, s, step)).toBe("ok");
      const norm = stepper.error!.norm(pacer, s.y, next.y);
      h = pacer.next(step, norm, stepper.error!.order, norm <= 1);
      if (norm > 1) {
        rejected++;
        continue;
      }
      accepted++;
      stepper.accept();
      [s, next] = [next, s];
      if (until - s.t < 1e-12) break;
    }
    const error = Math.max(...s.y.map((x, i) => Math.abs(x - problem.workspace.initial[i])));
    expect(error).toBeLessThan(300 * rtol);
    expect(rejected / accepted).toBeLessThan(0.25);
  },
);

test("options that cannot be used are refused by name", () => {
  expect(() => errorControlled({ rtol: -1 })).toThrow(
    "error-controlled.rtol: must be a number of at least 0 and below 1; got -1. The default is 0.000001.",
  );
  expect(() => errorControlled({ rtol: 0, atol: 0 })).toThrow(
    "error-controlled.atol: must be above 0 where rtol is 0; got 0.",
  );
  expect(() => errorControlled({ atol: [1, Number.NaN] })).toThrow(
    "error-controlled.atol: must be a number of at least 0, or a list of them; got [1, NaN].",
  );
  expect(() => errorControlled({ maxStep: 0 })).toThrow("error-controlled.maxStep");
  expect(() => errorControlled({ initialStep: Number.NaN })).toThrow("error-controlled.initialStep");
  expect(() => errorControlled({ norm: "l2" as "max" })).toThrow(
    'error-controlled.norm: must be "rms" or "max"; got "l2".',
  );
  expect(() => errorControlled({ atol: [1, 2] }).bind(3)).toThrow(
    "error-controlled.atol: must be one number, or one for each of the 3 components of y; got 2.",
  );
});

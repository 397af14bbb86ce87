import { describe, expect, test } from "vitest";
import { exact, onCircle, readingTime, turning } from "../../../test/fixtures/first-order.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import {
  handOn,
  order,
  rejectedSteps,
  resumed,
  initialState as startOf,
  step,
} from "../../../test/fixtures/stepping.js";
import { doublePendulum, kepler } from "../../../test/fixtures/systems.js";
import { nonstiffProblems } from "../../../test/problems/nonstiff.js";
import { solver } from "../../../test/problems/solved.js";
import { errorControlled, fixed } from "../../controllers/index.js";
import { copyState, newState, type Problem } from "../../core/index.js";
import { ode, rigid, stiff, underlying } from "../../formulations/index.js";
import { newton } from "../../projections/index.js";
import { Run, solve } from "../../solve/index.js";
import { adams } from "./adams.js";

/**
 * Takes a step of order k from an exact history: without tolerances the order rises by one with every step, and every
 * state is moved to the exact solution. Returns the errors at the end and inside, root mean square over starts and
 * components.
 */
function stepOfOrder(k: number, h: number): { end: number; inside: number } {
  let [end, inside] = [0, 0];
  for (let start = 0; start < 2; start += 0.125) {
    const problem = readingTime();
    const s = startOf(problem);
    const next = startOf(problem);
    const out = new Float64Array(3);
    const stepper = adams({ maxOrder: k }).bind(problem);
    s.t = start;
    s.y.set(exact(s.t));
    stepper.start(s);
    for (let i = 1; i <= k; i++) {
      stepper.attempt(next, s, h);
      if (i === k) break;
      stepper.accept();
      s.t = start + i * h;
      s.y.set(exact(s.t));
      stepper.moved(s);
    }
    stepper.dense?.at(out, 0.4);
    const [atEnd, within] = [exact(s.t + h), exact(s.t + 0.4 * h)];
    for (let c = 0; c < 3; c++) {
      end += (next.y[c] - atEnd[c]) ** 2;
      inside += (out[c] - within[c]) ** 2;
    }
  }
  return { end: Math.sqrt(end), inside: Math.sqrt(inside) };
}

test.each([
  [1, 128],
  [2, 128],
  [3, 128],
  [4, 64],
  [5, 64],
  [6, 32],
  [7, 26],
])("a step of order %i has a local error of order k + 2 ± 0.1, at its end and inside", (k, perUnit) => {
  const errors = [1, 2, 4].map((part) => stepOfOrder(k, 1 / (part * perUnit)));
  expect(Math.min(errors[2].end, errors[2].inside)).toBeGreaterThan(1e-14);
  expect(Math.abs(order(errors.map((e) => e.end)) - (k + 2))).toBeLessThan(0.1);
  expect(Math.abs(order(errors.map((e) => e.inside)) - (k + 2))).toBeLessThan(0.1);
});

test("names the order of its corrector, one above that of its predictor", () => {
  for (const maxOrder of [1, 5, 12]) expect(adams({ maxOrder }).order).toBe(maxOrder + 1);
});

describe("error per tolerance, 1e-3 … 1e-10", () => {
  const tolerances = [3, 4, 5, 6, 7, 8, 9, 10].map((digits) => 10 ** -digits);
  const named = (name: string) => nonstiffProblems.find((problem) => problem.name === name)!;

  test.each(["Lorenz to 1", "Brusselator"])("%s: at most 30 tolerances", (name) => {
    const solved = solver(named(name));
    for (const rtol of tolerances) expect(solved(adams(), rtol).error).toBeLessThan(30);
  });

  // a disturbance of the start grows 131 times to the end of the three revolutions, 3.9e5 times along the Arenstorf orbit
  test.each([
    ["Kepler e = 0.3", 131],
    ["Arenstorf orbit", 3.9e5],
  ])(
    "%s: the error stays below that of a disturbance of one tolerance at the start, which grows %f times",
    (name, growth) => {
      const solved = solver(named(name));
      for (const rtol of tolerances) expect(solved(adams(), rtol).error).toBeLessThan(growth);
    },
  );
});

// Ariel section 6.2, as computed again (docs/theory/ariel.md): from the loosest tolerance (1e-3, 1e-6) to the tightest (1e-8, 1e-11)
test.each([
  [100, 3, 5600],
  [100, 8, 13_000],
  [1000, 3, 66_000],
  [1000, 8, 110_000],
])(
  "the stiff double pendulum, omega = %i, rtol = 1e-%i: %i evaluations, within a fifth",
  (omega, digits, published) => {
    const problem = stiff({ omega }).apply(doublePendulum());
    const controller = errorControlled({ rtol: 10 ** -digits, atol: 10 ** -(digits + 3) });
    const { work } = solve(problem, { method: adams(), controller, until: 10, saveAt: [], ledger: "saved" });
    expect(Math.abs(work.forces / published - 1)).toBeLessThan(0.2);
  },
);

test("a run takes two evaluations per step, one per rejection and three at the ends, and as many steps as before", () => {
  const counts = [1e-4, 1e-7, 1e-10].map((rtol) => {
    const { work } = solve(ode().apply(kepler()), {
      method: adams(),
      controller: errorControlled({ rtol, atol: rtol }),
      until: 20,
      saveAt: [],
    });
    expect(work.forces).toBe(2 * work.steps + work.rejected + 3);
    return [work.steps, work.rejected];
  });
  // these are the counts of this code, to notice changes; no other code has been compared with them
  expect(counts).toEqual([
    [186, 8],
    [363, 7],
    [620, 7],
  ]);
});

describe("a state that was moved", () => {
  const run = (projected: boolean) =>
    solve(ode().apply(kepler()), {
      method: adams(),
      controller: errorControlled({ rtol: 1e-8 }),
      ...(projected && { projection: newton(), when: { when: "step" } as const }),
      until: 20,
      saveAt: [],
    });

  test("keeps steps, order and counts: a run projected after every step costs the same as one without projection, within 5 %", () => {
    const [free, projected] = [run(false), run(true)];
    expect(projected.ledger.invariants.energy.maxDeviation).toBeLessThan(1e-12);
    expect(projected.work.forces).toBe(2 * projected.work.steps + projected.work.rejected + 3);
    expect(Math.abs(projected.work.forces / free.work.forces - 1)).toBeLessThan(0.05);
  });

  test("is where the newest rate is taken, only once, even if the next step length was requested before", () => {
    const problem = readingTime();
    const [s, next] = [startOf(problem), startOf(problem)];
    const ends = [true, false].map((early) => {
      const stepper = adams().bind(problem);
      const nextStep = stepper.pace!(errorControlled({ rtol: 1e-6 }).bind(3));
      s.t = 0;
      s.y.set([1, 1, 0]);
      stepper.start(s);
      for (let i = 0; i < 5; i++) {
        stepper.attempt(next, s, 0.01);
        stepper.accept();
        if (early) nextStep(next, 0.01, 0.5, true);
        next.y[0] += 1e-3;
        stepper.moved(next);
        nextStep(next, 0.01, 0.5, true);
        copyState(s, next);
      }
      return Float64Array.from(s.y);
    });
    for (let i = 0; i < 3; i++) expect(ends[0][i]).toBeCloseTo(ends[1][i], 12);
  });

  test("at another time starts again at order 1", () => {
    const problem = readingTime();
    const [s, next] = [startOf(problem), startOf(problem)];
    const stepper = adams().bind(problem);
    stepper.start(s);
    step(stepper, problem, s, 0.01, 5);
    s.t = 0;
    s.y.set([1, 1, 0]);
    stepper.moved(s);
    stepper.attempt(next, s, 0.01);
    const fresh = startOf(problem);
    const other = adams().bind(problem);
    other.start(s);
    other.attempt(fresh, s, 0.01);
    expect(next.y).toEqual(fresh.y);
  });
});

test("dense output joins both ends of the step, before and after it is accepted and the next length is known", () => {
  const problem = readingTime();
  const [s, next] = [startOf(problem), startOf(problem)];
  const out = new Float64Array(3);
  const stepper = adams().bind(problem);
  const nextStep = stepper.pace!(errorControlled({ rtol: 1e-6 }).bind(3));
  stepper.start(s);
  for (let i = 0; i < 8; i++) {
    stepper.attempt(next, s, 0.01 + 0.001 * i);
    const middle = new Float64Array(3);
    stepper.dense?.at(middle, 0.5);
    stepper.accept();
    nextStep(next, 0.01, 0.5, true);
    stepper.dense?.at(out, 0);
    expect(out).toEqual(s.y);
    stepper.dense?.at(out, 1);
    for (let c = 0; c < 3; c++) expect(Math.abs(out[c] - next.y[c])).toBeLessThan(2e-15);
    stepper.dense?.at(out, 0.5);
    expect(out).toEqual(middle);
    copyState(s, next);
  }
});

test("does not write to its start state, and repeats a rejected step to the bit", () => {
  const { straight, afterRejections } = rejectedSteps(adams(), readingTime(), 0.01, 6);
  expect(afterRejections).toEqual(straight);
});

describe("a checkpoint", () => {
  test.each([1, 7, 30, 101])("after %i attempts the run continues with the same bits and counts", (attempts) => {
    const options = {
      method: adams(),
      controller: errorControlled({ rtol: 1e-7 }),
      projection: newton(),
      when: { when: "interval", every: 3 } as const,
      until: 20,
      saveAt: [],
    };
    const straight = solve(ode().apply(kepler()), options);
    const { y, work } = resumed(() => ode().apply(kepler()), options, attempts);
    expect(y).toEqual(straight.y);
    expect(work).toEqual(straight.work);
  });

  test("taken between a step and its second rate includes everything that this rate needs", () => {
    const problem = readingTime();
    const s = startOf(problem);
    const writer = adams().bind(problem);
    writer.start(s);
    step(writer, problem, s, 0.01, 5);
    const rest = newState(problem.arena, 3, 0);
    copyState(rest, s);
    const reader = adams().bind(problem);
    reader.start(rest);
    handOn(writer, reader);
    step(reader, problem, rest, 0.01, 5);
    step(writer, problem, s, 0.01, 5);
    expect(rest.y).toEqual(s.y);
  });
});

describe("with a projection at every evaluation", () => {
  test("the step leaves from the projected start, the caller's state is untouched, two rates per step", () => {
    const problem = turning();
    const seen: number[][] = [];
    const [s, next] = [startOf(problem), startOf(problem)];
    const stepper = adams().bind(problem, onCircle(problem, seen));
    stepper.start(s);
    stepper.attempt(next, s, 0.01);
    expect([...s.y]).toEqual([1.1, 0]);
    expect(Math.hypot(next.y[0], next.y[1])).toBeCloseTo(1.003, 4);
    stepper.accept();
    copyState(s, next);
    step(stepper, problem, s, 0.01, 9);
    expect(seen.length).toBe(20);
    for (const [, x, y] of seen) expect(Math.hypot(x, y)).toBeCloseTo(1, 14);
  });

  test("a run keeps its order: the double pendulum ends within 1e-7 of the run projected after every step", () => {
    const ends = (["evaluation", "step"] as const).map((when) => {
      const solution = solve(underlying().apply(doublePendulum({ gravity: 1 })), {
        method: adams(),
        controller: errorControlled({ rtol: 1e-9 }),
        projection: newton(),
        when: { when },
        until: 3,
        saveAt: [],
      });
      expect(solution.status).toBe("ok");
      expect(solution.work.steps).toBeLessThan(300);
      return solution.y;
    });
    for (let i = 0; i < 8; i++) expect(Math.abs(ends[0][i] - ends[1][i])).toBeLessThan(1e-7);
  });
});

test("a rate that fails at the accepted state is reported by the next attempt, and the run ends with its status", () => {
  const problem = readingTime();
  const failing: Problem = {
    ...problem,
    rate: (dy, t, y) => (t > 0.5 ? "singular" : problem.rate!(dy, t, y)),
  };
  const { status, t } = solve(failing, { method: adams(), controller: errorControlled(), until: 1 });
  expect(status).toBe("singular");
  expect(t).toBeGreaterThan(0.49);
});

test("refuses constraints that are left to the method, fixed steps, and invalid options", () => {
  const workspace = doublePendulum();
  expect(inWords(adams().refuses(rigid().apply(workspace)))).toBe(
    'method "adams": needs a complete right-hand side, and formulation "rigid" leaves the constraints to the method. Use "rattle" or "shake", or formulation "underlying".',
  );
  expect(adams().refuses(underlying().apply(workspace))).toBeUndefined();
  expect(() => new Run(readingTime(), { method: adams(), controller: fixed({ step: 0.1 }), until: 1 })).toThrow(
    'run.controller: method "adams" chooses order and step by a tolerance, and "fixed" has none. Give rtol, or use "ab2".',
  );
  expect(() => adams({ maxOrder: 13 })).toThrow(
    "adams.maxOrder: must be a whole number from 1 to 12; got 13. The default is 12.",
  );
  expect(() => adams({ part: 0 })).toThrow(
    "adams.part: must be a number above 0 and at most 1; got 0. The default is 0.1.",
  );
});

import { describe, expect, test } from "vitest";
import { exact, onCircle, readingTime, turning } from "../../../test/fixtures/first-order.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import {
  handOn,
  order,
  rejectedSteps,
  resumed,
  run,
  initialState as startOf,
  step,
} from "../../../test/fixtures/stepping.js";
import { doublePendulum, kepler, pendulum } from "../../../test/fixtures/systems.js";
import { nonstiffProblems } from "../../../test/problems/nonstiff.js";
import { solver } from "../../../test/problems/solved.js";
import { errorControlled } from "../../controllers/index.js";
import { copyState, newState, type Problem } from "../../core/index.js";
import { ode, rigid, stiff, underlying } from "../../formulations/index.js";
import { newton } from "../../projections/index.js";
import { solve } from "../../solve/index.js";
import { dop853 } from "../runge-kutta/explicit.js";
import { type GbsOptions, gbs } from "./gbs.js";

/** Forces without velocity: the double pendulum with springs for rods, soft enough to resolve. */
const springs = (): Problem => stiff({ omega: 3 }).apply(doublePendulum({ gravity: 1 }));

describe("fixed steps", () => {
  test.each([
    [{ order: 4 }, [32, 64, 128]],
    [{ order: 6 }, [16, 32, 64]],
    [{ order: 8 }, [4, 8, 16]],
    [{ order: 8, dense: false }, [8, 16, 32]],
  ] as [GbsOptions, number[]][])("%o: global order ± 0.1, midpoint rule", (options, window) => {
    const errors = window.map((perUnit) => {
      const problem = readingTime();
      const s = startOf(problem);
      const stepper = gbs(options).bind(problem);
      let squares = 0;
      stepper.start(s);
      step(stepper, problem, s, 1 / perUnit, 2 * perUnit, (next) => {
        const reference = exact(next.t);
        for (let c = 0; c < 3; c++) squares += (next.y[c] - reference[c]) ** 2;
      });
      return Math.sqrt(squares / perUnit);
    });
    expect(Math.abs(order(errors) - options.order!)).toBeLessThan(0.1);
  });

  test.each([
    [4, [32, 64, 128]],
    [6, [16, 32, 64]],
  ])("order %i ± 0.1 in q and in v, Verlet", (expected, window) => {
    const reference = run(dop853(), springs(), 1 / 128, 1024).y;
    const method = gbs({ order: expected, base: "verlet" });
    const errors = window.map((n) => run(method, springs(), 1 / n, 8 * n).y.map((x, i) => x - reference[i]));
    for (const half of [0, 4]) {
      const sizes = errors.map((e) => Math.hypot(...e.subarray(half, half + 4)));
      expect(Math.abs(order(sizes) - expected)).toBeLessThan(0.1);
    }
  });

  test.each([
    [4, [8, 16, 32]],
    [6, [4, 8, 16]],
    [8, [2, 4, 8]],
    [10, [1, 2, 4]],
  ])("order %i: dense output has a local error of that order ± 0.15, from the midpoint rule", (expected, window) => {
    const errors = window.map((perUnit) => {
      let squares = 0;
      for (let k = 0; k < 42; k++) {
        const problem = readingTime();
        const [s, next] = [startOf(problem), startOf(problem)];
        const out = new Float64Array(3);
        const stepper = gbs({ order: expected }).bind(problem);
        s.t = k / 20;
        s.y.set(exact(s.t));
        stepper.start(s);
        stepper.attempt(next, s, 1 / perUnit);
        for (const theta of [0.2, 0.4, 0.6, 0.8]) {
          expect(stepper.dense?.at(out, theta)).toBe("ok");
          const reference = exact(s.t + theta / perUnit);
          for (let c = 0; c < 3; c++) squares += (out[c] - reference[c]) ** 2;
        }
      }
      return Math.sqrt(squares);
    });
    expect(Math.abs(order(errors) - expected)).toBeLessThan(0.15);
  });

  test.each([
    [4, 5, [8, 16, 32]],
    [6, 7, [4, 8, 16]],
  ])("order %i: dense output has a local error of order %i ± 0.15, from Verlet", (expected, local, window) => {
    const errors = window.map((perUnit) => {
      const problem = springs();
      const [s, next] = [startOf(problem), startOf(problem)];
      const out = new Float64Array(8);
      const stepper = gbs({ order: expected }).bind(problem);
      copyState(s, run(dop853(), springs(), 1 / 256, 128));
      stepper.start(s);
      stepper.attempt(next, s, 1 / perUnit);
      stepper.dense?.at(out, 0.3);
      const other = springs();
      const reference = dop853().bind(other);
      const at = startOf(other);
      copyState(at, s);
      reference.start(at);
      step(reference, other, at, 0.3 / perUnit / 16, 16);
      return Math.hypot(...out.map((x, i) => x - at.y[i]));
    });
    expect(Math.abs(order(errors) - local)).toBeLessThan(0.15);
  });

  test.each([
    ["midpoint", 4, 3 + 6],
    ["midpoint", 8, 3 + 6 + 10 + 14],
    ["verlet", 8, 3 + 4 + 6 + 8],
  ] as const)("by %s, order %i: %i rates per step, and none for dense output", (base, expected, rates) => {
    const problem = springs();
    const s = startOf(problem);
    const out = new Float64Array(8);
    const stepper = gbs({ order: expected, base }).bind(problem);
    stepper.start(s);
    step(stepper, problem, s, 0.01, 10, () => stepper.dense?.at(out, 0.5));
    // the rate at the end, which dense output uses, is the first of the next step
    expect(problem.work.forces).toBe(10 * rates + 1);
  });
});

describe("error per tolerance, 1e-3 … 1e-10", () => {
  const tolerances = [3, 4, 5, 6, 7, 8, 9, 10].map((digits) => 10 ** -digits);
  const named = (name: string) => nonstiffProblems.find((problem) => problem.name === name)!;

  test.each(["Lorenz to 1", "Brusselator"])("%s: at most 30 tolerances", (name) => {
    const solved = solver(named(name));
    for (const rtol of tolerances) {
      expect(solved(gbs(), rtol).error).toBeLessThan(30);
      expect(solved(gbs({ dense: false }), rtol).error).toBeLessThan(30);
    }
  });

  // a disturbance of the start grows 131 times to the end of the three revolutions, 3.9e5 times along the Arenstorf orbit
  test.each([
    ["Kepler e = 0.3", 131],
    ["Arenstorf orbit", 3.9e5],
  ])(
    "%s: the error stays below that of a disturbance of one tolerance at the start, which grows %f times",
    (name, growth) => {
      const solved = solver(named(name));
      for (const rtol of tolerances) {
        expect(solved(gbs(), rtol).error).toBeLessThan(growth);
        expect(solved(gbs({ dense: false }), rtol).error).toBeLessThan(growth);
      }
    },
  );
});

const byTolerance = (options: GbsOptions, rtol: number) =>
  solve(ode().apply(kepler()), {
    method: gbs(options),
    controller: errorControlled({ rtol, atol: rtol }),
    until: 20,
    saveAt: [],
  }).work;

test("evaluation counts are pinned", () => {
  const counts = ([{}, { dense: false }] as GbsOptions[]).map((options) =>
    [1e-4, 1e-7, 1e-10].map((rtol) => {
      const { forces, steps, rejected } = byTolerance(options, rtol);
      return [forces, steps, rejected];
    }),
  );
  expect(counts).toEqual([
    [
      [966, 14, 4],
      [1761, 23, 5],
      [2922, 28, 5],
    ],
    [
      [817, 23, 6],
      [1587, 33, 7],
      [2521, 41, 6],
    ],
  ]);
});

test("Verlet instead of the midpoint rule saves more than a third of the forces, at a smaller error", () => {
  const reference = run(dop853(), springs(), 1 / 128, 1280).y;
  const [midpoint, verlet] = (["midpoint", "auto"] as const).map((base) => {
    const controller = errorControlled({ rtol: 1e-8 });
    const { y, work } = solve(springs(), { method: gbs({ base }), controller, until: 10, saveAt: [] });
    return { error: Math.hypot(...y.map((x, i) => x - reference[i])), forces: work.forces };
  });
  expect(verlet.forces).toBeLessThan(0.66 * midpoint.forces);
  expect(verlet.error).toBeLessThan(2 * midpoint.error);
});

test("steps cut short to hit output times do not change order and step: 20 stops cost fewer than 20 additional steps", () => {
  const free = byTolerance({ dense: false }, 1e-8);
  const { work } = solve(ode().apply(kepler()), {
    method: gbs({ dense: false }),
    controller: errorControlled({ rtol: 1e-8, atol: 1e-8 }),
    until: 20,
    every: 1,
  });
  expect(work.steps - free.steps).toBeLessThan(40);
  expect(work.rejected).toBeLessThan(free.rejected + 8);
  expect(work.forces / work.steps).toBeLessThan(free.forces / free.steps);
});

test("dense output joins both ends of the step; without the option the stepper has no `interpolate`", () => {
  for (const problem of [readingTime(), springs()]) {
    const [s, next] = [startOf(problem), startOf(problem)];
    const out = new Float64Array(problem.dimension);
    const stepper = gbs().bind(problem);
    stepper.start(s);
    stepper.attempt(next, s, 0.1);
    stepper.dense?.at(out, 0);
    for (let c = 0; c < out.length; c++) expect(Math.abs(out[c] - s.y[c])).toBeLessThan(2e-15);
    stepper.dense?.at(out, 1);
    for (let c = 0; c < out.length; c++) expect(Math.abs(out[c] - next.y[c])).toBeLessThan(2e-15);
  }
  expect(gbs({ dense: false }).bind(readingTime()).dense).toBeUndefined();
});

test.each([1e-4, 1e-6, 1e-8, 1e-10])(
  "errors inside steps stay below ten times that of the end, or 100 rtol, and steps do not depend on what is saved: rtol %s",
  (rtol) => {
    const problem = () => underlying().apply(doublePendulum({ gravity: 9.81 }));
    const saveAt = Array.from({ length: 201 }, (_, k) => k / 40);
    const options = { until: 5, controller: errorControlled({ rtol, atol: rtol }) };
    const tight = errorControlled({ rtol: 1e-13, atol: 1e-13 });
    const reference = solve(problem(), { until: 5, saveAt, method: dop853(), controller: tight }).trajectory.states();
    const found = solve(problem(), { ...options, saveAt, method: gbs() });
    const unsaved = solve(problem(), { ...options, saveAt: [], method: gbs() });
    const rows = found.trajectory.states();
    const size = problem().dimension;
    const errors = saveAt.map((_, k) =>
      Math.max(...Array.from({ length: size }, (__, i) => Math.abs(rows[k * size + i] - reference[k * size + i]))),
    );
    const last = Math.max(...Array.from(found.y, (x, i) => Math.abs(x - reference[200 * size + i])));
    expect(Math.max(...errors)).toBeLessThan(10 * Math.max(last, 10 * rtol));
    expect(Array.from(found.y)).toEqual(Array.from(unsaved.y));
    expect(found.work.steps).toBe(unsaved.work.steps);
  },
);

test("does not write to its start state, and repeats a rejected step to the bit", () => {
  const { straight, afterRejections } = rejectedSteps(gbs(), readingTime(), 0.1, 0);
  expect(afterRejections).toEqual(straight);
});

test("a moved state costs a new rate, and the previous step can still be interpolated", () => {
  const problem = readingTime();
  const [s, next] = [startOf(problem), startOf(problem)];
  const [before, after] = [new Float64Array(3), new Float64Array(3)];
  const stepper = gbs({ order: 4 }).bind(problem);
  stepper.start(s);
  stepper.attempt(next, s, 0.1);
  stepper.accept();
  stepper.dense?.at(before, 0.5);
  expect(problem.work.forces).toBe(10);
  next.y[0] += 1;
  stepper.moved(next);
  stepper.dense?.at(after, 0.5);
  expect(after).toEqual(before);
  stepper.attempt(s, next, 0.1);
  expect(problem.work.forces).toBe(19);
});

describe.each([{}, { dense: false }] as GbsOptions[])("a checkpoint of %o", (options) => {
  test.each([1, 4, 11])("after %i attempts the run continues with the same bits and counts", (attempts) => {
    const settings = {
      method: gbs(options),
      controller: errorControlled({ rtol: 1e-7 }),
      projection: newton(),
      when: { when: "interval", every: 3 } as const,
      every: 0.7,
      until: 20,
    };
    const straight = solve(ode().apply(kepler()), settings);
    const { y, work } = resumed(() => ode().apply(kepler()), settings, attempts);
    expect(y).toEqual(straight.y);
    expect(work).toEqual(straight.work);
  });
});

describe("with a projection at every evaluation", () => {
  test("the step leaves from the projected start, every rate is taken on the circle, the caller's state is untouched", () => {
    const problem = turning();
    const seen: number[][] = [];
    const [s, next] = [startOf(problem), startOf(problem)];
    const stepper = gbs({ order: 6 }).bind(problem, onCircle(problem, seen));
    stepper.start(s);
    stepper.attempt(next, s, 0.1);
    expect([...s.y]).toEqual([1.1, 0]);
    expect(seen.length).toBe(19);
    for (const [, x, y] of seen) expect(Math.hypot(x, y)).toBeCloseTo(1, 14);
    // radial growth 0.3 h from radius 1, not from 1.1
    expect(Math.hypot(next.y[0], next.y[1])).toBeCloseTo(1.03, 3);
  });

  test("a checkpoint keeps the projected start", () => {
    const problem = turning();
    const s = startOf(problem);
    const out = new Float64Array(2);
    const stepper = gbs().bind(problem, onCircle(problem));
    stepper.start(s);
    step(stepper, problem, s, 0.1, 2, () => stepper.dense?.at(out, 0.5));
    const rest = newState(problem.arena, 2, 0);
    copyState(rest, s);
    const reader = gbs().bind(problem, onCircle(problem));
    reader.start(rest);
    handOn(stepper, reader);
    step(reader, problem, rest, 0.1, 2);
    step(stepper, problem, s, 0.1, 2);
    expect(rest.y).toEqual(s.y);
  });
});

test("a failing rate ends the attempt, and a rate that keeps failing ends the run with its status", () => {
  const problem = readingTime();
  const failing: Problem = { ...problem, rate: (dy, t, y) => (t > 0.5 ? "singular" : problem.rate!(dy, t, y)) };
  const { status, t } = solve(failing, { method: gbs(), controller: errorControlled(), until: 1 });
  expect(status).toBe("singular");
  expect(t).toBeGreaterThan(0.49);
});

test("refuses problems that it cannot step, and invalid options", () => {
  expect(inWords(gbs().refuses(rigid().apply(pendulum())))).toBe(
    'method "gbs": needs a complete right-hand side, and formulation "rigid" leaves the constraints to the method. Use "rattle" or "shake", or formulation "underlying".',
  );
  expect(inWords(gbs({ base: "verlet" }).refuses(underlying().apply(pendulum())))).toMatch(
    /^method "gbs": needs forces, and formulation "underlying" gives rates\. Use /,
  );
  expect(gbs().refuses(underlying().apply(pendulum()))).toBeUndefined();
  const given = (options: object) => () => gbs(options);
  expect(given({ order: 7 })).toThrow("gbs.order: must be 2, 4, 6, 8, 10, 12, 14, 16 or 18; got 7. The default is 8.");
  expect(given({ maxOrder: 4 })).toThrow("gbs.maxOrder: must be 6, 8, 10, 12, 14, 16 or 18; got 4. The default is 18.");
  expect(given({ part: 2 })).toThrow("gbs.part: must be a number above 0 and at most 1; got 2. The default is 0.1.");
  expect(given({ dense: 1 })).toThrow("gbs.dense: must be true or false; got 1. The default is true.");
  expect(given({ base: "euler" })).toThrow(
    'gbs.base: must be "auto", "midpoint" or "verlet"; got "euler". The default is "auto".',
  );
});

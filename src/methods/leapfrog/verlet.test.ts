import { expect, test } from "vitest";
import { inWords } from "../../../test/fixtures/refusal.js";
import { handOn, initialState, order, run, step } from "../../../test/fixtures/stepping.js";
import { doublePendulum, kepler, pendulum } from "../../../test/fixtures/systems.js";
import { copyState, type Mechanics, type Problem } from "../../core/index.js";
import { ode, rigid, stiff, underlying } from "../../formulations/index.js";
import { dop853, verlet } from "../index.js";

/** A spring pendulum: the double pendulum of Ariel in the stiff view, soft enough to resolve. */
const soft = (): Problem => stiff({ omega: 5 }).apply(doublePendulum({ gravity: 1 }));

test("has order 2 ± 0.1 in every q and v (h = 1/32 … 1/256, errors 2e-3 … 9e-7)", () => {
  const reference = run(dop853(), soft(), 1 / 256, 512).y;
  const errors = [32, 64, 128, 256].map((n) => run(verlet(), soft(), 1 / n, 2 * n).y.map((x, i) => x - reference[i]));
  for (let i = 0; i < 8; i++) expect(Math.abs(order(errors.map((e) => Math.abs(e[i]))) - 2)).toBeLessThan(0.1);
});

test("takes one force per step and one to start", () => {
  const problem = soft();
  run(verlet(), problem, 0.01, 100);
  expect(problem.work.forces).toBe(101);
});

test("is reversible: a run back with the reversed velocity ends at the start, to the rounding of 200 steps", () => {
  const problem = soft();
  const s = initialState(problem);
  const before = Float64Array.from(s.y);
  const stepper = verlet().bind(problem);
  stepper.start(s);
  step(stepper, problem, s, 0.02, 100);
  s.v.forEach((v, i) => {
    s.v[i] = -v;
  });
  stepper.moved(s);
  step(stepper, problem, s, 0.02, 100);
  for (let i = 0; i < 4; i++) expect(Math.abs(s.q[i] - before[i])).toBeLessThan(1e-12);
});

test("keeps the energy for 10,000 steps within its first oscillation, 2 %", () => {
  const problem = soft();
  const s = initialState(problem);
  const stepper = verlet().bind(problem);
  const energy = problem.results!.energy!(0, s.y);
  let worst = 0;
  stepper.start(s);
  step(stepper, problem, s, 0.02, 10_000, (next) => {
    worst = Math.max(worst, Math.abs(problem.results!.energy!(next.t, next.y) - energy));
  });
  expect(worst).toBeLessThan(0.02);
});

test("does not write to its start state; a moved state costs a new force", () => {
  const problem = soft();
  const s = initialState(problem);
  const next = initialState(problem);
  const before = Float64Array.from(s.y);
  const stepper = verlet().bind(problem);
  stepper.start(s);
  stepper.attempt(next, s, 0.1);
  stepper.attempt(next, s, 0.05);
  expect(s.y).toEqual(before);
  expect(problem.work.forces).toBe(3);
  stepper.accept();
  stepper.moved(next);
  stepper.attempt(s, next, 0.05);
  expect(problem.work.forces).toBe(5);
});

test("continues from a checkpoint with the same bits and counts", () => {
  const straight = soft();
  const expected = run(verlet(), straight, 0.05, 10);
  const problem = soft();
  const s = initialState(problem);
  const writer = verlet().bind(problem);
  writer.start(s);
  step(writer, problem, s, 0.05, 5);
  const rest = initialState(problem);
  copyState(rest, s);
  const reader = verlet().bind(problem);
  reader.start(rest);
  handOn(writer, reader);
  step(reader, problem, rest, 0.05, 5);
  expect(rest.y).toEqual(expected.y);
  expect(problem.work.forces).toBe(straight.work.forces);
});

test("has dense output that joins both ends, with v the derivative of q, local orders 3 in q and 2 in v or better", () => {
  const errors = [32, 64, 128].map((n) => {
    const problem = soft();
    const s = initialState(problem);
    const next = initialState(problem);
    const stepper = verlet().bind(problem);
    const out = new Float64Array(8);
    stepper.start(s);
    stepper.attempt(next, s, 1 / n);
    stepper.dense?.at(out, 0);
    expect(out).toEqual(s.y);
    stepper.dense?.at(out, 1);
    expect(out).toEqual(next.y);
    stepper.dense?.at(out, 0.4);
    const reference = run(dop853(), soft(), 0.4 / n / 8, 8).y;
    const size = (from: number) => Math.hypot(...out.subarray(from, from + 4).map((x, i) => x - reference[from + i]));
    return { q: size(0), v: size(4) };
  });
  expect(order(errors.map((e) => e.q))).toBeGreaterThan(2.9);
  expect(order(errors.map((e) => e.v))).toBeGreaterThan(1.9);
});

test("refuses problems that it cannot step, and says what to use", () => {
  const refuses = (problem: Problem) => inWords(verlet().refuses(problem));
  expect(refuses(rigid().apply(pendulum()))).toBe(
    'method "verlet": needs forces without constraints, and formulation "rigid" leaves the constraints to the method. Use "rattle" or "shake", or formulation "stiff".',
  );
  expect(refuses(underlying().apply(pendulum()))).toBe(
    'method "verlet": needs forces, and formulation "underlying" gives rates. Use "rk4" or "dopri5", or formulation "stiff".',
  );
  expect(refuses(stiff().apply(pendulum({ drag: 0.1 })))).toBe(
    'method "verlet": needs forces that do not depend on v, and "pendulum" has some that do. Use "rk4" or "dopri5".',
  );
  expect(refuses(ode().apply(kepler()))).toBe(
    'method "verlet": needs coordinates with masses, and "kepler" is a first-order system. Use "rk4" or "dopri5".',
  );
  const problem = soft();
  const mechanics: Mechanics = { ...problem.secondOrder!.mechanics, mass: "varying" };
  expect(refuses({ ...problem, secondOrder: { ...problem.secondOrder!, mechanics } })).toBe(
    'method "verlet": needs a constant mass, and that of "double pendulum" depends on q. Use "rk4" or "dopri5".',
  );
  expect(refuses(soft())).toBeUndefined();
});

test("refuses a projection at every evaluation", () => {
  expect(() => verlet().bind(soft(), { eval: () => "ok" })).toThrow(
    'run.when: method "verlet" cannot be projected at every evaluation. Project after every step, or use "rk4".',
  );
});

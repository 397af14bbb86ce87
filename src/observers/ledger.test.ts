import { expect, test } from "vitest";
import { doublePendulum, kepler, pendulum } from "../../test/fixtures/systems.js";
import { ByteReader, ByteWriter, newState, type Problem, type State } from "../core/index.js";
import { ode, stiff, underlying } from "../formulations/index.js";
import { Ledger } from "./ledger.js";

const startOf = (problem: Problem): State => {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.y.set(problem.workspace.initial);
  return s;
};

test("maxima are over all measured states, and the worst constraint and its time are recorded", () => {
  const problem = underlying().apply(doublePendulum());
  const ledger = new Ledger(problem);
  const s = startOf(problem);
  ledger.begin(s);
  s.t = 1;
  s.q[2] = 2.25; // the lower rod is 0.25 too long, and its ends come apart at 0.5
  s.v[2] = 0.5;
  ledger.step(s);
  s.t = 2;
  s.y.set(problem.workspace.initial);
  ledger.observe(s);
  const { position, velocity, worst, energy } = ledger.summary();
  expect({ position, velocity, worst }).toEqual({
    position: 0.25,
    velocity: 0.5,
    worst: { constraint: "lower", t: 1 },
  });
  expect(energy).toEqual({ initial: 0.25, final: 0.25, maxDeviation: 0.125 });
});

test("energy is that of the formulation: the stiff view counts the springs", () => {
  const s = startOf(stiff({ omega: 10 }).apply(pendulum()));
  s.q[0] = 1.5;
  const energies = [stiff({ omega: 10 }), underlying()].map((formulation) => {
    const ledger = new Ledger(formulation.apply(pendulum()));
    ledger.begin(s);
    return ledger.summary().energy!.initial;
  });
  expect(energies).toEqual([12.5, 0]);
});

test("invariants have their initial and final values and their largest deviation, by name", () => {
  const problem = ode().apply(kepler(0));
  const ledger = new Ledger(problem);
  const s = startOf(problem);
  ledger.begin(s);
  s.y[3] = 1.5;
  ledger.measure(s);
  s.y[3] = 1.25;
  ledger.measure(s);
  const { invariants, energy } = ledger.summary();
  expect(invariants["angular momentum"]).toEqual({ initial: 1, final: 1.25, maxDeviation: 0.5 });
  expect(invariants.energy.maxDeviation).toBe(0.625);
  expect(energy).toBeUndefined();
});

test("momenta of points in the plane, on request, are linear, and angular about the origin", () => {
  const problem = underlying().apply(doublePendulum({ masses: [2, 3] }));
  const ledger = new Ledger(problem, { momenta: true });
  ledger.begin(startOf(problem));
  const { momenta } = ledger.summary();
  const initial = Object.fromEntries(Object.entries(momenta).map(([name, kept]) => [name, kept.initial]));
  expect(initial).toEqual({ px: 0, py: -1 + 1.5, Lz: -1 + 3 });
});

test("the series has a row per saved state, and its columns have names", () => {
  const problem = underlying().apply(pendulum());
  const ledger = new Ledger(problem, { momenta: true });
  const s = startOf(problem);
  ledger.begin(s);
  ledger.observe(s);
  s.t = 1;
  s.q[0] = 2;
  ledger.step(s);
  ledger.observe(s);
  expect(ledger.columns).toEqual(["t", "position", "velocity", "energy", "px", "py", "Lz"]);
  expect(ledger.series(0)).toEqual(Float64Array.of(0, 1));
  expect(ledger.series(1)).toEqual(Float64Array.of(0, 1));
});

test('with every: "saved" steps are not measured', () => {
  const problem = underlying().apply(pendulum());
  const ledger = new Ledger(problem, { every: "saved" });
  const s = startOf(problem);
  ledger.begin(s);
  s.q[0] = 2;
  ledger.step(s);
  expect(ledger.summary().position).toBe(0);
  ledger.observe(s);
  expect(ledger.summary().position).toBe(1);
});

test("a value that is not finite is reported and excluded from the maxima", () => {
  const problem = underlying().apply(pendulum());
  const ledger = new Ledger(problem);
  const s = startOf(problem);
  ledger.begin(s);
  expect(ledger.broken).toBeUndefined();
  s.q[0] = 0; // the rod has no direction
  ledger.measure(s);
  expect(ledger.broken).toBe("arm");
  expect(ledger.summary().velocity).toBe(0);
});

test("a ledger that is saved and restored ends with the same summary", () => {
  const problem = ode().apply(kepler(0.3));
  const s = startOf(problem);
  const ledger = new Ledger(problem);
  ledger.begin(s);
  s.y[0] += 0.1;
  ledger.observe(s);
  const to = new ByteWriter();
  ledger.save(to);
  const copy = new Ledger(problem);
  copy.restore(new ByteReader(to.finish()));
  s.y[1] += 0.1;
  for (const each of [ledger, copy]) each.observe(s);
  expect(copy.summary()).toEqual(ledger.summary());
  expect(copy.series(3)).toEqual(ledger.series(3));
});

test("an invariant called like another quantity of the ledger has a column of its own", () => {
  const { columns } = new Ledger(underlying().apply(pendulum({ keepEnergy: true })));
  expect(columns).toEqual(["t", "position", "velocity", "energy", "invariant energy"]);
});

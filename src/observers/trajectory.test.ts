import { expect, test } from "vitest";
import { contradictory, doublePendulum, kepler, rodSystem } from "../../test/fixtures/systems.js";
import { ByteReader, ByteWriter, newState, type Problem, type State } from "../core/index.js";
import { ode, stiff, underlying } from "../formulations/index.js";
import { Trajectory } from "./trajectory.js";

const startOf = (problem: Problem): State => {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.y.set(problem.workspace.initial);
  return s;
};

test("times and states are copies of the observed ones", () => {
  const problem = ode().apply(kepler(0));
  const trajectory = new Trajectory(problem);
  const s = startOf(problem);
  for (let k = 0; k < 3; k++) {
    s.t = k / 2;
    s.y[0] = 10 * k;
    trajectory.observe(s);
  }
  expect(trajectory.length).toBe(3);
  expect(trajectory.times()).toEqual(Float64Array.of(0, 0.5, 1));
  expect(trajectory.component(0)).toEqual(Float64Array.of(0, 10, 20));
  expect(trajectory.states().subarray(8)).toEqual(Float64Array.of(20, 0, 0, 1));
  expect(trajectory.multipliers()).toEqual(new Float64Array(0));
});

test("multipliers are those of the KKT equations, 1.5 and 1.25, and in the stiff view the forces of the springs", () => {
  const observed = (problem: Problem, stretch: number): number[] => {
    const trajectory = new Trajectory(problem, { multipliers: true });
    const s = startOf(problem);
    s.q[0] += stretch;
    trajectory.observe(s);
    return [...trajectory.multipliers()];
  };
  expect(observed(underlying().apply(doublePendulum()), 0)).toEqual([1.5, 1.25].map((x) => expect.closeTo(x, 14)));
  expect(observed(stiff({ omega: 10 }).apply(doublePendulum()), 0.25)).toEqual([25, -25]);
});

test("multipliers that are not defined are NaN", () => {
  const problem = underlying().apply(contradictory());
  const trajectory = new Trajectory(problem, { multipliers: true });
  trajectory.observe(startOf(problem));
  expect([...trajectory.multipliers()]).toEqual([Number.NaN, Number.NaN]);
});

test("a checkpoint contains the rows, or only their number", () => {
  const problem = underlying().apply(rodSystem({ name: "free", masses: [1], rods: [], q: [1, 2], v: [3, 4] }));
  const trajectory = new Trajectory(problem);
  trajectory.observe(startOf(problem));
  for (const withRows of [true, false]) {
    const to = new ByteWriter();
    trajectory.save(to, withRows);
    const copy = new Trajectory(problem);
    copy.restore(new ByteReader(to.finish()));
    expect([copy.before, copy.length]).toEqual(withRows ? [0, 1] : [1, 0]);
    expect([...copy.states()]).toEqual(withRows ? [1, 2, 3, 4] : []);
  }
});

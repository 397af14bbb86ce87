import { describe, expect, test } from "vitest";
import { inWords } from "../../../test/fixtures/refusal.js";
import { skewed } from "../../../test/fixtures/skewed.js";
import { handOn, initialState, order, run, step } from "../../../test/fixtures/stepping.js";
import { doublePendulum, pendulum, shakenPendulum, twiceHeld } from "../../../test/fixtures/systems.js";
import { copyState, type Method, type Problem, type State, type Workspace } from "../../core/index.js";
import { rigid, stiff, underlying } from "../../formulations/index.js";
import { dop853, rattle, shake } from "../index.js";

const full = rattle();
const one = rattle({ iterations: 1 });
const hanging = (): Workspace => doublePendulum({ gravity: 1 });
const make = (system: () => Workspace): Problem => rigid().apply(system());
const systems: [string, () => Workspace][] = [
  ["pendulum", pendulum],
  ["double pendulum", hanging],
  ["pendulum with a moving pivot", shakenPendulum],
];

/** max |g| and max |G v + g_t|. */
function residuals(problem: Problem, s: State): { position: number; velocity: number } {
  const C = problem.constraints!;
  const r = new Float64Array(C.m);
  const largest = () => Math.max(...r.map(Math.abs));
  C.g(r, s.t, s.q);
  const position = largest();
  C.gdot(r, s.t, s.q, s.v);
  return { position, velocity: largest() };
}

describe.each(systems)("on the %s", (_, system) => {
  test.each([[full], [one], [shake()]])(
    "$name has order 2 ± 0.1 in every q and v (h = 2/64 … 2/512, errors 1e-3 … 1e-6)",
    (method) => {
      const reference = run(dop853(), underlying().apply(system()), 1 / 1024, 2048).y;
      const ends = [64, 128, 256, 512].map((n) => run(method, make(system), 2 / n, n).y);
      for (let i = 0; i < reference.length; i++) {
        const errors = ends.map((y) => Math.abs(y[i] - reference[i]));
        expect(Math.abs(order(errors) - 2)).toBeLessThan(0.1);
      }
    },
  );

  test("rattle keeps positions and velocities on their constraints to rounding", () => {
    const problem = make(system);
    const s = initialState(problem);
    const stepper = full.bind(problem);
    stepper.start(s);
    step(stepper, problem, s, 0.05, 200, (next) => {
      const { position, velocity } = residuals(problem, next);
      expect(position).toBeLessThan(4e-15);
      expect(velocity).toBeLessThan(4e-15);
    });
  });

  test("shake keeps the positions, which agree with rattle's, and the velocities within O(h^2)", () => {
    const drift = [0.05, 0.025].map((h) => {
      const problem = make(system);
      const s = initialState(problem);
      const stepper = shake().bind(problem);
      stepper.start(s);
      step(stepper, problem, s, h, 2 / h);
      const other = run(full, make(system), h, 2 / h);
      for (let i = 0; i < problem.n; i++) expect(Math.abs(s.q[i] - other.q[i])).toBeLessThan(1e-12);
      const { position, velocity } = residuals(problem, s);
      expect(position).toBeLessThan(4e-15);
      return velocity;
    });
    expect(drift[0]).toBeLessThan(0.02);
    expect(drift[0] / drift[1]).toBeGreaterThan(3.6);
  });
});

test("rattle-1 leaves a residual of order h^8 (h = 0.05 … 0.0125, 1e-9 … 1e-14; 7.4 so far from the limit)", () => {
  const worst = [0.05, 0.025, 0.0125].map((h) => {
    const problem = make(hanging);
    const s = initialState(problem);
    const stepper = one.bind(problem);
    let largest = 0;
    stepper.start(s);
    step(stepper, problem, s, h, 2 / h, () => {
      largest = Math.max(largest, stepper.diagnosis!.residual!);
    });
    return largest;
  });
  expect(order(worst)).toBeGreaterThan(7);
});

/** Two angles and their rates as a state of the double pendulum. */
function stateOf([a, b, u, w]: readonly number[]): number[] {
  const [x, y] = [Math.sin(a), -Math.cos(a)];
  const [vx, vy] = [u * Math.cos(a), u * Math.sin(a)];
  return [x, y, x + Math.sin(b), y - Math.cos(b), vx, vy, vx + w * Math.cos(b), vy + w * Math.sin(b)];
}

/** How much 20 steps change sum dq ^ dv, over all pairs of tangent vectors; central differences leave 1e-8. */
function formDefect(method: Method, h: number): number {
  const delta = 1e-4;
  const flow = (angles: readonly number[]) => {
    const problem = make(hanging);
    const s = initialState(problem);
    s.y.set(stateOf(angles));
    const stepper = method.bind(problem);
    stepper.start(s);
    step(stepper, problem, s, h, 20);
    return [stateOf(angles), [...s.y]];
  };
  const tangents = [0, 1, 2, 3].map((k) => {
    const shifted = (by: number) => flow([0.7, 1.2, 0.4, -0.3].map((x, i) => (i === k ? x + by : x)));
    const [plus, minus] = [shifted(delta), shifted(-delta)];
    return [0, 1].map((end) => plus[end].map((x, i) => (x - minus[end][i]) / (2 * delta)));
  });
  const form = (x: readonly number[], z: readonly number[]) =>
    [0, 1, 2, 3].reduce((sum, i) => sum + x[i] * z[4 + i] - x[4 + i] * z[i], 0);
  let worst = 0;
  for (const [x0, x1] of tangents)
    for (const [z0, z1] of tangents) worst = Math.max(worst, Math.abs(form(x1, z1) - form(x0, z0)));
  return worst;
}

/** Distance from the start after 100 steps forward and 100 with the velocity reversed. */
function reversalDefect(method: Method, system: () => Workspace, h: number): number {
  const problem = make(system);
  const s = initialState(problem);
  const before = Float64Array.from(s.q);
  const stepper = method.bind(problem);
  stepper.start(s);
  step(stepper, problem, s, h, 100);
  for (let i = 0; i < problem.n; i++) s.v[i] = -s.v[i];
  stepper.moved(s);
  step(stepper, problem, s, h, 100);
  return Math.max(...s.q.map((q, i) => Math.abs(q - before[i])));
}

test("rattle is symplectic on the double pendulum; rattle-1 is not", () => {
  expect(formDefect(full, 0.2)).toBeLessThan(2e-8);
  expect(formDefect(one, 0.2)).toBeGreaterThan(1e-6);
});

test("rattle is reversible on pendulum and double pendulum, to rounding of 200 steps; rattle-1 is not", () => {
  expect(reversalDefect(full, pendulum, 0.1)).toBeLessThan(1e-12);
  expect(reversalDefect(full, hanging, 0.1)).toBeLessThan(1e-11);
  expect(reversalDefect(one, hanging, 0.1)).toBeGreaterThan(1e-6);
});

test.each([[full], [one]])(
  "$name keeps the mean energy of a swinging double pendulum to 1e-7 per unit time",
  (method) => {
    const problem = make(hanging);
    const s = initialState(problem);
    s.y.set(stateOf([0.7, 1.2, 0.4, -0.3]));
    const stepper = method.bind(problem);
    const mean = () => {
      let sum = 0;
      step(stepper, problem, s, 0.05, 1000, (next) => {
        sum += problem.results!.energy!(next.t, next.y) / 1000;
      });
      return sum;
    };
    stepper.start(s);
    const early = mean();
    step(stepper, problem, s, 0.05, 8000);
    expect(Math.abs(mean() - early) / 450).toBeLessThan(1e-7);
  },
);

test("work is counted: a force per step, a Jacobian and a factorisation per iteration and per end", () => {
  const problem = make(hanging);
  run(full, problem, 0.05, 100);
  const { forces, jacobians, factorisations, iterations, solves } = problem.work;
  expect(forces).toBe(101);
  expect(jacobians).toBe(101 + iterations);
  expect(factorisations).toBe(100 + iterations);
  expect(solves).toBe(100 + iterations);
  expect(iterations / 100).toBeLessThan(2.5);
  const cheap = make(hanging);
  run(one, cheap, 0.05, 100);
  expect(cheap.work.iterations).toBeLessThan(115);
});

test("after a whip a wrong extrapolation is not used, and rattle and shake agree at a coarse step", () => {
  const ends = [full, shake()].map((method) => run(method, make(hanging), 0.2, 60));
  for (let i = 0; i < 4; i++) expect(Math.abs(ends[0].q[i] - ends[1].q[i])).toBeLessThan(1e-8);
});

test.each([[full], [one], [shake()]])("$name gives the same motion with a block mass (q = T p)", (method) => {
  const T = [1, 0.2, 0, 0.1, -0.3, 1.5, 0.2, 0, 0, 0.4, 0.8, -0.2, 0.1, 0, 0.3, 1.1];
  const plain = run(method, make(hanging), 0.05, 40);
  const other = run(
    method,
    make(() => skewed(hanging(), T)),
    0.05,
    40,
  );
  for (let i = 0; i < 4; i++) {
    const q = [0, 1, 2, 3].reduce((sum, j) => sum + T[i * 4 + j] * other.q[j], 0);
    expect(Math.abs(q - plain.q[i])).toBeLessThan(1e-11);
  }
});

test.each([[full], [one], [shake()]])(
  "$name does not write to its start state, and repeats a rejected step",
  (method) => {
    const problem = make(hanging);
    const s = initialState(problem);
    const before = Float64Array.from(s.y);
    const next = initialState(problem);
    const stepper = method.bind(problem);
    stepper.start(s);
    stepper.attempt(next, s, 0.1);
    stepper.attempt(next, s, 0.05);
    expect(s.y).toEqual(before);
    const fresh = run(method, make(hanging), 0.05, 1);
    expect(next.y).toEqual(fresh.y);
  },
);

test.each([[full], [one], [shake()]])("$name continues from a checkpoint with the same bits and counts", (method) => {
  const straight = make(hanging);
  const expected = run(method, straight, 0.05, 20);
  const problem = make(hanging);
  const s = initialState(problem);
  const writer = method.bind(problem);
  writer.start(s);
  step(writer, problem, s, 0.05, 11);
  const rest = initialState(problem);
  copyState(rest, s);
  const reader = method.bind(problem);
  reader.start(rest);
  handOn(writer, reader);
  step(reader, problem, rest, 0.05, 9);
  expect(rest.y).toEqual(expected.y);
  expect(problem.work).toEqual(straight.work);
});

test.each([[full], [one], [shake()]])("$name has dense output that joins both ends of the step", (method) => {
  const problem = make(hanging);
  const s = initialState(problem);
  const next = initialState(problem);
  const stepper = method.bind(problem);
  const out = new Float64Array(8);
  stepper.start(s);
  stepper.attempt(next, s, 0.05);
  expect(stepper.dense?.at(out, 0)).toBe("ok");
  expect(out).toEqual(s.y);
  stepper.dense?.at(out, 1);
  expect(out).toEqual(next.y);
});

test.each([[full], [shake()]])(
  '$name reports "diverged" with the residual when no position on the constraint can be reached',
  (method) => {
    const problem = make(() => pendulum({ v: [0, -3] }));
    const s = initialState(problem);
    const next = initialState(problem);
    const stepper = method.bind(problem);
    stepper.start(s);
    expect(stepper.attempt(next, s, 1)).toBe("diverged");
    expect(stepper.diagnosis!.residual).toBeGreaterThan(1);
    expect(stepper.attempt(next, s, 0.1)).toBe("ok");
  },
);

test("a rod that is given twice is singular, until the copy is dropped", () => {
  const problem = make(twiceHeld);
  const s = initialState(problem);
  const next = initialState(problem);
  const stepper = full.bind(problem);
  stepper.start(s);
  expect(stepper.attempt(next, s, 0.1)).toBe("singular");
  problem.constraints!.freezeRedundant(0, s.q);
  expect(stepper.attempt(next, s, 0.1)).toBe("ok");
  expect(residuals(problem, next).position).toBeLessThan(4e-15);
});

test.each([
  ["rattle", full],
  ["rattle-1", one],
  ["shake", shake()],
])("%s refuses problems that it cannot step, and says what to use", (name, method) => {
  expect(method.name).toBe(name);
  expect(method.refuses(make(pendulum))).toBeUndefined();
  expect(inWords(method.refuses(stiff().apply(pendulum())))).toBe(
    `method "${name}": needs constraints that are left to the method, and formulation "stiff" leaves none. Use formulation "rigid", or "verlet".`,
  );
  expect(inWords(method.refuses(underlying().apply(pendulum())))).toBe(
    `method "${name}": needs forces, and formulation "underlying" gives rates. Use "rk4" or "dopri5", or formulation "rigid".`,
  );
  const dragged = method.refuses(rigid().apply(pendulum({ drag: 0.1 })));
  if (name === "rattle") expect(dragged).toBeUndefined();
  else
    expect(inWords(dragged)).toBe(
      `method "${name}": needs forces that do not depend on v, and "pendulum" has some that do. Use "rattle", or "dopri5" with formulation "underlying".`,
    );
  expect(() => method.bind(make(pendulum), { eval: () => "ok" })).toThrow(/cannot be projected at every evaluation/);
});

test("an invalid number of iterations is refused by the option's name", () => {
  expect(() => rattle({ iterations: 0 })).toThrow("rattle.iterations: must be a whole number of at least 1; got 0.");
  expect(() => shake({ iterations: 1 })).toThrow("shake.iterations: must be a whole number of at least 2; got 1.");
});

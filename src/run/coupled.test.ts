/** States and algebraic variables beside coordinates: what runs, what is refused, and in which words. */

import { describe, expect, test } from "vitest";
import { offers } from "../analysis/index.js";
import { catalogue } from "../elements/index.js";
import { beginAt } from "../io/begin.js";
import { trajectoryColumns } from "../io/index.js";
import { lower, type Model, validateModel } from "../model/index.js";
import { Run, type Solution } from "../solve/index.js";
import { prepareRun } from "./run.js";
import { run } from "./run-model.js";

const lag = {
  taut: 1,
  name: "lag",
  parameters: { k: 4, tau: 0.2 },
  coordinates: { x: { at: 1, mass: 1 } },
  potential: "k*x^2/2",
  states: { f: 0 },
  rates: { f: "(-2*x' - f)/tau" },
  force: { x: "f" },
};

/** A motor with a nonlinear characteristic on a pendulum with a rod. */
const motor = {
  taut: 1,
  name: "motor",
  points: { a: { mass: 1, at: [1, 0] } },
  elements: [{ rod: { between: ["origin", "a"], name: "rod" } }, { gravity: [0, -9.81] }],
  states: { i: 0 },
  algebraic: { e: 1 },
  rates: { i: "(12 - 2*i - e)/0.1" },
  constraints: { saturation: "e + e^3/100 - 0.5*(a_x*a_y' - a_y*a_x')" },
  force: { a: ["-0.5*i*a_y", "0.5*i*a_x"] },
};

const valid = (data: object): Model => validateModel(data, catalogue);

function finished(whole: Run): Solution {
  while (whole.advance(1000) === "running");
  return whole.solution();
}

test("columns are coordinates, velocities, states; multipliers, then variables; all can be asked for by name", () => {
  const solution = run(valid(motor), { until: 0.5, every: 0.1, rtol: 1e-8 });
  expect(solution.system.names).toEqual(["a_x", "a_y", "a_x'", "a_y'", "i"]);
  expect(solution.system.constraintNames).toEqual(["rod", "e"]);
  const [i, e] = [solution.of("i"), solution.multiplier("e")];
  const speed = solution.of("a_x*a_y' - a_y*a_x'");
  expect(i.length).toBe(6);
  speed.forEach((w, k) => {
    expect(e[k] + e[k] ** 3 / 100).toBeCloseTo(0.5 * w, 10);
  });
  expect(solution.of("2*i")[5]).toBeCloseTo(2 * i[5], 12);
  // the rod carries weight and centripetal force: lambda of (x^2 + y^2 - l^2) or of the length, as without motor
  expect(solution.multiplier("rod").every(Number.isFinite)).toBe(true);
});

test("forces read the current of the state for which multipliers are asked, not of the last evaluation", () => {
  const { times, multiplier, of, lambda } = run(valid(motor), { until: 0.5, every: 0.25, rtol: 1e-10 });
  const tension = multiplier("rod");
  expect(tension[times.length - 1]).toBeCloseTo(lambda![0], 10);
  const again = run(valid(motor), { until: 0.25, rtol: 1e-10 });
  expect(tension[1]).toBeCloseTo(again.lambda![0], 7);
  expect(of("i")[1]).toBeCloseTo(again.y[4], 7);
});

test("events and invariants may contain states", () => {
  // x and s turn together: s' = x', so x - s is kept
  const follower = {
    ...lag,
    states: { f: 0, s: 0.5 },
    rates: { f: "(-2*x' - f)/tau", s: "x'" },
    invariants: { gap: "x - s" },
    run: { events: { crossing: { when: "f - 1", stop: true } } },
  };
  const { y, ledger, t } = run(valid(follower), { until: 5, rtol: 1e-4, projection: "stabilise" });
  expect(t).toBeLessThan(5);
  expect(y[2]).toBeCloseTo(1, 6);
  expect(ledger.invariants.gap.maxDeviation).toBeLessThan(1e-12);
});

test("an equation of states acts through the rate of a state: index 2 beside mechanics", () => {
  // the state s is kept at the position x by the variable u = x'
  const servo = {
    ...lag,
    states: { f: 0, s: 1 },
    algebraic: ["u"],
    rates: { f: "(-2*u - f)/tau", s: "u" },
    constraints: { follow: "s - x" },
  };
  const { y, lambda, status } = run(valid(servo), { until: 1, rtol: 1e-11, atol: 1e-11 });
  const plain = run(valid(lag), { until: 1, rtol: 1e-11, atol: 1e-11 });
  expect(status).toBe("ok");
  expect([y[0], y[1], y[2]]).toEqual([...plain.y].map((x) => expect.closeTo(x, 8)));
  expect(y[3]).toBeCloseTo(y[0], 12);
  expect(lambda![0]).toBeCloseTo(y[1], 9);
});

test("a checkpoint stores where the iteration for variables begins, so a resumed run has the same bits", () => {
  const options = { settings: { until: 1, method: "rk4", step: 0.01 } } as const;
  const whole = finished(prepareRun(valid(motor), options).run);
  const first = prepareRun(valid(motor), options);
  first.run.advance(37);
  const bytes = first.run.save();
  const second = prepareRun(valid(motor), options);
  const rest = finished(Run.resume(second.problem, second.options, bytes));
  expect([...rest.y, ...rest.lambda!]).toEqual([...whole.y, ...whole.lambda!]);
});

test("tables name multipliers as such, and variables by their own names", () => {
  const prepared = prepareRun(valid(motor), { settings: { until: 0.1 }, solve: { multipliers: true } });
  const columns = trajectoryColumns(prepared, finished(prepared.run)).map(({ name }) => name);
  expect(columns.slice(0, 8)).toEqual(["t", "a_x", "a_y", "a_x'", "a_y'", "i", "lambda rod", "e"]);
});

test("a run begun at a saved state continues the motion, states included", () => {
  const half = run(valid(motor), { until: 0.5, rtol: 1e-11, atol: 1e-11 });
  const values = new Map(half.system.names.map((name, k) => [name, half.y[k]]));
  const rest = beginAt(valid(motor), "half", { t: 0.5, values });
  const whole = run(valid(motor), { until: 1, rtol: 1e-11, atol: 1e-11 });
  const found = run(rest, { until: 1, rtol: 1e-11, atol: 1e-11 });
  expect([...found.y]).toEqual([...whole.y].map((x) => expect.closeTo(x, 8)));
});

test("a spring that a state stretches does not count as conservative, one that no state touches does", () => {
  const soft = { taut: 1, coordinates: { x: { at: 1, mass: 1 } }, states: { s: 1 }, rates: { s: "-s" } };
  const driven = run(valid({ ...soft, potential: "(x - s)^2" }), { until: 10, rtol: 1e-8 });
  expect(driven.status).toBe("ok");
  const watching = run(valid({ ...soft, potential: "x^2", rates: { s: "x - s" } }), { until: 10, rtol: 1e-8 });
  expect(watching.status).toBe("ok");
  expect(watching.conscience?.some(({ kind }) => kind === "energy")).toBe(true);
  expect(driven.conscience?.some(({ kind }) => kind === "energy") ?? false).toBe(false);
});

test("every method and formulation either runs the models or refuses in a sentence", () => {
  for (const data of [lag, motor]) {
    const model = valid(data);
    const { method, formulation } = offers(model, { settings: { omega: 100 } });
    const offered = (list: readonly { readonly name: string; readonly refusal?: string }[]): string[] =>
      list.filter(({ refusal }) => refusal === undefined).map(({ name }) => name);
    expect(offered(method)).toEqual(expect.arrayContaining(["dop853", "bdf", "radau5", "rosenbrock4", "gauss6"]));
    for (const name of ["verlet", "rattle", "shake", "newmark", "langevin", "lincs", "settle"])
      expect(offered(method)).not.toContain(name);
    for (const name of ["rigid", "dae", "slow-field", "adiabatic", "averaged"])
      expect(offered(formulation)).not.toContain(name);
    // what is offered runs
    for (const name of offered(method)) {
      const { status } = run(model, { method: name, until: 0.05, ...(name === "adams" ? {} : { step: 0.005 }) });
      expect([name, status]).toEqual([name, "ok"]);
    }
    for (const name of offered(formulation)) {
      const { status } = run(model, { formulation: name, method: "radau5", omega: 100, until: 0.05 });
      expect([name, status]).toEqual([name, "ok"]);
    }
  }
  expect(() => run(valid(lag), { method: "verlet", step: 0.01, until: 1 })).toThrow(
    'method "verlet": needs equations of coordinates alone, and "lag" has states or algebraic variables beside them. Use "dop853" or "radau5".',
  );
  expect(() => run(valid(motor), { formulation: "rigid", until: 1 })).toThrow(
    'formulation "rigid": needs equations of coordinates alone, and "motor" has states or algebraic variables beside them, beginning with "i"',
  );
});

describe("mistakes are named with their path", () => {
  test.each<[string, object, RegExp]>([
    ["a state without rate", { rates: {} }, /^rates: the state "f" has no rate/],
    ["a rate of a coordinate", { rates: { f: "0", x: "1" } }, /^rates\.x: rates are those of states; "x" has forces/],
    ["a force on a state", { force: { f: "1" } }, /^force\.f: forces act on coordinates; "f" is a state/],
    [
      "a kinetic energy of a state",
      { kinetic: "f*x'^2/2", coordinates: ["x"] },
      /^kinetic: a kinetic energy must not depend on states; it contains "f"/,
    ],
    [
      "a constraint of a state",
      { constraints: { c: "x - f" } },
      /^constraints\.c: a constraint that contains states needs an algebraic variable/,
    ],
    ["a velocity of a state", { initial: { "f'": 1 } }, /^initial\.f': a state has no velocity/],
    [
      "variables without equations",
      { algebraic: ["u"] },
      /^constraints: these are missing: each algebraic variable needs one/,
    ],
    [
      "too many equations",
      { algebraic: ["u"], constraints: { a: "u - x", b: "u + f" } },
      /^constraints: each algebraic variable needs one constraint that contains states or algebraic variables; there are 2 for 1/,
    ],
    [
      "a variable that acts by accelerations only",
      { algebraic: ["u"], force: { x: "u" }, constraints: { c: "f - x'" }, rates: { f: "x'" } },
      /^algebraic\[0\]: each algebraic variable must be in a rate or a constraint; "u" is in none/,
    ],
    [
      "an equation that accelerations fulfil",
      { algebraic: ["u"], rates: { f: "u" }, constraints: { c: "f*x' - 1" } },
      /^constraints\.c: an equation beside coordinates must determine its variable without accelerations/,
    ],
    [
      "an element on a state",
      { elements: [{ "torsion-spring": { on: ["f"], stiffness: 1 } }] },
      /^elements\[0\]\.torsion-spring: an element joins points and coordinates; "f" is neither/,
    ],
    ["a mass of a state", { mass: { f: 2 } }, /^mass\.f: coordinates have masses; "f" has a rate instead/],
  ])("%s", (_, change, message) => {
    expect(() => lower(valid({ ...lag, ...change }), catalogue)).toThrow(message);
  });
});

test("outputs read coordinates, states, rates, accelerations, energies and algebraic variables of a coupled model", () => {
  const model = {
    ...{ taut: 1, name: "lag", points: { a: { mass: 2, at: [1, 0] } }, states: { u: 0.5 } },
    ...{ rates: { u: "-u/0.2" }, algebraic: { w: 0 }, constraints: { balance: "w - 3*u" }, force: { a_x: "w - x(a)" } },
    outputs: { both: "x(a) + u", push: "2*a_x''", decay: "u'", moving: "kinetic()", pull: "w" },
  };
  const solution = run(model, { until: 0.3, method: "dop853", rtol: 1e-10 });
  const end = (name: string): number => solution.of(name).at(-1)!;
  expect(end("both")).toBeCloseTo(end("a_x") + end("u"), 14);
  expect(end("pull")).toBeCloseTo(3 * end("u"), 12);
  expect(end("push")).toBeCloseTo(3 * end("u") - end("a_x"), 12);
  expect(end("decay")).toBeCloseTo(-end("u") / 0.2, 12);
  expect(end("moving")).toBeCloseTo(end("a_x'") ** 2 + end("a_y'") ** 2, 12);
});

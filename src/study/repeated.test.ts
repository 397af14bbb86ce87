import { describe, expect, it } from "vitest";
import { TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { startParameters, validateModel } from "../model/index.js";
import { registry } from "../run/index.js";
import { type PreparedRun, type PrepareOptions, prepareRun } from "../run/run.js";
import type { RunSettings } from "../run/settings.js";
import { RepeatedRuns } from "./repeated.js";

const model = (data: object) => validateModel({ taut: 1, ...data }, catalogue);

const pendulum = model({
  name: "Double pendulum on rods",
  parameters: { alpha: 1, beta: "alpha/2", speed: 0.1, length: 1, mass: 1, end: 1 },
  points: {
    a: {
      mass: "mass",
      at: ["length*sin(alpha)", "-length*cos(alpha)"],
      velocity: ["speed*cos(alpha)", "speed*sin(alpha)"],
    },
    b: { mass: 1, at: ["sin(alpha) + sin(beta)", "-cos(alpha) - cos(beta)"] },
  },
  elements: [
    { rod: { between: ["origin", "a"], length: 1 } },
    { rod: { between: ["a", "b"], length: 1 } },
    { gravity: [0, -9.81] },
  ],
  omega: 50,
  run: { until: "end", events: { low: { when: "a_x" } } },
});

function outcome({ run }: PreparedRun): unknown {
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
  const { status, t, y, lambda, work, ledger, events, dropped } = run.solution();
  return { status, t, y: [...y], lambda: lambda && [...lambda], work, ledger, dropped, events: events.map((e) => e.t) };
}

const starts: readonly PrepareOptions["set"][] = [
  { alpha: 0.3, speed: 0.2 },
  { alpha: 1.4, beta: 0.2, end: 0.5 },
  { alpha: 0.3, speed: 0.2, mass: 3 },
];

/** These differ only in the start. The second violates the rods, and the last equals the first. */
const others: readonly PrepareOptions["set"][] = [
  { alpha: 0.3, speed: -0.4 },
  { alpha: 0.7, length: 1.001 },
  { alpha: 2, beta: 0.2 },
  { alpha: 0.3, speed: -0.4 },
];

describe("runs that share a compiled system", () => {
  const pairs = registry.formulation.flatMap(({ name: formulation }) =>
    registry.method.map(({ name: method }) => ({ formulation, method })),
  );

  /** Checks that shared runs from all these starts equal fresh ones, and fail with the same messages. */
  function expectEqual(shared: RepeatedRuns, settings: RunSettings, sets: typeof starts): void {
    for (const set of sets) {
      const options = { settings, set: set! };
      let fresh: PreparedRun;
      try {
        fresh = prepareRun(pendulum, { ...options, keepStates: false });
      } catch (error) {
        expect(() => shared.prepare(options)).toThrow((error as TautError).message);
        continue;
      }
      expect(outcome(shared.prepare(options))).toEqual(outcome(fresh));
    }
  }

  it.each(pairs)("equal fresh ones bit for bit: $formulation, $method", ({ formulation, method }) => {
    const shared = new RepeatedRuns(pendulum, { keepStates: false });
    // the starts differ, because equal ones would not show what an earlier run leaves behind
    expectEqual(shared, { formulation, method, step: 0.02, maxSteps: 500 }, [...starts, starts[0]]);
  });

  const projected = registry.formulation.flatMap(({ name: formulation }) =>
    ["none", ...registry.projection.map(({ name }) => name)].map((projection) => ({ formulation, projection })),
  );

  it.each(projected)("equal fresh ones if only the start differs: $formulation, $projection", (names) => {
    const { formulation, projection } = names;
    for (const method of ["rk4", "dopri5"]) {
      const shared = new RepeatedRuns(pendulum, { keepStates: false });
      expectEqual(shared, { formulation, method, projection, step: 0.02, maxSteps: 200, until: 0.3 }, others);
    }
  });

  it("share a bound run only if nothing else can differ", () => {
    const shared = new RepeatedRuns(pendulum, { keepStates: false });
    const runOf = (settings: RunSettings, set = others[0]!) => {
      const { run } = shared.prepare({ settings, set });
      outcome({ run } as PreparedRun);
      return run;
    };
    const plain = { formulation: "stiff", method: "dopri5" };
    const first = runOf(plain);
    expect(runOf(plain, others[2]!)).toBe(first);
    expect(runOf({ ...plain, omega: 30 })).not.toBe(first);
    // a method that keeps data between runs, a choice that depends on the start, a run that failed
    const different: RunSettings[] = [{ ...plain, method: "bdf" }, {}, { ...plain, maxSteps: 3 }];
    for (const settings of different) expect(runOf(settings)).not.toBe(runOf(settings, others[2]!));
  });

  it("equal fresh ones when formulations and omegas alternate", () => {
    const shared = new RepeatedRuns(pendulum);
    for (const settings of [
      { formulation: "stiff", omega: 80 },
      { formulation: "stiff" },
      { formulation: "underlying" },
      { formulation: "stiff", omega: 20 },
      { formulation: "underlying", rtol: 1e-9 },
    ])
      for (const set of starts) {
        const options = { settings, set: set! };
        expect(outcome(shared.prepare(options))).toEqual(outcome(prepareRun(pendulum, options)));
      }
  });

  it("equal fresh ones where constraints are redundant and the start violates them", () => {
    const twice = model({
      parameters: { alpha: 1, length: 1.01 },
      points: { a: { mass: 1, at: ["length*sin(alpha)", "-length*cos(alpha)"] } },
      elements: [
        { rod: { between: ["origin", "a"], length: 1 } },
        { rod: { between: ["origin", "a"], length: 1 } },
        { gravity: [0, -9.81] },
      ],
      run: { until: 0.5 },
    });
    for (const settings of [{ method: "dopri5" }, { method: "rattle", step: 0.01 }]) {
      const shared = new RepeatedRuns(twice);
      for (const alpha of [0.3, 1, 0.3]) {
        const options = { settings, set: { alpha } };
        expect(outcome(shared.prepare(options))).toEqual(outcome(prepareRun(twice, options)));
      }
    }
  });

  it("equal fresh ones with algebraic variables, whose guesses belong to the start", () => {
    const decay = model({
      parameters: { x: 1, z: 1 },
      states: { u: "x" },
      algebraic: { w: "z" },
      rates: { u: "-w" },
      constraints: { root: "w^2 - u" },
      run: { until: 0.5 },
    });
    const shared = new RepeatedRuns(decay);
    for (const [x, z] of [
      [2, 1],
      [2, -1],
      [0.5, 1],
    ]) {
      const set = { x, z };
      expect(outcome(shared.prepare({ set }))).toEqual(outcome(prepareRun(decay, { set })));
    }
  });

  it("do not take more memory with every run", () => {
    const shared = new RepeatedRuns(pendulum);
    const used = () => shared.prepare({ set: starts[0]! }).workspace.arena as unknown as { readonly used: number };
    const first = used().used;
    for (let k = 0; k < 20; k++) expect(used().used).toBe(first);
  });

  it("fail as fresh ones do when the start is not finite", () => {
    const divides = model({
      parameters: { d: 1 },
      coordinates: { x: "1/d" },
      mass: 1,
      potential: "x^2",
      run: { until: 1 },
    });
    const shared = new RepeatedRuns(divides);
    expect(() => shared.prepare({ set: { d: 0 } })).toThrow(TautError);
    expect(outcome(shared.prepare({ set: { d: 2 } }))).toEqual(outcome(prepareRun(divides, { set: { d: 2 } })));
  });
});

describe("parameters that affect only the start", () => {
  const lawless = { startInLaws: false };

  it("are found through other parameters, and exclude those of masses and laws", () => {
    expect([...startParameters(pendulum, lawless)]).toEqual(["alpha", "beta", "speed", "length", "end"]);
  });

  it("exclude those of the start when a law takes a length from it", () => {
    const rod = model({
      parameters: { x: 1, w: 1 },
      points: { a: { mass: 1, at: ["x", 0], velocity: [0, "w"] } },
      elements: [{ rod: { between: ["origin", "a"] } }],
      run: { until: 1 },
    });
    const shared = new RepeatedRuns(rod);
    expect(shared.key({ set: { x: 2 } })).not.toBe(shared.key({ set: { x: 3 } }));
    for (const x of [1, 2, 3]) {
      const options = { set: { x } };
      expect(outcome(shared.prepare(options))).toEqual(outcome(prepareRun(rod, options)));
    }
  });

  it("exclude those that a fixed point, an element, an event or a number of members uses", () => {
    const data = model({
      parameters: { anchor: 1, k: 1, level: 1, n: 2, free: 1 },
      points: {
        hook: { fixed: true, at: ["anchor", 0] },
        bead: { mass: 1, at: ["free*i", 0], repeat: "n" },
      },
      elements: [{ spring: { between: ["hook", "bead[0]"], length: 1, stiffness: "k" } }],
      run: { until: 1, events: { up: { when: "bead[0]_y - level" } } },
    });
    expect([...startParameters(data, lawless)]).toEqual(["free"]);
  });
});

describe("a parameter that decides how many directors a body has", () => {
  const top = model({
    parameters: { J3: 2, spin: 0.3, side: 0 },
    bodies: { top: { mass: 1, inertia: [1, 1, "J3"], at: [0, 0, "side"], spin: [0.1, 0.7, "spin"] } },
    run: { until: 1 },
  });

  it("changes the structure of runs that share systems, which equal fresh ones", () => {
    const shared = new RepeatedRuns(top);
    for (const J3 of [2, 1.5, 2, 1.2])
      for (const spin of [0.3, 0.5]) {
        const set = { J3, spin };
        const prepared = shared.prepare({ set });
        expect(prepared.lowered.n).toBe(J3 === 2 ? 9 : 12);
        expect(outcome(prepared)).toEqual(outcome(prepareRun(top, { set })));
      }
  });

  it("is not among the parameters of the start alone, and the spin is", () => {
    expect([...startParameters(top, { startInLaws: false })]).toEqual(["spin", "side"]);
  });
});

describe("states and algebraic variables beside coordinates", () => {
  const motor = model({
    parameters: { angle: 0, current: 0, guess: 1 },
    points: { a: { mass: 1, at: ["cos(angle)", "sin(angle)"] } },
    elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -9.81] }],
    states: { i: "current" },
    algebraic: { e: "guess" },
    rates: { i: "(12 - 2*i - e)/0.1" },
    constraints: { saturation: "e + e^3/100 - 0.5*(a_x*a_y' - a_y*a_x')" },
    force: { a: ["-0.5*i*a_y", "0.5*i*a_x"] },
    run: { until: 0.5 },
  });

  it("start where each run says: shared runs equal fresh ones", () => {
    const shared = new RepeatedRuns(motor);
    const sets: readonly Readonly<Record<string, number>>[] = [
      { angle: 0.3 },
      { current: 2 },
      { angle: 1, current: -1 },
      { angle: 0.3 },
    ];
    for (const set of sets) expect(outcome(shared.prepare({ set }))).toEqual(outcome(prepareRun(motor, { set })));
  });
});

import { describe, expect, it } from "vitest";
import { TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { startParameters, validateModel } from "../model/index.js";
import { RepeatedRuns, registry } from "./index.js";
import { type PreparedRun, type PrepareOptions, prepareRun } from "./run.js";

const model = (data: object) => validateModel({ taut: 1, ...data }, catalogue);

const pendulum = model({
  name: "Double pendulum on rods",
  parameters: { alpha: 1, beta: "alpha/2", speed: 0.1, mass: 1, end: 1 },
  points: {
    a: { mass: "mass", at: ["sin(alpha)", "-cos(alpha)"], velocity: ["speed*cos(alpha)", "speed*sin(alpha)"] },
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

describe("runs that share a compiled system", () => {
  const pairs = registry.formulation.flatMap(({ name: formulation }) =>
    registry.method.map(({ name: method }) => ({ formulation, method })),
  );

  it.each(pairs)("equal fresh ones bit for bit: $formulation, $method", ({ formulation, method }) => {
    const shared = new RepeatedRuns(pendulum);
    const choice = { settings: { formulation, method, step: 0.02, maxSteps: 500 } };
    // one start over and over would not show what an earlier run leaves behind
    for (const set of [...starts, starts[0]]) {
      const options = { ...choice, ...(set && { set }), keepStates: false };
      let fresh: PreparedRun;
      try {
        fresh = prepareRun(pendulum, options);
      } catch (error) {
        expect(() => shared.prepare(options)).toThrow((error as TautError).message);
        continue;
      }
      expect(outcome(shared.prepare(options))).toEqual(outcome(fresh));
    }
  });

  it("also when formulations and omegas alternate", () => {
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

  it("take no more memory with every run", () => {
    const shared = new RepeatedRuns(pendulum);
    const used = () => shared.prepare({ set: starts[0]! }).system.arena as unknown as { readonly used: number };
    const first = used().used;
    for (let k = 0; k < 20; k++) expect(used().used).toBe(first);
  });

  it("fail as fresh ones do when the start cannot be", () => {
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

describe("parameters that reach the start only", () => {
  const lawless = { startInLaws: false };

  it("are found through other parameters, and masses and laws are not among them", () => {
    expect([...startParameters(pendulum, lawless)]).toEqual(["alpha", "beta", "speed", "end"]);
  });

  it("are none of those in the start when a law takes a length from it", () => {
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

  it("are none that a fixed point, an element, an event or a number of members reads", () => {
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

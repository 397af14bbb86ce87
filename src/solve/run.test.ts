import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withoutDenseOutput } from "../../test/fixtures/methods.js";
import { doublePendulum, firstOrder, kepler, pendulum, shakenPendulum } from "../../test/fixtures/systems.js";
import { errorControlled, fixed } from "../controllers/index.js";
import type { Evaluator, Method, Projection, Stepper } from "../core/index.js";
import { ode, rigid, underlying } from "../formulations/index.js";
import { bs32, rattle, rk4, shake } from "../methods/index.js";
import { newton, stabilise } from "../projections/index.js";
import { Run, type SolveOptions, solve } from "./index.js";

const decay = () =>
  ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = -y[0];
      },
      [1],
    ),
  );
/** y' = 3 t^2: the time is all that matters. */
const cube = () => ode().apply(firstOrder((dy, t) => dy.fill(3 * t * t), [0]));
const base = { method: bs32(), controller: errorControlled({ rtol: 1e-9, atol: 1e-9 }) };

test("a run ends exactly at its end, with the accuracy of its tolerance", () => {
  const { status, t, y, work } = solve(decay(), { ...base, until: 3 });
  expect([status, t]).toEqual(["ok", 3]);
  expect(y[0]).toBeCloseTo(Math.exp(-3), 8);
  expect(work.steps).toBeGreaterThan(10);
  // three stages per step, one at the start, two for the first step
  expect(work.forces).toBe(3 * (work.steps + work.rejected) + 3);
});

test("a run backward in time follows the solution, also to times before the start", () => {
  const there = solve(decay(), { ...base, until: 2 });
  const back = solve(decay(), { ...base, from: there, until: -1 });
  expect(back.t).toBe(-1);
  expect(back.y[0]).toBeCloseTo(Math.E, 6);
  expect(back.trajectory.times()[0]).toBe(2);
});

test("a million fixed steps of 0.1 are a million steps and end at 100000", () => {
  const problem = ode().apply(firstOrder((dy) => dy.fill(1), [0]));
  const { t, work } = solve(problem, {
    ...base,
    controller: fixed({ step: 0.1 }),
    until: 1e5,
    saveAt: [],
    ledger: "saved",
  });
  expect([t, work.steps]).toEqual([1e5, 1e6]);
});

test("fixed steps that do not divide the length of the run: the last one is shorter", () => {
  const { t, y, work, trajectory } = solve(cube(), { ...base, controller: fixed({ step: 0.3 }), until: 1 });
  expect([t, work.steps]).toEqual([1, 4]);
  expect(y[0]).toBeCloseTo(1, 14);
  expect([...trajectory.times()]).toEqual([0, 0.3, 0.6, 0.9, 1].map((x) => expect.closeTo(x, 15)));
});

test("neither saveAt nor every: the start and every accepted step are saved", () => {
  const { trajectory, work } = solve(decay(), { ...base, until: 1 });
  expect(trajectory.length).toBe(work.steps + 1);
  expect(trajectory.times()[0]).toBe(0);
  expect(trajectory.times().at(-1)).toBe(1);
});

test("saveAt saves those times and no others, interpolated, and the steps do not depend on them", () => {
  const times = [0, 0.1, 0.123456, 0.9, 1];
  const dense = solve(cube(), { ...base, until: 1, saveAt: times });
  expect(dense.trajectory.times()).toEqual(Float64Array.from(times));
  // a cubic is interpolated exactly by a cubic
  expect([...dense.trajectory.states()]).toEqual(times.map((t) => expect.closeTo(t ** 3, 14)));
  expect(dense.work.steps).toBe(solve(cube(), { ...base, until: 1, saveAt: [] }).work.steps);
});

test("every saves the start and every multiple of the interval", () => {
  const { trajectory } = solve(decay(), { ...base, until: 1, every: 0.25 });
  expect(trajectory.times()).toEqual(Float64Array.of(0, 0.25, 0.5, 0.75, 1));
});

test("a method without dense output hits the saved times with its steps", () => {
  const method = withoutDenseOutput(bs32());
  const { trajectory } = solve(decay(), { ...base, method, until: 1, saveAt: [0.1, 0.7] });
  expect([...trajectory.times()]).toEqual([0.1, 0.7]);
  expect([...trajectory.states()]).toEqual([Math.exp(-0.1), Math.exp(-0.7)].map((x) => expect.closeTo(x, 8)));
  const coarse = solve(cube(), { ...base, method, controller: fixed({ step: 0.5 }), until: 1, every: 0.2 });
  expect(coarse.trajectory.times()).toEqual(Float64Array.of(0, 0.2, 0.4, 3 * 0.2, 0.8, 1));
});

test("a step that was cut to hit a time does not make the next ones shorter", () => {
  const method = withoutDenseOutput(bs32());
  const cut = solve(decay(), { ...base, method, until: 1, saveAt: [0.5 + 1e-9] });
  const free = solve(decay(), { ...base, method, until: 1, saveAt: [] });
  expect(cut.work.steps).toBeLessThanOrEqual(free.work.steps + 3);
});

test("without a projection the constraints drift; with one, accepted and saved states stay on them", () => {
  const options = { method: bs32(), controller: errorControlled({ rtol: 1e-6, atol: 1e-6 }), until: 10, every: 0.37 };
  const drifting = solve(underlying().apply(doublePendulum()), options);
  expect(drifting.ledger.position).toBeGreaterThan(1e-7);
  for (const projection of [newton(), stabilise()]) {
    const kept = solve(underlying().apply(doublePendulum()), { ...options, projection });
    expect(kept.status).toBe("ok");
    expect(kept.ledger.position).toBeLessThan(1e-10);
    expect(kept.ledger.velocity).toBeLessThan(1e-10);
    expect(kept.work.projections).toBeGreaterThan(kept.work.steps);
  }
});

test("rigid view: reported states are on both constraints, also where the method's own velocities are not", () => {
  for (const method of [shake(), rattle(), rattle({ iterations: 1 })]) {
    for (const saving of [{}, { every: 0.07 }]) {
      const solution = solve(rigid().apply(doublePendulum()), {
        method,
        controller: fixed({ step: 0.02 }),
        until: 2,
        ...saving,
      });
      expect(solution.status).toBe("ok");
      for (const column of [1, 2]) expect(Math.max(...solution.series.series(column))).toBeLessThan(1e-12);
    }
  }
});

test("constraints that read t are kept along a driven run", () => {
  const { ledger, status } = solve(underlying().apply(shakenPendulum()), {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-6, atol: 1e-6 }),
    projection: stabilise(),
    until: 3,
  });
  expect(status).toBe("ok");
  expect(ledger.position).toBeLessThan(1e-10);
  expect(ledger.velocity).toBeLessThan(1e-10);
});

test("Kepler keeps energy and angular momentum under projection, and is more accurate for it", () => {
  const options = {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-6, atol: 1e-6 }),
    until: 20 * Math.PI,
    saveAt: [],
  };
  const off = ({ y }: { y: Float64Array }) => Math.abs(y[1]);
  const plain = solve(ode().apply(kepler(0.5)), options);
  const kept = solve(ode().apply(kepler(0.5)), { ...options, projection: newton() });
  expect([plain.status, kept.status]).toEqual(["ok", "ok"]);
  expect(kept.ledger.invariants.energy.initial).toBeCloseTo(-0.5, 14);
  expect(kept.ledger.invariants.energy.maxDeviation).toBeLessThan(1e-11);
  expect(kept.ledger.invariants["angular momentum"].maxDeviation).toBeLessThan(1e-11);
  expect(off(kept)).toBeLessThan(off(plain) / 10);
});

test("when: never, start and drift project as often as they say", () => {
  const count = (when: SolveOptions["when"]) => {
    const { work, ledger } = solve(underlying().apply(doublePendulum()), {
      ...{
        method: bs32(),
        controller: errorControlled({ rtol: 1e-6, atol: 1e-6 }),
        projection: newton(),
        when,
        until: 10,
        saveAt: [],
      },
    });
    return { ...work, drift: Math.max(ledger.position, ledger.velocity) };
  };
  expect(count({ when: "never" }).projections).toBe(1); // the consistent start
  expect(count({ when: "start" }).projections).toBe(1);
  const rare = count({ when: "drift", above: 1e-6 });
  expect(rare.drift).toBeLessThan(1e-6);
  expect(rare.projections).toBeGreaterThan(2);
  expect(rare.projections).toBeLessThan(rare.steps / 4);
});

test("when: interval projects at the ends of the intervals, which steps hit", () => {
  const seen: number[] = [];
  const watching: Projection = {
    ...newton(),
    bind(problem) {
      const projector = newton().bind(problem);
      return {
        ...projector,
        apply(s) {
          seen.push(s.t);
          return projector.apply(s);
        },
      };
    },
  };
  solve(underlying().apply(doublePendulum()), {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-6, atol: 1e-6 }),
    projection: watching,
    when: { when: "interval", every: 0.3 },
    until: 1.2,
  });
  expect(seen).toEqual([0.3, 0.6, 3 * 0.3, 1.2]);
});

test("when: evaluation hands the method an evaluator that projects every stage", () => {
  const residuals: number[] = [];
  const problem = underlying().apply(pendulum());
  const { constraints } = problem.manifold!;
  const g = problem.arena.f64(1);
  const rate = problem.rate!;
  const watched = {
    ...problem,
    rate(dy: Float64Array<ArrayBuffer>, t: number, y: Float64Array<ArrayBuffer>) {
      constraints!.g(g, t, y.subarray(0, 2));
      residuals.push(Math.abs(g[0]));
      return rate(dy, t, y);
    },
  };
  const { status, work } = solve(watched, {
    method: bs32(),
    controller: fixed({ step: 0.1 }),
    projection: newton(),
    when: { when: "evaluation" },
    until: 1,
  });
  expect(status).toBe("ok");
  expect(Math.max(...residuals)).toBeLessThan(1e-12);
  expect(work.projections).toBeGreaterThan(30);
});

test("after a projection the rate of the accepted state is evaluated anew, without one it is reused", () => {
  const options = {
    method: bs32(),
    controller: fixed({ step: 0.01 }),
    until: 1,
    saveAt: [],
    ledger: "saved",
  } as const;
  const reused = solve(underlying().apply(doublePendulum()), options);
  const anew = solve(underlying().apply(doublePendulum()), { ...options, projection: stabilise() });
  expect([reused.work.forces, anew.work.forces]).toEqual([301, 400]);
});

test("the ledger's end is the state that is returned, also when only saved states are measured", () => {
  const problem = ode().apply(kepler(0.5));
  const { y, ledger } = solve(problem, { ...base, until: 1, saveAt: [], ledger: "saved" });
  expect(ledger.invariants["angular momentum"].final).toBe(y[0] * y[3] - y[1] * y[2]);
});

test("observers see every step and every saved state", () => {
  const seen = { steps: 0, saved: [] as number[] };
  const { work } = solve(decay(), {
    ...base,
    until: 1,
    saveAt: [0, 0.5, 1],
    observers: [{ observe: ({ t }) => seen.saved.push(t), step: () => seen.steps++ }],
  });
  expect(seen).toEqual({ steps: work.steps, saved: [0, 0.5, 1] });
});

test("the work of a solution is that of its own run, although the problem counts all runs", () => {
  const problem = decay();
  const first = solve(problem, { ...base, until: 1 });
  const second = solve(problem, { ...base, until: 1 });
  expect(second.work).toEqual(first.work);
  expect(problem.work.forces).toBe(first.work.forces + second.work.forces);
});

test("the same run gives the same bits", () => {
  const once = () =>
    solve(underlying().apply(doublePendulum()), {
      ...base,
      projection: stabilise(),
      until: 5,
      every: 0.1,
      multipliers: true,
    });
  const [a, b] = [once(), once()];
  expect(a.y).toEqual(b.y);
  expect(a.trajectory.states()).toEqual(b.trajectory.states());
  expect(a.trajectory.multipliers()).toEqual(b.trajectory.multipliers());
  expect(a.ledger).toEqual(b.ledger);
});

test("advance makes at most as many attempts as its argument says", () => {
  const run = new Run(decay(), { ...base, until: 1 });
  expect(run.advance(0)).toBe("running");
  expect(run.progress).toBe(0);
  expect(run.advance(5)).toBe("running");
  const { work } = run.solution();
  expect(work.steps + work.rejected).toBe(5);
  expect(run.progress).toBe(run.state.t);
  while (run.advance(7) === "running");
  expect(run.progress).toBe(1);
  expect(run.advance(1)).toBe("done");
});

test("a step allocates no arrays or objects: at most the step length is boxed for a call that is not inlined", () => {
  const k = 1e-3;
  const euler: Method = {
    name: "euler",
    order: 1,
    estimatesError: false,
    wants: "rates",
    refuses: () => undefined,
    bind: (_problem, _evaluator?: Evaluator): Stepper => ({
      start: () => "ok",
      attempt(next, s, h) {
        for (let i = 0; i < s.y.length; i++) next.y[i] = s.y[i] - h * k * s.y[i];
        return "ok";
      },
      accept() {},
      moved() {},
    }),
  };
  const options = { method: euler, controller: fixed({ step: 1e-3 }), until: 1e4, saveAt: [] };
  const run = new Run(ode().apply(kepler(0.5)), options);
  // after a collection the heap grows by what the steps allocate, because 50,000 steps do not fill a young generation. A busy
  // machine may take many rounds until the loop is compiled, so the best of them counts
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const rounds = Array.from({ length: 40 }, () => {
    collect();
    const before = process.memoryUsage().heapUsed;
    run.advance(50_000);
    return (process.memoryUsage().heapUsed - before) / 50_000;
  });
  const perStep = Math.min(...rounds.filter((bytes) => bytes > 0));
  // a boxed number takes 16 bytes, the smallest array or object with one field of such 32 more
  expect(perStep).toBeLessThan(40);
});

test("invalid options are refused before the run, with their path and what must hold", () => {
  const bad: [Partial<SolveOptions>, string][] = [
    [{ until: Number.NaN }, "run.until: must be a finite number; got NaN."],
    [{ saveAt: [0.5, 2] }, "run.saveAt[1]: must lie within the run, from 0 to 1; got 2."],
    [{ saveAt: [0.5, 0.5] }, "run.saveAt[1]: times must be in the order of the run; 0.5 does not come after 0.5."],
    [{ saveAt: [], every: 1 }, "run.every: only one of `every` and `saveAt` may be given"],
    [{ every: 0 }, "run.every: must be a number above 0; got 0."],
    [{ projection: newton() }, 'run.projection: projection "newton": needs a manifold'],
    [{ when: { when: "step" } }, 'run.when: "step" needs a projection, and none is given.'],
    [{ from: { t: 0, y: [1, 2] } }, "run.from.y: must have one number for each of the 1 entries of the state; got 2."],
    [{ maxSteps: 0 }, "run.maxSteps: must be a number above 0; got 0."],
    [
      { controller: fixed({ step: 1e-9 }) },
      "run.maxSteps: at most 10000000 steps are allowed; the run needs 1e+9 steps of 1e-9.",
    ],
    [{ eventSamples: 0.5 }, "run.eventSamples: must be a whole number of at least 1; got 0.5"],
  ];
  for (const [options, message] of bad)
    expect(() => new Run(decay(), { ...base, until: 1, ...options })).toThrow(message);
});

test("error control of a method without an estimate is refused", () => {
  expect(() => new Run(decay(), { ...base, method: rk4(), until: 1 })).toThrow(
    'run.controller: "error-controlled" needs an error estimate, and method "rk4" has none.',
  );
});

test("a restarted run equals a new one: same bits, counts, saved states, events and ledger", () => {
  const events = [{ name: "lowest", value: (_t: number, y: Float64Array) => y[1], direction: 0, stop: false } as const];
  const projection = stabilise();
  for (const problem of [underlying().apply(pendulum()), underlying().apply(doublePendulum())])
    for (const controller of [base.controller, fixed({ step: 0.02 })]) {
      const options: SolveOptions = { ...base, controller, projection, events, until: 1.5, every: 0.4 };
      const other = Array.from(problem.workspace.initial, (x, i) => (i < problem.n ? x : 0.5 * x));
      const expected = [problem.workspace.initial, other].map((y) => solve(problem, { ...options, from: { t: 0, y } }));
      const run = new Run(problem, options);
      for (const [k, y] of [undefined, undefined, other, undefined].entries()) {
        if (k > 0) run.restart(y);
        while (run.advance(7) === "running");
        const { series, trajectory, ...solution } = run.solution();
        const { series: series0, trajectory: trajectory0, ...solution0 } = expected[y === undefined ? 0 : 1];
        expect(solution).toEqual(solution0);
        expect(trajectory.states()).toEqual(trajectory0.states());
        expect(series.series(3)).toEqual(series0.series(3));
      }
    }
});

test("a failed run can be restarted; a state of another size is refused", () => {
  const run = new Run(decay(), { ...base, until: 3, maxSteps: 5 });
  while (run.advance(100) === "running");
  expect(run.solution().status).toBe("max-steps");
  run.restart([1e-12]);
  expect(run.failure).toBeUndefined();
  while (run.advance(100) === "running");
  expect(run.solution().status).toBe("ok");
  expect(() => run.restart([1, 2])).toThrow("needs one number for each of the 1 entries of the state; got 2.");
});

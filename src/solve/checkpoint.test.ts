import { expect, test } from "vitest";
import { doublePendulum, kepler, pendulum, shakenPendulum, twiceHeld } from "../../test/fixtures/systems.js";
import { errorControlled, fixed } from "../controllers/index.js";
import { type Method, type Problem, type Stepper, TautError } from "../core/index.js";
import { ode, rigid, stiff, underlying } from "../formulations/index.js";
import { bs32, dop853, dopri5, rattle, rk4, shake, verlet } from "../methods/index.js";
import { newton, stabilise } from "../projections/index.js";
import { Run, resume, type Solution, type SolveOptions, solve, solveAsync } from "./index.js";

/** Everything in a solution that can be compared. */
const bits = ({ trajectory, series, ...rest }: Solution) => ({
  ...rest,
  times: trajectory.times(),
  states: trajectory.states(),
  multipliers: trajectory.multipliers(),
  series: series.columns.map((_, i) => series.series(i)),
});

const crossing = {
  name: "crossing",
  value: (_t: number, y: Float64Array) => y[0] - 0.3,
  direction: 0,
  stop: false,
} as const;
const cases: [string, () => Problem, Partial<SolveOptions> & Pick<SolveOptions, "controller">][] = [
  [
    "error control, stabilised",
    () => underlying().apply(doublePendulum()),
    { controller: errorControlled({ rtol: 1e-4, atol: 1e-4 }), projection: stabilise() },
  ],
  [
    "unprojected, saved at times",
    () => underlying().apply(shakenPendulum()),
    { controller: errorControlled({ rtol: 1e-5, atol: 1e-5 }), every: 0.07, multipliers: true },
  ],
  [
    "fixed steps, energy kept",
    () => underlying().apply(pendulum({ keepEnergy: true })),
    { controller: fixed({ step: 0.03 }), projection: newton() },
  ],
  [
    "Kepler with events and momenta",
    () => ode().apply(kepler(0.3)),
    {
      controller: errorControlled({ rtol: 1e-4, atol: 1e-4 }),
      projection: newton(),
      events: [crossing],
      momenta: true,
    },
  ],
  [
    "interval",
    () => underlying().apply(doublePendulum()),
    {
      controller: errorControlled({ rtol: 1e-4, atol: 1e-4 }),
      projection: newton(),
      when: { when: "interval", every: 0.2 },
    },
  ],
  [
    "every evaluation",
    () => underlying().apply(pendulum()),
    { controller: errorControlled({ rtol: 1e-4, atol: 1e-4 }), projection: newton(), when: { when: "evaluation" } },
  ],
  [
    "redundant constraints, moved start",
    () => underlying().apply(twiceHeld()),
    {
      controller: errorControlled({ rtol: 1e-4, atol: 1e-4 }),
      projection: newton(),
      from: { t: 0, y: [1.2, 0, 0.1, 0] },
    },
  ],
  [
    "stiff",
    () => stiff({ omega: 20 }).apply(doublePendulum()),
    { controller: errorControlled({ rtol: 1e-4, atol: 1e-4 }) },
  ],
  [
    "dopri5",
    () => underlying().apply(doublePendulum()),
    { method: dopri5(), controller: errorControlled({ rtol: 1e-7 }), projection: stabilise() },
  ],
  [
    "dop853, saved at times",
    () => underlying().apply(shakenPendulum()),
    { method: dop853(), controller: errorControlled({ rtol: 1e-9 }), every: 0.05 },
  ],
  [
    "rk4, saved at times",
    () => underlying().apply(shakenPendulum()),
    { method: rk4(), controller: fixed({ step: 0.04 }), every: 0.05 },
  ],
  [
    "verlet",
    () => stiff({ omega: 20 }).apply(doublePendulum()),
    { method: verlet(), controller: fixed({ step: 0.03 }), every: 0.05 },
  ],
  ["shake", () => rigid().apply(doublePendulum()), { method: shake(), controller: fixed({ step: 0.03 }) }],
  [
    "rattle",
    () => rigid().apply(shakenPendulum()),
    { method: rattle(), controller: fixed({ step: 0.03 }), every: 0.05 },
  ],
  [
    "rattle-1",
    () => rigid().apply(doublePendulum()),
    { method: rattle({ iterations: 1 }), controller: fixed({ step: 0.03 }) },
  ],
];

test.each(cases)(
  "interrupted at any step and resumed elsewhere, a run ends in the same bits: %s",
  (_, problem, rest) => {
    const options = { method: bs32(), until: 1, ...rest };
    const whole = bits(solve(problem(), options));
    expect(whole.status).toBe("ok");
    const attempts = whole.work.steps + whole.work.rejected;
    expect(attempts).toBeGreaterThan(5);
    for (let k = 0; k <= attempts; k++) {
      const run = new Run(problem(), options);
      run.advance(k);
      expect(bits(resume(problem(), options, run.save()))).toEqual(whole);
    }
  },
);

test("a run resumed from a checkpoint of a resumed run has the same bits", () => {
  const options = {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-5, atol: 1e-5 }),
    projection: stabilise(),
    until: 2,
  };
  const problem = () => underlying().apply(doublePendulum());
  const whole = bits(solve(problem(), options));
  let run = new Run(problem(), options);
  while (run.advance(3) === "running") run = Run.resume(problem(), options, run.save());
  expect(bits(run.solution())).toEqual(whole);
});

test("without the trajectory a checkpoint is small and the resumed rows begin after it", () => {
  const options = { method: bs32(), controller: fixed({ step: 0.001 }), until: 1 };
  const problem = () => ode().apply(kepler(0.3));
  const run = new Run(problem(), options);
  run.advance(600);
  const [full, small] = [run.save(), run.save({ trajectory: false })];
  expect(full.length - small.length).toBeGreaterThan(601 * 5 * 8);
  const solution = resume(problem(), options, small);
  expect([solution.trajectory.before, solution.trajectory.length]).toEqual([601, 400]);
  expect(solution.y).toEqual(solve(problem(), options).y);
});

test("a run that reached its limit continues when the limit is raised, and a later end extends it", () => {
  const problem = () => ode().apply(kepler(0.3));
  const options = { method: bs32(), controller: fixed({ step: 0.01 }), until: 1, maxSteps: 100 };
  const run = new Run(problem(), options);
  while (run.advance(10) === "running");
  expect(run.failure).toBeUndefined();
  const longer = { ...options, until: 2, maxSteps: 200 };
  // the step that ended the first part was cut to hit its end, so here the last bits may differ
  expect([...resume(problem(), longer, run.save()).y]).toEqual(
    [...solve(problem(), longer).y].map((x) => expect.closeTo(x, 13)),
  );

  const short = new Run(problem(), {
    ...options,
    controller: errorControlled({ rtol: 1e-8, atol: 1e-8 }),
    maxSteps: 30,
  });
  while (short.advance(10) === "running");
  expect(short.failure!.status).toBe("max-steps");
  const raised = { ...options, controller: errorControlled({ rtol: 1e-8, atol: 1e-8 }), maxSteps: 1e6 };
  expect(bits(resume(problem(), raised, short.save()))).toEqual(bits(solve(problem(), raised)));
});

test("a finished run and a failed start survive the round trip", () => {
  const options = { method: bs32(), controller: errorControlled({ rtol: 1e-5, atol: 1e-5 }), until: 1 };
  const done = new Run(ode().apply(kepler(0.3)), options);
  while (done.advance(100) === "running");
  expect(bits(resume(ode().apply(kepler(0.3)), options, done.save()))).toEqual(bits(done.solution()));

  const check = { ...options, start: "check" as const };
  const off = () => underlying().apply(pendulum({ q: [2, 0] }));
  const failed = new Run(off(), check);
  failed.advance(1);
  expect(resume(off(), check, failed.save()).failure).toEqual(failed.failure);
});

test("a method without a checkpoint runs, but its run cannot be saved or stopped with a checkpoint, and says so by name", async () => {
  const method: Method = { ...bs32(), name: "forgetful", bind: (on) => plain(bs32().bind(on)) };
  const options = { method, controller: fixed({ step: 0.1 }), until: 1 };
  const problem = () => ode().apply(kepler(0.3));
  const run = new Run(problem(), options);
  while (run.advance(100) === "running");
  expect(run.solution().status).toBe("ok");
  const message = 'run.method: must have a checkpoint, so that the run can be saved; "forgetful" has none.';
  expect(() => run.save()).toThrow(message);
  const slices = { pause: async () => {}, stopped: () => {} };
  await expect(solveAsync(problem(), options, slices)).rejects.toThrow(message);
});

/** The stepper without any capability. */
const plain = (stepper: Stepper): Stepper => ({
  start: (s) => stepper.start(s),
  attempt: (next, s, h) => stepper.attempt(next, s, h),
  accept: () => stepper.accept(),
  moved: (s) => stepper.moved(s),
});

test("bytes of another run, another version or half a file are refused, not used", () => {
  const options = { method: bs32(), controller: errorControlled({ rtol: 1e-5, atol: 1e-5 }), until: 1 };
  const problem = ode().apply(kepler(0.3));
  const bytes = new Run(problem, options).save();
  expect(() => resume(underlying().apply(pendulum()), options, bytes)).toThrow("it belongs to another one (kepler");
  expect(() => resume(problem, { ...options, controller: fixed({ step: 1 }) }, bytes)).toThrow(
    "it belongs to another one",
  );
  for (const wrong of [bytes.subarray(0, bytes.length / 2), new Uint8Array(100), new TextEncoder().encode("{}")]) {
    expect(() => resume(problem, options, wrong)).toThrow(/these bytes are not a checkpoint|their digest shows/);
  }
});

test("a checkpoint with a false byte, or with bytes missing, is refused with a sentence", () => {
  const problem = underlying().apply(doublePendulum());
  const options = { method: dopri5(), controller: errorControlled({ rtol: 1e-4, atol: 1e-4 }), until: 2 };
  const run = new Run(problem, options);
  run.advance(5);
  const bytes = run.save();
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Uint8Array.from(bytes);
    damaged[at] ^= 0x40;
    expect(() => Run.resume(problem, options, damaged)).toThrow(TautError);
    expect(() => Run.resume(problem, options, bytes.subarray(0, at))).toThrow(TautError);
  }
});

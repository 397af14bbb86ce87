import { describe, expect, test } from "vitest";
import { compare } from "../analysis/compare.js";
import { explain } from "../analysis/explain/index.js";
import { verify } from "../analysis/verify.js";
import { mixedNote } from "../compile/index.js";
import { ModelError, SettingError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { runHash, runKey } from "../io/identity.js";
import { type Model, validateModel } from "../model/index.js";
import { RepeatedRuns } from "../study/repeated.js";
import { prepareRun, run } from "./index.js";
import type { RunSettings } from "./settings.js";

const waters = {
  taut: 1,
  units: "eV-Å-amu",
  parameters: { speed: 0 },
  molecules: {
    water: {
      template: "tip3p",
      repeat: 6,
      at: ["3.1*mod(i, 3)", "3*floor(i/3) + 0.2*sin(i)", "0.3*i"],
      angle: "1.3*i",
      axis: [1, "sin(i)", 0.5],
      velocity: ["speed*sin(i)", 0, 0],
    },
  },
  elements: [{ coulomb: {} }, { "lennard-jones": {} }],
  run: { formulation: "rigid", method: "settle", step: 0.05, until: 2 },
};
const pendulum = {
  taut: 1,
  points: { a: { mass: 1, at: [1, 0] } },
  elements: [{ rod: { between: ["origin", "a"] } }, { gravity: [0, -9.81] }],
  run: { until: 1 },
};
const valid = (data: object): Model => validateModel(data, catalogue);
const inFile = (data: typeof waters | typeof pendulum): Model =>
  valid({ ...data, run: { ...data.run, precision: "mixed" } });

test("a run in mixed precision stays near the one in double, keeps its energy and says what it is", () => {
  const [double, mixed] = [run(waters), run(waters, { precision: "mixed" })];
  const largest = Math.max(...double.q.map((x, k) => Math.abs(x - mixed.q[k])));
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThan(1e-5);
  expect(mixed.conscience.map(({ verdict }) => verdict)).toEqual(double.conscience.map(() => "kept"));
  expect(run(inFile(waters)).y).toEqual(mixed.y);
  expect(prepareRun(inFile(waters)).lowered.notes).toContain(mixedNote);
  expect(explain(inFile(waters)).note).toContain(mixedNote);
  expect(explain(valid(waters)).note ?? "").not.toContain(mixedNote);
});

test("double is the default", () => {
  expect(run(waters, { precision: "double" }).y).toEqual(run(waters).y);
});

describe("refusals", () => {
  test("in the file they are errors of the model, otherwise of the setting", () => {
    expect(() => prepareRun(inFile(pendulum))).toThrow(ModelError);
    const given = () => prepareRun(valid(pendulum), { settings: { precision: "mixed" } });
    expect(given).toThrow(SettingError);
    expect(given).not.toThrow(ModelError);
    expect(given).toThrow('run.precision: "mixed" is for energies between all pairs of points');
    expect(() => explain(inFile(pendulum))).toThrow('run.precision: "mixed" is for energies');
  });

  test("a word that is no precision", () => {
    const wrong = { precision: "single" } as unknown as RunSettings;
    expect(() => prepareRun(valid(waters), { settings: wrong })).toThrow(/run\.precision.*"double" or "mixed"/);
  });

  test("tolerances that the forces cannot meet", () => {
    const settings = { method: "dop853", formulation: "underlying", until: 0.1, precision: "mixed" } as const;
    expect(() => run(waters, { ...settings, rtol: 1e-8 })).toThrow("run.rtol: must be 0.000001 or more");
    expect(run(waters, { ...settings, rtol: 1e-6 }).status).toBe("ok");
  });
});

test("differences of forces are wide enough for single precision: implicit steps and the spectrum", () => {
  const settings = { method: "rosenbrock4", formulation: "underlying", projection: "none", until: 1, rtol: 1e-5 };
  const [double, mixed] = (["double", "mixed"] as const).map((precision) => run(waters, { ...settings, precision }));
  expect(mixed.status).toBe("ok");
  expect(mixed.work.steps).toBeLessThan(1.3 * double.work.steps);
  const [exact, rounded] = [explain(valid(waters)), explain(inFile(waters))].map(({ slow }) => slow!.decay);
  expect(Math.abs(rounded - exact)).toBeLessThan(3e-4 * exact);
});

test("a checkpoint continues with the same bits, and is not one of a run in double", () => {
  const options = { settings: { precision: "mixed" } } as const;
  const [whole, begun] = [prepareRun(valid(waters), options), prepareRun(valid(waters), options)];
  while (whole.run.advance(100) === "running");
  begun.run.advance(17);
  const resumed = prepareRun(valid(waters), { ...options, checkpoint: begun.run.save() });
  while (resumed.run.advance(100) === "running");
  expect(resumed.run.state.y).toEqual(whole.run.state.y);
  const double = prepareRun(valid(waters));
  expect(runKey(whole)).not.toEqual(runKey(double));
  expect(runHash(whole)).not.toBe(runHash(double));
});

test("runs of a sweep may differ in precision", () => {
  const shared = new RepeatedRuns(valid(waters));
  const end = (make: () => ReturnType<typeof prepareRun>): Float64Array => {
    const { run } = make();
    while (run.advance(100) === "running");
    return run.state.y.slice();
  };
  for (const precision of ["double", "mixed", "double", "mixed"] as const)
    for (const speed of [0.01, 0.02]) {
      const options = { settings: { precision }, set: { speed } };
      expect(end(() => shared.prepare(options))).toEqual(end(() => prepareRun(valid(waters), options)));
    }
  const own = new RepeatedRuns(inFile(waters));
  const options = { set: { speed: 0.01 } };
  expect(end(() => own.prepare(options))).toEqual(end(() => prepareRun(inFile(waters), options)));
  expect(() => new RepeatedRuns(inFile(pendulum)).prepare({})).toThrow(ModelError);
});

test("methods are compared in double precision, at any tolerance", async () => {
  const way = { label: "dop853", method: "dop853", formulation: "underlying", projection: "none" };
  const options = { contenders: [way], against: way, tolerances: [1e-4, 1e-8], settings: { until: 0.1 } };
  const [double, mixed] = await Promise.all([valid(waters), inFile(waters)].map((model) => compare(model, options)));
  expect(mixed.points.map(({ error }) => error)).toEqual(double.points.map(({ error }) => error));
  expect(mixed.points.map(({ status }) => status)).toEqual(["ok", "ok"]);
});

test("a run is verified against one in double precision", async () => {
  const found = await verify(inFile(waters));
  const [rough, fine] = [run(inFile(waters)), run(waters, { step: 0.025, keepStates: true })];
  const [states, width] = [fine.trajectory.states(), fine.y.length];
  // as far as each component moves, if it moves at all
  const differences = Array.from(fine.y, (end, i) => {
    const course = Array.from({ length: fine.trajectory.length }, (_, row) => states[row * width + i]);
    return Math.abs(end - rough.y[i]) / (Math.max(...course) - Math.min(...course));
  });
  expect(found!.difference! / Math.max(...differences)).toBeCloseTo(1, 6);
});

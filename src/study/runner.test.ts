import { describe, expect, it } from "vitest";
import { seriesStatistics } from "../observers/index.js";
import { prepareRun } from "../run/run.js";
import { ensembleColumn, mergedHistograms } from "./ensemble.js";
import { decodePart, encodePart } from "./part.js";
import { ranges, SweepResults } from "./results.js";
import { type Row, StudyRunner } from "./runner.js";
import { validateStudy } from "./study.js";
import { histogramTable, runTable } from "./tables.js";

const pendulum = {
  taut: 1,
  name: "Pendulum",
  parameters: { alpha: 1, g: 9.81 },
  coordinates: { theta: "alpha" },
  mass: 1,
  potential: "-g*cos(theta)",
  run: { until: 2, rtol: 1e-6, events: { low: { when: "theta" } } },
};
const study = (data: object) =>
  validateStudy({ study: 1, model: pendulum, ...data }, () => {
    throw new Error("no file is read here");
  });

function runOne(runner: StudyRunner, index: number): Row {
  const begun = runner.begin(runner.study.run(index));
  if (!("run" in begun)) return begun;
  while (begun.run.advance(Number.POSITIVE_INFINITY) === "running");
  return begun.finish().row;
}

function resultsOf(runner: StudyRunner, order = (indices: number[]) => indices): SweepResults {
  const results = new SweepResults(runner);
  for (const index of order(Array.from({ length: runner.study.count }, (_, i) => i)))
    results.add({ study: runner.study.id, columns: runner.columns, rows: [runOne(runner, index)] });
  return results;
}

const number = ({ columns }: StudyRunner, row: Row, name: string): number => row.numbers[columns.indexOf(name)];

describe("a row", () => {
  it("has the numbers of the same run on its own", () => {
    const runner = new StudyRunner(study({ vary: { alpha: [0.5, 1], g: [5, 9.81] } }));
    for (let index = 0; index < 4; index++) {
      const { set } = runner.study.run(index);
      const { run } = prepareRun(runner.study.model, { set, keepStates: false });
      while (run.advance(Number.POSITIVE_INFINITY) === "running");
      const { q, v, t, ledger, work, events } = run.solution();
      const row = runOne(runner, index);
      expect(row.status).toBe("ok");
      expect([number(runner, row, "final theta"), number(runner, row, "final theta'")]).toEqual([q[0], v[0]]);
      expect(number(runner, row, "t")).toBe(t);
      expect(number(runner, row, "ledger energy deviation")).toBe(ledger.energy!.maxDeviation);
      expect(number(runner, row, "work steps")).toBe(work.steps);
      expect(number(runner, row, "event low")).toBe(events[0].t);
    }
  });

  it("of a run that fails has its status, message and work, and does not affect the others", () => {
    const model = { ...pendulum, potential: "-g*cos(theta) + 1/(theta - 2)^2", run: { until: 2 } };
    const runner = new StudyRunner(
      study({ model, list: [1e3, 1e3, 3].map((n, k) => ({ alpha: k === 1 ? 2 : 1, "run.maxSteps": n })) }),
    );
    const rows = [0, 1, 2].map((index) => runOne(runner, index));
    expect(rows[0].status).toBe("ok");
    expect(rows[1].status).not.toBe("ok");
    expect(rows[1].message).not.toBe("");
    expect(number(runner, rows[1], "final theta")).toBeNaN();
    expect(rows[2]).toMatchObject({ status: "max-steps" });
    expect(number(runner, rows[2], "work steps")).toBeGreaterThan(0);
  });

  it("of a run that cannot begin has the status invalid and the model's error message", () => {
    const runner = new StudyRunner(study({ model: { ...pendulum, mass: "g - 5" }, vary: { g: [9.81, 5] } }));
    expect(runOne(runner, 0).status).toBe("ok");
    expect(runOne(runner, 1)).toMatchObject({ status: "invalid", message: expect.stringContaining("mass") });
  });

  it("is decoded from its bytes unchanged, and incomplete bytes are refused", () => {
    const runner = new StudyRunner(study({ vary: { alpha: [1] } }));
    const part = { study: runner.study.id, columns: runner.columns, rows: [runOne(runner, 0)] };
    const bytes = encodePart(part);
    expect(decodePart(bytes)).toEqual(part);
    expect(() => decodePart(bytes.subarray(0, bytes.length - 1))).toThrow();
    expect(() => decodePart(new Uint8Array(3))).toThrow();
  });

  it("of a run resumed from a checkpoint has the same numbers, including observables", () => {
    const keep = { observables: { height: { of: "1 - cos(theta)", histogram: { from: 0, to: 2, bins: 8 } } } };
    const runner = new StudyRunner(study({ keep, vary: { alpha: [1] } }));
    const begun = runner.begin(runner.study.run(0));
    if (!("run" in begun)) throw new Error("the run did not begin");
    begun.run.advance(20);
    const checkpoint = begun.run.save();
    const again = runner.begin(runner.study.run(0), checkpoint);
    if (!("run" in again)) throw new Error("the run did not resume");
    while (again.run.advance(Number.POSITIVE_INFINITY) === "running");
    expect(again.finish().row).toEqual(runOne(runner, 0));
  });
});

describe("observables", () => {
  const keep = {
    after: 1,
    observables: { both: { of: ["theta", "-theta"], histogram: { from: -2, to: 2, bins: 4 } }, speed: "theta'^2" },
  };

  it("are statistics of the saved states from keep.after on", () => {
    const runner = new StudyRunner(study({ keep, run: { every: 0.01 }, vary: { alpha: [0.5] } }));
    const row = runOne(runner, 0);
    const { run } = prepareRun(runner.study.model, { set: { alpha: 0.5 }, settings: { every: 0.01 } });
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
    const { trajectory } = run.solution();
    const from = trajectory.times().findIndex((t) => t >= 1);
    const speeds = trajectory
      .component(1)
      .slice(from)
      .map((v) => v * v);
    const { mean, error, effective } = seriesStatistics(speeds);
    expect(number(runner, row, "speed mean")).toBe(mean);
    expect(number(runner, row, "speed error")).toBe(error);
    expect(number(runner, row, "speed effective")).toBe(effective);
    expect(number(runner, row, "both mean")).toBe(0);
    const bins = [0, 1, 2, 3].map((k) => number(runner, row, `both bin ${k}`));
    expect(bins.reduce((a, b) => a + b)).toBe(2 * speeds.length);
    expect(bins[1] + bins[2]).toBe(2 * speeds.length);
  });

  it("that cannot be read are reported by their place in the study", () => {
    const wrong = study({ keep: { observables: { tip: "thetta" } } });
    expect(() => new StudyRunner(wrong)).toThrow(/^keep\.observables\.tip: .*thetta/);
  });
});

describe("an ensemble", () => {
  const ensemble = study({
    random: { alpha: { normal: [1, 0.1] } },
    samples: 40,
    vary: { g: [5, 9.81] },
    keep: { observables: { height: { of: "1 - cos(theta)", histogram: { from: 0, to: 1, bins: 10 } } } },
  });
  const runner = new StudyRunner(ensemble);
  const results = resultsOf(runner);

  it("has the same table whatever the order of its runs", () => {
    const backwards = resultsOf(runner, (indices) => indices.reverse());
    expect(runTable(backwards)).toEqual(runTable(results));
    expect(mergedHistograms(backwards)).toEqual(mergedHistograms(results));
  });

  it("has means with the standard errors of independent runs", () => {
    const { mean, error, count } = ensembleColumn(results, "final theta");
    expect([...count]).toEqual([40, 40]);
    const values = results.column("final theta").subarray(40);
    const average = values.reduce((a, b) => a + b) / 40;
    const variance = values.reduce((sum, x) => sum + (x - average) ** 2, 0) / 39;
    expect(mean[1]).toBeCloseTo(average, 14);
    expect(error[1]).toBeCloseTo(Math.sqrt(variance / 40), 14);
  });

  it("has histograms that add up, with error bars from the scatter of the runs", () => {
    const [five] = mergedHistograms(results);
    expect(five).toMatchObject({ observable: "height", group: 0, runs: 40 });
    expect(five.density.reduce((sum, d) => sum + d * 0.1, 0)).toBeCloseTo(1, 12);
    expect(five.error.some((e) => e > 0)).toBe(true);
    // an error bar is the scatter of the runs divided by the square root of their number
    const k = five.density.indexOf(Math.max(...five.density));
    const at = runner.columns.indexOf(`height bin ${k}`);
    const parts = results.rows.slice(0, 40).map((row) => row!.numbers[at] / 401 / 0.1);
    const average = parts.reduce((a, b) => a + b) / 40;
    const scatter = Math.sqrt(parts.reduce((sum, p) => sum + (p - average) ** 2, 0) / 39 / 40);
    expect(five.error[k]).toBeCloseTo(scatter, 12);
  });

  it("has a table of its histograms with the edges of every bin", () => {
    const all = mergedHistograms(results);
    const columns = Object.fromEntries(
      histogramTable(results).map((c) => [c.name, "data" in c ? [...c.data] : c.text]),
    );
    const edges = Array.from({ length: 10 }, (_, k) => k / 10);
    expect(columns.observable).toEqual(Array(20).fill("height"));
    expect(columns.ensemble).toEqual([...Array(10).fill(0), ...Array(10).fill(1)]);
    [...edges, ...edges].forEach((edge, row) => {
      expect(columns.from[row]).toBeCloseTo(edge, 14);
      expect(columns.to[row]).toBeCloseTo(edge + 0.1, 14);
    });
    expect(columns.density).toEqual(all.flatMap((h) => [...h.density]));
    expect(columns.error).toEqual(all.flatMap((h) => [...h.error]));
  });
});

describe("a study is refused", () => {
  it("where two columns of its table would have one name", () => {
    const model = { ...pendulum, parameters: { ...pendulum.parameters, status: 1 } };
    expect(() => new StudyRunner(study({ model, vary: { status: [1, 2] } }))).toThrow('two are called "status"');
    const observables = { "event low": { of: "theta" } };
    const events = { "low mean": { when: "theta" } };
    const twice = { ...pendulum, run: { ...pendulum.run, events } };
    expect(() => new StudyRunner(study({ model: twice, keep: { observables } }))).toThrow(
      'two are called "event low mean"',
    );
  });

  it("where a parameter that varies moves the bins of a histogram", () => {
    const observables = { angle: { of: "theta", histogram: { from: "-alpha", to: "alpha", bins: 4 } } };
    const runner = new StudyRunner(study({ vary: { alpha: [1, 2] }, keep: { observables } }));
    expect(runOne(runner, 0).status).toBe("ok");
    expect(runOne(runner, 1).message).toContain("all runs of a study must have the same bins");
  });
});

describe("results", () => {
  it("adopt the runs of an earlier version of the study, and know what is missing", () => {
    const [old, extended] = [
      [0.5, 1],
      [0.7, 1, 0.5],
    ].map((alpha) => new StudyRunner(study({ vary: { alpha } })));
    const results = new SweepResults(extended);
    const rows = [runOne(old, 0), runOne(old, 1)];
    results.add({ study: old.study.id, columns: old.columns, rows });
    expect(results.adopt()).toBe(2);
    expect(results.missing()).toEqual([0]);
    expect(results.rows[2]).toEqual({ ...rows[0], index: 2 });
    expect(results.rows[2]).toEqual(runOne(extended, 2));
    expect(results.counts()).toEqual({ missing: 1, ok: 2 });
  });

  it("list run numbers as ranges", () => {
    expect(ranges([0, 1, 2, 5, 7, 8])).toBe("0-2, 5, 7-8");
    expect(ranges([1, 3, 5, 7], 2)).toBe("1, 3 and 2 more");
  });
});

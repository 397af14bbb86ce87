import { expect, test } from "vitest";
import { run, validateModel } from "../../src/index.js";
import { beginAt, encodeTable, readTable, runJson, runReportData, trajectoryColumns } from "../../src/io/index.js";
import { runReport } from "../../src/report/index.js";
import { prepareRun } from "../../src/run/index.js";
import { openStudy } from "./open-study.js";

const pendulum = {
  taut: 1,
  parameters: { l: 1.5, g: 9.81 },
  let: { angle: "atan2(bob_x, -bob_y)", height: "bob_y + l" },
  points: { bob: { mass: 2, at: ["l", 0] } },
  elements: [{ rod: { between: ["origin", "bob"], length: "l" } }, { gravity: [0, "-g"] }],
  outputs: {
    phi: "angle",
    high: { of: "height", unit: "m" },
    tension: "lambda(rod)",
    pull: "reaction(rod, bob)",
    acceleration: "bob''",
    total: "energy()",
    parts: ["kinetic()", "potential()"],
  },
  run: { until: 1, every: 0.25, rtol: 1e-9, atol: 1e-10 },
};

const close = (a: ArrayLike<number>, b: ArrayLike<number>, within: number) =>
  Array.from(a).forEach((x, k) => {
    expect(Math.abs(x - b[k])).toBeLessThanOrEqual(within);
  });

test("outputs are expressions of everything that a state has: positions, accelerations, multipliers, reactions, energies", () => {
  const solution = run(pendulum);
  const [x, y] = [solution.of("bob_x"), solution.of("bob_y")];
  close(
    solution.of("phi"),
    x.map((xi, k) => Math.atan2(xi, -y[k])),
    1e-15,
  );
  close(
    solution.of("high"),
    y.map((yi) => yi + 1.5),
    1e-15,
  );
  expect(solution.of("tension")).toEqual(solution.multiplier("rod"));
  // m a = gravity + the reaction of the rod, component by component
  close(
    solution.of("acceleration_x").map((a) => 2 * a),
    solution.of("pull_x"),
    1e-9,
  );
  close(
    solution.of("acceleration_y").map((a) => 2 * a + 2 * 9.81),
    solution.of("pull_y"),
    1e-9,
  );
  const [kinetic, potential] = [solution.of("parts_x"), solution.of("parts_y")];
  close(
    solution.of("total"),
    kinetic.map((T, k) => T + potential[k]),
    1e-12,
  );
  close(
    potential,
    y.map((yi) => 2 * 9.81 * yi),
    1e-12,
  );
});

test("`of` takes any expression of an output, and its values are those of the output", () => {
  const solution = run(pendulum);
  expect(solution.of("lambda(rod)")).toEqual(solution.of("tension"));
  expect(solution.of("x(bob'')")).toEqual(solution.of("acceleration_x"));
  expect(() => solution.of("bob''")).toThrow("must be a scalar");
});

test("looking at outputs does not change a bit of the run, and does not count as work", () => {
  const { outputs: _, ...plain } = pendulum;
  const [with_, without] = [run(pendulum), run(plain)];
  expect(with_.y).toEqual(without.y);
  expect(with_.work).toEqual(without.work);
});

test("outputs are columns of every table format, of the JSON result and of the report; --from skips them", async () => {
  const prepared = prepareRun(validateModel(pendulum));
  while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  const solution = prepared.run.solution();
  const columns = trajectoryColumns(prepared, solution);
  const high = columns.find(({ name }) => name === "high")!.data;
  expect(high.length).toBe(5);
  for (const format of ["csv", "npz", "parquet"] as const) {
    const table = await readTable(encodeTable(columns, format), format, false);
    expect(table.row(4)[table.names.indexOf("high")]).toBe(high[4]);
  }
  expect(runJson(prepared, solution).outputs!.high).toBe(high[4]);
  const html = runReport(runReportData(prepared, solution, "", ""));
  expect(html).toContain("<h2>Outputs</h2>");
  expect(html).toContain("high [m]");
  const values = new Map(
    columns.filter(({ name }) => !/^(t|lambda .*|ledger .*)$/.test(name)).map((c) => [c.name, c.data[4]]),
  );
  expect(beginAt(validateModel(pendulum), "file", { t: 1, values }).begin!.state).toEqual(Array.from(solution.y));
});

test("a continuous angle counts turns at every step, also where few states are saved and where none is", () => {
  // two turns per unit of time, saved at every third turn
  const rotor = {
    taut: 1,
    coordinates: { a: { at: 0.1, velocity: 4 * Math.PI, mass: 1 } },
    outputs: {
      turned: { of: "atan2(sin(a), cos(a))", continuous: true },
      jumps: "atan2(sin(a), cos(a))",
    },
    run: { until: 6, every: 1.5, maxStep: 0.2 },
  };
  const solution = run(rotor);
  close(solution.of("turned"), solution.of("a"), 1e-12);
  expect(Math.max(...solution.of("jumps").map(Math.abs))).toBeLessThan(Math.PI);
  const study = openStudy({ study: 1, model: rotor, vary: { "run.until": [3, 6] } });
  expect(study.column("final turned")).toEqual(study.column("final a"));
});

test("a resumed run has the same outputs as one that was not interrupted", () => {
  const model = validateModel({
    ...pendulum,
    outputs: { ...pendulum.outputs, turned: { of: "angle", continuous: true } },
  });
  const whole = prepareRun(model);
  while (whole.run.advance(Number.POSITIVE_INFINITY) === "running");
  const first = prepareRun(model);
  first.run.advance(20);
  const second = prepareRun(model, { checkpoint: first.run.save() });
  while (second.run.advance(Number.POSITIVE_INFINITY) === "running");
  const columns = (one: typeof whole) => one.outputs!.columns.map((_, k) => one.outputs!.column(k, one.run.solution()));
  expect(columns(second)).toEqual(columns(whole));
});

test("the final outputs of a sweep are columns of its table", () => {
  const study = openStudy({ study: 1, model: pendulum, vary: { g: [1, 9.81] } });
  const alone = run(pendulum);
  expect(study.column("final tension")[1]).toBeCloseTo(alone.of("tension").at(-1)!, 12);
});

test("states have rates, and algebraic variables are read like states", () => {
  const solution = run({
    taut: 1,
    states: { x: 1 },
    algebraic: { z: 1 },
    rates: { x: "-z" },
    constraints: { same: "z - 2*x" },
    outputs: { rate: "x'", twice: "z" },
    run: { until: 1, every: 0.5, method: "radau5", rtol: 1e-8 },
  });
  close(
    solution.of("twice"),
    solution.of("x").map((x) => 2 * x),
    1e-9,
  );
});

test("a joint has the multipliers of all rows that it made, in the order of its rows, whatever their names", () => {
  const hinged = {
    taut: 1,
    bodies: { arm: { mass: 1, inertia: [1, 2, 3], at: [0.5, 0, 0] } },
    joints: [{ hinge: { name: "pivot", between: ["world", "arm"], at: [0, 0, 0], axis: [0, 1, 0] } }],
    elements: [{ gravity: [0, 0, -9.81] }],
    outputs: { carried: "lambda(pivot)", force: "reaction(pivot, arm)" },
    run: { until: 0.2, every: 0.1, rtol: 1e-8 },
  };
  const solution = run(hinged);
  const rows = ["pivot_x", "pivot_y", "pivot_z", "pivot axis u", "pivot axis w"];
  rows.forEach((name, k) => {
    expect(solution.of(`carried_${k + 1}`)).toEqual(solution.multiplier(name));
  });
  expect(solution.of("force_z")[0]).not.toBe(0);
});

test("constraints whose names only end as those of components do are not parts of another one", () => {
  const separate = (outputs: Record<string, string>) => ({
    taut: 1,
    points: { bob: { mass: 1, at: [1, 0, 0] } },
    constraints: { "bar turn": "norm(bob) - 1", pin_y: "y(bob)" },
    elements: [{ gravity: [0, 0, -9.81] }],
    outputs,
    run: { until: 0.1, rtol: 1e-8 },
  });
  expect(run(separate({ one: "lambda(pin_y)" })).status).toBe("ok");
  expect(() => run(separate({ one: "lambda(pin)" }))).toThrow(/there is no constraint "pin"/);
  expect(() => run(separate({ one: "reaction(bar, bob)" }))).toThrow(/there is no constraint "bar"/);
});

/** `taut sweep`: threads, --resume, shares and mistakes. The tables have the same bytes however the runs were done. */

import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, test } from "vitest";
import { bash, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();

const model = {
  taut: 1,
  name: "Double pendulum let go",
  parameters: { alpha: 1, beta: 0.5, m: 1 },
  points: {
    a: { mass: "m", at: ["sin(alpha)", "-cos(alpha)"] },
    b: { mass: 1, at: ["sin(alpha) + sin(beta)", "-cos(alpha) - cos(beta)"] },
  },
  elements: [
    { rod: { between: ["origin", "a"], length: 1 } },
    { rod: { between: ["a", "b"], length: 1 } },
    { gravity: [0, -9.81] },
  ],
  run: { until: 0.5 },
};
const study = {
  study: 1,
  name: "Swings",
  model,
  vary: { m: [1, 2], alpha: { from: 0.1, to: 1.5, count: 12 } },
  replicas: 2,
  keep: { observables: { tip: { of: "b_y", histogram: { from: -2, to: 0, bins: 8 } } } },
};
const swings = file("swings.json", JSON.stringify(study));
const tables = ["runs.parquet", "ensembles.parquet", "histograms.parquet", "report.html", "manifest.json"];
const bytes = (folder: string) => tables.map((name) => readFileSync(path(join(folder, name))).toString("base64"));
const rowsOf = async (folder: string) =>
  parquetReadObjects({ file: await asyncBufferFromFile(path(join(folder, "runs.parquet"))) });

describe("a sweep", () => {
  beforeAll(async () => {
    const { code, stderr } = await taut(["sweep", swings, "--out", path("whole"), "--threads", "1"]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("writes a table with a row for each run, a report and a manifest", async () => {
    const rows = await rowsOf("whole");
    expect(rows).toHaveLength(48);
    expect(rows[47]).toMatchObject({ run: 47, status: "ok", message: "", m: 2, alpha: 1.5 });
    expect(new Set(rows.map((row) => row.hash)).size).toBe(48);
    expect(JSON.parse(readFileSync(path("whole/manifest.json"), "utf8"))).toMatchObject({
      runs: 48,
      status: { ok: 48 },
      missing: null,
    });
    expect(readFileSync(path("whole/report.html"), "utf8")).toContain("Distribution of tip");
  });

  test("has the same bytes on one thread, on two, and in shares merged from two folders", async () => {
    const outcomes = await tautBatch([
      ["sweep", swings, "--out", path("two"), "--threads", "2", "--json"],
      ["sweep", swings, "--out", path("shares"), "--threads", "1", "--shard", "2/2"],
      ["sweep", swings, "--out", path("other"), "--threads", "1", "--shard", "1/2"],
      ["sweep", path("shares"), "--merge"],
      ["sweep", path("shares"), "--merge", path("other")],
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 5, 0]);
    expect(JSON.parse(outcomes[0].stdout)).toMatchObject({ runs: 48, status: { ok: 48 }, missing: [] });
    expect(outcomes[3].stderr).toMatch(/Incomplete: 24 of 48 runs are missing \(0, 2, 4,/);
    for (const folder of ["two", "shares"]) expect(bytes(folder)).toEqual(bytes("whole"));
  });

  test("of runs in a heat bath has the same bytes on one thread and on two", async () => {
    const run = {
      method: { name: "langevin", kT: 0.5, thermal: true },
      step: 0.01,
      until: 2,
      observables: { T: { temperature: "all" } },
    };
    const baths = file("baths.json", JSON.stringify({ study: 1, model: { ...model, run }, replicas: 12, seed: 3 }));
    const outcomes = await tautBatch(
      ["1", "2"].map((threads) => ["sweep", baths, "--out", path(`bath-${threads}`), "--threads", threads]),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    const [one, two] = ["1", "2"].map((threads) =>
      readFileSync(path(`bath-${threads}/runs.parquet`)).toString("base64"),
    );
    expect(two).toBe(one);
    const rows = await rowsOf("bath-2");
    expect(new Set(rows.map((row) => row["T mean"])).size).toBe(12);
  });

  test("lists its runs without running them", async () => {
    const [text, json] = await tautBatch([
      ["sweep", swings, "--dry-run"],
      ["sweep", swings, "--dry-run", "--json"],
    ]);
    expect(text.stdout.split("\n")).toHaveLength(49);
    const runs = json.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const rows = await rowsOf("whole");
    expect(runs.map(({ hash }) => hash)).toEqual(rows.map(({ hash }) => hash));
    expect(text.stdout).toContain(`0  ${runs[0].hash.slice(0, 16)}  m = 1, alpha = 0.1, seed = `);
  });

  test("refuses a folder that already holds a sweep, and --resume without one", async () => {
    const [again, missing] = await tautBatch([
      ["sweep", swings, "--out", path("whole")],
      ["sweep", swings, "--out", path("nowhere"), "--resume"],
    ]);
    expect([again.code, missing.code]).toEqual([2, 2]);
    expect(again.stderr).toContain("already holds a sweep. Continue it with --resume");
    expect(missing.stderr).toContain("holds no sweep");
  });

  test("repeats only runs whose parts are damaged, and ends with the same bytes", async () => {
    const copy = await bash('cp -r "$1" "$2"', path("whole"), path("damaged"));
    expect(copy.code).toBe(0);
    const parts = readdirSync(path("damaged/parts"));
    truncateSync(path(join("damaged/parts", parts[0])), 100);
    writeFileSync(path(join("damaged/parts", parts[1])), "");
    const [seen, resumed] = await tautBatch([
      ["sweep", path("damaged"), "--merge"],
      ["sweep", path("damaged"), "--resume", "--threads", "1"],
    ]);
    expect(seen.code).toBe(5);
    expect(seen.stderr).toMatch(
      /Damaged parts in .* were not counted: .*\nIncomplete: \d+ of 48 runs are missing \([\d, -]+\)\. Continue with: taut sweep/,
    );
    expect(resumed.code).toBe(0);
    expect(bytes("damaged")).toEqual(bytes("whole"));
  });

  test("that is extended does not repeat the runs it has", async () => {
    const longer = file(
      "longer.json",
      JSON.stringify({ ...study, replicas: undefined, vary: { ...study.vary, m: [1] } }),
    );
    const longest = file(
      "longest.json",
      JSON.stringify({ ...study, replicas: undefined, vary: { ...study.vary, m: [3, 1] } }),
    );
    const [first, second] = await tautBatch([
      ["sweep", longer, "--out", path("extended"), "--threads", "1"],
      ["sweep", longest, "--out", path("extended"), "--threads", "1", "--resume"],
    ]);
    expect([first.code, second.code]).toEqual([0, 0]);
    const names = readdirSync(path("extended/parts"));
    const runs = names.map((name) => Number(/-(\d+)\.part$/.exec(name)![1]));
    expect(runs.reduce((a, b) => a + b)).toBe(24);
    expect(await rowsOf("extended")).toHaveLength(24);
  });
});

describe.skipIf(process.platform === "win32")("an interrupted sweep", () => {
  test("leaves checkpoints, says what is missing, and continues to the same bytes", async () => {
    const list = [0.1, 150_000].map((until) => ({ "run.until": until }));
    const long = file("long.json", JSON.stringify({ ...study, replicas: undefined, vary: undefined, list }));
    // the first run writes its part at once; soon after that the second run is under way, even on a busy machine
    const interrupt = (pid: number): void => {
      const timer = setInterval(() => {
        if (!existsSync(path("stopped/parts")) || readdirSync(path("stopped/parts")).length === 0) return;
        clearInterval(timer);
        setTimeout(() => process.kill(pid, "SIGINT"), 300);
      }, 20);
    };
    const stopped = await taut(["sweep", long, "--out", path("stopped"), "--threads", "1"], interrupt);
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(
      /^Interrupted: 1 of 2 runs are missing \(1\)\. Continue with: taut sweep .*stopped --resume\n$/,
    );
    expect(readdirSync(path("stopped/checkpoints"))).toHaveLength(1);
    const [resumed, whole] = await tautBatch([
      ["sweep", path("stopped"), "--resume", "--threads", "1"],
      ["sweep", long, "--out", path("unbroken"), "--threads", "1"],
    ]);
    expect([resumed.code, whole.code]).toEqual([0, 0]);
    const read = (folder: string) => readFileSync(path(join(folder, "runs.parquet"))).toString("base64");
    expect(read("stopped")).toBe(read("unbroken"));
    expect(readdirSync(path("stopped/checkpoints"))).toEqual([]);
  });
});

describe("a study with mistakes", () => {
  test("is refused with a clear message, before anything is written", async () => {
    const wrong = (name: string, data: object) => file(name, JSON.stringify({ ...study, ...data }));
    const outcomes = await tautBatch(
      [
        wrong("unknown.json", { vary: { alfa: [1] } }),
        wrong("empty.json", { vary: { alpha: [] } }),
        wrong("many.json", { replicas: 1e9 }),
        wrong("observable.json", { keep: { observables: { tip: "c_y" } } }),
        wrong("method.json", { run: { method: "rkk4" } }),
        wrong("model.json", { model: "nowhere.yaml" }),
        file("text.yaml", "study: [1"),
        path("nowhere.yaml"),
      ].map((study) => ["sweep", study, "--out", path("refused")]),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([3, 3, 3, 3, 3, 2, 3, 2]);
    const sentences = outcomes.map(({ stderr }) => stderr);
    expect(sentences[0]).toContain('vary.alfa: the model has no parameter "alfa". Did you mean "alpha"?');
    expect(sentences[1]).toContain("vary.alpha: the list is empty");
    expect(sentences[2]).toMatch(/study: a study must not have more than 1000000 runs; this one has \d+/);
    expect(sentences[3]).toContain("keep.observables.tip:");
    expect(sentences[4]).toContain('Did you mean "rk4"?');
    for (const text of sentences) expect(text).not.toMatch(/at .*:\d+:\d+\)|internal error/);
    expect(existsSync(path("refused"))).toBe(false);
  });

  test("that fails for half of its runs keeps the other half, and ends with code 5", async () => {
    const half = file(
      "half.json",
      JSON.stringify({
        study: 1,
        model: {
          taut: 1,
          parameters: { k: 1 },
          coordinates: { x: 1 },
          mass: 1,
          force: { x: "log(k - x^2/4)" },
          run: { until: 3, maxSteps: 2000 },
        },
        vary: { k: { from: -4.75, to: 5.25, count: 20 } },
      }),
    );
    const { code, stdout, stderr } = await taut(["sweep", half, "--out", path("half"), "--json", "--threads", "1"]);
    expect([code, stderr]).toEqual([5, ""]);
    const { status } = JSON.parse(stdout);
    expect(status.ok).toBeGreaterThan(0);
    expect(status.ok).toBeLessThan(20);
    const rows = await rowsOf("half");
    expect(rows).toHaveLength(20);
    for (const row of rows) expect(row.message === "").toBe(row.status === "ok");
    expect(readFileSync(path("half/report.html"), "utf8")).toContain("Runs that failed");
    const none = await taut([
      "sweep",
      file("none.json", JSON.stringify({ ...JSON.parse(readFileSync(half, "utf8")), vary: { k: [-1, -2] } })),
      "--out",
      path("none"),
    ]);
    expect(none.code).toBe(3);
  });
});

describe.skipIf(process.platform === "win32")("a disk that is full", () => {
  test("loses no finished run: the command says what is missing, and --resume completes the sweep", async () => {
    // a limit on the size of files simulates a full disk: writes beyond it fail half way
    const tight = await bash('ulimit -f 4; taut sweep "$1" --out "$2" --threads 1', swings, path("full"));
    expect(tight.code).toBe(5);
    expect(tight.stderr).toMatch(/nothing can be written there: the file would be larger than the system allows/);
    expect(tight.stderr).toMatch(/runs are missing|All runs are finished/);
    expect(readdirSync(path("full")).filter((name) => name.startsWith("."))).toEqual([]);
    const resumed = await taut(["sweep", path("full"), "--resume", "--threads", "1"]);
    expect(resumed.code).toBe(0);
    expect(bytes("full")).toEqual(bytes("whole"));
  });
});

/** The result folder of `--out` is complete, reproducible and self-contained, and never replaces files unasked. */

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, test } from "vitest";
import { bash, gallery, type Outcome, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path } = temporaryFolder();
const read = (folder: string, name: string): string => readFileSync(path(join(folder, name)), "utf8");
const manifest = (folder: string): Record<string, unknown> => JSON.parse(read(folder, "manifest.json"));
const listed = (folder: string): string[] => readdirSync(path(folder)).sort();

const pendulum = gallery("pendulum");
const model = ["--set", "l=2", "--until", "3", "--rtol", "1e-9", "--every", "0.5"];

describe("a result", () => {
  let outcomes: readonly Outcome[] = [];
  const formats = ["parquet", "csv", "npz"];
  beforeAll(async () => {
    outcomes = await tautBatch([
      ...formats.map((format) => ["run", pendulum, ...model, "--out", path(format), "--format", format, "--json"]),
      ["run", pendulum, ...model.slice(0, -2), "--json"],
      ["run", path("csv/model.json"), "--json", "--out", path("again"), "--format", "csv"],
      ["run", path("csv/model.json"), "--json"],
      ["run", gallery("bungee"), "--out", path("bungee")],
      ["run", gallery("kepler"), "--out", path("kepler"), "--max-steps", "20"],
    ]);
  });

  test("holds the manifest, the model, the report and the trajectory, and nothing else", () => {
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0, 4]);
    for (const format of formats) {
      const files = ["manifest.json", "model.json", "report.html", `trajectory.${format}`];
      expect(listed(format)).toEqual(files);
      expect([...Object.keys(manifest(format).files as object), "manifest.json"].sort()).toEqual(files);
    }
    expect(listed("kepler")).toContain("report.html");
    expect(manifest("kepler")).toMatchObject({ status: "max-steps", message: expect.stringContaining("the limit") });
  });

  test("records version, hash, settings, choice, status, work and ledger in its manifest", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(manifest("csv")).toMatchObject({
      taut: version,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      model: "Pendulum",
      parameters: { l: 2 },
      settings: { until: 3, rtol: 1e-9, every: 0.5 },
      choice: { formulation: "underlying", method: "dop853", projection: { name: "stabilise", corrections: 1 } },
      status: "ok",
      t: 3,
      stats: JSON.parse(outcomes[1].stdout).stats,
      ledger: JSON.parse(outcomes[1].stdout).ledger,
    });
    const hashes = [...formats, "again"].map((folder) => manifest(folder).hash);
    expect(new Set(hashes).size).toBe(1);
    expect(manifest("bungee").hash).not.toBe(hashes[0]);
  });

  test("can be run again from its model.json, with the same bits and the same files", () => {
    const [first, again, plain] = [1, 4, 5].map((k) => JSON.parse(outcomes[k].stdout));
    expect(again).toEqual({ ...first, out: path("again") });
    for (const key of ["t", "q", "v", "lambda"]) expect(plain[key]).toEqual(first[key]);
    expect(read("again", "trajectory.csv")).toBe(read("csv", "trajectory.csv"));
    expect(JSON.parse(read("again", "model.json"))).toEqual(JSON.parse(read("csv", "model.json")));
  });

  test("has the same final bits with and without a folder", () => {
    const [kept, plain] = [0, 3].map((k) => JSON.parse(outcomes[k].stdout));
    for (const key of ["t", "q", "v", "lambda"]) expect(plain[key]).toEqual(kept[key]);
    expect([plain.out, kept.out]).toEqual([null, path("parquet")]);
  });

  test("holds the same numbers in all three formats", async () => {
    const [header, ...lines] = read("csv", "trajectory.csv").trim().split("\n");
    const names = header.split(",");
    const rows = lines.map((line) => line.split(",").map(Number));
    expect(names.slice(0, 6)).toEqual(["t", "bob_x", "bob_y", "bob_x'", "bob_y'", "lambda rod"]);
    expect(rows.map(([t]) => t)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
    const { q, v, lambda } = JSON.parse(outcomes[1].stdout);
    expect(rows[6].slice(1, 6)).toEqual([...q, ...v, ...lambda]);

    const parquet = readFileSync(path("parquet/trajectory.parquet"));
    const objects = await parquetReadObjects({ file: Uint8Array.from(parquet).buffer });
    expect(objects.map((row) => names.map((name) => row[name]))).toEqual(rows);

    const arrays = unzipSync(readFileSync(path("npz/trajectory.npz")));
    expect(Object.keys(arrays)).toEqual(names.map((name) => `${name}.npy`));
    const column = (name: string): number[] => {
      const bytes = arrays[`${name}.npy`];
      return Array.from(new Float64Array(bytes.slice(bytes.length - 8 * rows.length).buffer));
    };
    expect(names.map(column)).toEqual(names.map((_, k) => rows.map((row) => row[k])));
  });

  test.each(["csv", "bungee", "kepler"])("has a report that refers to nothing outside itself: %s", (folder) => {
    const html = read(folder, "report.html");
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)\s*=/i);
    expect(html).not.toMatch(/url\(|@import|fetch\(|XMLHttpRequest/i);
    const addresses = html.match(/https?:\/\/[^"'\s<)]+/g) ?? [];
    expect(addresses.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
  });
});

describe("an existing folder", () => {
  test("is replaced only with --force, and then nothing of the old result remains", async () => {
    const run = ["run", pendulum, "--until", "1", "--out", path("twice")];
    const [first, second, third] = await tautBatch([
      [...run, "--format", "csv"],
      run,
      [...run, "--force", "--until", "2"],
    ]);
    expect([first.code, second.code, third.code]).toEqual([0, 2, 0]);
    expect(second.stderr).toMatch(/^--out: ".*twice" already holds a result \(manifest\.json\)\. .*--force/);
    expect(second.stdout).toBe("");
    expect(listed("twice")).toEqual(["manifest.json", "model.json", "report.html", "trajectory.parquet"]);
    expect(manifest("twice").t).toBe(2);
  });

  test("is not touched if it holds a model.json of the user's own", async () => {
    mkdirSync(path("own"));
    writeFileSync(path("own/model.json"), "mine");
    const { code, stderr } = await taut(["run", pendulum, "--out", path("own")]);
    expect(code).toBe(2);
    expect(stderr).toContain("model.json");
    expect([listed("own"), read("own", "model.json")]).toEqual([["model.json"], "mine"]);
  });

  // a limit on the size of files simulates a disk that fills up
  test.skipIf(process.platform === "win32")(
    "stays as it is when the disk is full, and the result is printed",
    async () => {
      await taut(["run", pendulum, "--until", "1", "--out", path("full")]);
      cpSync(path("full"), path("before"), { recursive: true });
      const { code, stdout, stderr } = await bash(
        'ulimit -f 2; taut run "$1" --out "$2" --force --json',
        pendulum,
        path("full"),
      );
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /full: nothing can be written there: the file would be larger than the system allows\.\n$/,
      );
      expect(JSON.parse(stdout)).toMatchObject({ status: "ok", t: 10, out: null });
      expect(listed("full")).toEqual(listed("before"));
      for (const name of listed("full"))
        expect(readFileSync(path(`full/${name}`))).toEqual(readFileSync(path(`before/${name}`)));
    },
  );

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)("is refused if it is read-only", async () => {
    mkdirSync(path("read-only"), { mode: 0o555 });
    const { code, stdout, stderr } = await taut(["run", pendulum, "--out", path("read-only")]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^--out: ".*read-only" cannot be used: permission is denied/);
  });
});

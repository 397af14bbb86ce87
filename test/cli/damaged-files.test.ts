/** Damaged files: `--from` refuses them, `taut check` finds them, and a sweep repeats the runs that they belong to. */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { RandomStream } from "../../src/random/index.js";
import { gallery, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const planet = ["run", gallery("kepler"), "--method", "rk4", "--project", "none", "--step", "0.015625"];
const from = (name: string) => [...planet, "--until", "1", "--json", "--from", name];
const formats = ["parquet", "csv", "npz", "xyz"] as const;
const random = new RandomStream(4);
const below = (n: number) => Math.floor(random.uniform() * n);

const atoms = `
taut: 1
units: kJ/mol-nm-amu
points:
  Ar: { repeat: 2, mass: 39.948, at: [0.4*i, 0, 0], velocity: [0.1*i, 0.05, 0], sigma: 0.3405, epsilon: 0.99 }
elements: [{ lennard-jones: {} }]
run: { method: verlet, step: 0.001, until: 0.05 }
`;
const study = {
  study: 1,
  model: {
    taut: 1,
    parameters: { alpha: 1 },
    points: { a: { mass: 1, at: ["sin(alpha)", "-cos(alpha)"] } },
    elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -9.81] }],
    run: { until: 2, every: 0.1 },
  },
  vary: { alpha: { from: 0.1, to: 1.5, count: 6 } },
  keep: { trajectory: "npz" },
};

const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[at] ^= 1 + below(255);
  return copy;
};

beforeAll(async () => {
  const dimer = file("dimer.yaml", atoms);
  const outcomes = await tautBatch([
    ...formats
      .slice(0, 3)
      .map((format) => [...planet, "--until", "0.5", "--every", "0.1", "--out", path(format), "--format", format]),
    ["run", dimer, "--until", "0.02", "--every", "0.01", "--out", path("xyz"), "--format", "xyz"],
  ]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
}, patience(60_000));

describe("taut run --from", { timeout: patience(120_000) }, () => {
  test.each([
    ["parquet", 120],
    ["npz", 60],
  ] as const)(
    "refuses a lone %s file with a false byte, wherever it is, or cut off anywhere",
    async (format, count) => {
      const bytes = readFileSync(path(`${format}/trajectory.${format}`));
      const damaged = Array.from({ length: count }, (_, k) =>
        k % 4 === 3
          ? bytes.subarray(0, below(bytes.length))
          : flipped(bytes, k % 2 ? below(bytes.length) : bytes.length - 1 - below(500)),
      );
      const files = damaged.map((content, k) => file(`lone-${k}.${format}`, content));
      const outcomes = await tautBatch(files.map(from));
      const original = await taut(from(file(`lone-whole.${format}`, bytes)));
      expect(original.code).toBe(0);
      for (const { code, stdout, stderr } of outcomes) {
        // fields of an archive that carry no data (times, versions) may differ; then the state is that of the file
        if (format === "npz" && code === 0) expect(stdout).toBe(original.stdout);
        else {
          expect([code, stdout]).toEqual([2, ""]);
          expect(stderr).toMatch(/^--from: ".*" cannot be read as a trajectory of taut: /);
        }
      }
      const refused = outcomes.filter(({ code }) => code === 2).length;
      expect(refused).toBeGreaterThan(0.5 * count);
    },
  );

  test("refuses CSV that is cut off, has short rows, or texts instead of numbers", async () => {
    const text = readFileSync(path("csv/trajectory.csv"), "utf8");
    const lines = text.trimEnd().split("\n");
    const last = lines.at(-1)!;
    const short = (k: number) => [...lines.slice(0, k), lines[k].split(",").slice(1).join(","), ...lines.slice(k + 1)];
    const damaged = [
      ...Array.from({ length: 20 }, (_, k) => text.slice(0, text.length - 2 - k)),
      `${short(2).join("\n")}\n`,
      `${short(lines.length - 1).join("\n")}\n`,
      `${lines.slice(0, -1).join("\n")}\n${last.replace(",", ",,")}\n`,
      `${lines.slice(0, -1).join("\n")}\n${last.replace(/\d\./, "x.")}\n`,
      `${lines.slice(0, -1).join("\n")}\n${last.replace(/,[^,]*/, ",0x10")}\n`,
      "",
      "\n",
    ];
    const files = damaged.map((content, k) => file(`lone-${k}.csv`, content));
    const outcomes = await tautBatch(files.map(from));
    for (const { code, stdout, stderr } of outcomes) {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^--from: ".*" cannot be read as a trajectory of taut: /);
    }
  });

  test("refuses a file of atoms that is cut off within its last number", async () => {
    const text = readFileSync(path("xyz/trajectory.xyz"), "utf8");
    const cut = [3, 5].map((k) => file(`cut-${k}.xyz`, text.slice(0, -k)));
    const outcomes = await tautBatch(cut.map((name) => ["run", path("dimer.yaml"), "--from", name]));
    for (const { code, stderr } of outcomes) {
      expect(code).toBe(2);
      expect(stderr).toContain("the last line must have an end");
    }
  });

  test("refuses a trajectory that is not the one of the manifest beside it, and a damaged manifest", async () => {
    cpSync(path("csv"), path("changed"), { recursive: true });
    const text = readFileSync(path("csv/trajectory.csv"), "utf8");
    writeFileSync(
      path("changed/trajectory.csv"),
      text.replace(/\d(?=\n$)/, (digit) => String((Number(digit) + 1) % 10)),
    );
    cpSync(path("csv"), path("rotten"), { recursive: true });
    const manifest = readFileSync(path("csv/manifest.json"), "utf8");
    writeFileSync(path("rotten/manifest.json"), manifest.replace('"status": "ok"', '"status": "OK"'));
    const [changed, rotten, sound] = await tautBatch([from(path("changed")), from(path("rotten")), from(path("csv"))]);
    expect([changed.code, rotten.code, sound.code]).toEqual([2, 2, 0]);
    expect(changed.stderr).toContain("must be as it was written, and its digest in manifest.json shows that it is not");
    expect(rotten.stderr).toContain("manifest.json is damaged");
  });
});

describe("taut check", { timeout: patience(120_000) }, () => {
  test("finds a false byte in any file of a result, and a missing file", async () => {
    const names = readdirSync(path("csv"));
    expect(names.length).toBe(4);
    const folders = names.map((name) => {
      cpSync(path("csv"), path(`bad-${name}`), { recursive: true });
      const target = path(join(`bad-${name}`, name));
      const bytes = readFileSync(target);
      writeFileSync(target, flipped(bytes, below(bytes.length)));
      return path(`bad-${name}`);
    });
    cpSync(path("csv"), path("gone"), { recursive: true });
    rmSync(path("gone/model.json"));
    mkdirSync(path("empty"));
    const [sound, gone, empty, ...damaged] = await tautBatch(
      [path("csv"), path("gone"), path("empty"), ...folders].map((folder) => ["check", folder]),
    );
    expect([sound.code, sound.stdout]).toEqual([0, `4 files in ${path("csv")} are as they were written\n`]);
    expect(gone.code).toBe(5);
    expect(gone.stdout).toContain("model.json: missing\n");
    expect(empty.code).toBe(2);
    damaged.forEach(({ code, stdout }, k) => {
      expect(code).toBe(5);
      expect(stdout).toContain(`${names[k]}: damaged\n`);
    });
  });

  test("finds damaged trajectories, parts and tables of a sweep, and --resume repeats them to the same bytes", async () => {
    const swings = file("swings.json", JSON.stringify(study));
    const { code } = await taut(["sweep", swings, "--out", path("swings"), "--threads", "1"]);
    expect(code).toBe(0);
    const trajectories = readdirSync(path("swings/trajectories"));
    const all = [
      ...["runs.parquet", "report.html", "manifest.json"],
      ...trajectories.map((name) => join("trajectories", name)),
    ];
    const contents = () => all.map((name) => readFileSync(path(join("swings", name))).toString("base64"));
    const before = contents();
    const part = join("parts", readdirSync(path("swings/parts"))[0]);
    const hit = [join("trajectories", trajectories[1]), part, "runs.parquet"];
    for (const name of hit) {
      const bytes = readFileSync(path(join("swings", name)));
      writeFileSync(path(join("swings", name)), flipped(bytes, below(bytes.length)));
    }
    rmSync(path(join("swings/trajectories", trajectories[3])));
    const found = await taut(["check", path("swings"), "--json"]);
    expect(found.code).toBe(5);
    const files = JSON.parse(found.stdout).faults.map((fault: { file: string }) => fault.file);
    expect(files).toEqual(expect.arrayContaining([part, "runs.parquet"]));
    const resumed = await taut(["sweep", path("swings"), "--resume", "--threads", "1"]);
    expect(resumed.code).toBe(0);
    expect(contents()).toEqual(before);

    // a trajectory alone, with its part sound
    const name = path(join("swings/trajectories", trajectories[2]));
    writeFileSync(name, flipped(readFileSync(name), 100));
    const again = await taut(["sweep", path("swings"), "--resume", "--threads", "1"]);
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(
      `Trajectories are damaged or missing, and their runs are repeated: ${trajectories[2]}.`,
    );
    expect(contents()).toEqual(before);
    expect((await taut(["check", path("swings")])).code).toBe(0);
  });
});

/**
 * A fault at every write, rename and flush in turn: whatever the disk does, a result folder is whole or can be completed
 * to the same bytes, and the manifest never describes other files.
 */

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { faultOf, readManifest } from "../../src/cli/disk/manifest.js";
import { gallery, type Outcome, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path } = temporaryFolder();
const run = (until: string) => ["run", gallery("pendulum"), "--until", until, "--every", "0.1", "--format", "csv"];
const [older, newer] = [run("0.5"), run("1")];
const names = ["manifest.json", "model.json", "trajectory.csv", "report.html"];
const contents = (folder: string) => names.map((name) => readFileSync(join(folder, name), "utf8"));

interface Faulty {
  readonly args: readonly string[];
  readonly at?: number;
  readonly lasting?: boolean;
}

function onFaultyDisk(commands: readonly Faulty[]): Promise<(Outcome & { readonly operations: number })[]> {
  const script = fileURLToPath(new URL("./fault-batch.mjs", import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more) => {
      text += more;
    });
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`code ${code}`))));
    child.stdin.end(JSON.stringify(commands));
  });
}

/** Whether the folder has a manifest that describes exactly its files. */
function isWhole(folder: string): boolean {
  const manifest = readManifest(folder);
  if (manifest === undefined) return false;
  expect(manifest).not.toBe("damaged");
  if (manifest === "damaged") return false;
  for (const name of Object.keys(manifest.files)) expect(faultOf(folder, manifest, name)).toBeUndefined();
  return true;
}

describe("a fault on the disk", { timeout: patience(180_000) }, () => {
  beforeAll(async () => {
    const outcomes = await tautBatch([
      [...older, "--out", path("older")],
      [...newer, "--out", path("newer")],
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  }, patience(60_000));

  test.each([
    ["a new folder", false],
    ["a folder whose result is replaced", true],
  ])("at every operation, once or for good, leaves %s whole or resumable", async (_, replaces) => {
    const prefix = replaces ? "replaced" : "fresh";
    const command = (folder: string) => [...newer, "--out", folder, ...(replaces ? ["--force"] : [])];
    const prepared = (name: string): string => {
      const folder = path(`${prefix}-${name}`);
      if (replaces) cpSync(path("older"), folder, { recursive: true });
      return folder;
    };
    const [{ operations, code }] = await onFaultyDisk([{ args: command(prepared("whole")) }]);
    expect(code).toBe(0);
    expect(operations).toBeGreaterThan(20);
    const cases = [true, false].flatMap((lasting) =>
      Array.from({ length: operations }, (_, at) => ({ at, lasting, folder: prepared(`${at}-${lasting}`) })),
    );
    const outcomes = await onFaultyDisk(
      cases.map(({ at, lasting, folder }) => ({ args: command(folder), at, lasting })),
    );
    const [old, wanted] = [contents(path("older")), contents(path("newer"))];
    const next: { folder: string; args: readonly string[] }[] = [];
    outcomes.forEach(({ code, stderr }, k) => {
      const { folder } = cases[k];
      expect(stderr).not.toContain("internal error");
      const whole = existsSync(folder) && isWhole(folder);
      if (whole) expect([old, wanted]).toContainEqual(contents(folder));
      if (code === 0) expect([whole, contents(folder)]).toEqual([true, wanted]);
      const isResumable =
        existsSync(join(folder, "checkpoint.bin")) || existsSync(join(folder, "checkpoint.previous.bin"));
      const isUntouched = !existsSync(folder) || (!replaces && names.every((name) => !existsSync(join(folder, name))));
      expect([folder, whole || isResumable || isUntouched]).toEqual([folder, true]);
      if (isResumable) next.push({ folder, args: [...newer, "--resume", folder] });
      else if (isUntouched) next.push({ folder, args: [...newer, "--out", folder] });
    });
    // what is not whole is completed by the command that the messages name, and the files are those of an undisturbed run
    expect(next.length).toBeGreaterThan(10);
    const completed = await tautBatch(next.map(({ args }) => args));
    completed.forEach(({ code, stderr }, k) => {
      expect([code, stderr.replace(/^The checkpoint .*\n/, "")]).toEqual([0, ""]);
      expect(contents(next[k].folder)).toEqual(wanted);
      expect(readdirSync(next[k].folder).sort()).toEqual([...names].sort());
    });
  });
});

describe("a folder in use", () => {
  test("is refused to a second run, and the lock of a dead process is recognised", async () => {
    mkdirSync(path("locked"));
    const lock = (owner: object): void => writeFileSync(path("locked/.taut.lock"), JSON.stringify(owner));
    const child = spawn(process.execPath, ["-e", ""]);
    const dead = child.pid!;
    await new Promise((done) => child.once("exit", done));

    lock({ host: "elsewhere", pid: 1, started: "" });
    const other = await taut([...newer, "--out", path("locked")]);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain("is in use by process 1 on elsewhere, and a folder can have only one writer");
    lock({ host: hostname(), pid: dead, started: "" });
    const first = await taut([...newer, "--out", path("locked")]);
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(existsSync(path("locked/.taut.lock"))).toBe(false);
    // the number of the dead process was given to a new one, which did not start at the time in the lock
    if (process.platform !== "linux") return;
    lock({ host: hostname(), pid: process.pid, started: "another boot 1" });
    const second = await taut([...newer, "--out", path("locked"), "--force"]);
    expect([second.code, second.stderr]).toEqual([0, ""]);
  });

  test("has one writer when two runs begin at the same time", async () => {
    const both = await Promise.all([0, 1].map(() => taut([...run("300"), "--out", path("contested")])));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
    expect(both.find(({ code }) => code === 2)?.stderr).toMatch(/^--out: ".*" (is in use by|already holds)/);
    expect(isWhole(path("contested"))).toBe(true);
  });

  test("has one writer when two sweeps of different studies begin at the same time", async () => {
    const study = (count: number) => ({
      study: 1,
      model: gallery("pendulum"),
      run: { until: 20 },
      vary: { "run.rtol": { from: 1e-9, to: 1e-8, count } },
    });
    const files = [200, 201].map((count) => {
      writeFileSync(path(`study-${count}.json`), JSON.stringify(study(count)));
      return path(`study-${count}.json`);
    });
    const both = await Promise.all(
      files.map((name) => taut(["sweep", name, "--out", path("swept"), "--threads", "1", "--json"])),
    );
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
    const winner = both.find(({ code }) => code === 0)!;
    const { runs, status } = JSON.parse(winner.stdout);
    expect(status).toEqual({ ok: runs });
    expect(isWhole(path("swept"))).toBe(true);
  });
});

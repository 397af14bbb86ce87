/**
 * Disks that fill up, write too little or fail late: finished runs are kept, the command says what is missing, and
 * `--resume` completes the sweep.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { bash, type Outcome, taut, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();

const study = {
  study: 1,
  name: "Swings on a small disk",
  model: {
    taut: 1,
    parameters: { alpha: 1 },
    points: { a: { mass: 1, at: ["sin(alpha)", "-cos(alpha)"] } },
    elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -9.81] }],
    run: { until: 2, every: 0.02 },
  },
  vary: { alpha: { from: 0.1, to: 1.5, count: 24 } },
  replicas: 2,
  keep: { trajectory: "npz", observables: { tip: { of: "a_y", histogram: { from: -1, to: 0, bins: 8 } } } },
};
const swings = file("swings.json", JSON.stringify(study));
/** Every result file except the parts, whose division depends on timing. */
const contents = (folder: string): Record<string, string> => {
  const names = [
    ...readdirSync(path(folder)).filter((name) => /\.(parquet|html|json)$/.test(name)),
    ...readdirSync(path(join(folder, "trajectories"))).map((name) => join("trajectories", name)),
  ];
  return Object.fromEntries(names.map((name) => [name, readFileSync(path(join(folder, name))).toString("base64")]));
};
const faulty = fileURLToPath(new URL("./faulty-disk.cjs", import.meta.url));
const sweepOn = (disk: string, folder: string) =>
  bash(
    'NODE_OPTIONS="--require $1" TAUT_TEST_DISK="$2" taut sweep "$3" --out "$4" --threads 2',
    faulty,
    disk,
    swings,
    path(folder),
  );

/** Checks that no half-written file is left, and that the command says how to continue. */
function expectSaid({ code, stderr }: Outcome, folder: string): void {
  expect(code).toBe(5);
  expect(stderr).toContain("nothing can be written there: the disk is full.");
  expect(stderr).toMatch(
    /Incomplete: \d+ of 48 runs are missing \([\d, -]+( and \d+ more)?\)\. (Continue with: taut sweep \S+ --resume|Nothing could be begun: run the same command again\.)|All runs are finished and saved in \S+\/parts\. Write the tables with: taut sweep \S+ --merge/,
  );
  for (const inner of [".", "parts", "trajectories"])
    expect(readdirSync(path(join(folder, inner))).filter((name) => name.startsWith("."))).toEqual([]);
}

async function expectResumed(folder: string): Promise<void> {
  // a disk that was full from the start holds no study, and the sweep begins again
  const again = existsSync(path(join(folder, "study.json")))
    ? [path(folder), "--resume"]
    : [swings, "--out", path(folder)];
  const { code, stderr } = await taut(["sweep", ...again, "--threads", "2"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(contents(folder)).toEqual(contents("whole"));
}

beforeAll(async () => {
  const { code, stderr } = await taut(["sweep", swings, "--out", path("whole"), "--threads", "2"]);
  expect([code, stderr]).toEqual([0, ""]);
}, patience(60_000));

describe.skipIf(process.platform === "win32")("an injected fault", { timeout: patience(120_000) }, () => {
  test("writes that accept only half of the bytes do not change the results", async () => {
    const { code, stderr } = await sweepOn("short", "short");
    expect([code, stderr]).toEqual([0, ""]);
    expect(contents("short")).toEqual(contents("whole"));
  });

  test.each([
    ["when the sweep has begun", "full:2000", /Incomplete: 48 of 48 runs are missing \(0-47\)/],
    ["when some runs are done", "full:150000", /Incomplete: \d\d? of 48 runs are missing/],
    ["in the middle of a table", "tables:5000", /All runs are finished/],
  ])("a disk that is full %s loses no finished run", async (_, disk, said) => {
    const folder = disk.replace(":", "-");
    const outcome = await sweepOn(disk, folder);
    expectSaid(outcome, folder);
    expect(outcome.stderr).toMatch(said);
    await expectResumed(folder);
  });

  test("a disk that is full from the first byte is refused, and the same command works when there is room", async () => {
    const { code, stdout, stderr } = await sweepOn("full:0", "full-0");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(`--out: "${path("full-0")}" cannot be used: the disk is full. Choose another folder.\n`);
    await expectResumed("full-0");
  });

  test("a disk that reports the error only when it is flushed loses no finished run", async () => {
    expectSaid(await sweepOn("late:0", "late"), "late");
    await expectResumed("late");
  });
});

/** A real small file system, where mounting is allowed. */
const mounted = path("mounted");
mkdirSync(mounted);
const mount = (...args: readonly string[]): boolean => spawnSync("mount", args, { stdio: "ignore" }).status === 0;
const canMount = process.platform === "linux" && mount("-t", "tmpfs", "-o", "size=160k", "tmpfs", mounted);
afterAll(() => {
  if (canMount) spawnSync("umount", ["-l", mounted]);
});

describe.skipIf(!canMount)(
  canMount ? "a small file system" : "a small file system (skipped: mounting is not allowed here)",
  { timeout: patience(120_000) },
  () => {
    test("that fills up loses no finished run, and the sweep continues when it is enlarged", async () => {
      const folder = "mounted/swings";
      expectSaid(await taut(["sweep", swings, "--out", path(folder), "--threads", "2"]), folder);
      expect(mount("-o", "remount,size=16m", mounted)).toBe(true);
      await expectResumed(folder);
    });
  },
);

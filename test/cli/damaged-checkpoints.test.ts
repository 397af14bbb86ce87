/** Damaged checkpoints are refused, or replaced by the one before; none of them leads to another trajectory. */

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { RandomStream } from "../../src/random/index.js";
import { gallery, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const model = gallery("double-pendulum");
// the method is given, because the choice of one depends on the end of the run, and that on how far it came before it was stopped
const options = ["--every", "1000", "--method", "dop853", "--json"];
const run = (until: string, ...args: readonly string[]) => ["run", model, ...options, "--until", until, ...args];
const names = ["manifest.json", "model.json", "trajectory.parquet", "report.html"];
const contents = (folder: string) => names.map((name) => readFileSync(path(join(folder, name))).toString("base64"));

/** Copies of the bytes with a flipped bit, a false byte, a cut, something added, a piece of zeros or exchanged pieces. */
function damaged(bytes: Uint8Array, count: number): Uint8Array[] {
  const random = new RandomStream(1);
  const below = (n: number) => Math.floor(random.uniform() * n);
  return Array.from({ length: count }, (_, k) => {
    const copy = Uint8Array.from(bytes);
    const at = below(bytes.length);
    const kinds = [
      () => {
        copy[at] ^= 1 << below(8);
        return copy;
      },
      () => {
        copy[at] ^= 1 + below(255);
        return copy;
      },
      () => copy.subarray(0, at),
      () => Uint8Array.of(...copy, below(256)),
      () => {
        const length = 1 + below(64);
        const isZero = copy.subarray(at, at + length).every((value) => value === 0);
        copy.fill(isZero ? 1 : 0, at, at + length);
        return copy;
      },
      () => Uint8Array.of(...copy.subarray(at), ...copy.subarray(0, at)).subarray(at === 0 ? 1 : 0),
    ];
    return kinds[k % kinds.length]();
  });
}

describe.skipIf(process.platform === "win32")("a run that was interrupted", { timeout: patience(120_000) }, () => {
  let until = "";

  beforeAll(async () => {
    const stopped = await taut(run("1e8", "--out", path("stopped")), (pid) => {
      const timer = setInterval(() => {
        if (!existsSync(path("stopped"))) return;
        clearInterval(timer);
        setTimeout(() => process.kill(pid, "SIGINT"), 200);
      }, 20);
    });
    expect(stopped.code).toBe(130);
    until = String(Math.ceil(JSON.parse(stopped.stdout).t) + 500);
  }, patience(60_000));

  test("refuses 300 damaged checkpoints with one message, and writes nothing", async () => {
    const whole = readFileSync(path("stopped/checkpoint.bin"));
    const files = damaged(whole, 300).map((bytes, k) => file(`damaged-${k}.bin`, bytes));
    const outcomes = await tautBatch(files.map((name) => run(until, "--resume", name, "--out", path("never"))));
    for (const { code, stdout, stderr } of outcomes) {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(
        /^--resume: ".*" must be an undamaged checkpoint of this version of taut; it is damaged, or another version wrote it\./,
      );
    }
    expect(existsSync(path("never"))).toBe(false);
  });

  test("continues from the checkpoint before a damaged or missing one, says so, and gets the same bits", async () => {
    const [whole] = await tautBatch([run(until, "--out", path("whole"))]);
    expect(whole.code).toBe(0);
    for (const [folder, what] of [
      ["damaged", "is damaged"],
      ["missing", "is missing"],
    ]) {
      cpSync(path("stopped"), path(folder), { recursive: true });
      const newest = path(join(folder, "checkpoint.bin"));
      const bytes = readFileSync(newest);
      writeFileSync(path(join(folder, "checkpoint.previous.bin")), bytes);
      if (folder === "damaged") writeFileSync(newest, bytes.subarray(0, 1000));
      else rmSync(newest);
      const resumed = await taut(run(until, "--resume", path(folder)));
      expect([resumed.code, resumed.stderr]).toEqual([
        0,
        `The checkpoint ${newest} ${what}, so the run continues from the one before it.\n`,
      ]);
      expect(contents(folder)).toEqual(contents("whole"));
      expect(existsSync(newest)).toBe(false);
      expect(existsSync(path(join(folder, "checkpoint.previous.bin")))).toBe(false);
    }
  });

  test("a new run into its folder is refused, and the refusal says how to continue", async () => {
    const [refused] = await tautBatch([run(until, "--out", path("stopped"))]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`Continue it with --resume ${path("stopped")} and the same options`);
  });
});

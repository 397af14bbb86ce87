/** A run or a sweep that is killed continues from its last checkpoint to the same bytes. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { gallery, taut, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const limit = patience(150_000);
/** Minutes. The pauses of a hundred times the cost of a checkpoint remain. */
const often = ["--checkpoint-every", "0.0001"];
const run = ["run", gallery("double-pendulum"), "--until", "20000", "--every", "10", "--format", "csv"];
const names = ["manifest.json", "model.json", "trajectory.csv", "report.html"];
const contents = (folder: string, files: readonly string[]) =>
  files.map((name) => readFileSync(path(join(folder, name))).toString("base64"));

/** Sends the signal when the condition holds. */
const when = (condition: () => boolean, signal: NodeJS.Signals) => (pid: number) => {
  const timer = setInterval(() => {
    if (!condition()) return;
    clearInterval(timer);
    process.kill(pid, signal);
  }, 5);
};

describe.skipIf(process.platform === "win32")("killed", { timeout: 2 * limit }, () => {
  test("a run continues from its checkpoint with every row once, and a new run says how to continue", async () => {
    const whole = await taut([...run, "--out", path("whole")], undefined, limit);
    expect(whole.code).toBe(0);
    for (const [signal, code] of [
      ["SIGKILL", null],
      ["SIGHUP", 130],
    ] as const) {
      const folder = path(signal);
      const begun = () => existsSync(join(folder, "checkpoint.bin"));
      const killed = await taut([...run, ...often, "--out", folder], when(begun, signal), limit);
      expect(killed.code).toBe(code);
      const refused = await taut([...run, "--out", folder]);
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining(`Continue it with --resume ${folder}`),
      ]);
      const resumed = await taut([...run, "--resume", folder], undefined, limit);
      expect([resumed.code, resumed.stderr]).toEqual([0, ""]);
      expect(contents(signal, names)).toEqual(contents("whole", names));
      expect(readdirSync(folder).sort()).toEqual([...names].sort());
    }
  });

  test("a sweep continues its long run from the checkpoint, to the same tables", async () => {
    const study = file(
      "long.json",
      JSON.stringify({
        study: 1,
        model: {
          taut: 1,
          parameters: { alpha: 1 },
          points: { a: { mass: 1, at: ["sin(alpha)", "-cos(alpha)"] } },
          elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -9.81] }],
          run: { until: 20000 },
        },
        vary: { alpha: [1, 1.5] },
      }),
    );
    const tables = ["manifest.json", "runs.parquet", "report.html"];
    const sweep = (folder: string) => ["sweep", study, "--threads", "1", ...often, "--out", path(folder)];
    expect((await taut(sweep("undisturbed"), undefined, limit)).code).toBe(0);
    const checkpoints = () => (existsSync(path("swept/checkpoints")) ? readdirSync(path("swept/checkpoints")) : []);
    const begun = () => checkpoints().some((name) => name.endsWith(".bin") && !name.startsWith("."));
    const killed = await taut(sweep("swept"), when(begun, "SIGKILL"), limit);
    expect(killed.code).toBeNull();
    expect(begun()).toBe(true);
    const resumed = await taut(["sweep", path("swept"), "--resume", "--threads", "1"], undefined, limit);
    expect([resumed.code, resumed.stderr]).toEqual([0, ""]);
    expect(contents("swept", tables)).toEqual(contents("undisturbed", tables));
    expect(checkpoints()).toEqual([]);
  });
});

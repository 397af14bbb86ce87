/** A run that is inside one long step ends at the second Ctrl-C, and its last checkpoint can be continued. */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { readCheckpoint } from "../../src/cli/checkpoint.js";
import { lockFolder } from "../../src/cli/disk/lock.js";
import { root, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
/** Every point attracts every other, so a step of an implicit method factorises a dense matrix: seconds of work. */
const model = `
taut: 1
points:
  bead: { repeat: 400, mass: 1, at: ["cos(2.4*i)*sqrt(i + 1)", "sin(2.4*i)*sqrt(i + 1)", "0.1*sin(i)"] }
elements:
  - gravitation: { constant: 1, softening: 1e-3 }
run: { until: 1000, method: radau5 }
`;
/** Linux says how much a process has worked, which does not depend on other processes. */
const canMeasure = existsSync("/proc/self/stat");
const hasTerminal = spawnSync("script", ["--version"]).status === 0;

/** Processor time (s) of a process; undefined when it has ended. */
function processorTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

test.skipIf(!canMeasure || !hasTerminal)(
  "the second Ctrl-C ends a run within a step, leaves the terminal clean and keeps the last checkpoint",
  { timeout: patience(120_000) },
  async () => {
    const out = path("out");
    const args = ["run", file("dense.yaml", model), "--out", out, "--checkpoint-every", "0.001"];
    const command = [process.execPath, join(root, "bin/taut.js"), ...args].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["-qfec", command, "/dev/null"]);
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    const ended = new Promise<number | null>((done) => child.on("close", done));

    // 1. after the first step there is a checkpoint, and the next step takes seconds
    while (!existsSync(join(out, "checkpoint.bin")) && child.exitCode === null) await wait(20);
    const { pid } = JSON.parse(readFileSync(join(out, ".taut.lock"), "utf8"));
    // between two steps the first Ctrl-C would end the run
    const saved = processorTime(pid) ?? 0;
    while ((processorTime(pid) ?? saved + 1) < saved + 0.3) await wait(20);
    child.stdin.write("\x03");
    await wait(200);
    expect(processorTime(pid), "the first Ctrl-C only asks").toBeDefined();

    // 2. the second Ctrl-C does not wait for the step
    const before = processorTime(pid)!;
    let last = before;
    child.stdin.write("\x03");
    for (let now: number | undefined = before; now !== undefined; now = processorTime(pid)) {
      last = now;
      await wait(20);
    }
    expect(last - before).toBeLessThan(1);
    expect(await ended).toBe(130);

    // 3. the progress bar is gone, and the folder is as after a kill: a checkpoint, no result, a lock of a dead process
    expect(said).toContain("░");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a line is removed; the terminal may echo ^C
    expect(said.slice(said.lastIndexOf("\r"))).toMatch(/^\r\x1b\[K(\^C)?$/);
    expect(existsSync(join(out, "manifest.json"))).toBe(false);
    expect(readCheckpoint(out).bytes.length).toBeGreaterThan(0);
    lockFolder(out).release();
  },
);

/**
 * A fault at every operation on the disk in turn, in the main thread of a run or a sweep and in a thread of the sweep,
 * and at every allocation of WebAssembly memory.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TautError } from "../src/core/index.js";
import { parseModelText } from "../src/model/index.js";
import { run } from "../src/run/index.js";
import type { Campaign, Outcome } from "./campaign.js";
import { type Ended, taut } from "./command.js";

const preload = join(process.cwd(), "test/cli/faulty-disk.cjs");
const onDisk = (fault: string): NodeJS.ProcessEnv => ({ NODE_OPTIONS: `--require ${preload}`, TAUT_TEST_DISK: fault });
const studyText = JSON.stringify({
  study: 1,
  model: {
    taut: 1,
    parameters: { alpha: 1 },
    points: { a: { mass: 1, at: ["sin(alpha)", "-cos(alpha)"] } },
    elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -9.81] }],
    run: { until: 1, every: 0.1 },
  },
  vary: { alpha: { from: 0.1, to: 1.5, count: 4 } },
  keep: { trajectory: "npz" },
});

/** Every result file; the division of a sweep into parts depends on timing. */
export const resultsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/parts|checkpoints/.test(entry.parentPath) && !entry.name.startsWith("."))
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length),
        readFileSync(join(parentPath, name), "base64"),
      ]),
  );

const isSame = (a: Record<string, string>, b: Record<string, string>): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

interface Task {
  readonly kind: string;
  readonly begin: (out: string) => readonly string[];
  readonly resume: (out: string) => readonly string[];
}

/** Does the task with one fault, continues as the messages say, and compares with the undisturbed result. */
export async function withFault(
  task: Task,
  out: string,
  fault: string,
  whole: Record<string, string>,
): Promise<Outcome> {
  const { kind } = task;
  const first = await taut(task.begin(out), onDisk(fault));
  const wrong = (failure: string): Outcome => ({ kind, ended: "failed", failure: `${fault}: ${failure}` });
  if (first.stderr.includes("internal error")) return wrong(first.stderr);
  if (first.code === 0)
    return isSame(resultsIn(out), whole) ? { kind, ended: "not hurt" } : wrong("exit 0 and another result");
  if (first.stderr.trim() === "") return wrong(`exit ${first.code} without a sentence`);
  let again: Ended = await taut(task.resume(out));
  if (again.code === 2) again = await taut([...task.begin(out), ...(kind === "run" ? ["--force"] : [])]);
  if (again.code !== 0) return wrong(`it cannot be continued: ${first.stderr} ${again.stderr}`);
  return isSame(resultsIn(out), whole)
    ? { kind, ended: "refused, then continued" }
    : wrong("another result after it was continued");
}

export function tasksIn(folder: string): readonly Task[] {
  const study = join(folder, "study.json");
  writeFileSync(study, studyText);
  const model = ["run", "gallery/pendulum.yaml", "--until", "1", "--every", "0.1", "--format", "csv"];
  return [
    { kind: "run", begin: (out) => [...model, "--out", out], resume: (out) => [...model, "--resume", out] },
    {
      kind: "sweep",
      begin: (out) => ["sweep", study, "--threads", "1", "--out", out],
      resume: (out) => ["sweep", out, "--resume", "--threads", "1"],
    },
  ];
}

/** Fails the allocation with the number `at`, once or for good; undefined if there was none with that number. */
export function withoutMemory(model: string, at: number, lasting: boolean): Outcome | undefined {
  const kind = "WebAssembly memory";
  const { Memory } = WebAssembly;
  const grow = Memory.prototype.grow;
  let count = 0;
  const fails = (): boolean => {
    const k = count++;
    return k === at || (lasting && k > at);
  };
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      if (fails()) throw new RangeError("WebAssembly.Memory(): could not allocate memory");
      super(descriptor);
    }
  };
  Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (pages > 0 && fails()) throw new RangeError("WebAssembly.Memory.grow(): Unable to grow instance memory");
    return grow.call(this, pages);
  };
  try {
    run(parseModelText(readFileSync(`gallery/${model}.yaml`, "utf8")), { maxSteps: 50 });
    return count > at ? { kind, ended: "not hurt" } : undefined;
  } catch (error) {
    if (error instanceof TautError) return { kind, ended: "refused" };
    return {
      kind,
      ended: "failed",
      failure: `${model}, allocation ${at}: ${error instanceof Error ? error.stack : error}`,
    };
  } finally {
    WebAssembly.Memory = Memory;
    Memory.prototype.grow = grow;
  }
}

export const faults: Campaign = {
  about:
    "A fault at every operation on the disk, in each thread, and at every allocation of memory: results are whole or can be completed.",
  async run(_dice, goesOn, report) {
    for (const model of ["pendulum", "chain", "argon", "water-7", "robertson"])
      for (const lasting of [true, false])
        for (
          let at = 0, outcome = withoutMemory(model, at, lasting);
          outcome && at < 60;
          outcome = withoutMemory(model, ++at, lasting)
        )
          report(outcome);
    const folder = mkdtempSync(join(tmpdir(), "taut-faults-"));
    try {
      let tries = 0;
      for (const task of tasksIn(folder)) {
        const out = join(folder, `whole-${task.kind}`);
        const { code, stderr } = await taut(task.begin(out));
        if (code !== 0) throw new Error(stderr);
        const whole = resultsIn(out);
        for (const where of task.kind === "run" ? ["main"] : ["main", "thread"])
          for (let at = 0, unhurt = 0; goesOn(tries); at++) {
            const hurt = join(folder, `${task.kind}-${where}-${at}`);
            const outcome = await withFault(task, hurt, `${where}:${at}`, whole);
            report(outcome);
            tries++;
            rmSync(hurt, { recursive: true, force: true });
            // a fault while cleaning up is harmless; many harmless faults in a row mean that the command has fewer operations
            unhurt = outcome.ended === "not hurt" ? unhurt + 1 : 0;
            if (unhurt > 12) break;
          }
      }
    } finally {
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    }
  },
};

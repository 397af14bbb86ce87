/**
 * Measures whole commands that sweep 10,000 runs of a double pendulum (angles × omega) on one thread and on two: their
 * throughput, the cost of a run beyond its integration, and memory. Run it on an idle machine.
 *
 * The command and every thread load their code before the first run, and the engine of every thread warms up by itself;
 * with one thread, the engine's own threads (compilation, memory) use the other core meanwhile. A second thread does
 * not share this processor time. The processor time of all threads shows how much it is, on a busy machine too. Sweeps
 * of short runs, of a third of a millisecond (one second of motion), end before a second thread pays off; those of ten
 * seconds of motion do not. Both are shown.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { StudyRunner, validateStudy } from "../src/study/index.js";

export function sweepBench(): void {
  const file = join(process.cwd(), "studies/double-pendulum.yaml");
  const data = parse(readFileSync(file, "utf8"));
  const study = {
    ...data,
    vary: {
      "run.omega": { from: 20, to: 200, count: 100, spacing: "log" },
      alpha: { from: 0.1, to: 3, count: 100 },
    },
  };
  overhead(study);

  const folder = mkdtempSync(join(tmpdir(), "taut-bench-"));
  try {
    for (const until of [1, 10]) {
      const rounds = [1, 2, 1, 2, 1, 2].map((threads) => sweep(folder, study, until, threads));
      const [one, two] = [0, 1].map((k) => rounds.filter((_, r) => r % 2 === k).reduce(faster));
      const seconds = rounds.map((round) => round.seconds.toFixed(1)).join(", ");
      console.log(`10,000 runs of ${until} s of motion, by turns on one thread and on two: ${seconds} s`);
      const times = `${one.seconds.toFixed(1)} s on one thread, ${two.seconds.toFixed(1)} s on two`;
      console.log(`  the fastest: ${times}, ${(one.seconds / two.seconds).toFixed(2)} times as fast`);
      const [cpu1, cpu2] = [one, two].map(({ processor }) => processor.toFixed(1));
      console.log(
        `  processor time of all threads ${cpu1} s and ${cpu2} s: no more than ${((2 * one.processor) / two.processor).toFixed(2)} times on two cores`,
      );
      console.log(`  memory at its largest ${one.memory.toFixed(0)} MB and ${two.memory.toFixed(0)} MB`);
      console.log(`  tables are ${one.table.equals(two.table) ? "equal" : "NOT EQUAL"}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The faster of two sweeps: of several, the fastest counts, because machines are noisy. */
const faster = (a: Swept, b: Swept): Swept => (b.seconds < a.seconds ? b : a);
type Swept = ReturnType<typeof sweep>;

/** Preloaded into the command, to print the resources that it has used as the last line. */
const reportUsage = `import { isMainThread } from "node:worker_threads";
if (isMainThread) process.on("exit", () => console.log(JSON.stringify(process.resourceUsage())));`;

/** Runs the study, with runs of that length, as a command. */
function sweep(folder: string, study: object, until: number, threads: number) {
  const path = join(folder, `study-${until}.json`);
  writeFileSync(path, JSON.stringify({ ...study, run: { until } }));
  const out = mkdtempSync(join(folder, `${until}-on-${threads}-`));
  const before = performance.now();
  const args = ["bin/taut.js", "sweep", path, "--out", out, "--threads", String(threads), "--json"];
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(reportUsage)}`];
  const { status, stdout } = spawnSync(process.execPath, [...flags, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const seconds = (performance.now() - before) / 1000;
  if (status !== 0) throw new Error(`taut sweep ended with exit code ${status}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(String(stdout).trim().split("\n").at(-1)!);
  const processor = (userCPUTime + systemCPUTime) / 1e6;
  return { seconds, processor, memory: maxRSS / 1024, table: readFileSync(join(out, "runs.parquet")) };
}

/**
 * Compares the time to prepare, read and hash a run with that to integrate it, and measures the memory of many runs.
 */
function overhead(data: object): void {
  const runner = new StudyRunner(
    validateStudy(data, () => {
      throw new Error("the study holds its model");
    }),
  );
  const counted = 1000;
  let integration = 0;
  let memory = 0;
  const before = performance.now();
  for (let k = 0; k < counted; k++) {
    if (k === counted / 2) memory = process.memoryUsage().rss;
    // in the order of a sweep: all angles of one omega, here for every tenth omega
    const begun = runner.begin(runner.study.run(1000 * Math.floor(k / 100) + (k % 100)));
    if (!("run" in begun)) continue;
    const start = performance.now();
    while (begun.run.advance(Number.POSITIVE_INFINITY) === "running");
    integration += performance.now() - start;
    begun.finish();
  }
  const total = performance.now() - before;
  const grown = (process.memoryUsage().rss - memory) / 2 ** 20;
  console.log(
    `integration ${(integration / counted).toFixed(3)} ms a run, beyond it ${((total - integration) / counted).toFixed(3)} ms`,
  );
  console.log(`memory grew by ${grown.toFixed(1)} MB over the last ${counted / 2} runs`);
}

/**
 * A 10,000-run sweep of a double pendulum (angles × omega) on one thread and on two: throughput, what a run costs beyond its
 * integration, and memory. Run it on an idle machine.
 *
 * A command takes half a second before its first run, and each thread as long again to load its code: of 10,000 runs that take
 * five seconds that is a good part, of a sweep worth the name nothing. So two numbers are printed: the whole command, and the rate
 * of further runs, which is the difference between 10,000 runs and 1,000 of the same study.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { StudyRunner, validateStudy } from "../src/experiment/index.js";

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
    const [one, two] = [1, 2].map((threads) => {
      const few = sweep(folder, study, 10, threads);
      const many = sweep(folder, study, 100, threads);
      const rate = (many.runs - few.runs) / (many.seconds - few.seconds);
      const whole = `${few.seconds.toFixed(1)} s for ${few.runs} runs, ${many.seconds.toFixed(1)} s for ${many.runs}`;
      console.log(`${threads} thread${threads === 1 ? "" : "s"}: ${whole}; ${rate.toFixed(0)} further runs a second`);
      return { ...many, rate };
    });
    console.log(`throughput of two threads: ${(two.rate / one.rate).toFixed(2)} times that of one`);
    console.log(`whole commands: ${(one.seconds / two.seconds).toFixed(2)} times as fast on two threads`);
    console.log(`tables are ${one.table.equals(two.table) ? "equal" : "NOT EQUAL"}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The study with that many values of omega and 100 angles, as a command. */
function sweep(folder: string, study: { readonly vary: object }, omegas: number, threads: number) {
  const path = join(folder, `study-${omegas}.json`);
  const omega = { from: 20, to: 200, count: omegas, spacing: "log" };
  writeFileSync(path, JSON.stringify({ ...study, vary: { ...study.vary, "run.omega": omega } }));
  const out = join(folder, `${omegas}-on-${threads}`);
  const before = performance.now();
  const args = ["bin/taut.js", "sweep", path, "--out", out, "--threads", String(threads), "--json"];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  const seconds = (performance.now() - before) / 1000;
  if (status !== 0) throw new Error(`taut sweep ended with exit code ${status}`);
  return { seconds, runs: 100 * omegas, table: readFileSync(join(out, "runs.parquet")) };
}

/** Time of making, reading and hashing a run against that of integrating it, and the memory of many. */
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
    const begun = runner.begin(runner.study.run((k * 7919) % runner.study.count));
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

/**
 * A 10,000-run sweep of a double pendulum (angles × omega) on one thread and on two: throughput, what a run costs beyond its
 * integration, and memory. Run it on an idle machine.
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
    const path = join(folder, "study.json");
    writeFileSync(path, JSON.stringify(study));
    const [one, two] = [1, 2].map((threads) => {
      const out = join(folder, `threads-${threads}`);
      const before = performance.now();
      const args = ["bin/taut.js", "sweep", path, "--out", out, "--threads", String(threads), "--json"];
      const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
      const seconds = (performance.now() - before) / 1000;
      console.log(`${threads} thread${threads === 1 ? "" : "s"}: ${seconds.toFixed(1)} s, exit code ${status}`);
      return { seconds, table: readFileSync(join(out, "runs.parquet")) };
    });
    console.log(`throughput of two threads: ${(one.seconds / two.seconds).toFixed(2)} times that of one`);
    console.log(`tables are ${one.table.equals(two.table) ? "equal" : "NOT EQUAL"}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

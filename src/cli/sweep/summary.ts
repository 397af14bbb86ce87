/** The summary of a sweep, as text and as JSON. */

import { formatCount, formatNumber } from "../../report/index.js";
import { type SweepResults, shownOutcomes } from "../../study/index.js";
import type { Shard } from "./shard.js";

/** Counts of each status, the ranges of the first outcomes, and the folder. */
export function sweepSummary(results: SweepResults, folder: string, shard: Shard | undefined): string {
  const { study } = results.runner;
  const counts = Object.entries(results.counts()).map(([status, count]) => `${formatCount(count)} ${status}`);
  const lines = [study.data.name ?? study.model.name ?? "Study"];
  lines.push(`  ${formatCount(study.count)} run${study.count === 1 ? "" : "s"}: ${counts.join(", ")}`);
  if (shard !== undefined) lines.push(`  share ${shard.text} of them was run here; collect all shares with --merge`);
  for (const name of shownOutcomes(results)) {
    const values = results.column(name).filter(Number.isFinite);
    if (values.length === 0) continue;
    const [low, high] = values.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
    lines.push(`  ${name.padEnd(28)} ${formatNumber(low)} … ${formatNumber(high)}`);
  }
  lines.push(shard === undefined ? `written to ${folder} (open report.html)` : `written to ${folder}`);
  return `${lines.join("\n")}\n`;
}

/** The object that `--json` prints. */
export function sweepJson(results: SweepResults, folder: string, missing: readonly number[]): unknown {
  const { study } = results.runner;
  return { study: study.id, runs: study.count, status: results.counts(), missing, out: folder };
}

/**
 * `npm run bench -- conscience`: 200 conservative models with potentials and 60 with forces only × all methods at three tolerances or steps. As they are, the
 * conscience should not warn; with a planted violation of twelve thresholds, it must. With fixed steps an alarm is
 * false when the result agrees with the reference to a hundredth.
 *
 * The result of every model is a line of `results/conscience.jsonl`. Models that stand there already are not run again;
 * remove the file to begin anew.
 */

import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { counts } from "./models.js";
import { addTally, emptyTally, type Tally, tallyOf } from "./tally.js";

const models = counts.potentials + counts.forces;
const file = "results/conscience.jsonl";

interface Line {
  readonly seed: number;
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly told: readonly string[];
  readonly seconds: number;
}

export function conscienceBench(): void {
  mkdirSync("results", { recursive: true });
  const lines: Line[] = existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.endsWith("}"))
        .map((line): Line => JSON.parse(line))
    : [];
  const done = new Set(lines.map(({ seed }) => seed));
  for (let seed = 1; seed <= models; seed++) {
    if (done.has(seed)) continue;
    const told: string[] = [];
    const before = process.cpuUsage();
    const tallies = tallyOf(seed, (line) => told.push(line));
    const { user, system } = process.cpuUsage(before);
    const line: Line = { seed, tallies, told, seconds: (user + system) / 1e6 };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    lines.push(line);
  }
  show(lines);
}

function show(lines: readonly Line[]): void {
  const all = emptyTally();
  const byMethod = new Map<string, Tally>();
  for (const { tallies } of lines)
    for (const [method, tally] of Object.entries(tallies)) {
      const sum = byMethod.get(method) ?? emptyTally();
      addTally(sum, tally);
      addTally(all, tally);
      byMethod.set(method, sum);
    }
  for (const told of lines.flatMap((line) => line.told)) console.log(`  ${told}`);
  console.log(`  | method | ${Object.keys(all).join(" | ")} |`);
  for (const [method, tally] of byMethod) console.log(`  | ${method} | ${Object.values(tally).join(" | ")} |`);
  console.log(`  | all | ${Object.values(all).join(" | ")} |`);
  const seconds = lines.reduce((sum, line) => sum + line.seconds, 0);
  const share = ((100 * all.falseAlarms) / Math.max(all.runs, 1)).toFixed(2);
  console.log(
    `  ${lines.length} models, ${seconds.toFixed(0)} s of processor time: false alarms in ${share} % of runs, ${all.missed} of ${all.planted} violations missed`,
  );
}

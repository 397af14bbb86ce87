/**
 * Compares this build with another one of the project, such as that of an older commit: `TAUT_BEFORE=path/to/folder npm run bench --
 * before`. The folder holds that commit with its `node_modules` and `dist`. Every model of its gallery is run by several methods, by turns
 * on both builds in one process; the least processor time of many turns counts. Step counts may differ, so ratios are those of an attempt.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Work {
  readonly steps: number;
  readonly rejected: number;
}
interface BenchRun {
  advance(steps: number): string;
  restart(): void;
  solution(): { readonly work: Work; readonly status: string };
}
interface Settings {
  readonly method?: string;
  readonly step?: number;
  readonly rtol?: number;
  readonly formulation?: string;
}
/** What both builds export. Workspaces are newer than some commits. */
interface Build {
  readonly catalogue: object;
  parseModelText(text: string): object;
  validateModel(data: object, catalogue: object): object;
  prepareRun(model: object, options: object): { readonly run: BenchRun; readonly workspace?: { release(): void } };
}
interface Times {
  /** Milliseconds to the first step, and for all steps of a run that begins again. */
  readonly start: number;
  readonly steps: number;
  readonly attempts: number;
}

const ways: Readonly<Record<string, Settings>> = {
  default: {},
  "rk4, fixed": { method: "rk4" },
  "verlet, fixed": { method: "verlet" },
  "rattle, fixed": { method: "rattle" },
  "settle, fixed": { method: "settle" },
  "zs, fixed": { method: "zs" },
  dopri5: { method: "dopri5", rtol: 1e-6 },
  dop853: { method: "dop853", rtol: 1e-8 },
  gbs: { method: "gbs", rtol: 1e-8 },
  adams: { method: "adams", rtol: 1e-6 },
  bdf: { method: "bdf", rtol: 1e-5 },
  radau5: { method: "radau5", rtol: 1e-6 },
};
/** Attempts of a fixed-step run. */
const fixedSteps = 1000;
/** Milliseconds of a run that is timed: its number of attempts follows from a first run of the other build. */
const length = 8;
/** Turns of each build; a pair of runs that takes longer than so many milliseconds gets fewer. */
const turns = 25;
const patience = 400;
/** Runs whose first hundred attempts take longer than so many milliseconds are left out. */
const longest = 300;

export async function beforeBench(): Promise<void> {
  const folder = process.env.TAUT_BEFORE;
  if (folder === undefined) {
    console.log(
      "needs TAUT_BEFORE, the folder of another build of the project (with dist and node_modules); it is skipped",
    );
    return;
  }
  const only = process.env.TAUT_ONLY;
  const here = process.env.TAUT_NOW ?? process.cwd();
  const builds = await Promise.all(
    [folder, here].map(async (of) => (await import(pathToFileURL(join(of, "dist/index.js")).href)) as Build),
  );
  const rows: { name: string; start: number; steps: number }[] = [];
  for (const file of readdirSync(join(folder, "gallery")).filter((name) => name.endsWith(".yaml"))) {
    const text = readFileSync(join(folder, "gallery", file), "utf8");
    for (const [way, settings] of Object.entries(ways)) {
      const name = `${file.replace(".yaml", "")}, ${way}`;
      if (only !== undefined && !name.includes(only)) continue;
      const pair = compared(builds, text, way.endsWith("fixed") ? withStep(text, settings) : settings);
      if (pair === undefined) continue;
      const [before, now] = pair;
      const start = now.start / before.start;
      const steps = now.steps / now.attempts / (before.steps / before.attempts);
      rows.push({ name, start, steps });
      console.log(
        `${name.padEnd(36)} first step ${ms(before.start)} → ${ms(now.start)} ms (${start.toFixed(2)}); ` +
          `${before.attempts} → ${now.attempts} attempts in ${ms(before.steps)} → ${ms(now.steps)} ms (each ${steps.toFixed(2)})`,
      );
    }
  }
  for (const column of ["start", "steps"] as const) {
    const sorted = rows.map((row) => row[column]).sort((a, b) => a - b);
    const at = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN).toFixed(2);
    const what = column === "start" ? "time to the first step" : "time of an attempt";
    console.log(
      `${what}, now / before, ${rows.length} runs: median ${at(0.5)}, nine in ten below ${at(0.9)}, worst ${at(1)}`,
    );
  }
}

const ms = (x: number): string => x.toPrecision(3);

/** Fixed steps that end after `fixedSteps`. */
function withStep(text: string, settings: Settings): Settings {
  const until = Number(/until:\s*([\d.e+-]+)/.exec(text)?.[1] ?? 1);
  return { ...settings, step: Math.min(until, 1) / fixedSteps };
}

/** Both builds by turns; undefined where one of them refuses the run or does not get through it. */
function compared(builds: readonly Build[], text: string, settings: Settings): readonly Times[] | undefined {
  const tried = once(builds[0], text, settings, 100);
  if (tried === undefined || tried.start + tried.steps > longest) return undefined;
  const most = Math.max(1, Math.ceil((length * tried.attempts) / tried.steps));
  let times: Times[] | undefined;
  const begun = performance.now();
  for (let turn = 0; turn < turns && (turn < 4 || performance.now() - begun < patience); turn++) {
    const both: Times[] = [];
    for (const build of builds) {
      const found = once(build, text, settings, most);
      if (found === undefined) return undefined;
      both.push(found);
    }
    times = times === undefined ? both : both.map((now, k) => least(times![k], now));
  }
  return times;
}

const least = (a: Times, b: Times): Times => ({
  start: Math.min(a.start, b.start),
  steps: Math.min(a.steps, b.steps),
  attempts: b.attempts,
});

function once(build: Build, text: string, settings: Settings, most: number): Times | undefined {
  const model = build.validateModel(build.parseModelText(text), build.catalogue);
  try {
    let before = cpu();
    const { run, workspace } = build.prepareRun(model, { settings });
    run.advance(1);
    const start = cpu() - before;
    run.restart();
    before = cpu();
    run.advance(most);
    const steps = cpu() - before;
    const { work, status } = run.solution();
    workspace?.release();
    if (status !== "ok" && status !== "running") return undefined;
    return { start, steps, attempts: work.steps + work.rejected };
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time of this process. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs that are killed at random times and resumed: they end in the bytes of an undisturbed run. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Campaign, Dice, Outcome } from "./campaign.js";
import { Command, taut, wait } from "./command.js";

interface Contest {
  readonly name: string;
  readonly args: readonly string[];
}

/** Ten methods, each over a run of about five seconds of processor time. */
const contests: readonly Contest[] = (
  [
    ["dop853", "double-pendulum", "15000", []],
    ["dopri5", "double-pendulum", "15000", []],
    ["rk4", "kepler", "7500", ["--step", "0.004"]],
    ["gbs", "double-pendulum", "20000", []],
    ["adams", "double-pendulum", "6000", []],
    ["radau5", "double-pendulum", "4000", []],
    ["bdf", "van-der-pol", "750", []],
    ["rattle", "double-pendulum", "10000", ["--step", "0.004"]],
    ["verlet", "spring-pendulum", "7500", ["--step", "0.001"]],
    ["langevin", "pendulum", "7500", ["--step", "0.004", "--seed", "7"]],
  ] as const
).map(([method, model, until, more]) => ({
  name: method,
  args: [
    "run",
    `gallery/${model}.yaml`,
    "--method",
    method,
    "--until",
    until,
    "--every",
    String(Number(until) / 200),
    "--format",
    "csv",
    ...more,
  ],
}));

/** Seconds between checkpoints. A checkpoint that took longer than a hundredth of this stretches the pause after it. */
const interval = 1;
/** Seconds of work that are allowed beyond the interval: the slice of steps after which a checkpoint is made, and the
 * distance of two looks at the process. */
const allowance = 0.3;
/** How often a run is killed before it may end. */
const killsPerRun = 4;

const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "base64")]));

interface Whole {
  readonly files: Record<string, string>;
  /** How long (ms) an undisturbed run takes here. */
  readonly took: number;
}

async function undisturbed(folder: string, { name, args }: Contest): Promise<Whole> {
  const out = join(folder, `whole-${name}`);
  const before = performance.now();
  const { code, stderr } = await taut([...args, "--out", out]);
  if (code !== 0) throw new Error(`${name}: the undisturbed run ended with code ${code}: ${stderr}`);
  return { files: contents(out), took: performance.now() - before };
}

/** Watches a process from outside: how much it has worked since its last checkpoint. */
class Watch {
  private readonly command: Command;
  private readonly out: string;
  private readonly begun = Date.now();
  /** Processor time at the last look before the newest checkpoint, or before the run took its folder. */
  private before = 0;
  private seen = 0;
  private now = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(command: Command, out: string) {
    this.command = command;
    this.out = out;
    this.timer = setInterval(() => this.look(), 20);
  }

  private look(): void {
    const past = this.now;
    this.now = processorTime(this.command.child.pid!) ?? past;
    const changed = Math.max(...[".taut.lock", "checkpoint.bin"].map((name) => modified(join(this.out, name)) ?? 0));
    if (changed <= this.seen || changed < this.begun) return;
    this.seen = changed;
    this.before = past;
  }

  /** Ends the watch; seconds of work since the newest checkpoint, and how many of them one interval explains. */
  finish(): { readonly lost: number; readonly allowed: number } {
    clearInterval(this.timer);
    this.look();
    const [last, previous] = ["checkpoint.bin", "checkpoint.previous.bin"].map((name) =>
      modified(join(this.out, name)),
    );
    const pause = last === undefined || previous === undefined ? 0 : (last - previous) / 1000;
    return { lost: this.seen === 0 ? 0 : this.now - this.before, allowed: Math.max(interval, pause) + allowance };
  }
}

/** When a file was last written (ms); undefined if there is none. */
const modified = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** Processor time (s) of a process; undefined where /proc does not say. */
function processorTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

async function killed(dice: Dice, folder: string, contest: Contest, whole: Whole): Promise<Outcome> {
  const out = mkdtempSync(join(folder, `${contest.name}-`));
  rmSync(out, { recursive: true });
  const every = ["--checkpoint-every", String(interval / 60)];
  let [count, most] = [0, 0];
  const ended = (how: string, failure?: string): Outcome => ({
    ...{ kind: contest.name, count, ended: how, most },
    ...(failure !== undefined && { failure }),
  });
  for (;;) {
    const resumes = existsSync(join(out, "checkpoint.bin")) || existsSync(join(out, "checkpoint.previous.bin"));
    const isComplete = !resumes && existsSync(join(out, "manifest.json"));
    if (isComplete) return ended(...compared(out, whole));
    // a run that was killed before its first checkpoint begins again
    if (!resumes && existsSync(out)) rmSync(out, { recursive: true });
    const command = new Command([...contest.args, ...every, ...(resumes ? ["--resume", out] : ["--out", out])]);
    const watch = new Watch(command, out);
    if (count < killsPerRun) {
      await Promise.race([wait(dice.between(0.1, 0.9) * whole.took), command.ended]);
      if (command.isRunning) {
        await command.kill();
        const { lost, allowed } = watch.finish();
        count++;
        most = Math.max(most, lost);
        if (lost > allowed)
          return ended("lost more", `${lost.toFixed(2)} s of work were lost; one interval is ${allowed.toFixed(2)} s`);
        continue;
      }
    }
    const { code, stderr } = await command.ended;
    watch.finish();
    if (code !== 0) return ended("failed", `it ended with code ${code}: ${stderr}`);
    return ended(...compared(out, whole));
  }
}

function compared(out: string, whole: Whole): [ended: string, failure?: string] {
  const { ".taut.lock": _, ...files } = contents(out);
  rmSync(out, { recursive: true });
  for (const name of new Set([...Object.keys(files), ...Object.keys(whole.files)]))
    if (files[name] !== whole.files[name]) return ["other bits", `${name} differs`];
  return ["same bits"];
}

export const kills: Campaign = {
  about: "Runs of ten methods, killed (SIGKILL) at random times and resumed, end in the bytes of an undisturbed run.",
  measures: "s lost",
  async run(dice, goesOn, report) {
    const folder = mkdtempSync(join(tmpdir(), "taut-kills-"));
    try {
      const whole = new Map<string, Whole>();
      for (let k = 0; goesOn(k); k++) {
        const contest = contests[k % contests.length];
        if (!whole.has(contest.name)) whole.set(contest.name, await undisturbed(folder, contest));
        report(await killed(dice, folder, contest, whole.get(contest.name)!));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

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

/** Ten methods, each over a run of about two seconds of processor time. */
const contests: readonly Contest[] = (
  [
    ["dop853", "double-pendulum", "6000", []],
    ["dopri5", "double-pendulum", "6000", []],
    ["rk4", "kepler", "3000", ["--step", "0.004"]],
    ["gbs", "double-pendulum", "8000", []],
    ["adams", "double-pendulum", "2500", []],
    ["radau5", "double-pendulum", "1500", []],
    ["bdf", "van-der-pol", "300", []],
    ["rattle", "double-pendulum", "4000", ["--step", "0.004"]],
    ["verlet", "spring-pendulum", "3000", ["--step", "0.001"]],
    ["langevin", "pendulum", "3000", ["--step", "0.004", "--seed", "7"]],
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

/** Minutes between checkpoints; the pause of a hundred times the cost of a checkpoint remains. */
const interval = 0.002;
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

async function killed(dice: Dice, folder: string, contest: Contest, whole: Whole): Promise<Outcome> {
  const out = mkdtempSync(join(folder, `${contest.name}-`));
  rmSync(out, { recursive: true });
  const every = ["--checkpoint-every", String(interval)];
  let [count, lost] = [0, 0];
  const ended = (how: string, failure?: string): Outcome => ({
    ...{ kind: contest.name, count, ended: how, most: lost },
    ...(failure !== undefined && { failure }),
  });
  for (;;) {
    const resumes = existsSync(join(out, "checkpoint.bin")) || existsSync(join(out, "checkpoint.previous.bin"));
    const isComplete = !resumes && existsSync(join(out, "manifest.json"));
    if (isComplete) return ended(...compared(out, whole));
    // a run that was killed before its first checkpoint begins again
    if (!resumes && existsSync(out)) rmSync(out, { recursive: true });
    const begun = Date.now();
    const command = new Command([...contest.args, ...every, ...(resumes ? ["--resume", out] : ["--out", out])]);
    if (count < killsPerRun) {
      await Promise.race([wait(dice.between(0.1, 0.9) * whole.took), command.ended]);
      if (command.isRunning) {
        const last = join(out, "checkpoint.bin");
        const at = existsSync(last) ? Math.max(begun, statSync(last).mtimeMs) : begun;
        lost = Math.max(lost, (Date.now() - at) / 1000);
        await command.kill();
        count++;
        continue;
      }
    }
    const { code, stderr } = await command.ended;
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

/**
 * Plants bugs in the code that computes, counts and queues, and asks whether the tests notice. What has been tried is kept
 * in campaign/mutants/tried.jsonl, so that a campaign that was stopped continues there.
 */

import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Campaign, Dice, Outcome } from "../campaign.js";
import { type Mutant, mutantsOf } from "./plant.js";
import { mutantsTable } from "./table.js";
import { Copy, type Verdict } from "./trial.js";

/** Where bugs are planted, by what the code does, and how often each is drawn. */
const targets: readonly { readonly kind: string; readonly weight: number; readonly folders: readonly string[] }[] = [
  {
    kind: "numerical",
    weight: 7,
    folders: [
      ...[
        "compile",
        "consistency",
        "controllers",
        "elimination",
        "filters",
        "formulations",
        "linalg",
        "math",
        "methods",
      ],
      ...["model/lower", "passage", "projections", "rotations", "solve", "step", "watch"],
    ],
  },
  { kind: "statistical", weight: 2, folders: ["observers", "random", "methods/stochastic", "study"] },
  { kind: "queue", weight: 1, folders: ["cli/sweep", "cli/crew"] },
];

/** What was tried, a line for each; the last line of a bug counts. */
export const kept = "campaign/mutants/tried.jsonl";
const copyFolder = "build/mutants/copy";

export interface Tried {
  readonly mutant: string;
  readonly target: string;
  readonly kind: string;
  readonly verdict: Verdict;
}

/** A bug that no test can notice, because nothing that a run promises depends on it, and why that is so. */
export interface Explained {
  readonly mutant: string;
  readonly why: string;
}

/** The same bug in the same file; a line that moves within its file stays the same bug. */
const keyOf = ({ file, kind, was, becomes }: Mutant): string => [file, kind, was, becomes].join(" | ");

const sourcesIn = (folder: string): string[] =>
  readdirSync(join("src", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => join("src", folder, file));

/** Draws what to plant: kinds of code by weight, then a file, a kind of bug and a place, each equally likely. */
function drawn(dice: Dice): { readonly target: string; readonly mutant: Mutant } {
  for (;;) {
    const turns = targets.flatMap((target) => Array.from({ length: target.weight }, () => target));
    const target = dice.pick(turns);
    const file = dice.pick(target.folders.flatMap(sourcesIn).sort());
    const all = mutantsOf(file, readFileSync(file, "utf8"));
    if (all.length === 0) continue;
    const kind = dice.pick([...new Set(all.map((mutant) => mutant.kind))]);
    return { target: target.kind, mutant: dice.pick(all.filter((mutant) => mutant.kind === kind)) };
  }
}

/** What was tried so far, by bug. */
export function triedIn(lines: string): Map<string, Tried> {
  const all = lines.trim().split("\n").filter(Boolean);
  return new Map(all.map((line) => JSON.parse(line) as Tried).map((tried) => [tried.mutant, tried]));
}

const triedSoFar = (): Map<string, Tried> => triedIn(existsSync(kept) ? readFileSync(kept, "utf8") : "");

export const isSurvivor = ({ verdict: { noticed } }: Tried): boolean =>
  noticed === "survived" || noticed.startsWith("not by");

export const explained = (): readonly Explained[] =>
  JSON.parse(readFileSync("campaign/mutants/explained.json", "utf8")) as readonly Explained[];

function outcomeOf(tried: Tried): Outcome {
  const { target, kind, mutant, verdict } = tried;
  const row = { kind: `${target}, ${kind}`, most: verdict.seconds };
  if (!isSurvivor(tried)) return { ...row, ended: verdict.noticed };
  if (explained().some((entry) => entry.mutant === mutant)) return { ...row, ended: "survived, explained" };
  return { ...row, ended: verdict.noticed, failure: `not noticed: ${mutant}` };
}

/** Keeps a verdict on the disk, and brings the table of CONTRIBUTING.md up to date. */
function keep(tried: Tried): Tried {
  appendFileSync(kept, `${JSON.stringify(tried)}\n`);
  const table = mutantsTable([...triedSoFar().values()], explained());
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const marked = /(?<=<!-- mutants -->\n).*(?=<!-- \/mutants -->)/s;
  writeFileSync(
    "CONTRIBUTING.md",
    text.replace(marked, () => `${table}\n`),
  );
  const { noticed, by = "", seconds } = tried.verdict;
  console.log(`  ${noticed} ${by} (${seconds} s)`);
  return tried;
}

const say = (text: string): void => console.log(`  … ${text}`);

export const mutants: Campaign = {
  about:
    "Bugs that are planted in a copy of the project are noticed by the tests of the folder or by the nearest others.",
  measures: "seconds",
  async run(dice, goesOn, report) {
    const known = triedSoFar();
    let copy: Copy | undefined;
    const seen = new Set<string>();
    for (let tries = 0; goesOn(tries); ) {
      const { target, mutant } = drawn(dice);
      const key = keyOf(mutant);
      if (seen.has(key)) continue;
      seen.add(key);
      tries++;
      const before = known.get(key);
      if (before !== undefined) {
        report(outcomeOf(before));
        continue;
      }
      copy ??= new Copy(copyFolder);
      console.log(`${mutant.file}:${mutant.line} (${mutant.kind})\n  - ${mutant.was}\n  + ${mutant.becomes}`);
      const verdict = await copy.nearest(mutant, say);
      report(outcomeOf(keep({ mutant: key, target, kind: mutant.kind, verdict })));
    }
    copy?.close();
  },
};

const isNear = ({ verdict }: Tried): boolean => verdict.noticed === "not by the nearest tests";

export const survivors: Campaign = {
  about:
    "Planted bugs that the nearest tests did not notice are tried with related ones, the next time with the whole suite.",
  measures: "seconds",
  async run(_, goesOn, report) {
    let copy: Copy | undefined;
    let tries = 0;
    const cannot = new Set(explained().map(({ mutant }) => mutant));
    const left = [...triedSoFar().values()].filter(
      ({ mutant, verdict }) => verdict.noticed.startsWith("not by") && !cannot.has(mutant),
    );
    // those that have been through less come first
    const open = [...left.filter(isNear), ...left.filter((tried) => !isNear(tried))];
    for (const tried of open) {
      if (!goesOn(tries++)) break;
      const [file] = tried.mutant.split(" | ");
      const mutant = mutantsOf(file, readFileSync(file, "utf8")).find((other) => keyOf(other) === tried.mutant);
      // the line has changed since, and the bug with it
      if (mutant === undefined) continue;
      copy ??= new Copy(copyFolder);
      console.log(tried.mutant);
      const verdict = await (isNear(tried) ? copy.related(mutant, say) : copy.wholly(mutant, say));
      report(outcomeOf(keep({ ...tried, verdict })));
    }
    copy?.close();
  },
};

/**
 * Plants bugs in the code that computes, counts and queues, and asks whether the tests notice. What has been tried is kept
 * in build/mutants/tried.jsonl, so that a campaign that was stopped goes on; a bug whose file has changed since is
 * tried again.
 */

import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Campaign, Dice } from "../campaign.js";
import { type Mutant, mutantsOf } from "./plant.js";
import { Copy, type Verdict } from "./trial.js";

/** Where bugs are planted, by what the code does, and how often each is drawn. */
const targets: readonly { readonly kind: string; readonly weight: number; readonly folders: readonly string[] }[] = [
  {
    kind: "numerical",
    weight: 7,
    folders: [
      ...["controllers", "elimination", "filters", "formulations", "linalg", "math", "methods", "passage"],
      ...["projections", "rotations", "solve", "step", "watch"],
    ],
  },
  { kind: "statistical", weight: 2, folders: ["observers", "random", "methods/stochastic", "study"] },
  { kind: "queue", weight: 1, folders: ["cli/sweep", "cli/crew"] },
];

const kept = "build/mutants/tried.jsonl";

interface Kept {
  readonly key: string;
  readonly verdict: Verdict;
}

/** A bug that the tests cannot notice, and why that is so. */
interface Explained {
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

function keptVerdicts(): Map<string, Verdict> {
  if (!existsSync(kept)) return new Map();
  const lines = readFileSync(kept, "utf8").trim().split("\n").filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Kept).map(({ key, verdict }) => [key, verdict]));
}

export const mutants: Campaign = {
  about: "Bugs that are planted in a copy of the project are noticed by its tests, or explained.",
  async run(dice, goesOn, report) {
    const known = keptVerdicts();
    mkdirSync("build/mutants", { recursive: true });
    const explained = JSON.parse(readFileSync("campaign/mutants/explained.json", "utf8")) as readonly Explained[];
    let copy: Copy | undefined;
    const seen = new Set<string>();
    for (let tries = 0; goesOn(tries); ) {
      const { target, mutant } = drawn(dice);
      const key = keyOf(mutant);
      if (seen.has(key)) continue;
      seen.add(key);
      tries++;
      let verdict = known.get(key);
      if (verdict === undefined) {
        copy ??= new Copy("build/mutants/copy");
        console.log(`${mutant.file}:${mutant.line} (${mutant.kind})\n  - ${mutant.was}\n  + ${mutant.becomes}`);
        verdict = await copy.try(mutant, (stage) => console.log(`  … ${stage}`));
        appendFileSync(kept, `${JSON.stringify({ key, verdict })}\n`);
        console.log(`  ${verdict}`);
      }
      const why = explained.find(({ mutant: name }) => name === key)?.why;
      report({
        kind: `${target}, ${mutant.kind}`,
        ended: verdict === "survived" && why !== undefined ? "survived, explained" : verdict,
        failure: verdict === "survived" && why === undefined ? `not noticed: ${key}` : undefined,
      });
    }
  },
};

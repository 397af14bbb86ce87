/**
 * `npm run campaign -- kills|fuzz|damage|faults|queue|disk|bits|mutants|survivors [--minutes N] [--tries N] [--seed S]` prints a table of tries and
 * failures, and exits with 1 if there are any. Inputs that failed are written to build/campaign/failed; they belong in
 * test/campaign/corpus, which the tests repeat.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bits } from "./bits.js";
import { type Campaign, Dice, Tally } from "./campaign.js";
import { damage } from "./damage.js";
import { disk } from "./disk.js";
import { faults } from "./faults.js";
import { fuzz } from "./fuzz.js";
import { kills } from "./kills.js";
import { mutants, survivors } from "./mutants/index.js";
import { queue } from "./queue.js";

const campaigns: Readonly<Record<string, Campaign>> = {
  kills,
  fuzz,
  damage,
  faults,
  queue,
  disk,
  bits,
  mutants,
  survivors,
};

function usage(problem: string): never {
  console.error(`${problem}\n\nnpm run campaign -- NAME [--minutes N] [--tries N] [--seed S]`);
  for (const [name, { about }] of Object.entries(campaigns)) console.error(`  ${name.padEnd(9)} ${about}`);
  process.exit(2);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string" }, tries: { type: "string" }, seed: { type: "string" } },
});
const [name] = positionals;
if (positionals.length !== 1 || !Object.hasOwn(campaigns, name)) usage("Name one campaign.");
const number = (option: "minutes" | "tries" | "seed", usual: number): number => {
  const value = values[option] === undefined ? usual : Number(values[option]);
  if (!(value >= 0)) usage(`--${option} must be a number of at least 0; got ${values[option]}.`);
  return value;
};
const seed = number("seed", 1);
const most = number("tries", Number.POSITIVE_INFINITY);
const until = performance.now() + 60_000 * number("minutes", Number.isFinite(most) ? 1e6 : 1);
const campaign = campaigns[name];
const folder = join("build/campaign/failed", name);
const tally = new Tally();
let shown = performance.now();

console.log(`${name}: ${campaign.about} Seed ${seed}.`);
await campaign.run(
  new Dice(seed),
  () => tally.tries < most && performance.now() < until,
  (outcome) => {
    tally.add(outcome);
    if (outcome.failure !== undefined) {
      console.log(`FAILED ${outcome.kind}: ${outcome.failure}`);
      mkdirSync(folder, { recursive: true });
      if (outcome.input !== undefined) {
        const path = join(folder, `${outcome.kind}-${seed}-${tally.tries}`);
        writeFileSync(path, outcome.input);
        console.log(`  its input is in ${path}`);
      }
    }
    if (performance.now() - shown > 30_000) {
      shown = performance.now();
      console.log(`${tally.tries} tries, ${tally.failures} failures`);
    }
  },
);
console.log(`\n${tally.text(campaign.measures)}`);
process.exitCode = tally.failures > 0 ? 1 : 0;

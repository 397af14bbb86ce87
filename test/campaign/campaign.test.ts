/** Short seeds of the campaigns, and every input that ever failed. `npm run campaign` runs them for as long as wanted. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Campaign, Dice, Tally } from "../../campaign/campaign.js";
import { damage } from "../../campaign/damage.js";
import { fuzz, type Kind, tried } from "../../campaign/fuzz.js";
import { kills } from "../../campaign/kills.js";
import { patience } from "../../scripts/patience.mjs";

const corpus = JSON.parse(readFileSync(new URL("./corpus.json", import.meta.url), "utf8")) as readonly {
  readonly why: string;
  readonly kind: Kind;
  readonly input: string;
}[];

async function failuresOf(
  campaign: Campaign,
  tries: number,
  seed: number,
): Promise<{ tries: number; failed: string[] }> {
  const tally = new Tally();
  const failed: string[] = [];
  await campaign.run(
    new Dice(seed),
    () => tally.tries < tries,
    (outcome) => {
      tally.add(outcome);
      if (outcome.failure !== undefined)
        failed.push(`${outcome.kind}: ${outcome.failure}\n${String(outcome.input).slice(0, 2000)}`);
    },
  );
  return { tries: tally.tries, failed };
}

describe("campaigns", { timeout: patience(240_000) }, () => {
  test.each(corpus)("kept input: $why", async ({ kind, input }) => {
    expect((await tried(kind, input)).failure).toBeUndefined();
  });

  test("1500 mutated models, studies and files give a result or a sentence", async () => {
    expect(await failuresOf(fuzz, 1500, 11)).toEqual({ tries: 1500, failed: [] });
  });

  test("400 damaged checkpoints, results and tables are refused, or hold what they held", async () => {
    expect(await failuresOf(damage, 400, 12)).toEqual({ tries: 400, failed: [] });
  });

  test("a run that is killed at random times ends in the bytes of an undisturbed one", async () => {
    const { tries, failed } = await failuresOf(kills, 1, 13);
    expect(failed).toEqual([]);
    expect(tries).toBeGreaterThan(0);
  });
});

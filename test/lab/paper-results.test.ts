/** The results that the lab shows of each paper: they are those of the experiments, none is missing silently, and they are up to date. */

import { describe, expect, test } from "vitest";
import index from "../../lab/data/papers/index.json" with { type: "json" };
import { resultsOf, type StoredExperiment } from "../../lab/src/pages/paper-data.js";
import { type Item, reproduce } from "../../src/index.js";
import { experiments, papers } from "../../src/papers/index.js";
import items from "../docs/items.json" with { type: "json" };

const stored = (await Promise.all(papers.map(({ key }) => resultsOf(key)))).flat();

test("every experiment is there, in the order of `taut reproduce`, under its title", () => {
  const named = (all: readonly { readonly id: string; readonly title: string }[]) =>
    all.map(({ id, title }) => ({ id, title }));
  expect(named(stored)).toEqual(named(experiments));
});

test("items that are shown and items that are named as missing are together exactly the items of the papers", () => {
  const shown = stored.flatMap((experiment) => experiment.items.map(({ id }) => id));
  const missing = stored.flatMap((experiment) => experiment.missing);
  expect(shown.length).toBeGreaterThan(400);
  expect([...shown, ...missing].sort()).toEqual([...items.all].sort());
  // a short version lacks those items only that no short version has
  const fullOnly = new Set(items.fullOnly);
  for (const { version, missing } of stored)
    for (const id of missing) expect(fullOnly.has(id)).toBe(version === "short");
});

test("the list of papers has the counts of their items", () => {
  const counted = papers.map(({ key, title, reference }) => {
    const own = stored.filter(({ id }) => id.split(".")[0] === key);
    const all = own.flatMap((experiment) => experiment.items);
    const printed = all.filter(({ kind }) => kind === "printed");
    const agree = printed.filter(({ verdict }) => verdict === "agrees").length;
    return { key, title, reference, experiments: own.length, items: all.length, printed: printed.length, agree };
  });
  expect(index).toEqual(counted);
});

/** Experiments of a second or less, some of every paper. */
const cheap = [
  ...["ariel.2.2", "ariel.4", "sanz-serna.2.spring", "sanz-serna.5", "gear.3.inner-steps", "tao-owhadi.3"],
  ...["tao-owhadi.4.2", "ascher.1.table-1-1", "ascher.3.example-2", "ascher.3.table-3-1", "beyond.projection"],
];

describe("what is shown is what the experiment computes now", () => {
  test.each(cheap)("%s", async (id) => {
    const { items, version, figures } = stored.find((each) => each.id === id) as StoredExperiment;
    const again = await reproduce(
      experiments.filter((each) => each.id === id),
      { quick: version === "short", progress: () => {}, pause: async () => {} },
    );
    expect(items.length).toBeGreaterThan(0);
    expect(plain(items)).toEqual(plain(again.items));
    expect(figures.map(({ id, title }) => ({ id, title }))).toEqual(
      again.figures.map(({ id, title }) => ({ id, title })),
    );
  });
});

/** As JSON has them. */
const plain = (all: readonly Item[]): unknown => JSON.parse(JSON.stringify(all));

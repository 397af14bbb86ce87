/** The ids of all items of a reproduction, and those that only the full version has. `scripts/list-items.mjs` writes the data. */

import { expect } from "vitest";
import items from "./items.json" with { type: "json" };

export const listedItems: readonly string[] = items.all;
const fullOnly = new Set(items.fullOnly);

/** Fails unless the items of these experiments, in their short or full version, are exactly those of the list. */
export function expectListed(
  experiments: readonly string[],
  found: readonly { readonly id: string }[],
  { quick }: { readonly quick: boolean },
): void {
  const own = listedItems.filter((id) => experiments.includes(experimentOf(id)) && !(quick && fullOnly.has(id)));
  expect(found.map(({ id }) => id).sort()).toEqual([...own].sort());
}

/** The experiment whose id is the longest beginning of the item's. */
function experimentOf(id: string): string {
  const owners = items.experiments.filter((each) => id.startsWith(`${each}.`));
  return owners.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
}

/**
 * Which joints and constraints contradict each other, where a start cannot be assembled. At the point with the least
 * residuals, D^-1 g is a state of stress without any force, so the stressed joints are those of the loop that does not
 * close.
 */

import type { F64, Gap, Holder, Makeup, OpenLoop } from "../core/index.js";
import type { RowScale } from "./gaps.js";

/** Joints with less than this fraction of the largest stress are not in the loop. */
const unstressed = 1e-3;
const ground = "ground";

/** The joints and constraints under stress. Torques are compared with forces by the extent of the model. */
export function stressed(
  { holders }: Makeup,
  stress: F64,
  scaleOf: (row: number) => RowScale,
  extent: number,
): Holder[] {
  const sizes = holders.map(({ rows }) =>
    rows.reduce((most, row) => {
      const { kind, by } = scaleOf(row);
      return Math.max(most, (Math.abs(stress[row]) * by) / (kind === "angle" ? extent : 1));
    }, 0),
  );
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return holders.filter((_, k) => sizes[k] > unstressed * largest);
}

/** The loop by name; what is missing is an estimate if the best position was not reached. */
export function loopOf(holders: readonly Holder[], missing: Gap, isSettled: boolean): OpenLoop {
  const round = inOrder(holders);
  const joints = round?.flatMap(({ by }) => by.name) ?? holders.map(({ name }) => name);
  const ends = round?.map(({ to }) => to) ?? holders.flatMap(({ on }) => on.map(({ name }) => name));
  const parts = [...new Set(ends)].filter((name) => name !== ground);
  return {
    joints,
    parts,
    around: round === undefined ? listed(joints) : inWords(round),
    missing,
    ...(!isSettled && { isEstimate: true }),
  };
}

/** A way through a joint, and what is behind it. */
interface Passage {
  readonly by: Holder;
  readonly from: string;
  readonly to: string;
}

/** The loop as a way from the ground, or from any of its parts, back to it; undefined if it is not a single loop. */
function inOrder(holders: readonly Holder[]): Passage[] | undefined {
  const at = new Map<string, { by: Holder; to: string }[]>();
  for (const by of holders) {
    const ends = by.on.map(({ name }) => name);
    if (ends.length === 1) ends.push(ground);
    if (ends.length !== 2) return undefined;
    ends.forEach((name, k) => {
      const list = at.get(name) ?? [];
      list.push({ by, to: ends[1 - k] });
      at.set(name, list);
    });
  }
  for (const list of at.values()) if (list.length !== 2) return undefined;
  const first = at.has(ground) ? ground : holders[0].on[0].name;
  const way: Passage[] = [];
  let here = first;
  do {
    const next = at.get(here)!.find(({ by }) => way.every((passage) => passage.by !== by));
    if (next === undefined) return undefined;
    way.push({ by: next.by, from: here, to: next.to });
    here = next.to;
  } while (here !== first);
  return way.length === holders.length ? way : undefined;
}

/** The most joints of a loop that are named. */
const mostNamed = 12;

function inWords(way: readonly Passage[]): string {
  const steps = way.map(({ by, to }) => `"${by.name}" - ${to}`);
  const shown =
    steps.length <= mostNamed
      ? steps
      : [...steps.slice(0, mostNamed / 2), `… ${steps.length - mostNamed} more …`, ...steps.slice(-mostNamed / 2)];
  return [way[0].from, ...shown].join(" - ");
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNamed;
  const shown = names.slice(0, mostNamed).map((name) => `"${name}"`);
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

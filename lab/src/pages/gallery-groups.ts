/** The order of the gallery: groups with their models. A model that no group names is in the last one. */

import type { GalleryEntry } from "../state/gallery-entry.js";

const groups: readonly (readonly [string, readonly string[]])[] = [
  ["Start here", ["pendulum", "double-pendulum", "spring-pendulum", "double-pendulum-soft"]],
  [
    "Machines",
    ["four-bar", "slider-crank", "motor-four-bar", "inverted-pendulum", "friction-slider", "vehicle", "heavy-top"],
  ],
  ["Ropes and chains", ["chain", "rope", "damped-cable", "hinge-chain", "bungee"]],
  ["Molecules", ["water-dimer", "water-7", "water-100", "argon"]],
  ["Stiff chemistry and oscillators", ["robertson", "van-der-pol", "index-2"]],
];
const last = "More mechanics";

export interface Group {
  readonly title: string;
  readonly entries: readonly GalleryEntry[];
}

export function grouped(entries: readonly GalleryEntry[]): readonly Group[] {
  const named = new Set(groups.flatMap(([, ids]) => ids));
  const listed = groups.map(([title, ids]) => ({
    title,
    entries: ids.flatMap((id) => entries.filter((entry) => entry.id === id)),
  }));
  const rest = { title: last, entries: entries.filter(({ id }) => !named.has(id)) };
  return [...listed, rest].filter((group) => group.entries.length > 0);
}

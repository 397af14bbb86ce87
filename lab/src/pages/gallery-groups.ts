/** The order of the gallery: groups with their models. A model that no group names is in the last one. */

import type { GalleryEntry } from "../state/gallery-entry.js";

interface GroupDefinition {
  readonly title: string;
  readonly about: string;
  readonly ids: readonly string[];
}

const groups: readonly GroupDefinition[] = [
  {
    title: "Start here",
    about: "Small models that show what the page can do.",
    ids: ["pendulum", "spring-pendulum", "four-bar", "double-pendulum-angles"],
  },
  {
    title: "Machines",
    about: "Rigid bodies with joints, drives, gears and friction.",
    ids: [
      ...["engine", "slider-crank", "quick-return", "cam", "watt", "jansen", "scissor-lift", "motor-four-bar"],
      ...["differential", "stewart", "delta-robot", "wishbone", "vehicle", "crane", "inverted-pendulum"],
      ...["friction-slider", "heavy-top", "gyroscope"],
    ],
  },
  {
    title: "Ropes and nets",
    about: "Many links: chains, cables and ropes, up to thousands of beads.",
    ids: ["rope", "chain", "damped-cable", "hinge-chain", "bungee"],
  },
  {
    title: "Molecules",
    about: "Water with rigid molecules, and argon in a periodic box.",
    ids: ["water-dimer", "water-7", "water-100", "argon"],
  },
  {
    title: "Stiff chemistry and oscillators",
    about: "First-order systems whose rates differ by many orders of magnitude.",
    ids: ["robertson", "van-der-pol", "index-2"],
  },
  {
    title: "From the papers",
    about: "Test problems of published papers; the page Papers reproduces their tables and figures.",
    ids: ["double-pendulum", "double-pendulum-soft"],
  },
];
const last = { title: "More mechanics", about: "Classical problems of mechanics." };

export interface Group {
  readonly title: string;
  readonly about: string;
  readonly entries: readonly GalleryEntry[];
}

export function grouped(entries: readonly GalleryEntry[]): readonly Group[] {
  const named = new Set(groups.flatMap(({ ids }) => ids));
  const listed = groups.map(({ title, about, ids }) => ({
    title,
    about,
    entries: ids.flatMap((id) => entries.filter((entry) => entry.id === id)),
  }));
  const rest = { ...last, entries: entries.filter(({ id }) => !named.has(id)) };
  return [...listed, rest].filter((group) => group.entries.length > 0);
}

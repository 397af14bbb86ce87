// The navigation. Lists of parts come from the registry, so a new one is in the sidebar without an entry here.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { registry } from "taut";
import { families, familyOf } from "./parts.mjs";
import { read, root } from "./paths.mjs";

/** @typedef {{ text: string, link?: string, items?: Item[] }} Item */

/** @param {string} text @param {Item[]} items @returns {Item} */
const group = (text, items) => ({ text, items });

/** @param {string} text @param {string} link @returns {Item} */
const entry = (text, link) => ({ text, link });

/**
 * A sidebar for each part of the site, by the beginning of the address. Groups are always open, because a group that folds would
 * be a button inside a button, which screen readers cannot announce.
 *
 * @param {readonly string[]} entries
 * @returns {Record<string, Item[]>}
 */
export function sidebar(entries) {
  const begin = group("Begin", [entry("Start", "/start"), entry("Choose", "/choose")]);
  const more = group("More", [
    entry("Models", "/guide/models"),
    entry("Formulations, methods, projections", "/methods/"),
    entry("Theory and papers", "/guide/theory/equations"),
    entry("Errors", "/errors/"),
    entry("Library reference", "/api/"),
  ]);
  const guide = group("Guide", [
    entry("Formulation, method, projection", "/guide/choosing"),
    entry("Library", "/guide/library"),
    entry("Sweeps", "/guide/sweeps"),
    entry("Heat baths and ensembles", "/guide/ensembles"),
    entry("What a run watches", "/guide/conscience"),
    entry("From other programs", "/guide/programs"),
    ...otherGuides(),
  ]);
  const project = group("Project", [
    entry("Peers", "/peers"),
    entry("Architecture", "/guide/architecture"),
    entry("Contributing", "/contributing"),
    entry("Security", "/security"),
    entry("Changelog", "/changelog"),
  ]);
  const models = [
    group("Models", [
      entry("Models explained", "/guide/models"),
      entry("Sections of a file", "/models/sections"),
      entry("Elements", "/models/elements"),
      entry("Joints", "/models/joints"),
      entry("Gallery", "/models/gallery"),
    ]),
  ];
  const theory = [
    group("Theory", [
      entry("Equations", "/guide/theory/equations"),
      entry("Notes on Ariel", "/guide/theory/ariel"),
      entry("Notes on Sanz-Serna", "/guide/theory/sanz-serna"),
      entry("Notes on Gear", "/guide/theory/gear"),
      entry("Notes on Tao–Owhadi", "/guide/theory/tao-owhadi"),
      entry("Notes on Ascher", "/guide/theory/ascher"),
    ]),
    group("Papers", [
      entry("The papers", "/guide/papers"),
      entry("Reproduction", "/papers/"),
      entry("Completeness", "/guide/completeness"),
    ]),
  ];
  const allParts = [
    group("Formulations", [entry("All formulations", "/formulations/"), ...parts("formulation")]),
    group("Methods", [entry("All methods", "/methods/")]),
    ...methods(),
    group("Projections", [entry("All projections", "/projections/"), ...parts("projection")]),
  ];
  return {
    "/": [begin, group("Recipes", [entry("All recipes", "/recipes/"), ...recipes()]), guide, more, project],
    ...Object.fromEntries(["/models/", "/guide/models"].map((path) => [path, models])),
    ...Object.fromEntries(["/formulations/", "/methods/", "/projections/"].map((path) => [path, allParts])),
    ...Object.fromEntries(
      ["/guide/theory/", "/guide/papers", "/guide/completeness", "/papers/"].map((path) => [path, theory]),
    ),
    "/errors/": [
      group("Errors", [
        entry("Overview", "/errors/"),
        entry("Statuses", "/errors/statuses"),
        entry("Refusals", "/errors/refusals"),
      ]),
    ],
    "/api/": [group("Library", [entry("Overview", "/api/"), ...entries.map((name) => entry(name, `/api/${name}`))])],
  };
}

/** @param {"formulation" | "projection"} kind */
const parts = (kind) => registry[kind].map(({ name }) => entry(name, `/${kind}s/${name}`));

/** @returns {Item[]} */
const methods = () =>
  Object.entries(families).map(([family, text]) => ({
    text,
    items: registry.method
      .filter(({ name }) => familyOf(name) === family)
      .map(({ name }) => entry(name, `/methods/${name}`)),
  }));

/** Pages of docs/ that this file does not name. */
const otherGuides = () =>
  readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md") && !known.includes(file.replace(".md", "")))
    .map((file) => entry(/^# (.*)$/m.exec(read(`docs/${file}`))?.[1] ?? file, `/guide/${file.replace(".md", "")}`));
const known = [
  ...["choosing", "library", "sweeps", "ensembles", "conscience", "programs", "models"],
  ...["architecture", "papers", "completeness"],
];

/** In the order that their front matter gives. */
const recipes = () =>
  readdirSync(join(root, "site/pages/recipes"))
    .filter((file) => file !== "index.md")
    .map((file) => {
      const text = read(`site/pages/recipes/${file}`);
      const order = Number(/^order: (\d+)$/m.exec(text)?.[1] ?? 99);
      const title = /^# (.*)$/m.exec(text)?.[1] ?? file;
      return { order, ...entry(title, `/recipes/${file.replace(".md", "")}`) };
    })
    .sort((a, b) => a.order - b.order);

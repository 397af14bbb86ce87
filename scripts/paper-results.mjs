/**
 * Writes lab/data/papers, the results that the lab shows on its page Papers, from folders that `taut reproduce --out` has written:
 *
 *   taut reproduce --quick --out QUICK
 *   taut reproduce --out FULL
 *   node scripts/paper-results.mjs QUICK FULL
 *
 * Where several folders have the same experiment, the last one counts, so that full results replace those of the short version. The
 * models that the page opens in the stage are written beside them, from the same code as the experiments. Run `npm run build` first.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Document, isMap, isScalar, visit } from "yaml";
import { doublePendulum as startedPendulum } from "../dist/papers/beyond/double-pendulum.js";
import { experiments, papers } from "../dist/papers/index.js";
import { forcedOscillator } from "../dist/papers/models/forced-oscillator.js";
import { indexTwo } from "../dist/papers/models/index-two.js";
import { kepler } from "../dist/papers/models/kepler.js";
import { normalModes } from "../dist/papers/models/normal-modes.js";
import { pendulum } from "../dist/papers/models/pendulum.js";
import { ring } from "../dist/papers/models/ring.js";
import { strongSpring } from "../dist/papers/models/strong-spring.js";
import { bothHard, firstHard, secondHard } from "../dist/papers/models/two-springs.js";
import { uncoupled } from "../dist/papers/models/uncoupled.js";
import { chain, counterExample, dna, doublePendulum, rotation } from "../dist/papers/tao-owhadi/models.js";

/** @typedef {import("../dist/papers/harness/index.js").Item} Item */
/** @typedef {{ id: string, series: { x: (number | null)[], y: (number | null)[] }[] }} StoredFigure */
/** @typedef {{ version: "full" | "short", items: Item[], figures: StoredFigure[] }} Found */

const target = fileURLToPath(new URL("../lab/data/papers/", import.meta.url));
const listed = JSON.parse(readFileSync(new URL("../test/docs/items.json", import.meta.url), "utf8")).all;
/** Digits of the numbers of a curve, which is drawn a few hundred pixels high, and its most points. */
const digits = 5;
const mostPoints = 400;

/** The experiment whose id is the longest beginning of this one. @param {string} id */
function ownerOf(id) {
  const owners = experiments.filter((each) => id.startsWith(`${each.id}.`)).map((each) => each.id);
  return owners.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
}

/** The results of a folder, by experiment. @param {string} folder @returns {Map<string, Found>} */
function resultsIn(folder) {
  /** @param {string} name */
  const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const { quick, interrupted } = read("manifest.json");
  if (interrupted)
    throw new Error(`${folder} was interrupted. Run the same \`taut reproduce\` again, then this script.`);
  /** @type {Map<string, Found>} */
  const found = new Map();
  /** @param {string} id */
  const at = (id) => {
    const owner = ownerOf(id);
    if (!found.has(owner)) found.set(owner, { version: quick ? "short" : "full", items: [], figures: [] });
    return /** @type {Found} */ (found.get(owner));
  };
  for (const item of read("results.json")) at(item.id).items.push(item);
  // a folder without figures takes over those of the folder before it
  const figures = existsSync(join(folder, "figures.json")) ? read("figures.json") : [];
  for (const figure of figures) at(figure.id).figures.push(compact(figure));
  return found;
}

/** @param {StoredFigure} figure */
const compact = (figure) => ({
  ...figure,
  series: figure.series.map(({ x, y, ...about }) => {
    const kept = rowsKept(x, y);
    /** @param {(number | null)[]} values */
    const short = (values) => kept.map((k) => (values[k] === null ? null : Number(values[k].toPrecision(digits))));
    return { ...about, x: short(x), y: short(y) };
  }),
});

/** The rows of a long curve that are kept: of each of its parts the ends of the range of y. @param {(number | null)[]} x @param {(number | null)[]} y */
function rowsKept(x, y) {
  const all = x.map((_, k) => k);
  const goesOn = all.every((k) => k === 0 || Number(x[k]) > Number(x[k - 1]));
  if (x.length <= mostPoints || !goesOn) return all;
  const parts = mostPoints / 2;
  const kept = new Set([0, x.length - 1]);
  for (let part = 0; part < parts; part++) {
    const rows = all.slice(Math.floor((part * x.length) / parts), Math.floor(((part + 1) * x.length) / parts));
    kept.add(rows.reduce((a, b) => (Number(y[b]) < Number(y[a]) ? b : a)));
    kept.add(rows.reduce((a, b) => (Number(y[b]) > Number(y[a]) ? b : a)));
  }
  return [...kept].sort((a, b) => a - b);
}

/** @param {string} name @param {unknown} data */
function write(name, data) {
  writeFileSync(join(target, `${name}.json`), `${JSON.stringify(data)}\n`);
}

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("Name at least one folder that `taut reproduce --out` has written.");
/** @type {Map<string, Found>} */
const found = new Map();
for (const [id, results] of folders.flatMap((folder) => [...resultsIn(folder)]))
  found.set(id, results.figures.length > 0 ? results : { ...results, figures: found.get(id)?.figures ?? [] });
mkdirSync(target, { recursive: true });
for (const { key } of papers) {
  const own = experiments.filter(({ paper }) => paper === key);
  write(
    key,
    own.map(({ id, title }) => {
      const { version, items, figures } = found.get(id) ?? { version: "short", items: [], figures: [] };
      const shown = new Set(items.map((item) => item.id));
      const missing = listed.filter((/** @type {string} */ item) => ownerOf(item) === id && !shown.has(item));
      return { id, title, version, items, missing, figures };
    }),
  );
}
write(
  "index",
  papers.map(({ key, title, reference }) => {
    const items = [...found].filter(([id]) => id.split(".")[0] === key).flatMap(([, { items }]) => items);
    const printed = items.filter(({ kind }) => kind === "printed");
    const agree = printed.filter(({ verdict }) => verdict === "agrees").length;
    const count = experiments.filter(({ paper }) => paper === key).length;
    return { key, title, reference, experiments: count, items: items.length, printed: printed.length, agree };
  }),
);
const models = {
  ...{ forcedOscillator, indexTwo, kepler, normalModes, pendulum, ring, strongSpring },
  ...{ bothHard, firstHard, secondHard, uncoupled, chain, counterExample, dna, doublePendulum, rotation },
  ...{ startedPendulum },
};
write("models", Object.fromEntries(Object.entries(models).map(([name, model]) => [name, textOf(model)])));

/** A model as text, laid out as in the gallery: one line for each point, element or parameter list. @param {unknown} model */
function textOf(model) {
  const document = new Document(model);
  visit(document, {
    Collection(_, node, path) {
      const depth = path.filter((each) => "items" in each).length;
      const isList = path.some((each) => "items" in each && !isMap(each));
      const isPlain = isMap(node) && node.items.every(({ value }) => isScalar(value));
      node.flow = (depth > 0 && isPlain) || depth > (isList ? 2 : 1);
    },
  });
  return document.toString({ lineWidth: 0 });
}

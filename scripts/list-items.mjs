/**
 * Writes test/docs/items.json, the ids of all items of `taut reproduce`, from the results.json of a full and of a short reproduction:
 * node scripts/list-items.mjs FULL/results.json QUICK/results.json
 */

import { readFileSync, writeFileSync } from "node:fs";
import { experiments } from "../dist/papers/index.js";

/** @param {string} path @returns {string[]} */
const idsOf = (path) => JSON.parse(readFileSync(path, "utf8")).map((/** @type {{ id: string }} */ { id }) => id);
const [full, quick] = process.argv.slice(2).map(idsOf);
const short = new Set(quick);
const data = {
  experiments: experiments.map(({ id }) => id),
  all: [...new Set([...full, ...quick])],
  fullOnly: full.filter((id) => !short.has(id)),
};
writeFileSync(new URL("../test/docs/items.json", import.meta.url), `${JSON.stringify(data, null, 2)}\n`);

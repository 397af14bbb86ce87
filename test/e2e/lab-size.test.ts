/**
 * The size of a first visit: the gallery, and with a model the library and the plots. three.js, the editor and the
 * parser of model texts are loaded only when they are needed.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { root } from "../cli/taut.js";

const folder = join(root, "dist/lab");
const read = (file: string): string => readFileSync(join(folder, file), "utf8");
const zipped = (file: string): number => gzipSync(read(file), { level: 9 }).length;
const assets = readdirSync(join(folder, "assets")).map((file) => `assets/${file}`);

/** A file and its static imports; dynamic imports are not followed. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name] of read(file).matchAll(/\b(?:import|from)\s*"\.\/([^"]+\.js)"/g))
    withImports(`assets/${name}`, found);
  return found;
}

const linked = [...read("index.html").matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file);

/** The files that the page links, which show the gallery. */
function firstLoad(): string[] {
  const all = new Set(["index.html", ...linked.filter((file) => file.endsWith(".css"))]);
  for (const file of linked.filter((each) => each.endsWith(".js"))) withImports(file, all);
  return [...all];
}

/** The files that are loaded when a model is opened: the library in its worker, and the plots. */
function stageLoad(): string[] {
  const all = new Set<string>();
  for (const file of assets.filter((each) => /(main|plots)-[\w-]+\.js$/.test(each))) withImports(file, all);
  return [...all].filter((file) => !firstLoad().includes(file));
}

const total = (files: readonly string[]): number => files.reduce((sum, file) => sum + zipped(file), 0);

test("the first load is below 60 kB gzip, and the library, the stage and the plots that a model needs are below 376", () => {
  const [first, stage] = [total(firstLoad()), total(stageLoad())];
  process.stdout.write(
    `The first load is ${first} bytes gzip; opening a model loads ${stage} more for the library and the plots.\n`,
  );
  expect(linked.length).toBeGreaterThan(1);
  expect(stage).toBeGreaterThan(100_000);
  expect(first).toBeLessThan(60_000);
  // the stage (13 kB) was part of the first load before; joints, scenes, reactions, the account of the energy and assembly
  // made the rest
  expect(stage).toBeLessThan(376_000);
});

test("the live stage of the first page is loaded within 290 kB gzip, after the page itself", () => {
  const all = new Set<string>();
  for (const file of assets.filter((each) => /opening-[\w-]+\.js$/.test(each))) withImports(file, all);
  const own = [...all].filter((file) => !firstLoad().includes(file));
  process.stdout.write(`The live stage of the first page is ${total(own)} bytes gzip.\n`);
  // its page and its worker
  expect(own.length).toBeGreaterThan(1);
  expect(total(own)).toBeGreaterThan(100_000);
  expect(total(own)).toBeLessThan(290_000);
});

test("three.js, the editor and the parser of model texts are in files of their own, outside the first load", () => {
  const first = [...firstLoad(), ...stageLoad()];
  const bearing = (words: string) => assets.filter((file) => file.endsWith(".js") && read(file).includes(words));
  for (const words of ["WebGLRenderer", "cm-content", "tag:yaml.org"]) {
    const files = bearing(words).filter((file) => !/papers-/.test(file));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => first.includes(file))).toEqual([]);
  }
});

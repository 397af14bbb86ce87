/** What a first visit downloads: the page, its styles, the library in its worker; neither three nor the editor nor the plots. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { root } from "../cli/taut.js";

const folder = join(root, "dist/lab");
const read = (file: string): string => readFileSync(join(folder, file), "utf8");
const zipped = (file: string): number => gzipSync(read(file), { level: 9 }).length;
const assets = readdirSync(join(folder, "assets")).map((file) => `assets/${file}`);

/** A file and what it imports at once, not what it imports when it is asked to. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name] of read(file).matchAll(/\b(?:import|from)\s*"\.\/([^"]+\.js)"/g))
    withImports(`assets/${name}`, found);
  return found;
}

/** What the page links, and the worker that it starts. */
function firstLoad(): string[] {
  const linked = [...read("index.html").matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const all = new Set(["index.html", ...linked.filter((file) => file.endsWith(".css"))]);
  for (const file of linked.filter((each) => each.endsWith(".js"))) {
    withImports(file, all);
    for (const [, worker] of read(file).matchAll(/(main-[\w-]+\.js)/g)) withImports(`assets/${worker}`, all);
  }
  return [...all];
}

test("the first load is below 250 kB gzip: the page, its styles, and the whole library in its worker", () => {
  const files = firstLoad();
  const total = files.reduce((sum, file) => sum + zipped(file), 0);
  const plots = assets
    .filter((file) => /plots-[\w-]+\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + zipped(file), 0);
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  process.stdout.write(`first load ${kB(total)} gzip; plots, which follow when a model is opened, ${kB(plots)}\n`);
  expect(files.filter((file) => file.includes("main-"))).toHaveLength(1);
  expect(plots).toBeGreaterThan(0);
  expect(total).toBeLessThan(250_000);
});

test("three and the editor are in files of their own, which the first load does not have", () => {
  const first = firstLoad();
  const bearing = (words: string) => assets.filter((file) => file.endsWith(".js") && read(file).includes(words));
  for (const words of ["WebGLRenderer", "cm-content"]) {
    const files = bearing(words);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => first.includes(file))).toEqual([]);
  }
});

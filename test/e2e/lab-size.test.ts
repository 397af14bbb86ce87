/** What a first visit downloads: the page, its styles, the library in its worker; neither three nor the editor. */

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

/** Linked by the page; then the worker, and the plots, which the stage shows at once. */
function firstLoad(): string[] {
  const page = [...read("index.html").matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const scripts = page.filter((file) => file.endsWith(".js"));
  const worker = assets.filter(
    (file) =>
      scripts.some((s) => read(s).includes(`new Worker`) && read(s).includes(file.slice(7))) && file.includes("main-"),
  );
  const plots = assets.filter((file) => /plots-[\w-]+\.(js|css)$/.test(file));
  const all = new Set<string>(["index.html", ...page.filter((file) => file.endsWith(".css"))]);
  for (const file of [...scripts, ...worker, ...plots]) {
    if (file.endsWith(".js")) withImports(file, all);
    else all.add(file);
  }
  return [...all];
}

test("the first load is below 250 kB gzip, worker included", () => {
  const files = firstLoad();
  const sizes = files.map((file) => [file, zipped(file)] as const);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  process.stdout.write(`first load: ${(total / 1000).toFixed(1)} kB gzip\n`);
  expect(files.some((file) => file.includes("main-"))).toBe(true);
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

/**
 * The size of a first visit: the gallery, and with a model the library. three.js, the editor, the parser of model texts, and the methods
 * that a run does not use are loaded only when they are needed.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import { type LabSite, openLab, patient } from "./lab-page.js";

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

const total = (files: readonly string[]): number => files.reduce((sum, file) => sum + zipped(file), 0);

test("the first load is below 60 kB gzip", () => {
  const first = total(firstLoad());
  process.stdout.write(`The first load is ${first} bytes gzip.\n`);
  expect(linked.length).toBeGreaterThan(1);
  expect(first).toBeGreaterThan(10_000);
  expect(first).toBeLessThan(60_000);
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

describe.skipIf(!executablePath)("models in a browser (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  /** What a model loads, beside the first load, until something is drawn on its canvas, in a plane or in space, and afterwards. */
  async function loaded(model: string): Promise<{ readonly before: string[]; readonly after: string[] }> {
    const context = await lab.browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(patient.timeout);
    const asked: Request[] = [];
    page.on("request", (request) => asked.push(request));
    await page.addInitScript(`
      for (const [{ prototype }, name] of [[CanvasRenderingContext2D, "arc"], [WebGL2RenderingContext, "drawElementsInstanced"]]) {
        const own = prototype[name];
        prototype[name] = function (...given) {
          if (this.canvas.closest?.(".lane")) globalThis.drawn ??= performance.timeOrigin + performance.now();
          return own.apply(this, given);
        };
      }`);
    await page.goto(`${lab.url}#/stage/${model}`);
    await page.locator(".lane.done").waitFor();
    await page.locator(".picker").first().waitFor();
    await page.locator(".chart svg").first().waitFor();
    // requests of the page and of its worker have the time at which they were made
    const drawn = (await page.evaluate("globalThis.drawn")) as number;
    const files = (requests: readonly Request[]): string[] =>
      [...new Set(requests.map((request) => request.url().replace(lab.url, "").replace(/#.*$/, "")))].filter(
        (file) => file.startsWith("assets/") && !firstLoad().includes(file),
      );
    const before = files(asked.filter((request) => request.timing().startTime < drawn));
    const after = files(asked).filter((file) => !before.includes(file));
    await context.close();
    return { before, after };
  }

  test("a model loads at most 312 kB gzip until its picture, and one in space at most 324", async () => {
    const plane = await loaded("double-pendulum");
    const space = await loaded("spherical-pendulum");
    process.stdout.write(
      `Until its picture a model loads ${total(plane.before)} bytes gzip, and one in space ${total(space.before)}.\n`,
    );
    // the library, the stage and the model itself
    for (const { before } of [plane, space])
      for (const part of [/main-/, /stage-/, /pendulum-/])
        expect(before.filter((file) => part.test(file)).length).toBeGreaterThan(0);
    expect(space.before.filter((file) => /space-picture-/.test(file)).length).toBe(1);
    for (const { after } of [plane, space]) expect(after.length).toBeGreaterThan(0);
    expect(total(plane.before)).toBeGreaterThan(200_000);
    expect(total(plane.before)).toBeLessThan(312_000);
    expect(total(space.before)).toBeLessThan(324_000);
  });

  test("the programs of pictures in space, the editor, the parser of model texts and the methods that a run does not use are not loaded for its picture", async () => {
    const first = [...firstLoad(), ...(await loaded("double-pendulum")).before];
    const bearing = (words: string) => assets.filter((file) => file.endsWith(".js") && read(file).includes(words));
    for (const words of ["webgl2", "cm-content", "tag:yaml.org", "(ode23s)"]) {
      const files = bearing(words).filter((file) => !/papers-/.test(file));
      expect(files.length).toBeGreaterThan(0);
      expect(files.filter((file) => first.includes(file))).toEqual([]);
    }
  });
});

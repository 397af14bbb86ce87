/**
 * The size of a first visit: the gallery, and with a model the library. three.js, the editor, the parser of model texts, and the methods
 * that a run does not use are loaded only when they are needed.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../cli/taut.js";
import { executablePath, inBrowser } from "./browser.js";
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

describe.skipIf(!executablePath)("models in a browser (skipped without Chromium)", inBrowser, () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  /** What a model loads, beside the first load, until something is drawn on its canvas in a plane, and afterwards. */
  async function loaded(model: string): Promise<{ readonly before: string[]; readonly after: string[] }> {
    const context = await lab.browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(patient.timeout);
    const asked: string[] = [];
    let pictured = 0;
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => {
      if (message.text() === "first picture") pictured ||= asked.length;
    });
    await page.addInitScript(`
      const { prototype } = CanvasRenderingContext2D;
      const { arc } = prototype;
      prototype.arc = function (...given) {
        if (this.canvas.closest(".lane") !== null && globalThis.drawn === undefined) {
          globalThis.drawn = performance.now();
          console.log("first picture");
        }
        return arc.apply(this, given);
      };`);
    await page.goto(`${lab.url}#/stage/${model}`);
    await page.locator(".lane.done").waitFor();
    await page.locator(".picker").first().waitFor();
    await page.locator(".chart svg").first().waitFor();
    // the message about the picture takes its time, so what the page itself asked for later is known from its own clock
    const later = (await page.evaluate(
      `performance.getEntriesByType("resource").filter(({ startTime }) => startTime > globalThis.drawn).map(({ name }) => name)`,
    )) as string[];
    await context.close();
    const files = (urls: readonly string[]): string[] =>
      [...new Set(urls)]
        .map((url) => url.replace(lab.url, "").replace(/#.*$/, ""))
        .filter((file) => file.startsWith("assets/") && !firstLoad().includes(file));
    const before = files(asked.slice(0, pictured).filter((url) => !later.includes(url)));
    return { before, after: files(asked).filter((file) => !before.includes(file)) };
  }

  test("a model loads at most 315 kB gzip until its picture, and one in space at most 455", async () => {
    const plane = await loaded("double-pendulum");
    const { before, after } = await loaded("spherical-pendulum");
    // pictures in space are not drawn with arcs, so what comes after a picture is taken from the other model
    const space = [...before, ...after].filter((file) => !plane.after.includes(file));
    process.stdout.write(
      `Until its picture a model loads ${total(plane.before)} bytes gzip, and one in space ${total(space)}.\n`,
    );
    // the library, the stage and the model itself
    for (const files of [plane.before, space])
      for (const part of [/main-/, /stage-/, /pendulum-/])
        expect(files.filter((file) => part.test(file)).length).toBeGreaterThan(0);
    expect(plane.after.length).toBeGreaterThan(0);
    expect(total(plane.before)).toBeGreaterThan(200_000);
    // it has grown by 23 kB with hubs, paths of constraints, switches of multipliers, rows in pieces and sizes of starts at zero
    expect(total(plane.before)).toBeLessThan(315_000);
    expect(total(space)).toBeGreaterThan(total(plane.before) + 100_000);
    expect(total(space)).toBeLessThan(455_000);
  });

  test("three.js, the editor, the parser of model texts and the methods that a run does not use are not loaded for its picture", async () => {
    const first = [...firstLoad(), ...(await loaded("double-pendulum")).before];
    const bearing = (words: string) => assets.filter((file) => file.endsWith(".js") && read(file).includes(words));
    for (const words of ["WebGLRenderer", "cm-content", "tag:yaml.org", "(ode23s)"]) {
      const files = bearing(words).filter((file) => !/papers-/.test(file));
      expect(files.length).toBeGreaterThan(0);
      expect(files.filter((file) => first.includes(file))).toEqual([]);
    }
  });
});

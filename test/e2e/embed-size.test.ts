/** The size of `<taut-lab>`: its script, and everything that a page loads until the first picture and until the motion. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import { type EmbedSite, openSite } from "./embed-page.js";

const zipped = (file: string): number => gzipSync(readFileSync(join(root, file)), { level: 9 }).length;

test("the script is below 60 kB gzip", () => {
  const size = zipped("dist/embed/taut-lab.js");
  process.stdout.write(`taut-lab.js is ${size} bytes gzip.\n`);
  expect(size).toBeLessThan(60_000);
});

describe.skipIf(!executablePath)("in a page (skipped without Chromium)", () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  /** The bytes after gzip of what was asked for from the server, without the page itself. */
  const total = (asked: readonly string[]): number =>
    asked
      .map((address) => address.slice(site.address.length + 1))
      .filter((file) => !/page-\d+\.html$|favicon/.test(file))
      .reduce((sum, file) => sum + zipped(file.endsWith(".yaml") ? `gallery/${file}` : `dist/embed/${file}`), 0);

  test("a double pendulum loads below 260 kB gzip until its first picture, and below 343 until it moves", async () => {
    // the first drawing of a mass on the canvas
    const before = `
      const arc = CanvasRenderingContext2D.prototype.arc;
      CanvasRenderingContext2D.prototype.arc = function (...numbers) {
        if (globalThis.drawn === undefined) { globalThis.drawn = true; console.log("first picture"); }
        return arc.apply(this, numbers);
      };`;
    const { page, asked } = await site.open("", { before });
    let first: readonly string[] | undefined;
    page.on("console", (message) => {
      if (message.text() === "first picture") first ??= [...asked];
    });
    await page.evaluate(
      `document.querySelector("main").innerHTML = '<taut-lab model="double-pendulum.yaml"></taut-lab>'`,
    );
    await page.waitForFunction("document.querySelector('taut-lab').results.length > 0");
    const [picture, motion] = [total(first ?? []), total(asked)];
    process.stdout.write(`Until the first picture ${picture} bytes gzip, until the motion ${motion}.\n`);
    expect(first?.some((address) => address.endsWith("worker.js"))).toBe(true);
    expect(picture).toBeLessThan(260_000);
    expect(motion).toBeGreaterThan(picture);
    expect(motion).toBeLessThan(343_000);
    await page.context().close();
  });
});

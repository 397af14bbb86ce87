import { join } from "node:path";
import { chromium } from "playwright-core";
import { build } from "vite";
import { expect, test } from "vitest";
import { findChromium } from "../../scripts/find-chromium.mjs";

const executablePath = findChromium();
const door = join(import.meta.dirname, "../../dist/index.js");

/** The library as one ES module, the way an application would bundle it. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry: door, formats: ["es"], fileName: "taut" } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!("output" in output)) throw new Error("vite returned a watcher instead of a bundle");
  return output.output[0].code;
}

test.skipIf(!executablePath)("a browser sees the same public names as Node (skipped without Chromium)", async () => {
  const code = await bundle();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    const page = await browser.newPage();
    // a string, because the test runner rewrites import() inside functions
    const url = JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`);
    const names = await page.evaluate(`import(${url}).then((taut) => Object.keys(taut).sort())`);
    expect(names).toEqual(Object.keys(await import(door)).sort());
  } finally {
    await browser.close();
  }
});

/** Loads the built library into a page of a real browser. */

import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { patience } from "../../scripts/patience.mjs";

export const executablePath = findChromium();
/** The built entry point of the library, from `npm run build`. */
export const door = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** Bundles the library into one ES module, as an application would. */
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

/** Opens a page on which `taut` is the library. The caller closes the browser. */
export async function pageWithLibrary(): Promise<{ browser: Browser; page: Page }> {
  const code = await bundle();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  const page = await browser.newPage();
  page.setDefaultTimeout(patience(30_000));
  // evaluated as a string, because the test runner rewrites import() inside functions
  const url = JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`);
  await page.evaluate(`import(${url}).then((taut) => { globalThis.taut = taut; })`);
  return { browser, page };
}

/**
 * Measures the work of the lab's main thread per frame while the worker computes, and the stage plays, a chain of 1,000
 * links in the plane and then 100 waters in space.
 */

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** The models, played slowly enough that they do not end during the measurement. */
const cases = [
  { name: "chain of 1000", model: "chain", set: { n: "1000" }, speed: "0.1" },
  { name: "100 waters", model: "water-100", set: {}, speed: "0.1" },
];
/** The length of a measurement (ms). */
const patience = 6000;

export async function labFramesBench(): Promise<void> {
  // loaded by path, because scripts/ is not built beside the benches
  const { findChromium } = await import(pathToFileURL(resolve("scripts/find-chromium.mjs")).href);
  const executablePath: string | undefined = findChromium();
  if (executablePath === undefined) {
    console.log("lab-frames is skipped, because no Chromium was found.");
    return;
  }
  const server = spawn(process.execPath, ["bin/taut.js", "lab", "--no-open", "--port", "0"]);
  const url = await new Promise<string>((done) => server.stdout.on("data", (text) => done(String(text).trim())));
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    for (const { name, model, set, speed } of cases) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      // measures the page's own work per frame: the clock, the signals that depend on it, the drawing
      await page.addInitScript(`
        globalThis.frameTimes = [];
        const ask = requestAnimationFrame.bind(globalThis);
        globalThis.requestAnimationFrame = (work) => ask((now) => {
          const start = performance.now();
          work(now);
          frameTimes.push(performance.now() - start);
        });
      `);
      await page.goto(`${url}#/stage/${model}`);
      for (const [parameter, value] of Object.entries(set)) {
        const field = page.locator(".field", { hasText: new RegExp(`^${parameter}`) }).locator("input");
        await field.fill(value);
        await field.press("Tab");
      }
      await page.locator(".scrub input").waitFor();
      await page.waitForTimeout(2000);
      await page.getByRole("button", { name: "Reset", exact: true }).click();
      await page.locator(".speed select").selectOption(speed);
      await page.evaluate("frameTimes.length = 0");
      await page.getByRole("button", { name: "Play" }).click();
      await page.waitForTimeout(patience);
      const times = ((await page.evaluate("frameTimes")) as number[]).sort((a, b) => a - b);
      const at = (part: number): string => times[Math.floor(part * (times.length - 1))].toFixed(2);
      console.log(
        `lab-frames: ${name}, ${times.length} frames, main thread ${at(0.5)} ms median, ${at(0.95)} ms p95 (should be below 16)`,
      );
      await page.close();
    }
  } finally {
    await browser.close();
    server.kill("SIGINT");
  }
}

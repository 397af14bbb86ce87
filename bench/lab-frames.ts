/** Frames of the lab: what the main thread does for each while a chain of 1,000 links is computed in the worker and plays. */

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** Milliseconds of playing that are measured. */
const patience = 6000;

export async function labFramesBench(): Promise<void> {
  // scripts are not built beside the benches
  const { findChromium } = await import(pathToFileURL(resolve("scripts/find-chromium.mjs")).href);
  const executablePath: string | undefined = findChromium();
  if (executablePath === undefined) {
    console.log("lab-frames: skipped, there is no Chromium");
    return;
  }
  const server = spawn(process.execPath, ["bin/taut.js", "lab", "--no-open", "--port", "0"]);
  const url = await new Promise<string>((done) => server.stdout.on("data", (text) => done(String(text).trim())));
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    // how long the page's own work of a frame takes: the clock, the signals that follow it, the drawing
    await page.addInitScript(`
      globalThis.frameTimes = [];
      const ask = requestAnimationFrame.bind(globalThis);
      globalThis.requestAnimationFrame = (work) => ask((now) => {
        const start = performance.now();
        work(now);
        frameTimes.push(performance.now() - start);
      });
    `);
    await page.goto(`${url}#/stage/chain`);
    await page.locator(".field", { hasText: /^n/ }).locator("input").fill("1000");
    await page.keyboard.press("Tab");
    await page.locator(".scrub input").waitFor();
    await page.waitForTimeout(2000);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.locator(".speed select").selectOption("0.1");
    await page.evaluate("frameTimes.length = 0");
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForTimeout(patience);
    const times = ((await page.evaluate("frameTimes")) as number[]).sort((a, b) => a - b);
    const at = (part: number): string => times[Math.floor(part * (times.length - 1))].toFixed(2);
    console.log(
      `lab-frames: chain of 1000, ${times.length} frames, main thread ${at(0.5)} ms median, ${at(0.95)} ms p95`,
    );
  } finally {
    await browser.close();
    server.kill("SIGINT");
  }
}

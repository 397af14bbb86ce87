/**
 * Measures the time from the opening of a page to the first picture of an embedded double pendulum, and to its motion, with
 * Chromium's processor slowed down four times.
 */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const slower = 4;
const repeats = 5;

/** Notes when a mass is first drawn, and when the element says that it is ready. */
const noting = `
  const arc = CanvasRenderingContext2D.prototype.arc;
  CanvasRenderingContext2D.prototype.arc = function (...numbers) {
    globalThis.pictureAt ??= performance.now();
    return arc.apply(this, numbers);
  };
  addEventListener("taut-ready", () => { globalThis.readyAt = performance.now(); });`;

export async function embedBench(): Promise<void> {
  // loaded by path, because scripts/ is not built beside the benches
  const { findChromium } = await import(pathToFileURL(resolve("scripts/find-chromium.mjs")).href);
  const executablePath: string | undefined = findChromium();
  if (executablePath === undefined) {
    console.log("embed is skipped, because no Chromium was found.");
    return;
  }
  const server = createServer(({ url = "/" }, answer) => {
    const name = url.slice(1);
    try {
      if (name === "") {
        answer.writeHead(200, { "content-type": "text/html" });
        answer.end(
          '<!doctype html><title>Bench</title><taut-lab model="double-pendulum.yaml"></taut-lab><script type="module" src="taut-lab.js"></script>',
        );
        return;
      }
      const bytes = readFileSync(name.endsWith(".yaml") ? `gallery/${name}` : `dist/embed/${name}`);
      answer.writeHead(200, { "content-type": name.endsWith(".js") ? "text/javascript" : "text/plain" }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    const [pictures, motions]: [number[], number[]] = [[], []];
    for (let k = 0; k < repeats; k++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.addInitScript(noting);
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.waitForFunction("globalThis.readyAt !== undefined", undefined, { timeout: 60_000 });
      pictures.push((await page.evaluate("pictureAt")) as number);
      motions.push((await page.evaluate("readyAt")) as number);
      await context.close();
    }
    const middle = (times: number[]): string => times.sort((a, b) => a - b)[repeats >> 1].toFixed(0);
    console.log(
      `embed: first picture of a double pendulum after ${middle(pictures)} ms (should be below 1000), ready to play after ${middle(motions)} ms; page throttled ${slower}×, median of ${repeats}`,
    );
  } finally {
    await browser.close();
    server.close();
  }
}

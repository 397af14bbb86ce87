/** Opens the lab, as `taut lab` serves it, in a real browser, and records errors and outside requests. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from "playwright-core";
import { patience } from "../../scripts/patience.mjs";
import { root } from "../cli/taut.js";
import { executablePath } from "./browser.js";

/** How long a test waits for something; this follows the load of the machine. */
export const patient = { timeout: patience(20_000) };
/** Nothing moves by itself. */
export const still = { reducedMotion: "reduce" } as const;

export interface LabSite {
  readonly url: string;
  readonly browser: Browser;
  /** Opens a page and records its complaints. */
  open(hash?: string, options?: BrowserContextOptions): Promise<LabPage>;
  close(): Promise<void>;
}

export interface LabPage {
  readonly page: Page;
  /** Errors and warnings on the console, uncaught errors, and requests to other servers. */
  readonly complaints: string[];
}

/** Starts `taut lab` without opening a browser, and waits until it prints its address. */
export async function startServer(
  ...flags: readonly string[]
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, "bin/taut.js"), "lab", "--no-open", "--port", "0", ...flags]);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => resolve(text.trim()));
    child.on("close", (code) => reject(new Error(`taut lab ended with code ${code}`)));
  });
  return { url, child };
}

export async function openLab(): Promise<LabSite> {
  const { url, child } = await startServer();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  return {
    url,
    browser,
    async open(hash = "", options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(patience(20_000));
      const complaints: string[] = [];
      page.on("console", (message) => {
        // messages of the graphics driver are not about the page
        if (message.text().includes("GL Driver Message")) return;
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => {
        const target = request.url();
        if (!target.startsWith(url) && !/^(data|blob):/.test(target)) complaints.push(`request to ${target}`);
      });
      await page.goto(url + hash);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      child.kill("SIGINT");
    },
  };
}

/** The simulated time on the clock. */
export async function clock(page: Page): Promise<number> {
  return Number(((await page.locator(".clock").textContent()) ?? "").replace(/[^\d.-]/g, ""));
}

/** Waits for frames of the page. After two, a picture shows what was changed before. */
export const frames = (page: Page, count = 2): Promise<void> =>
  page.evaluate(`(async () => {
    for (let k = 0; k < ${count}; k++) await new Promise(requestAnimationFrame);
  })()`);

/** Sets the clock of the page forward, for what depends on the time between two actions. */
export const skipTime = (page: Page, ms: number): Promise<void> =>
  page.evaluate(`(() => {
    const own = performance.now.bind(performance);
    performance.now = () => own() + ${ms};
  })()`);

/** Lets the mouse go where it has rested for a second, as the time of the event says: it throws nothing. */
export async function letGo(page: Page, x: number, y: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const timestamp = Date.now() / 1000 + 1;
  await cdp.send("Input.dispatchMouseEvent", { type: "mouseReleased", x, y, button: "left", clickCount: 1, timestamp });
}

/** Selects the panel with that name. */
export async function showPanel(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
}

/** Chooses a name in one of the three pickers, and waits until the title of the lane shows it. */
export async function pick(page: Page, kind: "formulation" | "method" | "projection", name: string): Promise<void> {
  const picker = page.locator(`.picker[data-kind="${kind}"]`);
  if ((await picker.locator("details").getAttribute("open")) === null) await picker.locator("summary").click();
  await picker.locator(`input[value="${name}"]`).check();
  await page.locator(".lane-name[aria-pressed=true]", { hasText: name }).waitFor();
}

/** Types into the field or option whose text matches `name`, and leaves it. */
export async function enter(page: Page, kind: ".field" | ".option", name: RegExp, text: string, delay = 0) {
  await page.locator(kind, { hasText: name }).locator("input").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text, { delay });
  await page.keyboard.press("Tab");
}

/** The name and content of a download of the Keep panel. */
export async function kept(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: (download as Download).suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The result of the selected lane, as the lab exports it when all runs are over. */
export async function result(page: Page): Promise<unknown> {
  await showPanel(page, "Keep");
  await page.locator(".lane.done").first().waitFor();
  await page.locator(".lane:not(.done)").first().waitFor({ state: "detached" });
  return JSON.parse((await kept(page, "Result (JSON)")).bytes.toString("utf8"));
}

/** The text of the model as the lab saves it; the panel Keep must be shown. */
export const modelFile = async (page: Page): Promise<string> => (await kept(page, "Model file")).bytes.toString("utf8");

/** Opens a text as a model file, through the panel Keep. */
export async function openText(page: Page, text: string, name = "m.yaml"): Promise<void> {
  await showPanel(page, "Keep");
  await page.setInputFiles('input[type="file"]', { name, mimeType: "text/yaml", buffer: Buffer.from(text) });
}

/** The text of a model of the gallery. */
export const galleryText = (model: string): string => readFileSync(join(root, `gallery/${model}.yaml`), "utf8");

/** Drops a file on the page, as from the desktop. */
export async function drop(page: Page, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => { const all = new DataTransfer(); all.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)})); return all; })()`,
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/** Waits for the title of a model. */
export const title = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name }).waitFor();

/** The link of the panel Keep, once it is that of what the page shows. */
export async function settledLink(page: Page): Promise<string> {
  const link = page.getByLabel("A link to everything");
  await link.and(page.locator('[aria-busy="false"]')).waitFor();
  return link.inputValue();
}

/** The number in a text such as 1.2×10⁻³. */
export function numberIn(words: string): number {
  const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const plain = words.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (c) => String(digits.indexOf(c)));
  return Number(plain.replace("×10", "e").replace(/[⁻−]/g, "-"));
}

/** The place on the screen of the mass that is farthest to the right: a little left of the rightmost dark pixel. */
export async function rightmostMass(page: Page): Promise<[number, number]> {
  const box = (await page.locator(".lane canvas").boundingBox())!;
  const [x, y] = (await page.evaluate(`(() => {
    const canvas = document.querySelector(".lane canvas");
    const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let best = [0, 0];
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const at = 4 * (row * width + column);
        const isInk = data[at] === 0x1d && data[at + 1] === 0x23 && data[at + 2] === 0x29 && data[at + 3] === 255;
        if (isInk && column > best[0]) best = [column, row];
      }
    return [best[0] / devicePixelRatio, best[1] / devicePixelRatio];
  })()`)) as [number, number];
  return [box.x + x - 6, box.y + y];
}

/** Reports opened in a real browser: no text of a model is executed as code, and nothing is loaded from outside. */

import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { patience } from "../../scripts/patience.mjs";
import { gallery, tautBatch, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const executablePath = findChromium();

const attack = (k: number): string =>
  `</script></title></style><script>hacked=${k}</script><img src=x onerror=hacked=${k}>"'>&lt;b&gt;`;
const hostile = {
  taut: 1,
  name: attack(1),
  about: attack(2),
  parameters: { l: 1 },
  points: { a: { mass: 1, at: ["l", 0] } },
  define: { bar: { about: attack(3), on: ["a", "b"], constraint: "norm(a - b) - 1", draw: "rod" } },
  elements: [{ bar: { between: ["origin", "a"] } }, { gravity: [0, -9.81] }],
  run: { until: 2, events: { low: { when: "a_x" } } },
};

describe.skipIf(!executablePath)("a report in Chromium (skipped without Chromium)", () => {
  let browser: Browser;
  beforeAll(async () => {
    const outcomes = await tautBatch([
      ["run", file("hostile.json", JSON.stringify(hostile)), "--out", path("hostile")],
      ["run", gallery("double-pendulum"), "--out", path("double-pendulum")],
      ["run", gallery("slider-crank"), "--out", path("slider-crank")],
      ["run", gallery("kepler"), "--out", path("kepler"), "--max-steps", "30"],
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 4]);
    browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  });
  afterAll(() => browser?.close());

  /** Opens a report, and checks that it logs no errors and requests nothing but itself. */
  async function open(folder: string) {
    const page = await browser.newPage();
    page.setDefaultTimeout(patience(30_000));
    const requests: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    const url = pathToFileURL(path(`${folder}/report.html`)).href;
    await page.goto(url);
    await page.waitForTimeout(300);
    expect(errors).toEqual([]);
    expect(requests).toEqual([url]);
    return page;
  }

  test.each(["double-pendulum", "slider-crank", "kepler"])("shows %s without errors or requests", async (folder) => {
    const page = await open(folder);
    expect(await page.title()).not.toBe("");
    expect(await page.locator("svg").count()).toBeGreaterThan(0);
    await page.close();
  });

  test("shows markup in a model as plain text", async () => {
    const page = await open("hostile");
    expect(await page.evaluate("globalThis.hacked")).toBe(undefined);
    expect(await page.title()).toContain("<script>hacked=1</script>");
    const text = await page.evaluate("document.body.textContent");
    for (const k of [1, 2, 3]) expect(text).toContain(`<script>hacked=${k}</script>`);
    expect(await page.locator("img").count()).toBe(0);
    await page.close();
  });
});

/** Accessibility of the lab: it can be used by keyboard and on small screens, and respects reduced motion. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import { clock, type LabSite, openLab, patient, showPanel, still } from "./lab-page.js";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations that axe finds, as text. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} (${node.failureSummary})`),
  );
}

/** By how much the page is wider than the window. */
const overflow = (page: Page) => page.evaluate("document.documentElement.scrollWidth - innerWidth") as Promise<number>;

describe.skipIf(!executablePath)("accessibility of the lab (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test.each(["light", "dark"] as const)("axe finds no violation on any page or panel: %s", async (colorScheme) => {
    const { page } = await lab.open("", { colorScheme });
    await page.locator(".card").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${lab.url}#/papers`);
    await page.locator(".paper-list a").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator(".paper-list a").first().click();
    await page.locator(".experiment").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${lab.url}#/stage/double-pendulum`);
    await page.getByRole("button", { name: "Add a lane" }).click();
    await page.locator(".lane.c1.done").waitFor();
    await page.locator(".chart svg").first().waitFor();
    for (const name of ["Solve", "Model", "Project", "Compare", "Keep"]) {
      await showPanel(page, name);
      await page.locator(".panel > div").waitFor();
      if (name === "Solve") await page.locator(".picker[data-kind=method] summary").click();
      expect([name, ...(await violations(page))]).toEqual([name]);
    }
    await page.goto(`${lab.url}#/stage/argon`);
    await page.locator(".observables svg").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  test("the first page has the colours of the theme before any model is opened", async () => {
    const { page } = await lab.open("", { colorScheme: "dark" });
    await page.locator(".card").first().waitFor();
    const ink = await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--ink").trim()');
    expect(ink).not.toBe("");
    await page.context().close();
  });

  test("the main task can be done with the keyboard alone", async () => {
    const { page } = await lab.open();
    await page.locator(".card").first().waitFor();
    const focused = () => page.evaluate("document.activeElement.textContent") as Promise<string>;
    const tabTo = async (words: string) => {
      for (let k = 0; k < 60; k++) {
        await page.keyboard.press("Tab");
        if ((await focused()).startsWith(words)) return;
      }
      throw new Error(`Tab never reached "${words}"`);
    };
    // 1. pick a model
    await tabTo("Four-bar linkage");
    await page.keyboard.press("Enter");
    await expect.poll(() => clock(page), patient).toBeGreaterThan(0);
    // 2. pause and step
    await tabTo("Pause");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play" }).waitFor();
    const before = await clock(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    // where the clock has caught up with the run, a step has to wait until more is computed
    await expect
      .poll(async () => {
        await page.keyboard.press("Enter");
        return clock(page);
      }, patient)
      .not.toBe(before);
    // 3. another method, by its picker
    await tabTo("methoddop853");
    await page.keyboard.press("Enter");
    // tab past the search field
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.locator(".lane-name", { hasNotText: "dop853" }).waitFor();
    // 4. go through the panels to the link
    const tab = page.getByRole("tab", { name: "Solve" });
    await tab.focus();
    for (let k = 0; k < 5; k++) await page.keyboard.press("ArrowRight");
    await page.getByLabel("A link to everything").waitFor();
    await page.context().close();
  });

  test("with reduced motion, the stage starts paused and describes the state in words", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    expect(await clock(page)).toBe(0);
    await page.getByText("The state in words").click();
    await page.getByRole("button", { name: "Step forward" }).click();
    await expect
      .poll(() => page.locator(".summary p").textContent(), patient)
      .toContain("Pendulum at t = 0.01667. Lane 1: bob at (0.9");
    await page.context().close();
  });

  test("the clock stops while the page is hidden, and continues without a jump", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await expect.poll(() => clock(page), patient).toBeGreaterThan(0);
    await page.evaluate(`
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
      globalThis.frame = requestAnimationFrame;
      globalThis.held = [];
      globalThis.requestAnimationFrame = (callback) => held.push(callback);
      document.dispatchEvent(new Event("visibilitychange"));
    `);
    // a frame that was requested before is over after the next ones of the browser, which the page does not see
    const unseen = "(async () => { for (let k = 0; k < 10; k++) await new Promise(frame); })()";
    await page.evaluate(unseen);
    const before = await clock(page);
    await page.evaluate(unseen);
    expect(await clock(page)).toBe(before);
    await page.evaluate(`
      Object.defineProperty(document, "hidden", { configurable: true, get: () => false });
      // frames come ten seconds later
      globalThis.requestAnimationFrame = (callback) => frame((now) => callback(now + 10_000));
      // run all callbacks that were requested meanwhile, because that of the clock may not be the first
      for (const callback of held) requestAnimationFrame(callback);
      document.dispatchEvent(new Event("visibilitychange"));
    `);
    await expect.poll(() => clock(page), { ...patient, interval: 5 }).toBeGreaterThan(before);
    // the clock has advanced by a few frames, and not by the ten seconds that passed
    expect((await clock(page)) - before).toBeLessThan(5);
    await page.context().close();
  });

  test.each([
    ["a phone", { viewport: { width: 360, height: 740 } }],
    ["a window of 1280 pixels at 200 %", { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
  ] as const)("no page is wider than %s", async (_, options) => {
    for (const hash of ["", "#/stage/chain", "#/papers"]) {
      const { page } = await lab.open(hash, options);
      await page.locator("main").waitFor();
      if (hash.includes("stage")) {
        await page.locator(".lane.done").waitFor();
        for (const name of ["Model", "Keep", "Compare", "Project"]) {
          await showPanel(page, name);
          expect([hash, name, await overflow(page)]).toEqual([hash, name, 0]);
        }
      }
      expect([hash, await overflow(page)]).toEqual([hash, 0]);
      await page.context().close();
    }
  });

  test("a plot tells the values under the pointer, shows the times that are dragged out, and the whole run again", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const [chart, other] = [page.locator(".chart").first(), page.locator(".chart").nth(1)];
    const times = (plot: Locator) =>
      plot.evaluate((figure) => [...figure.querySelectorAll("text.mid")].map((label) => Number(label.textContent)));
    await expect.poll(() => chart.locator("path.line").count()).toBeGreaterThan(0);
    const whole = await times(chart);
    await chart.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await chart.boundingBox())!;

    await page.mouse.move(x + 0.5 * width, y + 0.5 * height);
    await expect.poll(() => page.locator(".readout").first().textContent()).toMatch(/^t = [\d.]+ .*\d/);
    await page.mouse.down();
    await page.mouse.move(x + 0.7 * width, y + 0.5 * height, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await times(chart))[0]).toBeGreaterThan(0.3 * whole.at(-1)!);
    expect((await times(chart)).at(-1)).toBeLessThan(0.75 * whole.at(-1)!);
    expect(await times(other)).toEqual(await times(chart));
    // the clock is at the start of the run, which the plots do not show now
    expect(await page.locator(".chart .hand").count()).toBe(0);

    await page.getByRole("button", { name: "Whole run" }).first().click();
    await expect.poll(() => times(chart)).toEqual(whole);
    expect(await page.locator(".chart .hand").count()).toBe(2);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("plots have a table behind them", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const table = page.locator(".plot").first().locator("details.table:not(.axes)");
    // a plot that is drawn anew closes its table
    await expect
      .poll(async () => {
        if ((await table.getAttribute("open")) === null) await table.locator("summary").click();
        return table.locator("tbody tr").count();
      }, patient)
      .toBe(40);
    await page.context().close();
  });
});

/** Plots of the lab: expressions, phase portraits, sections at events, logarithmic time, files. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath, inBrowser } from "./browser.js";
import { type LabSite, openLab, patient, still } from "./lab-page.js";

describe.skipIf(!executablePath)("plots of the lab (skipped without Chromium)", inBrowser, () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("any expression is plotted over time, and a wrong one has the message of the library", async () => {
    const { page, complaints } = await lab.open("#/stage/double-pendulum", still);
    await page.locator(".lane.done").waitFor();
    const plot = page.locator(".plot").first();
    await page.getByLabel("Quantity of plot 1").selectOption("=");
    await page.getByLabel(/Expression of plot 1/).fill("a_x^2 + a_y^2");
    await page.keyboard.press("Tab");
    await plot.locator("summary", { hasText: "Table" }).click();
    const values = async () => (await plot.locator("tbody td").allTextContents()).map(Number);
    // the first rod has the length 1
    await expect.poll(async () => (await values()).length, patient).toBeGreaterThan(30);
    for (const value of await values()) expect(value).toBeCloseTo(1, 3);
    await page.getByLabel(/Expression of plot 1/).fill("nonsense");
    await page.keyboard.press("Tab");
    await plot.getByText('unknown name "nonsense"').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("outputs of the model can be plotted, also one that has the name of a quantity of the lab", async () => {
    const { page, complaints } = await lab.open("#/stage/water-dimer", still);
    await page.locator(".lane.done").waitFor();
    const plot = page.locator(".plot").first();
    await page.getByLabel("Quantity of plot 1").selectOption({ label: "distance" });
    await plot.locator("path.line").first().waitFor({ state: "attached" });
    await plot.locator("summary", { hasText: "Table" }).click();
    const values = async () => (await plot.locator("tbody td").allTextContents()).map(Number);
    await expect.poll(async () => (await values()).length, patient).toBeGreaterThan(30);
    // the oxygens of a dimer are about 3 Å from each other
    for (const value of await values()) expect(Math.abs(value - 3)).toBeLessThan(0.6);
    expect(await page.locator(".plot .wrong").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a phase portrait is drawn against another quantity, carried by the link, and saved as SVG and PNG", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const plot = page.locator(".plot").first();
    await page.getByLabel("Quantity of plot 1").selectOption("bob_y");
    await plot.getByText("Axes and files").click();
    await page.getByLabel(/Plot 1 against/).fill("bob_x");
    await page.keyboard.press("Tab");
    await plot.locator("svg title", { hasText: "bob_y over bob_x" }).waitFor({ state: "attached" });
    const saved = async (kind: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        plot.getByRole("button", { name: kind, exact: true }).click(),
      ]);
      const { readFileSync } = await import("node:fs");
      return readFileSync(await download.path());
    };
    const svg = (await saved("SVG")).toString("utf8");
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).not.toContain("class=");
    expect(svg).toMatch(/stroke="(rgb|#)/);
    expect((await saved("PNG")).subarray(1, 4).toString()).toBe("PNG");

    await expect.poll(() => page.url(), patient).toContain("#/lab/");
    const other = await lab.open(page.url().slice(lab.url.length), still);
    await other.page.locator(".plot svg title", { hasText: "bob_y over bob_x" }).waitFor({ state: "attached" });
    expect(complaints).toEqual([]);
    for (const each of [page, other.page]) await each.context().close();
  });

  test("the logarithmic time of Robertson's reaction can be turned off", async () => {
    const { page, complaints } = await lab.open("#/stage/robertson", still);
    await page.locator(".lane.done").waitFor();
    const plot = page.locator(".plot").first();
    await plot.getByText("Axes and files").click();
    await plot.getByLabel("logarithmic horizontal axis").uncheck();
    await expect.poll(async () => (await plot.locator("svg text.mid").allTextContents())[0], patient).toBe("0");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

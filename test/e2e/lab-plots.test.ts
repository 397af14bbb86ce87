/** Plots of the lab: expressions, phase portraits, sections at events, logarithmic time, files. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import { type LabSite, numberIn, openLab, openText, patient, settledLink, showPanel, still } from "./lab-page.js";

describe.skipIf(!executablePath)("plots of the lab (skipped without Chromium)", () => {
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

  test("a section has the points of an event only, and the link carries it", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const text = readFileSync(join(root, "gallery/pendulum.yaml"), "utf8");
    await openText(
      page,
      text.replace("until: 10", "until: 10, events: { bottom: { when: bob_x, direction: falling } }"),
    );
    await page.getByLabel("Quantity of plot 1").selectOption("=");
    await page.getByLabel(/Expression of plot 1/).fill("bob_x'");
    await page.keyboard.press("Tab");
    const plot = page.locator(".plot").first();
    await plot.getByText("Axes and files").click();
    await page.getByLabel(/Plot 1 against/).fill("bob_x");
    await page.keyboard.press("Tab");
    await page.getByLabel("Points of plot 1").selectOption({ label: "at every event bottom" });
    await plot.locator("svg title", { hasText: "bob_x' over bob_x at bottom" }).waitFor({ state: "attached" });
    expect(await plot.locator("path.line").count()).toBe(0);
    await plot.locator("summary", { hasText: "Table" }).click();
    const column = async (k: string) => (await plot.locator(`tbody tr ${k}`).allTextContents()).map(numberIn);
    // the pendulum passes its lowest place towards the left once in a period of 2.2
    await expect.poll(async () => (await column("td")).length, patient).toBe(5);
    for (const x of await column("th")) expect(Math.abs(x)).toBeLessThan(1e-6);
    for (const speed of await column("td")) expect(speed).toBeCloseTo(-Math.sqrt(2 * 9.81 * (1 - Math.cos(1.2))), 2);
    await showPanel(page, "Keep");
    const other = await lab.open((await settledLink(page)).slice(lab.url.length), still);
    await other.page.locator(".plot svg title", { hasText: "at bottom" }).waitFor({ state: "attached" });
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

/** The papers in the lab: results that are there at once, tolerances that can be read, and experiments that open in the stage. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { executablePath } from "./browser.js";
import { enter, type LabSite, openLab, patient, showPanel, still } from "./lab-page.js";

describe.skipIf(!executablePath)("papers in the lab (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("tables and figures are there without computing, with tolerances, their reasons and verdicts in plain sight", async () => {
    const { page, complaints } = await lab.open("#/papers/ascher", still);
    const experiment = page.locator('.experiment[data-id="ascher.3.table-3-1"]');
    await experiment.waitFor();
    const row = experiment.locator("tbody tr").first();
    expect(await row.locator("td").count()).toBe(4);
    const [printed, measured, tolerance, verdict] = await row.locator("td").allInnerTexts();
    for (const value of [printed, measured]) expect(value).toMatch(/\d/);
    expect(tolerance).toMatch(
      /^(relative|absolute|between|a factor)[^\n]+\n+(digits|accuracy|words|statistics|asymptotics): \w/,
    );
    expect(verdict).toContain("agrees");
    expect(await experiment.locator("caption").first().innerText()).toMatch(/^Printed in the paper: \d+ of \d+ agree/);
    const figure = page.locator('.experiment[data-id="ascher.4.slider-crank"] figure').first();
    await figure.locator("svg").waitFor();
    expect(await figure.locator("figcaption").innerText()).toContain("measured");
    // nothing was computed: the worker of the papers has not been loaded
    const loaded = (await page.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => name)",
    )) as string[];
    expect(loaded.filter((name) => /assets\/papers-.*\.js$/.test(name)).length).toBeLessThan(2);
    expect(page.workers()).toHaveLength(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("an experiment is computed again in the browser, and gives what is stored", async () => {
    const { page, complaints } = await lab.open("#/papers/ascher", still);
    const experiment = page.locator('.experiment[data-id="ascher.3.example-2"]');
    await experiment.waitFor();
    const values = () => experiment.locator("tbody td").allInnerTexts();
    const before = await values();
    await experiment.getByRole("button", { name: "Compute it here" }).click();
    await experiment.getByText("Computed in this browser just now").waitFor({ timeout: patience(60_000) });
    expect(await values()).toEqual(before);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("an experiment opens in the stage with its lanes, plots and inputs to change", async () => {
    const { page, complaints } = await lab.open("#/papers/tao-owhadi", still);
    const experiment = page.locator('.experiment[data-id="tao-owhadi.4.2"]');
    await experiment.waitFor();
    await experiment.getByRole("link", { name: "Open in the stage" }).click();
    await page.getByRole("heading", { level: 1, name: "Chain of section 4.2" }).waitFor();
    await page.locator(".lane.c0 .lane-name", { hasText: "rigid · shake" }).waitFor();
    await page.locator(".lane.c1 .lane-name", { hasText: "stiff · zs" }).waitFor();
    await expect.poll(() => page.locator(".lane.done").count(), patient).toBe(2);
    await enter(page, ".field", /^n\b/, "6");
    await showPanel(page, "Keep");
    await expect.poll(() => page.locator(".command").textContent(), patient).toContain("--set n=6");
    await expect.poll(() => page.locator(".lane.done").count(), patient).toBe(2);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

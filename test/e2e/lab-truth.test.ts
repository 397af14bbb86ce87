/** True numbers: plots and tables have the extremes of a run, figures are those of its ledger, times are shown where they can be compared. */

import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import { enter, kept, type LabSite, openLab, patient, pick, result, showPanel, still } from "./lab-page.js";

const figure = (page: Page, name: string) =>
  page.locator(".figures div", { has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) }).locator("dd");

describe.skipIf(!executablePath)("the lab tells the truth (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("plots and tables have the extremes of the solution, also between the frames of the picture", async () => {
    const { page, complaints } = await lab.open("#/stage/van-der-pol");
    await page.locator(".lane.done").waitFor();
    await showPanel(page, "Keep");
    const [head, ...rows] = (await kept(page, "Motion (CSV)")).bytes.toString("utf8").trim().split("\n");
    const column = head.split(",").indexOf("y");
    const most = Math.max(...rows.map((row) => Math.abs(Number(row.split(",")[column]))));
    // the classical amplitude is 4/3 of 1/eps
    expect(most).toBeGreaterThan(13_300);
    expect(most).toBeLessThan(13_400);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each(["wishbone", "delta-robot"])(
    "%s shows the reactions of its joints only where they are asked for",
    async (name) => {
      const { page, complaints } = await lab.open(`#/stage/${name}`);
      await page.locator(".lane.done").waitFor();
      // a picture that stands still
      await page.locator(".scrub input").fill("0.5");
      const shot = async (): Promise<string> => {
        const bytes = await page.locator(".lane canvas").first().screenshot();
        return createHash("sha256").update(bytes).digest("hex");
      };
      const toggle = page.getByRole("checkbox", { name: "Reactions" });
      expect(await toggle.isChecked()).toBe(false);
      const before = await shot();
      await toggle.check();
      expect(await shot()).not.toBe(before);
      await toggle.uncheck();
      expect(await shot()).toBe(before);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  test("figures lead with evaluations, the energy is that of the ledger, and a single lane shows no time", async () => {
    const { page } = await lab.open("#/stage/double-pendulum");
    await pick(page, "method", "rk4");
    await page.locator(".lane.done").waitFor();
    const names = await page.locator(".figures dt").allTextContents();
    expect(names[0]).toBe("forces/time");
    expect(names.filter((name) => name.includes("ms"))).toEqual([]);
    const shown = await figure(page, "energy error").textContent();
    const { ledger } = (await result(page)) as { ledger: { energy: { maxDeviation: number } } };
    const [digits] = ledger.energy.maxDeviation.toExponential(1).split("e");
    expect(shown?.startsWith(String(Number(digits)))).toBe(true);
    await page.context().close();
  });

  test("times are shown when every lane is done, for all lanes over the same stretch, after a run that is not counted", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    await page.getByRole("button", { name: "Add a lane" }).click();
    const times = page.locator(".figures div", { has: page.locator("dt", { hasText: /^ms\/time$/ }) });
    await expect.poll(() => times.count(), patient).toBe(2);
    for (const lane of [".lane.c0", ".lane.c1"]) {
      const names = await page.locator(`${lane} .figures dt`).allTextContents();
      expect([names[0], names.at(-1)]).toEqual(["forces/time", "ms/time"]);
    }
    const notes = await times.evaluateAll((all) => all.map((each) => each.getAttribute("title")));
    expect(notes[0]).toMatch(/the best of 3 runs to t = 10\. .* in turns, after a run of each that is not counted/);
    expect(notes[1]).toBe(notes[0]);
    // a lane that computes, or that was stopped, takes the times of all lanes away
    await pick(page, "method", "rk4");
    await enter(page, ".field", /^step/, "1e-6");
    await expect.poll(() => times.count(), patient).toBe(0);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    expect(await times.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the energy of a model with friction is not called an error", async () => {
    const { page } = await lab.open("#/stage/damped-cable");
    await page.locator(".lane.done").waitFor();
    const names = await page.locator(".figures dt").allTextContents();
    expect(names).not.toContain("energy error");
    await page.context().close();
  });
});

/** Models in the lab: what is known before a run, warnings, new models from templates, the editor, files. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { newTemplates } from "../../src/index.js";
import { executablePath } from "./browser.js";
import { enter, type LabSite, modelFile, openLab, openText, patient, pick, showPanel, still } from "./lab-page.js";

describe.skipIf(!executablePath)("models in the lab (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("the panel Explain has the findings and the advice of `taut explain`, and follows the settings", async () => {
    const { page, complaints } = await lab.open("#/stage/four-bar", still);
    await showPanel(page, "Explain");
    const panel = page.locator(".explain");
    await panel.locator("div", { hasText: /^freedom/ }).waitFor();
    expect(await panel.locator("div", { hasText: /^freedom/ }).textContent()).toContain("rank");
    expect(await panel.textContent()).not.toMatch(/--[a-z]/);
    await showPanel(page, "Solve");
    await pick(page, "formulation", "stiff");
    await pick(page, "method", "verlet");
    await enter(page, ".field", /^step/, "0.1");
    await showPanel(page, "Explain");
    await panel.locator("li", { hasText: "step" }).first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a warning of the run is shown on the stage, apart from failures", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    await pick(page, "method", "rk4");
    await enter(page, ".field", /^step/, "0.5");
    await page.locator(".warned", { hasText: "energy" }).waitFor();
    expect(await page.locator(".trouble").count()).toBe(0);
    await page.context().close();
  });

  test("a changed parameter can be reset by itself", async () => {
    const { page } = await lab.open("#/stage/chain", still);
    await enter(page, ".field", /^n\b/, "7");
    await page.getByRole("button", { name: "Reset n to 10" }).click();
    await expect.poll(() => page.locator(".parameter .reset").count(), patient).toBe(0);
    await page.context().close();
  });

  test.each(Object.entries(newTemplates))(
    "a new model from the template %s opens with its text and runs",
    async (_, { text }) => {
      const { page, complaints } = await lab.open("#/new", still);
      const name = /^name: (.*)$/m.exec(text)![1];
      await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.locator(".cm-content", { hasText: `name: ${name}` }).waitFor();
      await page.locator(".lane.done").waitFor();
      expect(await page.locator(".trouble").count()).toBe(0);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  test("the editor inserts elements, completes names, shows all errors at once, and says when the picture is older", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    await showPanel(page, "Model");
    await page.locator(".cm-content").waitFor();
    await page.getByLabel("Insert an element or a joint").selectOption("elements damper");
    await page.locator(".cm-content", { hasText: "- damper: { on: [origin, bob]" }).waitFor();
    await expect.poll(() => page.locator(".stale").count(), patient).toBe(0);
    await page.locator(".problems .fine").waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\noutputs: { first: nowhere, second: nothing }\n");
    await expect.poll(() => page.locator(".problems .wrong").count(), patient).toBe(2);
    await page.locator(".stale", { hasText: "older than the text" }).waitFor();
    await page.keyboard.type("draw:\n  - line: { through: [bo");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "bob" }).waitFor();
    await page.getByRole("button", { name: "Wide editor" }).click();
    const width = async () => (await page.locator(".editor").boundingBox())?.width ?? 0;
    await expect.poll(width, patient).toBeGreaterThan(560);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the model file has the choices and parameters with which the model runs here", async () => {
    const { page } = await lab.open("#/stage/chain", still);
    await page.locator(".lane.done").waitFor();
    await pick(page, "formulation", "stiff");
    await enter(page, ".field", /^n\b/, "7");
    await showPanel(page, "Keep");
    await expect.poll(() => modelFile(page), patient).toMatch(/run: \{.*formulation: stiff/);
    expect(await modelFile(page)).toMatch(/parameters: \{ n: 7/);
    await page.context().close();
  });

  test("after a worker was ended before it had answered, the panel has its choices again", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    // lowering this takes much longer than the worker has to stop by itself
    await openText(
      page,
      "taut: 1\nname: Endless\npoints: { p: { repeat: 400000, mass: 1, at: [i, 0] } }\nelements:\n  - rod: { repeat: 399999, between: ['p[i]', 'p[i+1]'] }\nrun: { until: 1, formulation: rigid, method: gauss4, step: 0.1 }\n",
    );
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    await showPanel(page, "Solve");
    await page.locator(".picker[data-kind=method]").waitFor({ timeout: patience(120_000) });
    await page.context().close();
  });
});

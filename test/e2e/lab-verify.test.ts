/** How far the end of a run is known, found in the lab by a more accurate run. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taut } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import { drop, enter, type LabSite, openLab, patient, still, title } from "./lab-page.js";

describe.skipIf(!executablePath)("verification in the lab (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("says what the command line says, and is forgotten when the run changes", async () => {
    const { page, complaints } = await lab.open("#/stage/double-pendulum", still);
    const panel = page.getByRole("region", { name: "How far the end is known" });
    await panel.getByRole("button", { name: "Verify the end" }).click();
    const { stdout } = await taut(["run", "double-pendulum"]);
    const line = /^verified +(.*)$/m.exec(stdout)![1].replace(/^t/, "T");
    await panel.getByText(line).waitFor();
    await enter(page, ".field", /^rtol/, "1e-9");
    await expect.poll(() => panel.getByRole("status").textContent(), patient).toContain("Runs the model again");
    await panel.getByRole("button", { name: "Verify the end" }).click();
    await panel.getByText("at rtol 1e-10").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("says until when a motion is known that amplifies every small error", async () => {
    const { page } = await lab.open("", still);
    const model =
      "taut: 1\nname: Wild\npoints: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0.1] } }\nelements: [rod: { between: [origin, a] }, rod: { between: [a, b] }, gravity: [0, -9.81]]\nrun: { until: 40, rtol: 1e-6 }\n";
    await drop(page, "wild.yaml", model);
    await title(page, "Wild");
    const panel = page.getByRole("region", { name: "How far the end is known" });
    await panel.getByRole("button", { name: "Verify the end" }).click();
    await panel.getByText(/not known: .* The motion is known until t = \d/).waitFor();
    await page.context().close();
  });

  test("a verification that takes long is given up by a button, and the lab goes on", async () => {
    const { page, complaints } = await lab.open("#/stage/double-pendulum", still);
    const panel = page.getByRole("region", { name: "How far the end is known" });
    await panel.waitFor();
    await enter(page, ".field", /^until/, "4000");
    await page.locator(`.scrub input[max="4000"]`).waitFor({ state: "attached" });
    await panel.getByRole("button", { name: "Verify the end" }).click();
    await panel.getByRole("button", { name: "Give up" }).click();
    await panel.getByRole("button", { name: "Verify the end" }).waitFor();
    await enter(page, ".field", /^until/, "1");
    await page.locator(`.scrub input[max="1"]`).waitFor({ state: "attached" });
    await panel.getByRole("button", { name: "Verify the end" }).click();
    await panel.getByText("differs by").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

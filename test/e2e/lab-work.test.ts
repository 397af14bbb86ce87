/** No lost work: what is typed, dropped, dragged or chosen is kept, can be undone, and is found again. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import {
  drop,
  enter,
  galleryText,
  type LabSite,
  modelFile,
  openLab,
  patient,
  pick,
  settledLink,
  showPanel,
  skipTime,
  still,
  title,
} from "./lab-page.js";

describe.skipIf(!executablePath)("the lab loses no work (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("a file dropped while the editor has the focus is the text that is edited from then on", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await showPanel(page, "Model");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# mine\n");
    await drop(page, "dropped.yaml", galleryText("four-bar").replace("Four-bar linkage", "Dropped"));
    await title(page, "Dropped");
    await page.locator(".cm-content", { hasText: "Dropped" }).waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n# a remark\n");
    // at once: the editor has not checked the text yet when its panel closes
    await showPanel(page, "Keep");
    await expect.poll(() => modelFile(page), patient).toContain("# a remark");
    expect(await modelFile(page)).toContain("Dropped");
    await page.context().close();
  });

  test("what is typed and not yet a valid model is there again when the editor is opened again", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await showPanel(page, "Model");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nelement");
    await showPanel(page, "Keep");
    await showPanel(page, "Model");
    await page.locator(".cm-content", { hasText: /element$/ }).waitFor();
    await page.locator(".problems .wrong").first().waitFor();
    await page.context().close();
  });

  test("a model of 500 kB has a link that opens it", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    const remarks = Array.from({ length: 14_000 }, (_, k) => `# ${((k + 1) * 0.618033988749895) % 1} is a remark`);
    await drop(
      page,
      "large.yaml",
      `${galleryText("four-bar").replace("Four-bar linkage", "Large")}\n${remarks.join("\n")}`,
    );
    await title(page, "Large");
    await showPanel(page, "Keep");
    const value = await settledLink(page);
    expect(value.length).toBeGreaterThan(150_000);
    const other = await lab.open(value.slice(lab.url.length));
    await title(other.page, "Large");
    for (const each of [page, other.page]) await each.context().close();
  });

  test("a model of 3 MB has a link that opens it, or a sentence that says why not; the address is its own", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    const remark = (count: number) =>
      Array.from({ length: count }, (_, k) => `# ${((k + 1) * 0.618033988749895) % 1} is a remark`).join("\n");
    await drop(
      page,
      "large.yaml",
      `${galleryText("four-bar").replace("Four-bar linkage", "Large")}\n${remark(90_000)}`,
    );
    await title(page, "Large");
    await showPanel(page, "Keep");
    const link = page.getByLabel("A link to everything");
    await expect
      .poll(
        async () =>
          (await link.inputValue()).length > 1e5 || (await page.getByText("too large for a link").count()) > 0,
        patient,
      )
      .toBe(true);
    const value = await link.inputValue();
    if (value !== "") {
      const other = await lab.open(value.slice(lab.url.length));
      await title(other.page, "Large");
      await other.page.context().close();
    }
    expect(page.url()).not.toContain("pendulum");
    await page.context().close();
  });

  test("a wrong number stays in its field with a sentence, and Escape puts the old one back", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await enter(page, ".field", /^rtol/, "1e-");
    const field = page.locator(".field", { hasText: /^rtol/ });
    await field.getByRole("alert").waitFor();
    expect(await field.getByRole("alert").textContent()).toContain("must be a number");
    expect(await field.locator("input").inputValue()).toBe("1e-");
    expect(await field.locator("input").getAttribute("aria-invalid")).toBe("true");
    await field.locator("input").focus();
    await page.keyboard.press("Escape");
    expect(await field.locator("input").inputValue()).toBe("");
    await page.context().close();
  });

  test("back after a drop returns to the model before, and forward to the dropped one", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await title(page, "Pendulum");
    await drop(page, "dropped.yaml", galleryText("four-bar").replace("Four-bar linkage", "Dropped"));
    await title(page, "Dropped");
    await expect.poll(() => page.title(), patient).toBe("Dropped · taut lab");
    await expect.poll(() => page.url(), patient).toContain("#/lab/");
    await page.goBack();
    await title(page, "Pendulum");
    await expect.poll(() => page.title(), patient).toBe("Pendulum · taut lab");
    await page.goForward();
    await title(page, "Dropped");
    await page.context().close();
  });

  test("parameters, methods and lanes can be undone and redone", async () => {
    const { page } = await lab.open("#/stage/chain", still);
    await page.locator(".lane.done").waitFor();
    const command = async () => {
      await showPanel(page, "Keep");
      return page.locator(".command").textContent();
    };
    const plain = await command();
    await showPanel(page, "Solve");
    await enter(page, ".field", /^n\b/, "7");
    await expect.poll(command, patient).toContain("--set n=7");
    await skipTime(page, 700); // longer than changes that count as one
    await showPanel(page, "Solve");
    await pick(page, "method", "dopri5");
    await skipTime(page, 700);
    await page.getByRole("button", { name: "Add a lane" }).click();
    await page.locator(".lane.c1").waitFor();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.click();
    await expect.poll(() => page.locator(".lane").count(), patient).toBe(1);
    await undo.click();
    await expect.poll(command, patient).not.toContain("dopri5");
    expect(await command()).toContain("--set n=7");
    await undo.click();
    await expect.poll(command, patient).toBe(plain);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(command, patient).toContain("--set n=7");
    await page.locator(".hold").first().focus();
    await page.keyboard.press("Control+z");
    await expect.poll(command, patient).toBe(plain);
    await page.context().close();
  });

  test("a drag and a change of the text can be undone and redone, one after the other", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const file = async (): Promise<string> => {
      await showPanel(page, "Keep");
      return modelFile(page);
    };
    const first = await file();
    await page.locator(".hold").focus();
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowUp");
    await page.locator(".said", { hasText: /^bob at/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".said", { hasText: /^Let go/ }).waitFor();
    await expect.poll(file, patient).not.toContain("at: [1, 0]");
    const moved = await file();
    await skipTime(page, 700);
    await showPanel(page, "Model");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n# a remark\n");
    await expect.poll(file, patient).toContain("# a remark");
    const [undo, redo] = ["Undo", "Redo"].map((name) => page.getByRole("button", { name }));
    await undo.click();
    await expect.poll(file, patient).toBe(moved);
    await undo.click();
    await expect.poll(file, patient).toBe(first);
    await redo.click();
    await expect.poll(file, patient).toBe(moved);
    await redo.click();
    await expect.poll(file, patient).toContain("# a remark");
    await page.context().close();
  });

  test("changed models are kept in the browser and listed on the first page", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    await drop(page, "mine.yaml", galleryText("pendulum").replace("name: Pendulum", "name: My pendulum"));
    await title(page, "My pendulum");
    await page.evaluate('dispatchEvent(new Event("pagehide"))');
    await page.goto(`${lab.url}#/`);
    await page.reload();
    const list = page.getByRole("region", { name: "Your recent models" });
    await list.getByRole("link", { name: "My pendulum" }).click();
    await title(page, "My pendulum");
    await page.goto(`${lab.url}#/`);
    await list.getByRole("button", { name: "Forget My pendulum" }).click();
    await expect.poll(() => list.count(), patient).toBe(0);
    await page.context().close();
  });

  test("after another page is chosen, the keyboard goes on at its content", async () => {
    const { page } = await lab.open();
    await page.locator(".card").first().waitFor();
    await page.getByRole("link", { name: "Papers" }).click();
    await page.locator(".paper-list a").first().waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.id"), patient).toBe("main");
    expect(await page.title()).toBe("Papers · taut lab");
    await page.context().close();
  });
});

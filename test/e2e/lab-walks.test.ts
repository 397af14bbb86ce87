/** Ten tasks in the lab with the keyboard alone, and the same ten with fingers alone. */

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import { clock, type LabSite, openLab, patient, still } from "./lab-page.js";

/** How a person does things: by keys, or by taps. */
interface Manner {
  press(page: Page, target: Locator): Promise<void>;
  choose(page: Page, target: Locator, value: string): Promise<void>;
  write(page: Page, target: Locator, text: string): Promise<void>;
}

/** Goes to an element by Tab, as a person does, and fails if no number of tabs reaches it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const focused = page.locator(":focus");
  const isThere = async (): Promise<boolean> =>
    (await target.and(focused).count()) + (await target.locator(focused).count()) > 0;
  for (let k = 0; k < 250 && !(await isThere()); k++) await page.keyboard.press("Tab");
  expect(await isThere()).toBe(true);
}

const byKeys: Manner = {
  async press(page, target) {
    await tabTo(page, target);
    await page.keyboard.press((await target.getAttribute("type")) === "checkbox" ? "Space" : "Enter");
  },
  async choose(page, target, value) {
    await tabTo(page, target);
    await page.keyboard.type(value);
  },
  async write(page, target, text) {
    await tabTo(page, target);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  },
};

const byTouch: Manner = {
  press: (_, target) => target.tap(),
  choose: async (_, target, value) => void (await target.selectOption({ label: value })),
  async write(page, target, text) {
    await target.tap();
    await target.fill(text);
    await page.keyboard.press("Enter"); // the key of the keyboard on the screen
  },
};

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

async function walk(page: Page, { press, choose, write }: Manner, hasTabs: boolean): Promise<void> {
  const panel = async (name: string): Promise<void> => {
    if (!hasTabs) return press(page, page.getByRole("tab", { name }));
    // the arrow keys move between the tabs
    await tabTo(page, page.getByRole("tablist"));
    for (let k = 0; k < 8 && (await page.getByRole("tab", { name }).getAttribute("aria-selected")) !== "true"; k++)
      await page.keyboard.press("ArrowRight");
  };
  // 1. open a model
  await press(page, page.locator('a[href="#/stage/chain"]'));
  await page.getByRole("heading", { level: 1, name: "Chain" }).waitFor();
  // 2. play and pause
  await press(page, button(page, "Play"));
  await expect.poll(() => clock(page), patient).toBeGreaterThan(0);
  await press(page, button(page, "Pause"));
  // 3. go back to the start, and one step on
  await press(page, button(page, "Reset"));
  await press(page, button(page, "Step forward"));
  expect(await clock(page)).toBe(0.02);
  // 4. change a parameter
  await write(page, page.locator(".field", { hasText: /^n\b/ }).locator("input"), "7");
  await button(page, "Reset n to 10").waitFor();
  // 5. add a lane
  await press(page, button(page, "Add a lane"));
  await page.locator(".lane.c1").waitFor();
  // 6. undo
  await press(page, button(page, "Undo"));
  await expect.poll(() => page.locator(".lane").count(), patient).toBe(1);
  // 7. show the names
  await press(page, page.getByRole("checkbox", { name: "Names" }));
  expect(await page.getByRole("checkbox", { name: "Names" }).isChecked()).toBe(true);
  // 8. choose what is plotted
  await choose(page, page.getByLabel("Quantity of plot 2"), "Multipliers");
  await page.locator(".plot svg title", { hasText: "Multipliers over time" }).waitFor({ state: "attached" });
  // 9. read what is known about the model
  await panel("Explain");
  await page.locator(".explain dl").waitFor();
  // 10. save the model
  await panel("Keep");
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, button(page, "Model file"))]);
  expect(download.suggestedFilename()).toBe("chain.yaml");
}

describe.skipIf(!executablePath)("ten tasks (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("with the keyboard alone", async () => {
    const { page, complaints } = await lab.open("", still);
    await walk(page, byKeys, true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("with fingers alone, on a phone", async () => {
    const phone = {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
    } as const;
    const { page, complaints } = await lab.open("", phone);
    await walk(page, byTouch, false);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

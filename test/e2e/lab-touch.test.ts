/** Hands and fingers, the way from soft to rigid, views, and what the lab offers and refuses. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import {
  frames,
  type LabSite,
  letGo,
  modelFile,
  openLab,
  patient,
  rightmostMass,
  showPanel,
  startServer,
  still,
  title,
} from "./lab-page.js";

describe.skipIf(!executablePath)("hands, fingers and tunnels (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  const modelText = async (page: Page): Promise<string> => {
    await showPanel(page, "Keep");
    return modelFile(page);
  };

  test("a mass that is let go in motion is thrown, and the lab says so; the formulation stays", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const before = await page.locator(".lane-name").textContent();
    const [x, y] = await rightmostMass(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 10, y - 20, { steps: 4 });
    await page.locator(".said", { hasText: "bob at" }).waitFor();
    // sent without waiting, so that they come within the time over which a throw is measured
    const moves = Array.from({ length: 12 }, (_, k) => page.mouse.move(x - 12 - 2 * k, y - 24 - 4 * k));
    await Promise.all([...moves, page.mouse.up()]);
    await page.locator(".said", { hasText: /thrown with \(/ }).waitFor();
    await expect.poll(() => modelText(page), patient).toMatch(/velocity: \[ ?-?\d/);
    expect(await page.locator(".lane-name").textContent()).toBe(before);
    await page.context().close();
  });

  test("a mass that is held is drawn under the pointer, and lets go where it is drawn", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const [x, y] = await rightmostMass(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 60, { steps: 6 });
    const height = async () => (await rightmostMass(page))[1];
    // the pointer is a little outside of the circle on which the bob moves
    await expect.poll(height, patient).toBeLessThan(y - 45);
    expect(await height()).toBeGreaterThan(y - 70);
    await letGo(page, x, y - 60);
    await expect.poll(height, patient).toBeLessThan(y - 45);
    await page.context().close();
  });

  test("a finger drags a mass up and down, and two fingers zoom", async () => {
    const { page } = await lab.open("#/stage/pendulum", {
      reducedMotion: "reduce",
      hasTouch: true,
      viewport: { width: 360, height: 640 },
    });
    await page.locator(".lane.done").waitFor();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly (readonly [number, number])[]) =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const [x, y] = await rightmostMass(page);
    await touch("touchStart", [[x, y]]);
    for (let k = 1; k <= 20; k++) await touch("touchMove", [[x, y + 3 * k]]);
    await page.locator(".said", { hasText: /^bob at/ }).waitFor();
    await touch("touchEnd", []);
    await page.locator(".said", { hasText: "Let go: bob at" }).waitFor();
    await expect.poll(() => modelText(page), patient).not.toContain("at: [1, 0]");

    await page.evaluate("scrollTo(0, 0)");
    await page.locator(".lane.done").waitFor();
    const zoom = async () => {
      await frames(page);
      return page.evaluate('document.querySelector(".lane canvas").toDataURL()');
    };
    const small = await zoom();
    const box = (await page.locator(".lane canvas").boundingBox())!;
    const [cx, cy] = [box.x + 40, box.y + box.height - 30];
    await touch("touchStart", [[cx, cy]]);
    await touch("touchStart", [
      [cx, cy],
      [cx + 40, cy],
    ]);
    for (let k = 1; k <= 10; k++)
      await touch("touchMove", [
        [cx, cy],
        [cx + 40 + 8 * k, cy],
      ]);
    await touch("touchEnd", []);
    await expect.poll(zoom, patient).not.toBe(small);
    await page.context().close();
  });

  test("at 360 pixels the picture and the button Play are on the first screen, and every tab fits", async () => {
    const { page } = await lab.open("#/stage/double-pendulum", { viewport: { width: 360, height: 640 } });
    await page.locator(".lane.done").waitFor();
    const play = (await page.locator(".transport .primary").boundingBox())!;
    const canvas = (await page.locator(".lane canvas").boundingBox())!;
    expect(canvas.y).toBeGreaterThan(0);
    expect(canvas.height).toBeGreaterThan(170);
    expect(play.y + play.height).toBeLessThan(640);
    expect(await page.getByRole("tab").count()).toBe(6);
    const hidden = await page
      .getByRole("tablist")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden).toBe(0);
    await page.context().close();
  });

  test("the arrow keys move the stiffness to infinity and back", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    const slider = page.getByRole("slider", { name: /Stiffness omega/ });
    await slider.focus();
    expect(await slider.getAttribute("aria-valuetext")).toContain("∞");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => slider.getAttribute("aria-valuetext"), patient).toBe("omega = 1×10⁶");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => slider.getAttribute("aria-valuetext"), patient).toBe("omega = 891000");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => slider.getAttribute("aria-valuetext"), patient).toContain("∞");
    await page.context().close();
  });

  test("the view of one model is not the view of the next", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    for (let k = 0; k < 6; k++) await page.getByRole("button", { name: "Larger" }).click();
    await page.evaluate('location.hash = "#/stage/double-pendulum"');
    await title(page, "Double pendulum");
    await page.locator(".lane.done").waitFor();
    const fresh = await lab.open("#/stage/double-pendulum", still);
    await fresh.page.locator(".lane.done").waitFor();
    const picture = (each: Page) => each.evaluate('document.querySelector(".lane canvas").toDataURL()');
    const wanted = await picture(fresh.page);
    await expect.poll(() => picture(page), patient).toBe(wanted);
    for (const each of [page, fresh.page]) await each.context().close();
  });

  test("Project offers what it can do with the model, and says why not the rest", async () => {
    const { page } = await lab.open("#/stage/driven-pendulum", still);
    await page.locator(".lane.done").waitFor();
    await showPanel(page, "Project");
    const by = page.getByLabel(/^By/);
    await page.getByText(/cannot be used here/).click();
    const refused = await page.locator(".project .more li strong").allTextContents();
    expect(refused.length).toBeGreaterThan(0);
    for (const name of refused) expect(await by.locator(`option[value="${name}"]`).isDisabled()).toBe(true);
    const offered = await by.locator("option:not([disabled])").allTextContents();
    for (const name of offered) {
      await by.selectOption(name);
      await page.getByRole("button", { name: "Project", exact: true }).click();
      await page.locator(".iterations li").nth(1).waitFor();
    }
    await page.context().close();
  });

  test("a lab whose server is gone says so", async () => {
    const { url, child } = await startServer();
    const page = await (await lab.browser.newContext()).newPage();
    await page.goto(url);
    await page.locator(".card").first().waitFor();
    child.kill("SIGINT");
    await new Promise((done) => child.on("close", done));
    await page.getByRole("link", { name: "Papers" }).click();
    await page.getByRole("alert").getByText("the server does not answer").waitFor();
    await page.context().close();
  });
});

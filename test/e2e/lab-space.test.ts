/** Pictures in space, which the graphics processor draws. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import { frames, type LabSite, openLab, patient, still } from "./lab-page.js";

/** Reads the pixels of the first lane: how many are not empty, and how many of those have the colour of the series `s2`. */
const pixels = (page: Page): Promise<{ filled: number; green: number; picture: string }> =>
  page.evaluate(`(async () => {
    const source = document.querySelector(".lane canvas");
    const canvas = new OffscreenCanvas(source.width, source.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(source, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let [filled, green] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] > 0) filled++;
      if (data[at + 3] === 255 && data[at + 1] > 1.5 * data[at] && data[at + 1] > 1.2 * data[at + 2]) green++;
    }
    const digest = await crypto.subtle.digest("SHA-256", data);
    return { filled, green, picture: Array.from(new Uint8Array(digest), (each) => each.toString(16)).join("") };
  })()`) as Promise<{ filled: number; green: number; picture: string }>;

/** The pixels, once a few frames have not changed them. */
async function settled(page: Page): ReturnType<typeof pixels> {
  for (let [last, same] = ["", 0]; ; ) {
    await frames(page);
    const found = await pixels(page);
    same = found.picture === last ? same + 1 : 0;
    if (same === 3) return found;
    last = found.picture;
  }
}

describe.skipIf(!executablePath)("pictures in space (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("solids, names, arrows of forces and trails are drawn, each where it is asked for", async () => {
    const { page, complaints } = await lab.open("#/stage/spherical-pendulum", still);
    await page.locator(".lane.done").waitFor();
    await page.locator(".scrub input").fill("1");
    const box = (name: string) => page.getByRole("checkbox", { name });
    const trailed = await settled(page);
    await box("Trails").uncheck();
    await expect.poll(async () => (await pixels(page)).picture, patient).not.toBe(trailed.picture);
    const plain = await settled(page);
    expect(plain.filled).toBeGreaterThan(1000);
    expect(plain.green).toBe(0);
    await box("Forces").check();
    await expect.poll(async () => (await pixels(page)).green, patient).toBeGreaterThan(100);
    await box("Forces").uncheck();
    await expect.poll(async () => (await pixels(page)).picture, patient).toBe(plain.picture);
    for (const name of ["Names", "Trails"]) {
      await box(name).check();
      await expect.poll(async () => (await pixels(page)).filled, patient).toBeGreaterThan(plain.filled + 50);
      await box(name).uncheck();
      await expect.poll(async () => (await pixels(page)).picture, patient).toBe(plain.picture);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a picture is drawn again after the browser has taken its canvas away and given it back", async () => {
    const { page, complaints } = await lab.open("#/stage/gyroscope", still);
    await page.locator(".lane.done").waitFor();
    await expect.poll(async () => (await pixels(page)).filled, patient).toBeGreaterThan(1000);
    const { picture } = await settled(page);
    await page.evaluate(`(() => {
      globalThis.taken = document.querySelector(".lane canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
      taken.loseContext();
    })()`);
    await expect.poll(async () => (await pixels(page)).filled, patient).toBe(0);
    await page.evaluate("taken.restoreContext()");
    await expect.poll(async () => (await pixels(page)).picture, patient).toBe(picture);
    expect(complaints.filter((words) => !/CONTEXT_LOST/.test(words))).toEqual([]);
    await page.context().close();
  });

  test("a browser that cannot draw in space says so, and its numbers and plots are there", async () => {
    const { page, complaints } = await lab.open("", still);
    await page.evaluate(`(() => {
      const { prototype } = HTMLCanvasElement;
      const { getContext } = prototype;
      prototype.getContext = function (kind, ...more) {
        return kind === "webgl2" ? null : getContext.call(this, kind, ...more);
      };
      location.hash = "#/stage/spherical-pendulum";
    })()`);
    await page.getByRole("alert").getByText("has no WebGL 2").waitFor();
    await page.locator(".lane.done").waitFor();
    await page.locator(".chart svg").first().waitFor();
    expect(await page.locator(".figures dt").count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

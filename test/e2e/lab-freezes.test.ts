/** No freezes: absurd views, long runs, crowds and workers that do not answer. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import { clock, drop, enter, galleryText, type LabSite, openLab, patient, pick, still, title } from "./lab-page.js";

/** A link to a state, as the lab writes it. */
async function linkTo(page: Page, state: object): Promise<string> {
  return (await page.evaluate(`(async () => {
    const bytes = new TextEncoder().encode(${JSON.stringify(JSON.stringify(state))});
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  })()`)) as string;
}

describe.skipIf(!executablePath)("the lab does not freeze (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("a link with an absurd camera, and a button pressed too often, leave a page that answers", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    const state = {
      v: 1,
      model: "pendulum",
      lanes: [{}],
      set: {},
      camera: { zoom: 1, x: 1e17, y: 0, turn: 0, tilt: 0 },
    };
    const link = await linkTo(page, state);
    await page.evaluate(`location.hash = "#/lab/${link}"`);
    await page.locator(".lane.done").waitFor();
    await expect.poll(() => clock(page), patient).toBeGreaterThan(0);
    const larger = page.getByRole("button", { name: "Larger" });
    for (let k = 0; k < 200; k++) await larger.click();
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => clock(page), patient).toBe(0);
    await page.context().close();
  });

  test("a long computation is stopped by a button, and can be run again", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    await drop(page, "long.yaml", galleryText("double-pendulum").replace("until: 10", "until: 1e7"));
    await expect.poll(() => clock(page), patient).toBeGreaterThan(0);
    // the panel's fields come with the offers, which the worker may send later than the first frames
    await page
      .locator(".field")
      .filter({ hasText: /^until/ })
      .waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    expect(await page.getByRole("button", { name: "Stop", exact: true }).isDisabled()).toBe(true);
    await enter(page, ".field", /^until/, "2");
    await page.locator(".lane.done").waitFor();
    expect(await page.locator(".trouble").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a file that is too large is refused with a sentence, and the model before is still there", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const dropped = await page.evaluateHandle(`(() => {
      const all = new DataTransfer();
      all.items.add(new File([new Uint8Array(20_000_001)], "huge.yaml"));
      return all;
    })()`);
    await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
    await page.getByRole("alert").getByText("a model file must not exceed 20 MB").waitFor();
    await title(page, "Pendulum");
    await page.context().close();
  });

  test("100,000 beads are drawn by no more strokes than the picture has room for, and can be stopped", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    // counts what one picture asks the canvas for
    await page.evaluate(`
      globalThis.strokes = 0;
      for (const name of ["arc", "lineTo", "fillRect", "rect"]) {
        const own = CanvasRenderingContext2D.prototype[name];
        CanvasRenderingContext2D.prototype[name] = function (...given) {
          strokes++;
          return own.apply(this, given);
        };
      }
    `);
    const beads = galleryText("chain")
      .replace("n: 10,", "n: 100000,")
      .replace("until: 2", "until: 2, method: rk4, step: 1e-5");
    await drop(page, "beads.yaml", beads.replace("name: Chain", "name: Beads"));
    await title(page, "Beads");
    await page.locator(".lane-name", { hasText: "rk4" }).waitFor();
    const picture = () => page.evaluate('document.querySelector(".lane canvas").toDataURL()');
    const before = await picture();
    await page.evaluate("strokes = 0");
    await page.getByRole("button", { name: "Larger" }).click();
    await expect.poll(picture, patient).not.toBe(before);
    const asked = (await page.evaluate("strokes")) as number;
    expect(asked).toBeGreaterThan(0);
    // a few pictures of at most one stroke for each pixel of the width and each of the height
    expect(asked).toBeLessThan(20_000);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a worker that does not answer is ended by the same button", async () => {
    const { page } = await lab.open("#/stage/chain");
    await page.locator(".lane.done").waitFor();
    // one step of this takes longer than users wait
    await pick(page, "method", "gauss4");
    await enter(page, ".field", /^n\b/, "4000");
    await expect.poll(() => page.locator(".lane.done").count(), patient).toBe(0);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    await enter(page, ".field", /^n\b/, "10");
    await page.locator(".lane.done").waitFor();
    await page.context().close();
  });
});

/** Links of the lab: the QR code, and what a link carries. */

import reader from "jsqr";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import { drop, type LabSite, openLab, patient, settledLink, showPanel, still, title } from "./lab-page.js";

// the package is CommonJS, and its function is the member "default" of its types but the module itself at run time
const readCode = ((reader as { default?: unknown }).default ?? reader) as typeof reader.default;

describe.skipIf(!executablePath)("links of the lab (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test.each(["light", "dark"] as const)("a QR code reads as the link, also after a change: %s", async (colorScheme) => {
    const { page, complaints } = await lab.open("#/stage/pendulum", { ...still, colorScheme, deviceScaleFactor: 2 });
    await page.locator(".lane.done").waitFor();
    await showPanel(page, "Keep");
    await page.getByText("The link as a QR code").click();
    const code = page.getByRole("img", { name: "QR code of the link" });
    await code.waitFor();
    /** What a reader of QR codes sees in the picture on the screen. */
    const read = async (): Promise<string | undefined> => {
      const picture = (await code.screenshot()).toString("base64");
      const [width, height, red] = (await page.evaluate(`(async () => {
        const bytes = Uint8Array.from(atob("${picture}"), (c) => c.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const red = Uint8Array.from({ length: data.length / 4 }, (_, k) => data[4 * k]);
        return [image.width, image.height, btoa(red.reduce((text, byte) => text + String.fromCharCode(byte), ""))];
      })()`)) as [number, number, string];
      const shades = Buffer.from(red, "base64");
      const pixels = Uint8ClampedArray.from({ length: 4 * shades.length }, (_, k) =>
        k % 4 === 3 ? 255 : shades[k >> 2],
      );
      return readCode(pixels, width, height)?.data;
    };
    const link = await settledLink(page);
    expect(await read()).toBe(link);
    await page.getByRole("button", { name: "Larger" }).click();
    await expect.poll(() => settledLink(page), patient).not.toBe(link);
    expect(await read()).toBe(await settledLink(page));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a link that is too long for a QR code says so in a sentence", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const remarks = Array.from({ length: 400 }, (_, k) => `# ${((k + 1) * 0.618033988749895) % 1}`).join("\n");
    await drop(
      page,
      "long.yaml",
      `taut: 1\nname: Long\n${remarks}\npoints: { a: { mass: 1, at: [1, 0] } }\nrun: { until: 1 }\n`,
    );
    await title(page, "Long");
    await showPanel(page, "Keep");
    await page.getByText("The link as a QR code").click();
    await page.getByText(/^The link has \d+ characters, and a QR code holds at most 2953\./).waitFor();
    expect(await page.getByRole("img", { name: "QR code of the link" }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

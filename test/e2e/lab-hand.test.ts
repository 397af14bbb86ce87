/** Dragging of masses on the stage of the lab, and the films that can be saved. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath } from "./browser.js";
import { enter, kept, type LabSite, modelFile, openLab, patient, showPanel, still } from "./lab-page.js";

/** Runs the model again to a time, and waits for that run; the previous run is already done. */
async function runUntil(page: Page, until: number): Promise<void> {
  await enter(page, ".field", /^until/, String(until));
  await page.locator(`.scrub input[max="${until}"]`).waitFor({ state: "attached" });
  await page.locator(".lane.done").waitFor();
}

describe.skipIf(!executablePath)("dragging and films in the lab (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  const said = (page: Page) => page.locator(".said").textContent();
  /** The place in "a at (0.8, 0, −0.6)". */
  const placeIn = (words: string | null) =>
    /\(([^)]+)\)/
      .exec(words ?? "")![1]
      .split(", ")
      .map((x) => Number(x.replace("−", "-")));

  test("a mass can be grabbed, moved and released by keys alone, stays on its rod, and each move is announced", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    await page.locator(".hold").focus();
    await page.keyboard.press("m");
    expect(await said(page)).toMatch(/^Holding bob at/);
    const start = placeIn(await said(page));
    for (let k = 0; k < 4; k++) await page.keyboard.press("ArrowUp");
    await expect.poll(async () => placeIn(await said(page))[1], patient).toBeGreaterThan(start[1] + 0.1);
    const [x, y] = placeIn(await said(page));
    expect(Math.hypot(x, y)).toBeCloseTo(Math.hypot(start[0], start[1]), 2);
    await page.keyboard.press("Escape");
    expect(await said(page)).toBe("Put back.");
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => placeIn(await said(page))[1], patient).toBeLessThan(start[1] - 0.01);
    await page.keyboard.press("Enter");
    await expect.poll(() => said(page), patient).toContain("The run starts there");
    // the focus has stayed, so the next mass can be grabbed at once
    await expect.poll(() => page.evaluate("document.activeElement.className"), patient).toBe("hold");
    await showPanel(page, "Keep");
    await expect.poll(() => modelFile(page), patient).toMatch(/at: \[ 0\.\d{6,}, -0\.\d{6,} \]/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a mass in space follows the pointer in the plane that faces the camera, and stays on its sphere", async () => {
    const { page, complaints } = await lab.open("#/stage/spherical-pendulum", still);
    await page.locator(".lane.done").waitFor();
    const box = (await page.locator(".lane canvas").boundingBox())!;
    // find a mass: the cursor becomes a hand over it
    let found: [number, number] | undefined;
    for (let x = box.x + 40; x < box.x + box.width - 40 && found === undefined; x += 24)
      for (let y = box.y + 40; y < box.y + box.height - 40; y += 24) {
        await page.mouse.move(x, y);
        if ((await page.evaluate('document.querySelector(".lane canvas").style.cursor')) !== "grab") continue;
        found = [x, y];
        break;
      }
    const [x, y] = found!;
    await page.mouse.down();
    const before = await said(page);
    expect(before).toMatch(/^Holding \w+ at/);
    await page.mouse.move(x + 12, y - 60, { steps: 6 });
    await expect.poll(async () => placeIn(await said(page))[2], patient).toBeGreaterThan(placeIn(before)[2] + 0.02);
    await page.mouse.up();
    await expect.poll(() => said(page), patient).toContain("The run starts there");
    // both rods have kept their length
    await page.getByText("The state in words").click();
    const words = (await page.locator(".summary p").textContent())!;
    const [[ax, ay, az], [bx, by, bz]] = [...words.matchAll(/at (\([^)]+\))/g)].map(([, place]) => placeIn(place));
    expect(Math.hypot(ax, ay, az)).toBeCloseTo(1, 2);
    expect(Math.hypot(bx - ax, by - ay, bz - az)).toBeCloseTo(1, 2);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a film is a WebM file with pictures over some time", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    // films are recorded as they play, and a busy machine draws few pictures in a second
    await runUntil(page, 4);
    await showPanel(page, "Keep");
    const { bytes, name } = await kept(page, "Film (WebM)");
    expect(name).toBe("pendulum.webm");
    expect(bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    const { duration, pictures } = filmTimes(bytes);
    expect(pictures.length).toBeGreaterThan(1);
    expect(pictures.at(-1)! - pictures[0]).toBeGreaterThan(300);
    expect(duration).toBeGreaterThan(300);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a film that lasts less than what was played says so", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await runUntil(page, 1);
    await showPanel(page, "Keep");
    // as where the encoder drops most pictures
    await page.evaluate(`Object.defineProperty(HTMLMediaElement.prototype, "duration", { get: () => 0.25 })`);
    await kept(page, "Film (WebM)");
    await page
      .getByText(/^Saved as pendulum\.webm\. It lasts 0\.3 s instead of [\d.]+ s, because the browser/)
      .waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a GIF has a frame for each twentieth of a second, and the browser decodes the frames as they were drawn", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await runUntil(page, 1);
    await showPanel(page, "Keep");
    const { bytes, name } = await kept(page, "Film (GIF)");
    expect(name).toBe("pendulum.gif");
    expect(bytes.subarray(0, 6).toString()).toBe("GIF89a");
    const seen = (await page.evaluate(`(async () => {
      const data = Uint8Array.from(atob("${bytes.toString("base64")}"), (c) => c.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: "image/gif" });
      await decoder.tracks.ready;
      await decoder.completed;
      const { frameCount } = decoder.tracks.selectedTrack;
      const inkOf = async (frameIndex) => {
        const { image } = await decoder.decode({ frameIndex });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
        let [x, y, count] = [0, 0, 0];
        for (let i = 0; i < width * height; i++)
          if (data[4 * i] + data[4 * i + 1] + data[4 * i + 2] < 150) {
            x += i % width;
            y += Math.floor(i / width);
            count++;
          }
        const paper = [...data.subarray(0, 3)];
        return { width, height, count, x: x / count, y: y / count, duration: image.duration, paper };
      };
      // decoded in order, because every frame is drawn over the previous one
      const inks = [];
      for (let k = 0; k < frameCount; k++) inks.push(await inkOf(k));
      const context = new OffscreenCanvas(1, 1).getContext("2d");
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
      const sheet = context.fillStyle;
      const papers = new Set(inks.map(({ paper }) => "#" + paper.map((c) => c.toString(16).padStart(2, "0")).join("")));
      return { frameCount, first: inks[0], last: inks[frameCount - 1], sheet, papers: [...papers] };
    })()`)) as { frameCount: number; first: Ink; last: Ink; sheet: string; papers: string[] };
    expect(seen.frameCount).toBe(20);
    expect([seen.first.width, seen.first.duration]).toEqual([480, 50_000]);
    // the bob is a dark disc, and after a second it has swung to the other side
    expect(seen.first.count).toBeGreaterThan(20);
    expect(seen.last.x).toBeLessThan(seen.first.x - 40);
    // each frame has a palette of its own, and the paper keeps its colour in all of them
    expect(seen.papers).toEqual([seen.sheet]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

interface Ink {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly x: number;
  readonly y: number;
  readonly duration: number;
}

/** The duration that a WebM file states and the times of its pictures, in milliseconds, read from its EBML elements. */
function filmTimes(bytes: Buffer): { duration: number; pictures: number[] } {
  // elements whose children are read: segment, its information, clusters, groups of blocks
  const entered = [0x18538067, 0x1549a966, 0x1f43b675, 0xa0];
  const [durationId, timestamp, blocks] = [0x4489, 0xe7, [0xa1, 0xa3]];
  const pictures: number[] = [];
  let [at, base, duration] = [0, 0, 0];
  /** Reads a number; the leading zeros of its first byte give its length. The length marker is kept if `marked`. */
  const number = (marked: boolean): number => {
    const length = Math.clz32(bytes[at]) - 23;
    let value = marked ? bytes[at] : bytes[at] & (0xff >> length);
    for (let k = 1; k < length; k++) value = value * 256 + bytes[at + k];
    at += length;
    return value;
  };
  while (at < bytes.length) {
    const id = number(true);
    const size = number(false);
    if (entered.includes(id)) continue;
    if (id === durationId) duration = size === 4 ? bytes.readFloatBE(at) : bytes.readDoubleBE(at);
    if (id === timestamp) base = Number(`0x${bytes.subarray(at, at + size).toString("hex")}`);
    // a block begins with the track number and the time within the cluster
    if (blocks.includes(id)) pictures.push(base + bytes.readInt16BE(at + 1));
    at += size;
  }
  return { duration, pictures };
}

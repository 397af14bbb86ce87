/** The first page of the lab: a live stage after the first paint, a gallery whose cards move, runs that show what they promise. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseModelText, run } from "../../src/index.js";
import { root } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import { clock, type LabSite, openLab, patient, still } from "./lab-page.js";

const folder = join(root, "gallery");
const data = (id: string): unknown => parseModelText(readFileSync(join(folder, `${id}.yaml`), "utf8"));

const live = (page: Page) => page.locator(".opening-live[data-ready=true]");
const picture = (page: Page): Promise<string> =>
  page.evaluate('document.querySelector(".half canvas").toDataURL()') as Promise<string>;
/** Lets the page draw twice. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

describe.skipIf(!executablePath)("the first page (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("a live stage is loaded after the first paint, moves, and its slider goes from soft springs to rods", async () => {
    const { page, complaints } = await lab.open();
    await live(page).waitFor();
    const [painted, asked] = (await page.evaluate(`[
      performance.getEntriesByName("first-contentful-paint")[0].startTime,
      performance.getEntriesByType("resource").find(({ name }) => /opening-.*js/.test(name)).startTime,
    ]`)) as [number, number];
    expect(asked).toBeGreaterThan(painted);
    const before = await picture(page);
    await expect.poll(() => picture(page), patient).not.toBe(before);
    const slider = page.getByRole("slider", { name: "Stiffness of the links on the left" });
    await slider.focus();
    await page.keyboard.press("Home");
    await page.locator(".half.c0", { hasText: "springs, ω = 5" }).waitFor();
    await page.keyboard.press("End");
    await expect.poll(() => page.locator(".half", { hasText: "rigid rods" }).count(), patient).toBe(2);
    // rods on both sides: the same motion at the same cost
    const costs = page.locator(".half .quiet");
    await expect.poll(async () => new Set(await costs.allTextContents()).size, patient).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the pendulums of the first page open in the stage, springs in one lane and rods in the other", async () => {
    const { page, complaints } = await lab.open("", still);
    await live(page).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Open in the stage" }).getAttribute("href"), patient)
      .toContain("#/lab/");
    await page.getByRole("link", { name: "Open in the stage" }).click();
    await page.locator(".lane.c0 .lane-name", { hasText: "stiff · dopri5" }).waitFor();
    await page.locator(".lane.c1 .lane-name", { hasText: "underlying" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a card moves while the pointer is over it or it has the focus, and stands still again afterwards", async () => {
    const { page, complaints } = await lab.open();
    const card = page.locator('a[href="#/stage/pendulum"]');
    const sketch = () => card.locator(".sketch").innerHTML();
    // the pictures are loaded after the page itself
    await expect.poll(sketch, patient).toContain("<path");
    const rest = await sketch();
    await card.hover();
    await expect.poll(sketch, patient).not.toBe(rest);
    await page.mouse.move(0, 0);
    await expect.poll(sketch, patient).toBe(rest);
    await card.focus();
    await expect.poll(sketch, patient).not.toBe(rest);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("with reduced motion nothing moves by itself: neither the stage nor a card", async () => {
    const { page } = await lab.open("", still);
    await live(page).waitFor();
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await page.getByRole("button", { name: "Play" }).waitFor();
    const [rest, card] = [await picture(page), page.locator('a[href="#/stage/pendulum"]')];
    await card.hover();
    await drawn(page);
    expect(loaded).toEqual([]);
    expect(await picture(page)).toBe(rest);
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(() => picture(page), patient).not.toBe(rest);
    await page.context().close();
  });

  test("Robertson's reaction runs in logarithmic time, on the clock and in the plots", async () => {
    const { page, complaints } = await lab.open("#/stage/robertson", still);
    await page.locator(".lane.done").waitFor();
    const ticks = async () => (await page.locator(".plot").first().locator("svg text.mid").allTextContents()).join(" ");
    await expect.poll(ticks, patient).toBe("10⁻⁴ 0.01 1 100 10000");
    // half of the way on the clock is not half of the time
    await page.locator(".scrub input").fill("0.5");
    await expect.poll(() => clock(page), patient).toBeLessThan(10);
    await page.locator(".scrub input").fill("1");
    await page.locator(".clock", { hasText: /1e\+?5|100000|10⁵/ }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test("texts of the gallery speak of the model, not of flags of the command line", () => {
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  expect(texts.length).toBeGreaterThan(30);
  for (const text of texts) expect(/^about:(.*(?:\n .*)*)/m.exec(text)?.[1] ?? "").not.toMatch(/--[a-z]/);
});

test("the rope of the gallery comes to rest in its catenary", () => {
  const { q, v } = run(data("rope"));
  // a string of length 1.2 between hooks at a distance of 1: 2 a sinh(1/(2 a)) = 1.2
  let [low, high] = [0.1, 10];
  for (let k = 0; k < 100; k++) {
    const a = (low + high) / 2;
    if (2 * a * Math.sinh(1 / (2 * a)) > 1.2) low = a;
    else high = a;
  }
  const sag = (x: number): number => low * (Math.cosh((x - 0.5) / low) - Math.cosh(0.5 / low));
  const off = Array.from({ length: 99 }, (_, k) => Math.abs(q[2 * k + 1] - sag(q[2 * k])));
  // a hundred rods of 12 mm differ from a curve by far less than a millimetre
  expect(Math.max(...off)).toBeLessThan(1e-3);
  expect(Math.max(...Array.from(v, Math.abs))).toBeLessThan(0.01);
});

/** `<taut-lab>` in pages of a plain static server: what it shows, that its numbers are the library's, and what it says when it cannot. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { parseModelText, type RunOptions, run } from "../../src/index.js";
import { root, taut } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import { type EmbedSite, openSite } from "./embed-page.js";

const patient = { timeout: patience(20_000) };
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const gallery = (name: string): unknown => parseModelText(readFileSync(join(root, `gallery/${name}.yaml`), "utf8"));

const pendulum = `
  <script type="text/yaml">
    taut: 1
    name: Swing
    parameters: { g: 9.81 }
    points: { bob: { mass: 1, at: [1, 0] } }
    elements:
      - rod: { between: [origin, bob] }
      - gravity: [0, -g]
    run: { until: 3 }
  </script>`;

interface Ended {
  readonly label: string;
  readonly status: string;
  readonly t: number;
  readonly y: readonly number[];
}

/** The last states of the first element, once its runs are over. */
async function results(page: Page): Promise<readonly Ended[]> {
  // asked again and again from here, because a page with a strict policy cannot wait for a function
  const over = () => page.evaluate("document.querySelector('taut-lab')?.results?.length ?? 0");
  await expect.poll(over, patient).toBeGreaterThan(0);
  return page.evaluate(
    "document.querySelector('taut-lab').results.map(({ label, status, t, y }) => ({ label, status, t, y: [...y] }))",
  ) as Promise<readonly Ended[]>;
}

const shown = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('taut-lab').shadowRoot.querySelector('canvas').toDataURL()") as Promise<string>;

/** Lets the page draw twice. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

/** The sentence that the element shows instead of a motion. */
async function complaint(page: Page): Promise<string> {
  const errors = page.locator("taut-lab .errors").first();
  await errors.waitFor();
  return (await errors.textContent()) ?? "";
}

describe.skipIf(!executablePath)("<taut-lab> (skipped without Chromium)", () => {
  let site: EmbedSite;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test.each<[string, string, readonly RunOptions[]]>([
    ["double-pendulum", "", [{}]],
    [
      "double-pendulum",
      "stiff/dopri5, rigid/rattle@0.01",
      [
        { formulation: "stiff", method: "dopri5" },
        { formulation: "rigid", method: "rattle", step: 0.01 },
      ],
    ],
    ["double-pendulum", "stiff/gn-zs@0.0001", [{ formulation: "stiff", method: "gn-zs", step: 1e-4 }]],
    ["slider-crank", "", [{}]],
    ["robertson", "radau5", [{ method: "radau5" }]],
    ["vehicle", "", [{}]],
    ["planets", "verlet@0.01", [{ method: "verlet", step: 0.01 }]],
  ])("%s with lanes '%s' ends at the library's state, bit for bit", async (name, lanes, settings) => {
    const { page, complaints } = await site.open(`<taut-lab model="${name}.yaml" lanes="${lanes}"></taut-lab>`);
    const ended = await results(page);
    expect(ended.length).toBe(settings.length);
    for (const [k, each] of settings.entries()) {
      const expected = run(gallery(name), { ...each, keepStates: false });
      expect(ended[k].status).toBe(expected.status === "ok" ? "ok" : "failed");
      expect(ended[k].t).toBe(expected.t);
      expect(ended[k].y).toEqual(Array.from(expected.y));
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a model inside the page plays, pauses and resets, by keyboard too, and its parameter runs it again", async () => {
    const { page, complaints } = await site.open(`<taut-lab sliders="g" plot="y(bob)">${pendulum}</taut-lab>`);
    const [play, reset] = [page.getByRole("button", { name: "Play" }), page.getByRole("button", { name: "Reset" })];
    await results(page);
    await drawn(page);
    const still = await shown(page);
    await play.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await expect.poll(() => shown(page), patient).not.toBe(still);
    await page.getByRole("button", { name: "Pause" }).click();
    await reset.click();
    await expect.poll(() => shown(page), patient).toBe(still);
    await page.getByRole("slider", { name: "Time" }).fill("1000");
    await page.getByRole("button", { name: "Replay" }).waitFor();
    const before = await results(page);
    await page.getByRole("slider", { name: "g" }).focus();
    await page.keyboard.press("Home");
    // a fifth of 9.81, with the digits that are shown
    const expected = run(parseModelText(pendulum.replace(/<.*>/g, "").replace("9.81", "1.96")), { keepStates: false });
    await expect.poll(async () => (await results(page))[0].y, patient).toEqual(Array.from(expected.y));
    expect((await results(page))[0].y).not.toEqual(before[0].y);
    await page.locator("taut-lab .plot svg").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("events say that it is ready, that the runs are over, and what is wrong", async () => {
    const before = `
      globalThis.told = [];
      for (const name of ["taut-ready", "taut-done", "taut-error"])
        addEventListener(name, ({ detail }) => told.push([name, detail.messages ?? detail.results?.length ?? 0]));`;
    const good = await site.open(`<taut-lab lanes="dopri5, dop853">${pendulum}</taut-lab>`, { before });
    await results(good.page);
    expect(await good.page.evaluate("told")).toEqual([
      ["taut-ready", 0],
      ["taut-done", 2],
    ]);
    const bad = await site.open(`<taut-lab>${pendulum.replace("mass: 1", "mas: 1")}</taut-lab>`, { before });
    const sentence = await complaint(bad.page);
    expect(await bad.page.evaluate("told")).toEqual([["taut-error", sentence.split("\n")]]);
    await good.page.context().close();
    await bad.page.context().close();
  });

  test.each(["light", "dark"] as const)(
    "axe finds no violation, with lanes, sliders, plots and errors: %s",
    async (colorScheme) => {
      const { page } = await site.open(
        `<h1>Models</h1>
      <taut-lab model="double-pendulum.yaml" lanes="stiff/dopri5, underlying/dop853" sliders="omega" plot="norm(a - b)"></taut-lab>
      <taut-lab model="heavy-top.yaml"></taut-lab>
      <taut-lab model="missing.yaml"></taut-lab>`,
        { colorScheme },
      );
      await results(page);
      await page.locator("taut-lab .plot svg").waitFor();
      await page.waitForFunction("document.querySelectorAll('taut-lab')[1].results.length > 0");
      await page.evaluate(axeSource);
      const found = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResults;
      expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
      await page.context().close();
    },
  );

  test("with reduced motion a model with autoplay stands still until it is played; otherwise it moves by itself", async () => {
    const body = `<taut-lab autoplay>${pendulum}</taut-lab>`;
    const calm = await site.open(body, { reducedMotion: "reduce" });
    await results(calm.page);
    await calm.page.getByRole("button", { name: "Play" }).waitFor();
    await drawn(calm.page);
    const still = await shown(calm.page);
    await drawn(calm.page);
    expect(await shown(calm.page)).toBe(still);
    await calm.page.context().close();
    const moving = await site.open(body, { reducedMotion: "no-preference" });
    await results(moving.page);
    const first = await shown(moving.page);
    await expect.poll(() => shown(moving.page), patient).not.toBe(first);
    await moving.page.context().close();
  });

  test("elements of one page are independent; removed ones end their workers, and work again when they are put back", async () => {
    const { page, complaints } = await site.open(
      `<taut-lab model="double-pendulum.yaml"></taut-lab><taut-lab>${pendulum}</taut-lab>`,
    );
    await page.waitForFunction("[...document.querySelectorAll('taut-lab')].every(({ results }) => results.length > 0)");
    expect(page.workers().length).toBe(2);
    await page.evaluate(
      "globalThis.kept = [...document.querySelectorAll('taut-lab')]; for (const each of kept) each.remove()",
    );
    await expect.poll(() => page.workers().length, patient).toBe(0);
    for (let k = 0; k < 3; k++) {
      await page.evaluate("document.querySelector('main').append(kept[0])");
      await page.waitForFunction("kept[0].results.length > 0 && document.querySelector('taut-lab') !== null");
      await expect.poll(() => page.workers().length, patient).toBe(1);
      await page.evaluate("kept[0].remove()");
      await expect.poll(() => page.workers().length, patient).toBe(0);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a change of an attribute, or of the text, shows the model anew", async () => {
    const { page } = await site.open(`<taut-lab model="double-pendulum.yaml"></taut-lab>`);
    await results(page);
    await page.evaluate("document.querySelector('taut-lab').setAttribute('lanes', 'stiff/dopri5')");
    await expect.poll(async () => (await results(page))[0].label, patient).toBe("stiff/dopri5");
    await page.evaluate(
      "document.querySelector('taut-lab').text = 'taut: 1\\nname: Decay\\nstates: { x: 1 }\\nrates: { x: -x }\\nrun: { until: 1, method: dopri5 }'",
    );
    await page.evaluate("document.querySelector('taut-lab').removeAttribute('lanes')");
    await expect.poll(async () => (await results(page))[0].y.length, patient).toBe(1);
    expect(await page.locator("taut-lab .title").textContent()).toBe("Decay");
    await page.context().close();
  });

  test("a script from another server starts its worker through a small one of the page's own", async () => {
    const other = await openSite();
    const { page, complaints } = await site.open(`<taut-lab model="double-pendulum.yaml"></taut-lab>`, {
      bundle: `${other.address}/`,
    });
    expect((await results(page))[0].status).toBe("ok");
    expect(complaints).toEqual([]);
    await page.context().close();
    await other.close();
  });

  test("a mistake in a model is the sentence of the command line, with its line", async () => {
    const file = "test/fixtures/embed-mistake.yaml";
    const text = readFileSync(join(root, file), "utf8");
    const { stderr, code } = await taut(["run", join(root, file)]);
    expect(code).toBe(3);
    const { page } = await site.open(`<taut-lab><script type="text/yaml">\n${text}</script></taut-lab>`);
    const said = await complaint(page);
    expect(said).toContain("model:7:");
    expect(stderr.replaceAll(join(root, file), "model")).toContain(said);
    await page.context().close();
  });

  test.each<[string, string, Parameters<EmbedSite["open"]>[1], RegExp]>([
    [
      "a model that does not exist",
      `<taut-lab model="none.yaml"></taut-lab>`,
      {},
      /^none\.yaml: .* answered 404\. Check the attribute model\.$/,
    ],
    ["no model", "<taut-lab></taut-lab>", {}, /a model is missing\. Give its address in the attribute model/],
    ["a page in place of a model", `<taut-lab model="page-1.html"></taut-lab>`, {}, /the server sent a web page/],
    [
      "no WebAssembly",
      `<taut-lab>${pendulum}</taut-lab>`,
      { before: "delete globalThis.WebAssembly" },
      /this browser has none/,
    ],
    [
      "a policy without workers",
      `<taut-lab>${pendulum}</taut-lab>`,
      { policy: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'" },
      /the browser did not start it\. .* worker-src 'self'/,
    ],
    [
      "a wrong lane",
      `<taut-lab lanes="stiff/rk5">${pendulum}</taut-lab>`,
      {},
      /there is no method "rk5"\. Did you mean "rk4"\?/,
    ],
    [
      "a lane with a wrong step",
      `<taut-lab lanes="rk4@fast">${pendulum}</taut-lab>`,
      {},
      /^lanes: a step must be written/,
    ],
    ["a refused lane", `<taut-lab lanes="rigid/dopri5">${pendulum}</taut-lab>`, {}, /dopri5.*needs/],
    ["a wrong slider", `<taut-lab sliders="h">${pendulum}</taut-lab>`, {}, /there is no "h"\. The model has: g\./],
    ["a wrong plot", `<taut-lab plot="norm(c)">${pendulum}</taut-lab>`, {}, /"c"/],
    [
      "a wrong speed",
      `<taut-lab speed="fast">${pendulum}</taut-lab>`,
      {},
      /^speed: must be a number above 0; got "fast"\.$/,
    ],
  ])("%s gets a clear sentence", async (_, body, options, sentence) => {
    const { page } = await site.open(body, options);
    expect(await complaint(page)).toMatch(sentence);
    await page.context().close();
  });

  test("the page of the documentation works as it is printed", async () => {
    const text = readFileSync(join(root, "docs/embedding.md"), "utf8");
    const html = /```html\n([\s\S]*?)```/.exec(text)![1];
    const { page, complaints } = await site.open(html);
    expect((await results(page)).map(({ label, status }) => [label, status])).toEqual([
      ["stiff/dopri5", "ok"],
      ["rigid/rattle", "ok"],
    ]);
    expect(await page.getByRole("slider").count()).toBe(3);
    await page.locator("taut-lab .plot svg").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a strict policy that allows scripts and workers of the server and WebAssembly is enough", async () => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'";
    const { page, complaints } = await site.open(
      `<taut-lab model="double-pendulum.yaml" sliders="omega" plot="norm(a - b)"></taut-lab>`,
      { policy },
    );
    expect((await results(page))[0].status).toBe("ok");
    await page.locator("taut-lab .plot svg").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

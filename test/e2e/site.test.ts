/** Pages of the built site in a real browser: no errors, nothing from other servers, no violation of axe, nothing wider than the screen. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { blocksOf } from "../site/pages.js";
import { executablePath } from "./browser.js";
import { type BuiltSite, openBuilt } from "./site-page.js";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** One page of each kind. */
const pages = [
  ...["/", "/start.html", "/choose.html", "/methods/rattle.html", "/formulations/stiff.html", "/models/elements.html"],
  ...["/guide/theory/equations.html", "/errors/refusals.html", "/papers/gear.html", "/recipes/embedding.html"],
  "/api/taut/methods.html",
];
const looks = [
  { colours: "light", width: 1280 },
  { colours: "dark", width: 360 },
] as const;

describe.skipIf(!executablePath)("the site in a browser (skipped without Chromium)", () => {
  let site: BuiltSite;
  beforeAll(async () => {
    site = await openBuilt("build/site");
  });
  afterAll(() => site?.close());

  test.each(pages.flatMap((path) => looks.map((look) => ({ path, ...look }))))(
    "$path in $colours colours, $width pixels wide, has no error and no violation of axe, and fits",
    async ({ path, ...look }) => {
      const { page, complaints } = await site.open(path, look);
      await page.waitForLoadState("networkidle");
      await page.evaluate(axeSource);
      const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`)).toEqual([]);
      const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
      expect(width).toBeLessThanOrEqual(look.width);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    patience(60_000),
  );

  test("the table that guides to a formulation and a method fits on a telephone without scrolling", async () => {
    const { page } = await site.open("/choose.html", { width: 360 });
    const table = page.locator(".vp-doc table").first();
    expect(await table.locator("tr").count()).toBeGreaterThan(6);
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.context().close();
  });

  test("a live cell runs its model to the end", async () => {
    const { page, complaints } = await site.open("/methods/rattle.html");
    await page.waitForFunction("document.querySelector('taut-lab')?.results?.length > 0");
    const results = (await page.evaluate(
      "document.querySelector('taut-lab').results.map(({ status, t }) => ({ status, t }))",
    )) as unknown;
    expect(results).toEqual([{ status: "ok", t: 10 }]);
    expect(complaints).toEqual([]);
  });

  test("the search finds a method by its name", async () => {
    const { page, complaints } = await site.open("/start.html");
    await page.getByRole("button", { name: /^Search/ }).click();
    await page.getByRole("searchbox").fill("rattle");
    await page.locator(".VPLocalSearchBox .result", { hasText: "rattle" }).first().waitFor();
    expect(complaints).toEqual([]);
  });
});

describe.skipIf(!executablePath)("the page of the recipe on embedding (skipped without Chromium)", () => {
  test("shows its model with the bundle beside it", async () => {
    const [{ text }] = blocksOf("site/pages/recipes/embedding.md").filter(({ language }) => language === "html");
    const html = `<!doctype html><html lang="en"><title>Recipe</title>${text}</html>`;
    const site = await openBuilt("dist/embed", { "/recipe.html": html });
    const { page, complaints } = await site.open("/recipe.html");
    await page.waitForFunction("document.querySelector('taut-lab')?.results?.length === 2");
    const statuses = await page.evaluate("document.querySelector('taut-lab').results.map(({ status }) => status)");
    expect(statuses).toEqual(["ok", "ok"]);
    expect(complaints).toEqual([]);
    await site.close();
  });
});

/** `taut lab MODEL`: the lab opens with that model. */

import { chromium } from "playwright-core";
import { describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { taut, temporaryFolder } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import { patient, startServer } from "./lab-page.js";

const folder = temporaryFolder();
const mine = folder.file(
  "mine.yaml",
  "taut: 1\nname: A swing of mine\npoints: { bob: { mass: 1, at: [1, 0] } }\nelements: [rod: { between: [origin, bob] }, gravity: [0, -9.81]]\nrun: { until: 1 }\n",
);

describe.skipIf(!executablePath)("taut lab MODEL (skipped without Chromium)", () => {
  test.each([
    ["a file", mine, "A swing of mine"],
    ["a model of the gallery", "pendulum", "Pendulum"],
  ])("opens %s", async (_, model, title) => {
    const { url, child } = await startServer(model);
    const browser = await chromium.launch({
      executablePath,
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(patience(20_000));
      await page.goto(url);
      await expect.poll(() => page.title(), patient).toContain(title);
      expect(await page.locator("canvas").count()).toBeGreaterThan(0);
    } finally {
      await browser.close();
      child.kill("SIGINT");
    }
  });
});

test("a file that is not there, or a wrong model, is refused before anything is served", async () => {
  const wrong = folder.file("wrong.yaml", "taut: 1\npoints: { a: { mas: 1, at: [0] } }\n");
  expect(await taut(["lab", folder.path("no.yaml"), "--no-open"])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/there is no such file/),
  });
  expect(await taut(["lab", wrong, "--no-open"])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/points\.a\.mas/),
  });
});

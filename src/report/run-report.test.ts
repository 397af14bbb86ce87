import { createHash } from "node:crypto";
import fc from "fast-check";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { link, point, scene } from "../scene/scene.fixture.js";
import { linePlot } from "./plot.js";
import { runReport } from "./run-report.js";
import type { RunReportData } from "./run-report-data.js";

const anyCharacter = fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code));
const anyText = fc.string({ unit: anyCharacter });

const times = Array.from({ length: 1001 }, (_, i) => i / 100);
const hostile = `</script><script>document.title="owned"</script><img src=x onerror="document.title='owned'">`;

function sample(more: Partial<RunReportData> = {}, text = "pendulum"): RunReportData {
  return {
    title: text,
    description: text,
    status: "ok",
    t: 10,
    timeUnit: "s",
    picture: {
      kind: "scene",
      scene: scene({
        points: [point(0, { name: text }), point(-1, { name: text, at: [0, 0] })],
        links: [link(1, 0)],
      }),
      times,
      states: times.flatMap((t) => [Math.sin(t), -Math.cos(t)]),
      width: 2,
      tensions: [times.map(Math.cos)],
    },
    ledger: {
      times,
      energy: times.map((t) => 5 + 1e-9 * Math.sin(t)),
      position: times.map((t) => 1e-12 * t),
      velocity: times.map((t) => 1e-10 * t),
      multipliers: [{ name: text, values: times.map(Math.cos) }],
    },
    work: {
      steps: 1204,
      rejected: 37,
      forces: 14893,
      jacobians: 7,
      hessians: 0,
      factorisations: 5,
      solves: 6,
      projections: 3,
      iterations: 4,
    },
    settings: [{ name: text, value: text, why: text }],
    start: { policy: "project", moved: [{ name: text, from: 1, to: 0.5 }] },
    dropped: [{ name: text, why: text }],
    events: [{ t: 2, name: text, note: text }],
    model: text,
    footer: text,
    ...more,
  };
}

test("one sentence says how far the run got, and how well it kept energy and constraints", () => {
  const html = runReport(sample());
  expect(html.replaceAll("\u202f", " ")).toContain(
    "The run reached t = 10 s in 1 204 steps (37 more were rejected); the energy changed by at most 1×10⁻⁹, the largest constraint residual was 1×10⁻¹¹.",
  );
});

test("a failure shows its status and message, or the time where it has no message", () => {
  const failed = { status: "step-too-small", t: 0.73 } as const;
  expect(runReport(sample(failed))).toContain("✕ Failed: step-too-small</b><span>At t = 0.73 s: the run ended");
  expect(runReport(sample({ ...failed, message: "stuck at t = 0.73." }))).toContain("<span>stuck at t = 0.73.</span>");
});

test("everything that was recorded is in the report, in order", () => {
  const html = runReport(sample());
  const order = [
    "<h2>Motion",
    "<canvas",
    "Settings",
    "E(t) − E(0)",
    "Constraint residuals",
    "Multipliers",
    "force evaluations",
    "It changed 1 value;",
    "1 constraint is redundant",
    "<h2>Events",
    "<details>",
  ];
  const places = order.map((text) => html.lastIndexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test("a run that recorded nothing still gives a report", () => {
  const html = runReport(
    sample({ picture: undefined, ledger: { times: [] }, settings: [], start: undefined, dropped: [], events: [] }),
  );
  expect(html).toContain("No motion was recorded.");
  expect(html).not.toMatch(/undefined|NaN/);
});

test("points in space get an animation and two projections, points on a line a plot over time, and other coordinates are grouped", () => {
  const picture = sample().picture;
  if (picture?.kind !== "scene") throw new Error("the sample has a scene");
  const inDimension = (dimension: 1 | 3) => ({ ...picture, scene: { ...picture.scene, dimension } });
  const threes = { states: times.flatMap((t) => [Math.sin(t), -Math.cos(t), t]), width: 3 };
  const inSpace = runReport(sample({ picture: { ...inDimension(3), ...threes } }));
  expect(inSpace.match(/Seen along/g)?.length).toBe(2);
  expect(inSpace).toContain("<canvas");
  expect(runReport(sample({ picture: inDimension(1) }))).toContain("pendulum over time");
  const coordinates = [
    { name: "theta", unit: "rad", values: times },
    { name: "x", unit: "m", values: times.map(Math.cos) },
    { name: "y", unit: "m", values: times.map(Math.sin) },
    { name: "far", unit: "m", values: times.map((t) => 1e6 * t) },
  ];
  const html = runReport(sample({ picture: { kind: "coordinates", times, coordinates } }));
  for (const group of ["theta", "x, y", "far"]) expect(html).toContain(`<figcaption>${group} over time`);
});

test("where only some multipliers are drawn, the report says how many there are", () => {
  const multipliers = [{ name: "rod[77]", values: [-1000] }];
  const html = runReport(sample({ ledger: { times: [0], multipliers, constraints: 300 } }));
  expect(html).toContain("1 of 300 are shown: those with the largest values.");
});

test("the headline tells the largest deviation over all steps, which may lie between the saved states", () => {
  const { ledger } = sample();
  const html = runReport(sample({ ledger: { ...ledger, largest: { energy: 0.0288, position: 3e-5 } } }));
  expect(html).toContain("the energy changed by at most 0.0288");
  expect(html).toContain("the largest constraint residual was 3");
  expect(html).not.toContain("the energy changed by at most 1");
});

test("what the model keeps is listed with its threshold and verdict", () => {
  const watched = [{ quantity: "energy", deviation: 42.4, threshold: 2e-6, verdict: "broken" }];
  const html = runReport(sample({ watched }));
  for (const text of ["What the model keeps", "42.4", "broken"]) expect(html).toContain(text);
});

test("warnings and notes stand at the top of the report", () => {
  const html = runReport(sample({ warnings: ["the start was changed"], notes: ["the body is flat"] }));
  const header = html.slice(html.indexOf("<header>"), html.indexOf("</header>"));
  expect(header).toContain("the start was changed");
  expect(header).toContain("the body is flat");
});

test("equal data give equal files, and an animated run takes less than 120 kB", () => {
  expect(runReport(sample())).toBe(runReport(sample()));
  expect(runReport(sample()).length).toBeLessThan(120_000);
});

test("text cannot add markup: the number of tags does not depend on the strings", () => {
  const tags = (text: string) => runReport(sample({ status: "diverged", message: text }, text)).split("<").length;
  const plain = tags("abc");
  fc.assert(
    fc.property(anyText, (text) => void expect(tags(`${text}${hostile}`)).toBe(plain)),
    { numRuns: 20 },
  );
});

test("the page forbids itself the network, and every script but the animation's", () => {
  const html = runReport(sample());
  const [, script] = /<script>(.*?)<\/script>/s.exec(html)!;
  const hash = createHash("sha256").update(script).digest("base64");
  expect(html).toContain(
    `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; img-src data:"`,
  );
  expect(html).not.toMatch(/(src|href)=|@import|url\(/);
});

const executablePath = findChromium();

describe.skipIf(executablePath === undefined)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterAll(async () => browser?.close());

  async function open(
    html: string,
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<{ page: Page; noise: string[] }> {
    const page = await (await browser.newContext(options)).newPage();
    const noise: string[] = [];
    page.on("console", (message) => noise.push(message.text()));
    page.on("pageerror", (error) => noise.push(error.message));
    page.on("request", (request) => noise.push(request.url()));
    await page.setContent(html);
    return { page, noise };
  }

  test("hostile names neither execute code nor load anything", async () => {
    const { page, noise } = await open(runReport(sample({}, hostile)));
    expect(await page.title()).toContain("</script>");
    expect(await page.locator("img, script:not(figure script)").count()).toBe(0);
    expect(noise).toEqual([]);
  });

  test("a script that is not the animation's does not run, even where it stands in the page", async () => {
    const foreign = runReport(sample()).replace("<main>", '<main><script>document.title="owned"</script>');
    const { page, noise } = await open(foreign);
    expect(await page.title()).not.toBe("owned");
    expect(noise.join()).toContain("Content Security Policy");
  });

  test("nothing is wider than the screen at 360, 768 and 1440 pixels", async () => {
    for (const width of [360, 768, 1440]) {
      const { page } = await open(runReport(sample()), { viewport: { width, height: 800 } });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  test("the animation starts paused for readers who prefer reduced motion, and plays and pauses by keyboard", async () => {
    const { page, noise } = await open(runReport(sample()), { reducedMotion: "reduce" });
    const [button, slider, clock] = ["button", "input", "output"].map((name) => page.locator(`.player ${name}`));
    expect(await button.textContent()).toBe("Play");
    expect(await clock.textContent()).toBe("t = 0.00 s");
    await slider.focus();
    await page.keyboard.press("End");
    expect(await clock.textContent()).toBe("t = 10.00 s");
    expect(await button.textContent()).toBe("Replay");
    await button.focus();
    await page.keyboard.press("Space");
    expect(await button.textContent()).toBe("Pause");
    await page.keyboard.press("Space");
    expect(await button.textContent()).toBe("Play");
    expect(noise).toEqual([]);
  });

  test("the animation starts by itself otherwise, and draws on the canvas", async () => {
    const { page } = await open(runReport(sample()), { reducedMotion: "no-preference" });
    await page.waitForFunction(() => Number(document.querySelector("input")?.value) > 0);
    const ink = await page.evaluate(() => {
      const canvas = document.querySelector("canvas") as HTMLCanvasElement;
      return canvas
        .getContext("2d")
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((v) => v > 0);
    });
    expect(ink).toBe(true);
  });

  test("without scripts and on paper, the still picture replaces the animation", async () => {
    const plain = await open(runReport(sample()), { javaScriptEnabled: false });
    expect(await plain.page.locator(".still svg").isVisible()).toBe(true);
    expect(await plain.page.locator(".stage").isVisible()).toBe(false);
    const { page } = await open(runReport(sample()));
    expect(await page.locator(".still svg").isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".still svg").isVisible()).toBe(true);
    expect(await page.locator(".stage").isVisible()).toBe(false);
  });

  test("a standalone plot is well-formed XML whatever its names are", async () => {
    const { page } = await open("<p></p>");
    const series = [{ name: `${hostile}\0&\u202e\ud800`, x: [1, 2], y: [1, 2] }];
    const svg = linePlot({ title: hostile, x: { label: "<" }, y: { label: "&" }, series }, { standalone: true });
    const broken = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent ?? "",
      svg,
    );
    expect(broken).toBe("");
  });
});

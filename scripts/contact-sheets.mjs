/**
 * Takes pictures of every model of the gallery in the lab, and of the reports of the machines, light and dark, and puts them on
 * contact sheets to look at:
 *
 *   npm run build && node scripts/contact-sheets.mjs [FOLDER] [WORDS…]
 *
 * FOLDER is build/contact-sheets by default; only models whose names contain one of the WORDS are taken. Console errors are printed,
 * and make the script fail.
 */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "./find-chromium.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [folder = join(root, "build/contact-sheets"), ...words] = process.argv.slice(2);
const schemes = /** @type {const} */ (["dark", "light"]);
/** Widths and heights of windows; on a sheet, how wide their pictures are, how many are in a row, and how many there are. */
const sizes = [
  { width: 360, height: 640, shown: 250, columns: 6, most: 12 },
  { width: 768, height: 800, shown: 380, columns: 4, most: 8 },
  { width: 1440, height: 900, shown: 520, columns: 3, most: 9 },
];
const models = readdirSync(join(root, "gallery"))
  .map((file) => file.replace(/\.yaml$/, ""))
  .filter((model) => words.length === 0 || words.some((word) => model.includes(word)));
/** @param {string} model */
const textOf = (model) => readFileSync(join(root, `gallery/${model}.yaml`), "utf8");
/** @param {string} model */
const titleOf = (model) => /^name: (.*)$/m.exec(textOf(model))?.[1] ?? "";
/** Models with bodies or joints. */
const machines = models.filter((model) => /^(bodies|joints):/m.test(textOf(model)));

const executablePath = findChromium();
if (!executablePath)
  throw new Error("There is no Chromium. Install one, or set its path as the tests in a browser need it.");
const child = spawn(process.execPath, [join(root, "bin/taut.js"), "lab", "--no-open", "--port", "0"]);
/** @type {string} */
const url = await new Promise((done) =>
  child.stdout.once("data", (/** @type {Buffer} */ text) => done(String(text).trim())),
);
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
/** @type {string[]} */
const complaints = [];

/** @param {import("playwright-core").BrowserContextOptions} options */
async function newPage(options) {
  const page = await (await browser.newContext({ reducedMotion: "reduce", ...options })).newPage();
  page.setDefaultTimeout(120_000);
  page.on("console", (message) => {
    if (message.text().includes("GL Driver Message")) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  return page;
}

/**
 * Writes sheets of pictures with captions. @param {string} name @param {readonly { caption: string, png: Buffer }[]} pictures
 * @param {(typeof sizes)[number]} size
 */
async function writeSheets(name, pictures, { shown: shownWidth, columns, most: perSheet }) {
  for (let first = 0; first < pictures.length; first += perSheet) {
    const page = await newPage({ viewport: { width: 40 + columns * (shownWidth + 16), height: 600 } });
    const shown = pictures
      .slice(first, first + perSheet)
      .map(
        ({ caption, png }) =>
          `<figure style="margin:0;width:${shownWidth}px"><figcaption>${caption}</figcaption><img style="width:100%;border:1px solid #888" src="data:image/png;base64,${png.toString("base64")}"></figure>`,
      );
    await page.setContent(
      `<body style="font:18px sans-serif;display:flex;flex-wrap:wrap;gap:12px">${shown.join("")}</body>`,
    );
    await page.screenshot({ path: join(folder, `${name}-${1 + first / perSheet}.png`), fullPage: true });
    await page.context().close();
  }
}

mkdirSync(folder, { recursive: true });
const reports = mkdtempSync(join(tmpdir(), "contact-sheets-"));
try {
  for (const machine of machines)
    execFileSync(
      process.execPath,
      [join(root, "bin/taut.js"), "run", join(root, `gallery/${machine}.yaml`), "--out", join(reports, machine)],
      { stdio: "ignore" },
    );
  for (const colorScheme of schemes)
    for (const size of sizes) {
      const { width, height } = size;
      const page = await newPage({ colorScheme, viewport: { width, height } });
      const [lab, report] = [[], []].map((all) => /** @type {{ caption: string, png: Buffer }[]} */ (all));
      for (const model of models) {
        await page.goto(`${url}#/stage/${model}`);
        await page.getByRole("heading", { level: 1, name: titleOf(model), exact: true }).waitFor();
        await page.locator(".stage .lane.done").waitFor();
        // a third of the way, where most models have left their start
        const slider = page.locator(".scrub input");
        const [from, to] = await Promise.all(["min", "max"].map((end) => slider.getAttribute(end).then(Number)));
        await slider.fill(String(from + (to - from) / 3));
        await page.locator(".chart svg").first().waitFor();
        lab.push({ caption: model, png: await page.screenshot() });
      }
      if (width !== 768)
        for (const machine of machines) {
          await page.goto(pathToFileURL(join(reports, machine, "report.html")).href);
          // the picture of the motion is what a report of a machine is looked at for
          await page
            .getByRole("heading", { name: "Motion", exact: true })
            .evaluate((heading) => heading.scrollIntoView());
          report.push({ caption: machine, png: await page.screenshot() });
        }
      await page.context().close();
      await writeSheets(`lab-${colorScheme}-${width}`, lab, size);
      await writeSheets(`report-${colorScheme}-${width}`, report, size);
    }
} finally {
  rmSync(reports, { recursive: true, force: true });
  await browser.close();
  child.kill("SIGINT");
}
writeFileSync(join(folder, "complaints.txt"), complaints.map((each) => `${each}\n`).join(""));
process.stdout.write(
  `Wrote ${folder}: ${models.length} models, ${machines.length} machines, ${complaints.length} console errors.\n`,
);
process.exitCode = complaints.length > 0 ? 1 : 0;

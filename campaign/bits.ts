/**
 * The fingerprints of test/golden by other engines than the one that recorded them: steps read on the host instead of
 * WebAssembly, a worker thread, and Chromium.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { chromium } from "playwright-core";
import { build, type Plugin } from "vite";
import { findChromium } from "../scripts/find-chromium.mjs";
import { galleryText, recorded } from "../test/golden/cases.js";
import type * as Golden from "../test/golden/fingerprint.js";
import type { Campaign, Dice, Outcome } from "./campaign.js";

/** Computes the fingerprint of a case: the name and the text of the model, and the key of the case. */
interface Engine {
  readonly name: string;
  evaluate(file: string, text: string, key: string): Promise<string | undefined>;
  close(): Promise<unknown>;
}

/** Lets every step run on the host, although the code of its functions is generated. */
const onHost: Plugin = {
  name: "steps on the host",
  transform(code, id) {
    if (!id.endsWith("step/calls.ts")) return undefined;
    const choice = "compiled === undefined || generated === undefined";
    if (!code.includes(choice)) throw new Error("the choice between the readings of a step is not where it was");
    return code.replace(choice, "true");
  },
};

async function bundled(plugins: Plugin[]): Promise<string> {
  const entry = join(process.cwd(), "test/golden/fingerprint.ts");
  const result = await build({
    ...{ configFile: false, logLevel: "error", plugins },
    build: { write: false, minify: false, lib: { entry, formats: ["es"], fileName: "golden" } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!("output" in output)) throw new Error("vite returned a watcher instead of a bundle");
  return output.output[0].code;
}

const fingerprinted = (golden: typeof Golden, file: string, text: string, key: string): string | undefined =>
  golden.fingerprint(file, golden.modelOf(text), golden.caseOf(key));

async function hostEngine(folder: string): Promise<Engine> {
  const path = join(folder, "host.mjs");
  writeFileSync(path, await bundled([onHost]));
  const golden = (await import(pathToFileURL(path).href)) as typeof Golden;
  return {
    name: "host reading",
    evaluate: async (...which) => fingerprinted(golden, ...which),
    close: async () => {},
  };
}

function threadEngine(folder: string, code: string): Engine {
  writeFileSync(join(folder, "golden.mjs"), code);
  const path = join(folder, "thread.mjs");
  writeFileSync(
    path,
    `import { parentPort } from "node:worker_threads";
     import * as golden from "./golden.mjs";
     const fingerprinted = ${fingerprinted};
     parentPort.on("message", (which) => parentPort.postMessage(fingerprinted(golden, ...which)));`,
  );
  const thread = new Worker(pathToFileURL(path));
  return {
    name: "thread",
    evaluate: (...which) =>
      new Promise((done, failed) => {
        thread.removeAllListeners().once("message", done).once("error", failed);
        thread.postMessage(which);
      }),
    close: () => thread.terminate(),
  };
}

async function browserEngine(code: string): Promise<Engine | undefined> {
  const executablePath = findChromium();
  if (!executablePath) return undefined;
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  const page = await browser.newPage();
  const url = JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`);
  await page.evaluate(`import(${url}).then((golden) => { globalThis.golden = golden; })`);
  return {
    name: "Chromium",
    evaluate: (...which) => page.evaluate(`(${fingerprinted})(golden, ...${JSON.stringify(which)})`),
    close: () => browser.close(),
  };
}

/** Every recorded case, in an order that the dice draw. */
function shuffled(dice: Dice): { file: string; key: string; wanted: string }[] {
  const all = Object.entries(recorded()).flatMap(([file, cases]) =>
    Object.entries(cases).map(([key, wanted]) => ({ file, key, wanted })),
  );
  for (let k = all.length - 1; k > 0; k--) {
    const other = dice.below(k + 1);
    [all[k], all[other]] = [all[other], all[k]];
  }
  return all;
}

async function compared(engine: Engine, file: string, key: string, wanted: string): Promise<Outcome> {
  const found = await engine.evaluate(file, galleryText(file), key);
  if (found === wanted) return { kind: engine.name, ended: "same bits" };
  return { kind: engine.name, ended: "other bits", failure: `${file}, ${key}: ${found} instead of ${wanted}` };
}

export const bits: Campaign = {
  about: "The recorded fingerprints of the gallery, by steps on the host, in a thread and in Chromium.",
  async run(dice, goesOn, report) {
    const folder = mkdtempSync(join(tmpdir(), "taut-bits-"));
    const engines: Engine[] = [];
    try {
      const code = await bundled([]);
      engines.push(await hostEngine(folder), threadEngine(folder, code));
      const browser = await browserEngine(code);
      if (browser !== undefined) engines.push(browser);
      let tries = 0;
      for (const { file, key, wanted } of shuffled(dice)) {
        if (!goesOn(tries)) break;
        for (const engine of engines) report(await compared(engine, file, key, wanted));
        tries += engines.length;
      }
    } finally {
      for (const engine of engines) await engine.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Notebooks: cells in a real Jupyter kernel, and the widget's script in a page that stands for the notebook. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findJupyter } from "../../scripts/find-jupyter.mjs";
import { patience } from "../../scripts/patience.mjs";
import { run } from "../../src/index.js";
import { parseModelText } from "../../src/model/index.js";
import { root } from "../cli/taut.js";
import { executablePath } from "../e2e/browser.js";

const jupyter = findJupyter();
const script = readFileSync(join(root, "python/taut/widget.js"), "utf8");
const model = "taut: 1\nstates: { y: 1 }\nparameters: { k: 1 }\nrates: { y: -k*y }\nrun: { until: 1, rtol: 1e-9 }\n";

/** What `notebook.py` prints. Its second way needs the package anywidget, for which a small stand-in is found first. */
async function notebook(way: "frame" | "widget"): Promise<Record<string, unknown>> {
  const folders = [join(root, "python"), ...(way === "widget" ? [join(root, "test/python/stub")] : [])];
  const env = {
    ...process.env,
    PYTHONPATH: folders.join(":"),
    TAUT_COMMAND: join(root, "bin/taut.js"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const file = join(root, "test/python/notebook.py");
  const { stdout } = await promisify(execFile)(jupyter!, [file, way], { env, maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

let browser: Browser;
beforeAll(async () => {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  if (executablePath) browser = await chromium.launch({ executablePath, args });
});
afterAll(() => browser?.close());

async function newPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
  page.setDefaultTimeout(patience(30_000));
  return page;
}

describe.skipIf(jupyter === undefined)("in a Jupyter kernel (skipped without Debian's python3-ipykernel)", () => {
  test("a run gives arrays, a report and a model are shown in frames, a wrong name is a sentence", async () => {
    const found = await notebook("frame");
    expect(found.shape).toBe("((5, 2), 'ndarray')");
    expect(found.report).toMatch(/^<iframe sandbox="allow-scripts"/);
    expect(found.wrong).toEqual(["UsageError", expect.stringMatching(/must be one of argon.*got "no-such-model"/)]);
    expect(found.lab).toMatch(/^<iframe sandbox="allow-scripts"/);
    if (!executablePath) return;
    const page = await newPage();
    await page.setContent(`<!doctype html><title>Notebook</title>${found.lab}`);
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button", { name: "Play" }).click();
    await frame.locator(".plots svg, svg").first().waitFor();
    expect(await frame.getByRole("slider").count()).toBeGreaterThan(1);
    await page.close();
  });

  test("a widget hands its script and values over, follows changes, and takes results of the page", async () => {
    const { state, changes, results } = await notebook("widget");
    expect(state).toMatchObject({ lanes: "dopri5, radau5", speed: 2, autoplay: false, results: [], messages: [] });
    expect((state as { _esm: string })._esm).toBe(script);
    expect(JSON.parse((state as { text: string }).text).states).toEqual({ y: 1 });
    expect(changes).toContainEqual(expect.objectContaining({ plot: "y" }));
    expect(results).toEqual([{ label: "rk4", status: "ok", message: "", t: 1, y: [0.5], names: ["y"] }]);
  });
});

describe.skipIf(!executablePath)("the widget's script in a page (skipped without Chromium)", () => {
  test("shows a model, sends the results of its runs, follows changes, says what is wrong, and goes away", async () => {
    const page = await newPage();
    await page.setContent("<!doctype html><title>Notebook</title><main></main>");
    // what a notebook does: it imports the script from an address that it makes, and gives it values that can change
    await page.evaluate(
      async ([code, text]) => {
        const heard = new Map<string, Set<() => void>>();
        const values: Record<string, unknown> = { text, lanes: "dopri5, radau5", plot: "y", speed: 1, height: 200 };
        const saved: Record<string, unknown>[] = [];
        const held = {
          get: (name: string) => values[name],
          set: (name: string, value: unknown) => {
            values[name] = value;
          },
          save_changes: () => saved.push(structuredClone(values)),
          on: (event: string, changed: () => void) => heard.set(event, (heard.get(event) ?? new Set()).add(changed)),
          off: (event: string, changed: () => void) => heard.get(event)?.delete(changed),
        };
        const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
        const { default: widget } = await new Function("url", "return import(url)")(url);
        const end = widget.render({ model: held, el: document.querySelector("main") });
        Object.assign(globalThis, {
          saved,
          change: (name: string, value: unknown) => {
            values[name] = value;
            for (const changed of heard.get(`change:${name}`) ?? []) changed();
          },
          end: () => {
            end();
            return [...heard.values()].reduce((sum, each) => sum + each.size, 0);
          },
        });
      },
      [script, model],
    );
    const savedAt = async (k: number): Promise<Record<string, never>> => {
      await page.waitForFunction(`saved.length > ${k}`);
      return page.evaluate(`saved[${k}]`) as Promise<Record<string, never>>;
    };
    const { results, messages } = (await savedAt(0)) as unknown as Saved;
    expect(messages).toEqual([]);
    expect(results.map(({ label, status, t }) => [label, status, t])).toEqual([
      [expect.stringContaining("dopri5"), "ok", 1],
      [expect.stringContaining("radau5"), "ok", 1],
    ]);
    expect(results[0].y).toEqual([run(parseModelText(model), { method: "dopri5" }).of("y").at(-1)]);

    await page.evaluate("change('lanes', 'rk4@0.25')");
    const second = (await savedAt(1)) as unknown as Saved;
    expect(second.results).toHaveLength(1);
    expect(second.results[0].label).toContain("rk4");

    await page.evaluate(`change('text', ${JSON.stringify(model.replace("-k*y", "-k*w"))})`);
    const third = (await savedAt(2)) as unknown as Saved;
    expect(third).toMatchObject({ results: [], messages: [expect.stringMatching(/unknown name "w"/)] });

    expect(await page.evaluate("[end(), document.querySelector('main').childElementCount]")).toEqual([0, 0]);
    await page.close();
  });
});

interface Saved {
  readonly messages: readonly string[];
  readonly results: readonly { label: string; status: string; t: number; y: readonly number[] }[];
}

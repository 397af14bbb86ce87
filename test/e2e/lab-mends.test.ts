/** What users of the lab rely on: true numbers, no freezes, no lost work, hands and fingers. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import {
  clock,
  drop,
  enter,
  frames,
  kept,
  type LabSite,
  modelFile,
  openLab,
  patient,
  pick,
  result,
  rightmostMass,
  settledLink,
  showPanel,
  skipTime,
  startServer,
  still,
  title,
} from "./lab-page.js";

const text = (model: string): string => readFileSync(join(root, `gallery/${model}.yaml`), "utf8");

/** A link to a state, as the lab writes it. */
async function linkTo(page: Page, state: object): Promise<string> {
  return (await page.evaluate(`(async () => {
    const bytes = new TextEncoder().encode(${JSON.stringify(JSON.stringify(state))});
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  })()`)) as string;
}

const figure = (page: Page, name: string) =>
  page.locator(".figures div", { has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) }).locator("dd");

describe.skipIf(!executablePath)("the lab tells the truth (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("plots and tables have the extremes of the solution, also between the frames of the picture", async () => {
    const { page, complaints } = await lab.open("#/stage/van-der-pol");
    await page.locator(".lane.done").waitFor();
    await showPanel(page, "Keep");
    const [head, ...rows] = (await kept(page, "Motion (CSV)")).bytes.toString("utf8").trim().split("\n");
    const column = head.split(",").indexOf("y");
    const most = Math.max(...rows.map((row) => Math.abs(Number(row.split(",")[column]))));
    // the classical amplitude is 4/3 of 1/eps
    expect(most).toBeGreaterThan(13_300);
    expect(most).toBeLessThan(13_400);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each(["wishbone", "delta-robot"])(
    "%s shows the reactions of its joints only where they are asked for",
    async (name) => {
      const { page, complaints } = await lab.open(`#/stage/${name}`);
      await page.locator(".lane.done").waitFor();
      // a picture that stands still
      await page.locator(".scrub input").fill("0.5");
      const shot = async (): Promise<string> => {
        const bytes = await page.locator(".lane canvas").first().screenshot();
        return createHash("sha256").update(bytes).digest("hex");
      };
      const toggle = page.getByRole("checkbox", { name: "Reactions" });
      expect(await toggle.isChecked()).toBe(false);
      const before = await shot();
      await toggle.check();
      expect(await shot()).not.toBe(before);
      await toggle.uncheck();
      expect(await shot()).toBe(before);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  test("figures lead with evaluations, the energy is that of the ledger, and a single lane shows no time", async () => {
    const { page } = await lab.open("#/stage/double-pendulum");
    await pick(page, "method", "rk4");
    await page.locator(".lane.done").waitFor();
    const names = await page.locator(".figures dt").allTextContents();
    expect(names[0]).toBe("forces/time");
    expect(names.filter((name) => name.includes("ms"))).toEqual([]);
    const shown = await figure(page, "energy error").textContent();
    const { ledger } = (await result(page)) as { ledger: { energy: { maxDeviation: number } } };
    const [digits] = ledger.energy.maxDeviation.toExponential(1).split("e");
    expect(shown?.startsWith(String(Number(digits)))).toBe(true);
    await page.context().close();
  });

  test("times are shown when every lane is done, for all lanes over the same stretch, after a run that is not counted", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    await page.getByRole("button", { name: "Add a lane" }).click();
    const times = page.locator(".figures div", { has: page.locator("dt", { hasText: /^ms\/time$/ }) });
    await expect.poll(() => times.count(), patient).toBe(2);
    for (const lane of [".lane.c0", ".lane.c1"]) {
      const names = await page.locator(`${lane} .figures dt`).allTextContents();
      expect([names[0], names.at(-1)]).toEqual(["forces/time", "ms/time"]);
    }
    const notes = await times.evaluateAll((all) => all.map((each) => each.getAttribute("title")));
    expect(notes[0]).toMatch(/the best of 3 runs to t = 10\. .* in turns, after a run of each that is not counted/);
    expect(notes[1]).toBe(notes[0]);
    // a lane that computes, or that was stopped, takes the times of all lanes away
    await pick(page, "method", "rk4");
    await enter(page, ".field", /^step/, "1e-6");
    await expect.poll(() => times.count(), patient).toBe(0);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    expect(await times.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the energy of a model with friction is not called an error", async () => {
    const { page } = await lab.open("#/stage/damped-cable");
    await page.locator(".lane.done").waitFor();
    const names = await page.locator(".figures dt").allTextContents();
    expect(names).not.toContain("energy error");
    await page.context().close();
  });
});

describe.skipIf(!executablePath)("the lab does not freeze (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("a link with an absurd camera, and a button pressed too often, leave a page that answers", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    const state = {
      v: 1,
      model: "pendulum",
      lanes: [{}],
      set: {},
      camera: { zoom: 1, x: 1e17, y: 0, turn: 0, tilt: 0 },
    };
    const link = await linkTo(page, state);
    await page.evaluate(`location.hash = "#/lab/${link}"`);
    await page.locator(".lane.done").waitFor();
    await expect.poll(() => clock(page), patient).toBeGreaterThan(0);
    const larger = page.getByRole("button", { name: "Larger" });
    for (let k = 0; k < 200; k++) await larger.click();
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => clock(page), patient).toBe(0);
    await page.context().close();
  });

  test("a long computation is stopped by a button, and can be run again", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    await drop(page, "long.yaml", text("double-pendulum").replace("until: 10", "until: 1e7"));
    await expect.poll(() => clock(page), patient).toBeGreaterThan(0);
    // the panel's fields come with the offers, which the worker may send later than the first frames
    await page
      .locator(".field")
      .filter({ hasText: /^until/ })
      .waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    expect(await page.getByRole("button", { name: "Stop", exact: true }).isDisabled()).toBe(true);
    await enter(page, ".field", /^until/, "2");
    await page.locator(".lane.done").waitFor();
    expect(await page.locator(".trouble").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a file that is too large is refused with a sentence, and the model before is still there", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const dropped = await page.evaluateHandle(`(() => {
      const all = new DataTransfer();
      all.items.add(new File([new Uint8Array(20_000_001)], "huge.yaml"));
      return all;
    })()`);
    await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
    await page.getByRole("alert").getByText("a model file must not exceed 20 MB").waitFor();
    await title(page, "Pendulum");
    await page.context().close();
  });

  test("100,000 beads are drawn by no more strokes than the picture has room for, and can be stopped", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    // counts what one picture asks the canvas for
    await page.evaluate(`
      globalThis.strokes = 0;
      for (const name of ["arc", "lineTo", "fillRect", "rect"]) {
        const own = CanvasRenderingContext2D.prototype[name];
        CanvasRenderingContext2D.prototype[name] = function (...given) {
          strokes++;
          return own.apply(this, given);
        };
      }
    `);
    const beads = text("chain")
      .replace("n: 10,", "n: 100000,")
      .replace("until: 2", "until: 2, method: rk4, step: 1e-5");
    await drop(page, "beads.yaml", beads.replace("name: Chain", "name: Beads"));
    await title(page, "Beads");
    await page.locator(".lane-name", { hasText: "rk4" }).waitFor();
    const picture = () => page.evaluate('document.querySelector(".lane canvas").toDataURL()');
    const before = await picture();
    await page.evaluate("strokes = 0");
    await page.getByRole("button", { name: "Larger" }).click();
    await expect.poll(picture, patient).not.toBe(before);
    const asked = (await page.evaluate("strokes")) as number;
    expect(asked).toBeGreaterThan(0);
    // a few pictures of at most one stroke for each pixel of the width and each of the height
    expect(asked).toBeLessThan(20_000);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a worker that does not answer is ended by the same button", async () => {
    const { page } = await lab.open("#/stage/chain");
    await page.locator(".lane.done").waitFor();
    // one step of this takes longer than users wait
    await pick(page, "method", "gauss4");
    await enter(page, ".field", /^n\b/, "4000");
    await expect.poll(() => page.locator(".lane.done").count(), patient).toBe(0);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator(".trouble", { hasText: "Stopped" }).waitFor();
    await enter(page, ".field", /^n\b/, "10");
    await page.locator(".lane.done").waitFor();
    await page.context().close();
  });
});

describe.skipIf(!executablePath)("the lab loses no work (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("a file dropped while the editor has the focus is the text that is edited from then on", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await showPanel(page, "Model");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# mine\n");
    await drop(page, "dropped.yaml", text("four-bar").replace("Four-bar linkage", "Dropped"));
    await title(page, "Dropped");
    await page.locator(".cm-content", { hasText: "Dropped" }).waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n# a remark\n");
    // at once: the editor has not checked the text yet when its panel closes
    await showPanel(page, "Keep");
    await expect.poll(() => modelFile(page), patient).toContain("# a remark");
    expect(await modelFile(page)).toContain("Dropped");
    await page.context().close();
  });

  test("what is typed and not yet a valid model is there again when the editor is opened again", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await showPanel(page, "Model");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nelement");
    await showPanel(page, "Keep");
    await showPanel(page, "Model");
    await page.locator(".cm-content", { hasText: /element$/ }).waitFor();
    await page.locator(".problems .wrong").first().waitFor();
    await page.context().close();
  });

  test("a model of 500 kB has a link that opens it", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    const remarks = Array.from({ length: 14_000 }, (_, k) => `# ${((k + 1) * 0.618033988749895) % 1} is a remark`);
    await drop(page, "large.yaml", `${text("four-bar").replace("Four-bar linkage", "Large")}\n${remarks.join("\n")}`);
    await title(page, "Large");
    await showPanel(page, "Keep");
    const value = await settledLink(page);
    expect(value.length).toBeGreaterThan(150_000);
    const other = await lab.open(value.slice(lab.url.length));
    await title(other.page, "Large");
    for (const each of [page, other.page]) await each.context().close();
  });

  test("a model of 3 MB has a link that opens it, or a sentence that says why not; the address is its own", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    const remark = (count: number) =>
      Array.from({ length: count }, (_, k) => `# ${((k + 1) * 0.618033988749895) % 1} is a remark`).join("\n");
    await drop(page, "large.yaml", `${text("four-bar").replace("Four-bar linkage", "Large")}\n${remark(90_000)}`);
    await title(page, "Large");
    await showPanel(page, "Keep");
    const link = page.getByLabel("A link to everything");
    await expect
      .poll(
        async () =>
          (await link.inputValue()).length > 1e5 || (await page.getByText("too large for a link").count()) > 0,
        patient,
      )
      .toBe(true);
    const value = await link.inputValue();
    if (value !== "") {
      const other = await lab.open(value.slice(lab.url.length));
      await title(other.page, "Large");
      await other.page.context().close();
    }
    expect(page.url()).not.toContain("pendulum");
    await page.context().close();
  });

  test("a wrong number stays in its field with a sentence, and Escape puts the old one back", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await enter(page, ".field", /^rtol/, "1e-");
    const field = page.locator(".field", { hasText: /^rtol/ });
    await field.getByRole("alert").waitFor();
    expect(await field.getByRole("alert").textContent()).toContain("must be a number");
    expect(await field.locator("input").inputValue()).toBe("1e-");
    expect(await field.locator("input").getAttribute("aria-invalid")).toBe("true");
    await field.locator("input").focus();
    await page.keyboard.press("Escape");
    expect(await field.locator("input").inputValue()).toBe("");
    await page.context().close();
  });

  test("back after a drop returns to the model before, and forward to the dropped one", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await title(page, "Pendulum");
    await drop(page, "dropped.yaml", text("four-bar").replace("Four-bar linkage", "Dropped"));
    await title(page, "Dropped");
    await expect.poll(() => page.title(), patient).toBe("Dropped · taut lab");
    await expect.poll(() => page.url(), patient).toContain("#/lab/");
    await page.goBack();
    await title(page, "Pendulum");
    await expect.poll(() => page.title(), patient).toBe("Pendulum · taut lab");
    await page.goForward();
    await title(page, "Dropped");
    await page.context().close();
  });

  test("parameters, methods and lanes can be undone and redone", async () => {
    const { page } = await lab.open("#/stage/chain", still);
    await page.locator(".lane.done").waitFor();
    const command = async () => {
      await showPanel(page, "Keep");
      return page.locator(".command").textContent();
    };
    const plain = await command();
    await showPanel(page, "Solve");
    await enter(page, ".field", /^n\b/, "7");
    await expect.poll(command, patient).toContain("--set n=7");
    await skipTime(page, 700); // longer than changes that count as one
    await showPanel(page, "Solve");
    await pick(page, "method", "dopri5");
    await skipTime(page, 700);
    await page.getByRole("button", { name: "Add a lane" }).click();
    await page.locator(".lane.c1").waitFor();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.click();
    await expect.poll(() => page.locator(".lane").count(), patient).toBe(1);
    await undo.click();
    await expect.poll(command, patient).not.toContain("dopri5");
    expect(await command()).toContain("--set n=7");
    await undo.click();
    await expect.poll(command, patient).toBe(plain);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(command, patient).toContain("--set n=7");
    await page.locator(".hold").first().focus();
    await page.keyboard.press("Control+z");
    await expect.poll(command, patient).toBe(plain);
    await page.context().close();
  });

  test("a drag and a change of the text can be undone and redone, one after the other", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const file = async (): Promise<string> => {
      await showPanel(page, "Keep");
      return modelFile(page);
    };
    const first = await file();
    await page.locator(".hold").focus();
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowUp");
    await page.locator(".said", { hasText: /^bob at/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".said", { hasText: /^Let go/ }).waitFor();
    await expect.poll(file, patient).not.toContain("at: [1, 0]");
    const moved = await file();
    await skipTime(page, 700);
    await showPanel(page, "Model");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n# a remark\n");
    await expect.poll(file, patient).toContain("# a remark");
    const [undo, redo] = ["Undo", "Redo"].map((name) => page.getByRole("button", { name }));
    await undo.click();
    await expect.poll(file, patient).toBe(moved);
    await undo.click();
    await expect.poll(file, patient).toBe(first);
    await redo.click();
    await expect.poll(file, patient).toBe(moved);
    await redo.click();
    await expect.poll(file, patient).toContain("# a remark");
    await page.context().close();
  });

  test("changed models are kept in the browser and listed on the first page", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await page.locator(".lane.done").waitFor();
    await drop(page, "mine.yaml", text("pendulum").replace("name: Pendulum", "name: My pendulum"));
    await title(page, "My pendulum");
    await page.evaluate('dispatchEvent(new Event("pagehide"))');
    await page.goto(`${lab.url}#/`);
    await page.reload();
    const list = page.getByRole("region", { name: "Your recent models" });
    await list.getByRole("link", { name: "My pendulum" }).click();
    await title(page, "My pendulum");
    await page.goto(`${lab.url}#/`);
    await list.getByRole("button", { name: "Forget My pendulum" }).click();
    await expect.poll(() => list.count(), patient).toBe(0);
    await page.context().close();
  });

  test("after another page is chosen, the keyboard goes on at its content", async () => {
    const { page } = await lab.open();
    await page.locator(".card").first().waitFor();
    await page.getByRole("link", { name: "Papers" }).click();
    await page.locator(".paper-list a").first().waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.id"), patient).toBe("main");
    expect(await page.title()).toBe("Papers · taut lab");
    await page.context().close();
  });
});

describe.skipIf(!executablePath)("hands, fingers and tunnels (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  const modelText = async (page: Page): Promise<string> => {
    await showPanel(page, "Keep");
    return modelFile(page);
  };

  test("a mass that is let go in motion is thrown, and the lab says so; the formulation stays", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    const before = await page.locator(".lane-name").textContent();
    const [x, y] = await rightmostMass(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 10, y - 20, { steps: 4 });
    await page.locator(".said", { hasText: "bob at" }).waitFor();
    // sent without waiting, so that they come within the time over which a throw is measured
    const moves = Array.from({ length: 12 }, (_, k) => page.mouse.move(x - 12 - 2 * k, y - 24 - 4 * k));
    await Promise.all([...moves, page.mouse.up()]);
    await page.locator(".said", { hasText: /thrown with \(/ }).waitFor();
    await expect.poll(() => modelText(page), patient).toMatch(/velocity: \[ ?-?\d/);
    expect(await page.locator(".lane-name").textContent()).toBe(before);
    await page.context().close();
  });

  test("a finger drags a mass up and down, and two fingers zoom", async () => {
    const { page } = await lab.open("#/stage/pendulum", {
      reducedMotion: "reduce",
      hasTouch: true,
      viewport: { width: 360, height: 640 },
    });
    await page.locator(".lane.done").waitFor();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly (readonly [number, number])[]) =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const [x, y] = await rightmostMass(page);
    await touch("touchStart", [[x, y]]);
    for (let k = 1; k <= 20; k++) await touch("touchMove", [[x, y + 3 * k]]);
    await page.locator(".said", { hasText: /^bob at/ }).waitFor();
    await touch("touchEnd", []);
    await page.locator(".said", { hasText: "Let go: bob at" }).waitFor();
    await expect.poll(() => modelText(page), patient).not.toContain("at: [1, 0]");

    await page.evaluate("scrollTo(0, 0)");
    await page.locator(".lane.done").waitFor();
    const zoom = async () => {
      await frames(page);
      return page.evaluate('document.querySelector(".lane canvas").toDataURL()');
    };
    const small = await zoom();
    const box = (await page.locator(".lane canvas").boundingBox())!;
    const [cx, cy] = [box.x + 40, box.y + box.height - 30];
    await touch("touchStart", [[cx, cy]]);
    await touch("touchStart", [
      [cx, cy],
      [cx + 40, cy],
    ]);
    for (let k = 1; k <= 10; k++)
      await touch("touchMove", [
        [cx, cy],
        [cx + 40 + 8 * k, cy],
      ]);
    await touch("touchEnd", []);
    await expect.poll(zoom, patient).not.toBe(small);
    await page.context().close();
  });

  test("at 360 pixels the picture and the button Play are on the first screen", async () => {
    const { page } = await lab.open("#/stage/double-pendulum", { viewport: { width: 360, height: 640 } });
    await page.locator(".lane.done").waitFor();
    const play = (await page.locator(".transport .primary").boundingBox())!;
    const canvas = (await page.locator(".lane canvas").boundingBox())!;
    expect(canvas.y).toBeGreaterThan(0);
    expect(canvas.height).toBeGreaterThan(170);
    expect(play.y + play.height).toBeLessThan(640);
    await page.context().close();
  });

  test("the arrow keys move the stiffness to infinity and back", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    const slider = page.getByRole("slider", { name: /Stiffness omega/ });
    await slider.focus();
    expect(await slider.getAttribute("aria-valuetext")).toContain("∞");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => slider.getAttribute("aria-valuetext"), patient).toBe("omega = 1×10⁶");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => slider.getAttribute("aria-valuetext"), patient).toBe("omega = 891000");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => slider.getAttribute("aria-valuetext"), patient).toContain("∞");
    await page.context().close();
  });

  test("the view of one model is not the view of the next", async () => {
    const { page } = await lab.open("#/stage/pendulum", still);
    await page.locator(".lane.done").waitFor();
    for (let k = 0; k < 6; k++) await page.getByRole("button", { name: "Larger" }).click();
    await page.evaluate('location.hash = "#/stage/double-pendulum"');
    await title(page, "Double pendulum");
    await page.locator(".lane.done").waitFor();
    const fresh = await lab.open("#/stage/double-pendulum", still);
    await fresh.page.locator(".lane.done").waitFor();
    const picture = (each: Page) => each.evaluate('document.querySelector(".lane canvas").toDataURL()');
    const wanted = await picture(fresh.page);
    await expect.poll(() => picture(page), patient).toBe(wanted);
    for (const each of [page, fresh.page]) await each.context().close();
  });

  test("Project offers what it can do with the model, and says why not the rest", async () => {
    const { page } = await lab.open("#/stage/driven-pendulum", still);
    await page.locator(".lane.done").waitFor();
    await showPanel(page, "Project");
    const by = page.getByLabel(/^By/);
    await page.getByText(/cannot be used here/).click();
    const refused = await page.locator(".project .more li strong").allTextContents();
    expect(refused.length).toBeGreaterThan(0);
    for (const name of refused) expect(await by.locator(`option[value="${name}"]`).isDisabled()).toBe(true);
    const offered = await by.locator("option:not([disabled])").allTextContents();
    for (const name of offered) {
      await by.selectOption(name);
      await page.getByRole("button", { name: "Project", exact: true }).click();
      await page.locator(".iterations li").nth(1).waitFor();
    }
    await page.context().close();
  });

  test("a lab whose server is gone says so", async () => {
    const { url, child } = await startServer();
    const page = await (await lab.browser.newContext()).newPage();
    await page.goto(url);
    await page.locator(".card").first().waitFor();
    child.kill("SIGINT");
    await new Promise((done) => child.on("close", done));
    await page.getByRole("link", { name: "Papers" }).click();
    await page.getByRole("alert").getByText("the server does not answer").waitFor();
    await page.context().close();
  });
});

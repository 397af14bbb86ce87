/** The lab in a real browser, from the gallery to a shared link. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { root, taut, temporaryFolder } from "../cli/taut.js";
import { executablePath } from "./browser.js";
import {
  clock,
  enter,
  frames,
  kept,
  type LabSite,
  letGo,
  modelFile,
  numberIn,
  openLab,
  openText,
  patient,
  pick,
  result,
  rightmostMass,
  settledLink,
  showPanel,
  still,
} from "./lab-page.js";

const models = readdirSync(join(root, "gallery")).map((file) => file.replace(/\.yaml$/, ""));
const files = temporaryFolder();

/** This model runs longer than the test looks at it. */
const bath = `
taut: 1
name: Two kinds in a bath
points: { light: { mass: 1, at: [1] }, heavy: { mass: 5, at: [2] } }
elements:
  - spring: { between: [origin, light], length: 1, stiffness: 1 }
  - spring: { between: [light, heavy], length: 1, stiffness: 1 }
run:
  method: { name: langevin, kT: 0.5, friction: 1, thermal: true }
  step: 0.05
  until: 2e5
  observables:
    light: { temperature: light }
    heavy: { temperature: heavy }
    x: { of: x(light), histogram: { from: -2, to: 4, bins: 24 } }
`;

describe.skipIf(!executablePath)("the lab (skipped without Chromium)", () => {
  let lab: LabSite;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab?.close());

  test("every model of the gallery has a card, opens and moves, without errors or requests to other servers", async () => {
    const { page, complaints } = await lab.open();
    await page.locator(".card").first().waitFor();
    expect(await page.locator(".card").count()).toBe(models.length);
    for (const model of models) {
      await page.goto(`${lab.url}#/`);
      await page.locator(`a[href="#/stage/${model}"]`).click();
      await expect.poll(() => clock(page), patient).toBeGreaterThan(0);
      expect(await page.locator(".trouble").count()).toBe(0);
      expect(await page.locator(".lane.c0 canvas").count()).toBe(1);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each([
    ["double-pendulum", "", []],
    ["slider-crank", "", []],
    ["chain", "rattle", ["--method", "rattle", "--step", "0.001"]],
    ["kepler", "dopri5", ["--method", "dopri5"]],
  ] as const)(
    "the numbers of a run equal those of `taut run --json` bit for bit: %s %s",
    async (model, method, flags) => {
      const { page, complaints } = await lab.open(`#/stage/${model}`);
      if (method !== "") await pick(page, "method", method);
      const here = await result(page);
      const command = await page.locator(".command").textContent();
      for (const flag of flags) expect(command).toContain(flag);
      const there = await taut(["run", join(root, "gallery", `${model}.yaml`), "--no-verify", "--json", ...flags]);
      expect(there.code).toBe(0);
      expect(here).toEqual(JSON.parse(there.stdout));
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  test("play, pause, step and reset work, and a step does not depend on the frame rate", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await expect.poll(() => clock(page), patient).toBeGreaterThan(0.1);
    await page.getByRole("button", { name: "Pause" }).click();
    const stopped = await clock(page);
    await frames(page, 10);
    expect(await clock(page)).toBe(stopped);
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await clock(page)).toBe(0);
    for (let k = 0; k < 3; k++) await page.getByRole("button", { name: "Step forward" }).click();
    expect(await clock(page)).toBe(0.05);
    await page.getByRole("button", { name: "Step back" }).click();
    expect(await clock(page)).toBe(0.03);
    await page.context().close();
  });

  test("a run that fails shows the reason, and the clock stops at the failure", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum");
    const text = "taut: 1\nname: Blow-up\nstates: { x: 1 }\nrates: { x: x^2 }\nrun: { until: 3 }\n";
    await openText(page, text, "blow-up.yaml");
    await page.locator(".trouble", { hasText: "at t = 1" }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(await clock(page)).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("each picker changes the run, options reach it, and what cannot be used is greyed with the reason", async () => {
    const { page, complaints } = await lab.open("#/stage/double-pendulum");
    await pick(page, "formulation", "rigid");
    await page.locator(".lane-name", { hasText: "rigid · radau5 · none" }).waitFor();
    await page.locator(".picker[data-kind=method] summary").click();
    const refused = page.locator(".choice.refused", { hasText: "dopri5" });
    await refused.waitFor();
    expect(await refused.locator("input").isDisabled()).toBe(true);
    expect(await refused.textContent()).toContain('formulation "rigid" leaves the constraints to the method');
    await pick(page, "formulation", "underlying");
    await pick(page, "method", "dopri5");
    await pick(page, "projection", "newton");
    await page.locator(".option", { hasText: "maxIterations" }).locator("input").fill("0");
    await page.keyboard.press("Tab");
    await page
      .locator(".trouble", { hasText: "newton.maxIterations: must be a whole number of at least 1; got 0" })
      .waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the slider goes from a soft spring to the rigid rod, and the stretch decreases with omega", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    const slider = page.getByRole("slider", { name: /Stiffness omega/ });
    await slider.waitFor();
    const stretch = async (position: string) => {
      await slider.fill(position);
      await page.locator(".lane-name", { hasText: "stiff" }).waitFor();
      const { ledger } = (await result(page)) as { ledger: { position: number } };
      await showPanel(page, "Solve");
      return ledger.position;
    };
    const [soft, hard] = [await stretch("0"), await stretch("20")];
    expect(soft).toBeGreaterThan(0.05);
    expect(soft / hard).toBeGreaterThan(50);
    expect(soft / hard).toBeLessThan(200);
    await slider.fill("101");
    await page.locator(".lane-name", { hasText: "underlying" }).waitFor();
    await page.context().close();
  });

  test("numbers that are typed one after the other all take effect, whenever earlier answers arrive", async () => {
    const { page, complaints } = await lab.open("#/stage/chain");
    await pick(page, "projection", "newton");
    // typed slowly, so that answers arrive between the keys of the next number
    await enter(page, ".field", /^until/, "0.750", 60);
    await enter(page, ".field", /^n/, "012", 60);
    await enter(page, ".option", /^maxIterations/, "0017", 60);
    await enter(page, ".option", /^tolerance/, "0.00000001", 30);
    await enter(page, ".field", /^rtol/, "0.00001", 60);
    await showPanel(page, "Keep");
    const command = page.locator(".command");
    await expect.poll(() => command.textContent(), patient).toContain("--rtol 0.00001 --until 0.75 --set n=12");
    expect(await command.textContent()).toContain("newton:maxIterations=17,tolerance=1e-8");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a share link restores the model, settings and parameters", async () => {
    const { page } = await lab.open("#/stage/chain");
    await enter(page, ".field", /^until/, "1");
    await enter(page, ".field", /^n/, "6");
    await page.getByRole("button", { name: "Add a lane" }).click();
    await page.locator(".lane.c1").waitFor();
    await pick(page, "method", "rattle");
    const before = await result(page);
    const link = await settledLink(page);
    const other = await lab.open(link.slice(lab.url.length));
    await other.page.locator(".lane.c1 .lane-name", { hasText: "rattle" }).waitFor();
    await other.page.locator(".lane.c1 .lane-name").click();
    expect(await result(other.page)).toEqual(before);
    expect((before as { names: string[] }).names).toHaveLength(12);
    expect(other.complaints).toEqual([]);
    const damaged = await lab.open(`${link.slice(lab.url.length, -20)}`);
    await damaged.page.getByRole("alert").waitFor();
    expect(damaged.complaints).toEqual([]);
    for (const each of [page, other.page, damaged.page]) await each.context().close();
  });

  /** The share link, once it no longer changes, because it is updated some time after each change. */
  test("the command line runs an exported model to the same result, and a chosen file is opened", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum");
    const own = await result(page);
    const model = await kept(page, "Model file");
    const copy = await taut(["run", files.file("kept.yaml", model.bytes), "--no-verify", "--json"]);
    expect(JSON.parse(copy.stdout)).toEqual(own);
    const table = (await kept(page, "Motion (CSV)")).bytes.toString("utf8").split("\n");
    expect(table[0]).toBe("t,bob_x,bob_y,bob_x',bob_y',lambda rod,ledger position,ledger velocity,ledger energy");
    expect(table.length).toBeGreaterThan(300);
    expect((await kept(page, "Picture (PNG)")).bytes.subarray(1, 4).toString()).toBe("PNG");

    const text = readFileSync(join(root, "gallery/four-bar.yaml"), "utf8").replace("Four-bar linkage", "Dropped");
    await openText(page, text, "dropped.yaml");
    await page.getByRole("heading", { level: 1, name: "Dropped" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a dragged mass stays on its constraints, and the new start gives the bits of the command line", async () => {
    const { page, complaints } = await lab.open("#/stage/double-pendulum", still);
    await page.locator(".lane.done").waitFor();
    const [x, y] = await rightmostMass(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y - 90, { steps: 8 });
    await page.locator(".said", { hasText: /^b at/ }).waitFor();
    await letGo(page, x - 40, y - 90);
    await page.locator(".said", { hasText: /^Let go: b at .* at rest/ }).waitFor();
    await showPanel(page, "Keep");
    await expect.poll(() => page.locator(".command").textContent(), patient).toContain("double-pendulum.yaml");
    await expect.poll(() => modelFile(page), patient).not.toContain("[2, 0]");
    const model = await kept(page, "Model file");
    const text = model.bytes.toString("utf8");
    const at = (name: string) =>
      /at: \[ ?([^,]+), ([^\]]+?) ?\]/
        .exec(text.slice(text.indexOf(`\n  ${name}:`)))!
        .slice(1)
        .map(Number);
    const [[ax, ay], [bx, by]] = [at("a"), at("b")];
    expect(by).toBeGreaterThan(0.1);
    expect(Math.hypot(ax, ay)).toBeCloseTo(1, 11);
    expect(Math.hypot(bx - ax, by - ay)).toBeCloseTo(1, 11);
    // the formulation stays what it was, and the command of the lab says so where another would be chosen for the new start
    const command = (await page.locator(".command").textContent()) ?? "";
    const stays = /--formulation \S+/.exec(command)?.[0].split(" ") ?? [];
    const there = await taut(["run", files.file("dragged.yaml", model.bytes), ...stays, "--no-verify", "--json"]);
    expect(await result(page)).toEqual(JSON.parse(there.stdout));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a projection is shown iteration by iteration, until it reaches the constraints", async () => {
    const { page, complaints } = await lab.open("#/stage/four-bar", still);
    await page.locator(".lane.done").waitFor();
    await showPanel(page, "Project");
    await page.getByRole("button", { name: "Project", exact: true }).click();
    await page.locator(".iterations li").nth(3).waitFor();
    const residuals = await page.locator(".iterations li").allTextContents();
    expect(residuals[0]).toMatch(/^pushed: /);
    expect(residuals.at(-1)).toMatch(/×10⁻¹|= 0$/);
    await page.locator(".project svg").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the pose is projected at the time that is shown, with a moving pivot at its place in the picture", async () => {
    const { page } = await lab.open("#/stage/driven-pendulum", still);
    await page.locator(".lane.done").waitFor();
    // the pivot has moved from 0.1 to 0.1 cos 3
    for (let k = 0; k < 3; k++) await page.getByRole("button", { name: "Step forward" }).click();
    await showPanel(page, "Project");
    await page.getByLabel(/^Push by/).fill("0.01");
    await page.getByRole("button", { name: "Project", exact: true }).click();
    await page.locator(".iterations li").nth(1).waitFor();
    const [pushed] = await page.locator(".iterations li").allTextContents();
    expect(numberIn(pushed.replace(/.*= /, ""))).toBeLessThan(0.03);
    await page.context().close();
  });

  test("observables are shown during the run and agree with the command line; models without any show none", async () => {
    const { page, complaints } = await lab.open("#/stage/argon");
    const section = page.getByRole("region", { name: "Observables" });
    await section.waitFor();
    await page.locator(".lane.done").waitFor();
    await section.getByText("to t = 200").waitFor();
    const there = JSON.parse((await taut(["run", join(root, "gallery/argon.yaml"), "--json"])).stdout).observables;
    const mean = (await section.getByRole("row", { name: /^T / }).textContent()) ?? "";
    expect(numberIn(mean.replace(/^T| ±.*/g, ""))).toBeCloseTo(there.T.mean, 7);
    await section.locator("summary").click();
    const rows = await section.locator(".scroll tbody tr").allTextContents();
    expect(rows).toHaveLength(there.pairs.histogram.radial.g.length);
    const values = await section.locator(".scroll tbody td:nth-child(2)").allTextContents();
    values.forEach((words, k) => {
      const g = there.pairs.histogram.radial.g[k];
      // four digits are shown
      expect(Math.abs(numberIn(words) - g)).toBeLessThanOrEqual(5e-4 * g);
    });
    expect(await section.locator("figcaption").allTextContents()).toEqual(["Radial distribution of pairs"]);

    // a long run in two lanes, whose table and plots are updated while it computes
    await openText(page, bath, "bath.yaml");
    await page.getByRole("heading", { level: 1, name: "Two kinds in a bath" }).waitFor();
    await page.getByRole("button", { name: "Add a lane" }).click();
    const reached = async () =>
      (await section.locator("thead").first().locator("th").allTextContents())
        .slice(1)
        .map((words) => numberIn(words.replace(/.*= /, "")));
    await expect.poll(async () => (await reached()).length, patient).toBe(2);
    const [before] = await reached();
    await expect.poll(async () => (await reached())[0], patient).toBeGreaterThan(before);
    expect(await page.locator(".lane.done").count()).toBe(0);
    expect(await section.locator("figcaption").allTextContents()).toEqual(["Temperatures", "Distribution of x"]);
    expect(await section.locator("svg").count()).toBe(2);

    await page.goto(`${lab.url}#/stage/pendulum`);
    await page.getByRole("heading", { level: 1, name: "Pendulum" }).waitFor();
    await page.locator(".lane.done").waitFor();
    expect(await section.count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the address of an unknown paper shows a message and the list of papers", async () => {
    const { page, complaints } = await lab.open("#/papers/999");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toBe('There is no paper "999" here. Choose one of these:');
    expect(await page.locator(".paper-list li").count()).toBeGreaterThan(4);
    await page.locator('a[href="#/papers/tao-owhadi"]').click();
    await page.locator(".experiment").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("IPA shows its window: the fast motion, the weights, and the mean, which is the next point", async () => {
    const { page, complaints } = await lab.open("#/stage/double-pendulum", still);
    await page.locator(".lane.done").waitFor();
    await showPanel(page, "Project");
    await page.getByLabel(/^By/).selectOption("ipa");
    await page.getByRole("button", { name: "Project", exact: true }).click();
    await page.locator(".window svg").nth(1).waitFor();
    await page.getByRole("button", { name: /^pushed/ }).click();
    await page.getByLabel("Look at").selectOption("a_x");
    await page.locator(".window summary").click();
    const rows = async () => {
      const cells = await page.locator(".window tbody tr").allTextContents();
      expect(cells.length).toBeGreaterThan(20);
      const read = (what: string) =>
        page
          .locator(`.window tbody tr ${what}`)
          .allTextContents()
          .then((all) => all.map(numberIn));
      const [values, weights] = [await read("td:nth-child(2)"), await read("td:nth-child(3)")];
      return { values, mean: values.reduce((sum, x, k) => sum + weights[k] * x, 0) };
    };
    const pushed = await rows();
    await page.getByRole("button", { name: /^iteration 1:/ }).click();
    const next = await rows();
    // only four digits of each number are shown
    expect(Math.abs(pushed.mean - next.values[(next.values.length - 1) / 2])).toBeLessThan(2e-3);
    const residuals = (await page.locator(".iterations button").allTextContents()).map((words) =>
      numberIn(words.replace(/.*= /, "")),
    );
    expect(residuals.at(-1)!).toBeLessThan(1e-3 * residuals[0]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("two lanes share the clock, and the distance shown is that of their results", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum");
    await page.getByRole("button", { name: "Add a lane" }).click();
    await page.locator(".lane.c1").waitFor();
    await pick(page, "method", "rk4");
    await page.locator(".lane.c1.done").waitFor();
    await page.locator(".lane.c0.done").waitFor();
    const second = (await result(page)) as { q: number[] };
    await page.locator(".lane.c0 .lane-name").click();
    const first = (await result(page)) as { q: number[] };
    await page.locator(".scrub input").fill("10");
    const shown = page.locator(".lane.c1 .figures div", { hasText: "from lane 1" }).locator("dd");
    const distance = Math.max(...first.q.map((x, k) => Math.abs(x - second.q[k])));
    const [digits, exponent] = distance.toExponential(1).split("e-");
    await expect
      .poll(() => shown.textContent(), patient)
      .toMatch(new RegExp(`^${digits.replace(".0", "").replace(".", "\\.")}`));
    expect(Number(exponent)).toBeGreaterThan(3);
    await showPanel(page, "Compare");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".compare svg").waitFor({ timeout: patience(40_000) });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("an error in the model's text has the message of the command line, and disappears when it is corrected", async () => {
    const { page, complaints } = await lab.open("#/stage/pendulum");
    await showPanel(page, "Model");
    await page.locator(".cm-content").waitFor();
    await page.locator(".problems", { hasText: "The model is valid." }).waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("lenght: 1");
    await page.locator(".problems .wrong").waitFor();
    const broken = `${readFileSync(join(root, "gallery/pendulum.yaml"), "utf8")}lenght: 1`;
    const { stderr, code } = await taut(["run", files.file("broken.yaml", broken)]);
    expect(code).toBe(3);
    // the editor shows the place itself
    const message = stderr.trim().replace(/ \([^()]*broken\.yaml:\d+:\d+\)/, "");
    expect((await page.locator(".problems .wrong").allTextContents()).join("\n")).toBe(message);
    expect((await page.locator(".cm-lintRange-error").allTextContents()).join("")).toBe("lenght: 1");
    for (let k = 0; k < "lenght: 1".length; k++) await page.keyboard.press("Backspace");
    await page.locator(".problems .fine").waitFor();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.type(", mended");
    await page.getByRole("heading", { level: 1, name: "Pendulum, mended" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the editor completes keys with the descriptions of the schema", async () => {
    const { page } = await lab.open("#/stage/pendulum");
    await showPanel(page, "Model");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("invar");
    await page.locator(".cm-tooltip-autocomplete", { hasText: "invariants" }).waitFor();
    await page.locator(".cm-completionInfo", { hasText: "keep their starting value" }).waitFor();
    await page.context().close();
  });
});

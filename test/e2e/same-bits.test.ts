/**
 * The same runs in Node and in Chromium give the same bits: states, multipliers, ledger and work counts. Both execute
 * the source of one function on the built library, beginning with the text of the model.
 */

import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Taut from "../../src/index.js";
import { door, executablePath, pageWithLibrary } from "./browser.js";

interface Job {
  readonly text: string;
  readonly settings: Taut.RunSettings;
  readonly set: Readonly<Record<string, number>>;
}

/**
 * All results of a run, with numbers as 16 hexadecimal digits. It is sent to the browser as text, so it uses no
 * imports.
 */
function bits(taut: typeof Taut, { text, settings, set }: Job) {
  const hex = (values: ArrayLike<number> | undefined) =>
    Array.from(new BigUint64Array(Float64Array.from(values ?? []).buffer), (x) => x.toString(16).padStart(16, "0"));
  const { status, t, y, lambda, work, ledger, trajectory, events, choice } = taut.run(taut.parseModelText(text), {
    ...settings,
    ...(set && { set }),
    multipliers: true,
    momenta: true,
  });
  const kept = [ledger.energy, ...Object.values(ledger.invariants), ...Object.values(ledger.momenta)];
  return {
    status,
    choice: choice.reason,
    steps: work.steps,
    work: JSON.stringify(work),
    end: hex([t, ...y]),
    lambda: hex(lambda),
    ledger: hex([
      ledger.position,
      ledger.velocity,
      ...kept.flatMap((k) => (k ? [k.initial, k.final, k.maxDeviation] : [])),
    ]),
    events: events.map((event) => [event.name, ...hex([event.t, ...event.y])]),
    trajectory: hex([...trajectory.times(), ...trajectory.states(), ...trajectory.multipliers()]).join(" "),
  };
}

const gallery = (file: string) => readFileSync(new URL(`../../gallery/${file}.yaml`, import.meta.url), "utf8");
const jobs: readonly [string, string, Taut.RunSettings, Record<string, number>?][] = [
  ["double pendulum, dop853 at 1e-9", "double-pendulum", { method: "dop853", rtol: 1e-9, until: 10 }],
  [
    "double pendulum, stiff, dopri5",
    "double-pendulum",
    { formulation: "stiff", method: "dopri5", rtol: 1e-6, until: 1 },
  ],
  ["double pendulum in angles (sin, cos)", "double-pendulum-angles", { rtol: 1e-9, until: 5, every: 0.3 }],
  ["chain of 20 rods, rattle", "chain", { method: "rattle", step: 1e-3, until: 1 }, { n: 20 }],
  ["chain of 200 rods, sparse, dop853", "chain", { rtol: 1e-6, until: 0.05 }, { n: 200 }],
  ["slider-crank, default settings", "slider-crank", { until: 10 }],
  ["Kepler (powers), projected onto its invariants", "kepler", { rtol: 1e-9 }],
  [
    "soft double pendulum, verlet",
    "double-pendulum-soft",
    { formulation: "stiff", method: "verlet", step: 5e-4, until: 1 },
  ],
  ["driven pendulum, shake", "driven-pendulum", { method: "shake", step: 2e-3, until: 2 }],
  [
    "seven waters in mixed precision, settle",
    "water-7",
    { formulation: "rigid", method: "settle", step: 0.05, until: 1, precision: "mixed" },
  ],
  ["bungee (max, where), bs32", "bungee", { method: "bs32", rtol: 1e-6, until: 10 }],
];

describe.skipIf(!executablePath)("Node and Chromium give the same bits (skipped without Chromium)", () => {
  let browser: Browser;
  let page: Page;
  let taut: typeof Taut;
  beforeAll(async () => {
    taut = await import(door);
    ({ browser, page } = await pageWithLibrary());
  });
  afterAll(() => browser?.close());

  test.each(jobs)("%s", async (_, file, settings, set = {}) => {
    const job = { text: gallery(file), settings, set };
    const here = bits(taut, job);
    expect(here.status).toBe("ok");
    expect(here.steps).toBeGreaterThan(5);
    expect(here.end.every((digits) => /^[0-9a-f]{16}$/.test(digits))).toBe(true);
    expect(await page.evaluate(`(${bits})(taut, ${JSON.stringify(job)})`)).toEqual(here);
  });

  test("the browser has the same public names as Node", async () => {
    expect(await page.evaluate("Object.keys(taut).sort()")).toEqual(Object.keys(taut).sort());
  });

  test("a slightly different run gives different bits", () => {
    const run = (rtol: number) =>
      bits(taut, { text: gallery("double-pendulum"), settings: { rtol, until: 10 }, set: {} });
    expect(run(1e-9).end).toEqual(run(1e-9).end);
    expect(run(1.0001e-9).end).not.toEqual(run(1e-9).end);
  });
});

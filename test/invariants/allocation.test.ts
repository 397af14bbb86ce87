/**
 * Steps allocate nothing. This is measured in a separate process, because the heap of a test runner cannot be measured:
 * `--single-threaded` makes the engine compile at the same points of every run, and the semi-space is so large that
 * nothing is collected inside a window of steps. Ledger and trajectory are off, because they are meant to grow.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { RunSettings } from "../../src/index.js";

const script = fileURLToPath(new URL("./heap-growth.mjs", import.meta.url));
const door = new URL("../../dist/index.js", import.meta.url).href;
const model = fileURLToPath(new URL("../../gallery/chain.yaml", import.meta.url));
const flags = ["--expose-gc", "--single-threaded", "--min-semi-space-size=64", "--max-semi-space-size=64"];

interface Heap {
  readonly failure: string | null;
  readonly growth: number;
  readonly passing: number;
  readonly memoryGrowth: number;
}

function heap(settings: RunSettings, n: number, file = model): Heap {
  const args = [...flags, script, door, file, JSON.stringify(settings), String(n)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

const cases: readonly [string, RunSettings][] = [
  ["dop853, error control, stabilise", { formulation: "underlying", method: "dop853", rtol: 1e-6, maxStep: 1e-3 }],
  ["rattle", { formulation: "rigid", method: "rattle", step: 1e-4 }],
  ["langevin around rattle", { formulation: "rigid", method: { name: "langevin", kT: 1e-6 }, step: 1e-4 }],
  ["zs in the stiff view", { formulation: "stiff", method: "zs", omega: 100, step: 1e-4 }],
  ["gn-zs in the rigid view", { formulation: "rigid", method: "gn-zs", step: 1e-4 }],
  ["verlet in the stiff view", { formulation: "stiff", method: "verlet", omega: 100, step: 1e-4 }],
];

describe.each(cases)("2,500 steps of a chain by %s", (_, settings) => {
  let short: Heap;
  let long: Heap;
  beforeAll(() => {
    short = heap(settings, 10);
    long = heap(settings, 1000);
  });

  test("leave the heap as it was: at most 64 bytes per step, for 10 rods and for 1,000", () => {
    expect([short.failure, long.failure]).toEqual([null, null]);
    expect(short.growth).toBeLessThan(64);
    expect(long.growth).toBeLessThan(64);
    expect([short.memoryGrowth, long.memoryGrowth]).toEqual([0, 0]);
  });

  // JavaScript boxes numbers in calls, 16 bytes each: times, steps, norms; 190 bytes in all for dop853
  test("allocate temporarily a few boxed numbers, below 512 bytes per step, as many for 1,000 rods as for 10", () => {
    expect(short.passing).toBeLessThan(512);
    expect(Math.abs(long.passing - short.passing)).toBeLessThan(64);
  });
});

/** A free chain of rigid bodies, as a file. */
function bodies(count: number): string {
  const file = join(mkdtempSync(join(tmpdir(), "taut-")), "bodies.yaml");
  const each = <T>(size: number, one: (k: number) => T): T[] => Array.from({ length: size }, (_, k) => one(k));
  const turning = { mass: 1, inertia: [0.02, 0.09, 0.1], spin: [0.3, 3, 0.4] };
  const chain = {
    ...{ taut: 1, parameters: { n: count } },
    bodies: Object.fromEntries(
      each(count, (k) => [`b${k}`, { ...turning, at: [k, 0, 0], velocity: [0, 0.4 * k, -3 * k] }]),
    ),
    joints: each(count - 1, (k) => ({ ball: { between: [`b${k}`, `b${k + 1}`], at: [k + 0.5, 0, 0] } })),
  };
  writeFileSync(file, JSON.stringify(chain));
  return file;
}

test("2,500 steps of rigid bodies by dop853 leave the heap as it was, and allocate as little for 20 of them as for 2", () => {
  const settings = { method: "dop853", rtol: 1e-6, maxStep: 5e-4 };
  const [few, many] = [2, 20].map((count) => heap(settings, count, bodies(count)));
  for (const { failure, growth, passing, memoryGrowth } of [few, many]) {
    expect([failure, memoryGrowth]).toEqual([null, 0]);
    expect(growth).toBeLessThan(64);
    expect(passing).toBeLessThan(512);
  }
  expect(Math.abs(many.passing - few.passing)).toBeLessThan(128);
});

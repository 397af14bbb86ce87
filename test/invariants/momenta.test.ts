/** A chain in free flight in space has no external forces, so linear and angular momentum are conserved. */

import { describe, expect, test } from "vitest";
import { type RunSettings, run } from "../../src/index.js";

const model = {
  taut: 1,
  name: "Chain in free flight",
  parameters: { n: 8 },
  points: {
    bead: {
      repeat: "n",
      mass: "1 + 0.3*sin(i)",
      at: ["cos(0.9*i)", "sin(0.9*i)", "0.4*i"],
      velocity: ["sin(2*i)", "cos(3*i)", "0.5*sin(i + 1)"],
    },
  },
  elements: [{ rod: { repeat: "n - 1", between: ["bead[i]", "bead[i+1]"] } }],
};

/** Largest change of the linear and of the angular momentum, component by component. */
function changes(settings: RunSettings): { linear: number; angular: number; steps: number } {
  const { status, ledger, work } = run(model, {
    ...settings,
    until: 20,
    keepStates: false,
    momenta: true,
  });
  expect(status).toBe("ok");
  const largest = (names: readonly string[]) => Math.max(...names.map((name) => ledger.momenta[name].maxDeviation));
  return { linear: largest(["px", "py", "pz"]), angular: largest(["Lx", "Ly", "Lz"]), steps: work.steps };
}

// momenta have size 1 to 10 and every step rounds them once, so 2,000 steps leave about 1e-14, at most 1e-12
describe("both momenta are kept to rounding, at any step", () => {
  test.each<[string, RunSettings]>([
    ["rattle", { method: "rattle", formulation: "rigid", step: 0.01 }],
    ["rattle with a long step", { method: "rattle", formulation: "rigid", step: 0.05 }],
    ["rattle-1", { method: "rattle-1", formulation: "rigid", step: 0.01 }],
    ["shake", { method: "shake", formulation: "rigid", step: 0.01 }],
    ["verlet in the stiff view", { method: "verlet", formulation: "stiff", omega: 30, step: 0.005 }],
  ])("%s", (_, settings) => {
    const { linear, angular } = changes(settings);
    expect(linear).toBeLessThan(1e-12);
    expect(angular).toBeLessThan(1e-12);
  });
});

describe("the underlying equation keeps linear momentum to rounding and angular momentum to the run's accuracy", () => {
  test.each<[string, RunSettings, number]>([
    ["dop853, rtol 1e-12, drifting", { method: "dop853", projection: "none", rtol: 1e-12 }, 1e-11],
    ["dop853, rtol 1e-12, stabilised", { method: "dop853", projection: "stabilise", rtol: 1e-12 }, 1e-11],
    ["dop853, rtol 1e-12, Newton", { method: "dop853", projection: "newton", rtol: 1e-12 }, 1e-11],
    ["dopri5, rtol 1e-6, stabilised", { method: "dopri5", projection: "stabilise", rtol: 1e-6 }, 1e-4],
  ])("%s", (_, settings, accuracy) => {
    const { linear, angular } = changes({ ...settings, formulation: "underlying" });
    expect(linear).toBeLessThan(1e-12);
    expect(angular).toBeLessThan(accuracy);
  });

  test("its error in the angular momentum is of order 4 for rk4: a sixteenth at half the step", () => {
    const [coarse, fine] = [0.01, 0.005].map(
      (step) => changes({ method: "rk4", formulation: "underlying", projection: "stabilise", step }).angular,
    );
    expect(coarse / fine).toBeGreaterThan(14);
  });
});

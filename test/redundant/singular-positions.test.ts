/** Positions where the constraints are dependent though they are not nearby: refused by name, or passed, never NaN. */

import { describe, expect, test } from "vitest";
import { type RunSettings, run } from "../../src/index.js";

/** A parallelogram linkage, its cranks at an angle and turning; in line at 0 and pi, where it could fold. */
const parallelogram = (angle: number, speed = 1) => {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const velocity = [-speed * y, speed * x];
  return {
    taut: 1,
    points: {
      pivot: { fixed: true, at: [2, 0] },
      a: { mass: 1, at: [x, y], velocity },
      b: { mass: 1, at: [2 + x, y], velocity },
    },
    elements: [
      { rod: { between: ["origin", "a"], length: 1, name: "crank" } },
      { rod: { between: ["a", "b"], length: 2, name: "coupler" } },
      { rod: { between: ["b", "pivot"], length: 1, name: "rocker" } },
    ],
  };
};
const bars = ["crank", "coupler", "rocker"];

describe("a parallelogram linkage that starts in line is refused, with the name of a bar", () => {
  test.each<[string, number, RunSettings]>([
    ["underlying, stretched", 0, {}],
    ["underlying, folded", Math.PI, {}],
    ["rattle", 0, { method: "rattle", step: 0.01 }],
    ["shake", 0, { method: "shake", step: 0.01 }],
    ["not even a step wanted", 0, { until: 0 }],
  ])("%s", (_, angle, settings) => {
    const { status, failure, work } = run(parallelogram(angle), { settings: { until: 1, ...settings } });
    expect(status).toBe("singular");
    expect(bars).toContain(failure!.component);
    expect(failure!.message).toMatch(
      /^singular at t = 0: the start is a singular position: .* \("\w+"\)\. Start from another/,
    );
    expect(work.steps).toBe(0);
  });
});

test("a straight chain held at both ends has nowhere to go, and is refused by name", () => {
  const model = {
    taut: 1,
    points: { wall: { fixed: true, at: [6, 0] }, bead: { repeat: 5, mass: 1, at: ["i + 1", 0] } },
    elements: [
      { rod: { between: ["origin", "bead[0]"], name: "first" } },
      { rod: { repeat: 4, between: ["bead[i]", "bead[i+1]"], name: "link" } },
      { rod: { between: ["bead[4]", "wall"], name: "last" } },
      { gravity: [0, -1] },
    ],
  };
  const { failure } = run(model, { settings: { until: 1 } });
  expect(failure!.status).toBe("singular");
  expect(failure!.component).toMatch(/^(first|link\[\d\]|last)$/);
});

describe("a parallelogram linkage passes its singular positions, or stops there with the name of a bar; never NaN", () => {
  const ways: readonly [string, RunSettings][] = [
    ["dop853, 1e-6", { rtol: 1e-6 }],
    ["dop853, 1e-12", { rtol: 1e-12 }],
    ["dop853, Newton", { rtol: 1e-8, projection: "newton" }],
    ["dop853, drifting", { rtol: 1e-8, projection: "none" }],
    ["dopri5", { method: "dopri5", rtol: 1e-6 }],
    ["rk4", { method: "rk4", step: 0.01 }],
    ["rattle", { method: "rattle", step: 0.01 }],
    ["rattle-1", { method: "rattle-1", step: 0.01 }],
    ["shake", { method: "shake", step: 0.01 }],
  ];
  test.each(ways)("%s", (_, settings) => {
    for (const angle of [0.5, 1.5, 2, Math.PI / 2]) {
      // three times in line on the way
      const { status, failure, y, lambda, t } = run(parallelogram(angle), { settings: { until: 10, ...settings } });
      expect(y.every(Number.isFinite)).toBe(true);
      expect(lambda?.every(Number.isFinite) ?? true).toBe(true);
      if (status === "ok") {
        expect(t).toBe(10);
        continue;
      }
      expect(bars).toContain(failure!.component);
      // in line: the crank's height is small there
      expect(Math.abs(y[1])).toBeLessThan(1e-2);
    }
  });

  test("rattle, which has no multiplier to lose, turns through them at constant speed", () => {
    const { y } = run(parallelogram(1.5), { settings: { until: 10, method: "rattle", step: 0.01 } });
    // RATTLE turns a free rod by the angle whose tangent is h, so the phase is late by h^2/3 per unit time
    expect(Math.abs(y[0] - Math.cos(11.5))).toBeLessThan(10 * 0.01 ** 2);
    expect(y[2] - y[0]).toBeCloseTo(2, 12);
  });
});

test("in the stiff view a start in line is a start like any other: nothing is dropped, all three bars carry load", () => {
  const there = run(parallelogram(0), { settings: { formulation: "stiff", omega: 100, rtol: 1e-8, until: 1 } });
  expect(there.status).toBe("ok");
  expect(there.dropped).toEqual([]);
  // unit speed on a unit circle, nothing in the coupler; the springs add their stretch, omega^-2
  const { constraintNames } = there.system.mechanics!;
  const load = Object.fromEntries(constraintNames.map((name, i) => [name, there.lambda![i]]));
  expect(load.crank).toBeCloseTo(1, 3);
  expect(load.rocker).toBeCloseTo(1, 3);
  expect(load.coupler).toBeCloseTo(0, 3);
});

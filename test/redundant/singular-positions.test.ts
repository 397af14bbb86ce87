/** Positions where constraints are dependent, but not nearby, are refused by name or passed; they never give NaN. */

import { describe, expect, test } from "vitest";
import { type RunSettings, run } from "../../src/index.js";

/** A parallelogram linkage with turning cranks; at angles 0 and pi its bars are in line, where it could fold. */
const parallelogram = (angle: number, speed = 1, other = speed) => {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return {
    taut: 1,
    points: {
      pivot: { fixed: true, at: [2, 0] },
      a: { mass: 1, at: [x, y], velocity: [-speed * y, speed * x] },
      b: { mass: 1, at: [2 + x, y], velocity: [-other * y, other * x] },
    },
    elements: [
      { rod: { between: ["origin", "a"], length: 1, name: "crank" } },
      { rod: { between: ["a", "b"], length: 2, name: "coupler" } },
      { rod: { between: ["b", "pivot"], length: 1, name: "rocker" } },
    ],
  };
};
const distance = (found: Float64Array, expected: readonly number[]): number =>
  Math.max(...expected.map((x, i) => Math.abs(found[i] - x)));
const bars = ["crank", "coupler", "rocker"];

/** A kite with crank and frame of length 2 and other bars of length 1; it is in line when the crank lies on the frame. */
const kite = (angle: number, speed: number) => {
  const half = 2 * Math.sin(angle / 2);
  const far = 2 * Math.cos(angle / 2) + Math.sqrt(1 - half * half);
  return {
    taut: 1,
    points: {
      pivot: { fixed: true, at: [2, 0] },
      a: {
        mass: 1,
        at: [2 * Math.cos(angle), 2 * Math.sin(angle)],
        velocity: [-2 * speed * Math.sin(angle), 2 * speed * Math.cos(angle)],
      },
      b: { mass: 1, at: [far * Math.cos(angle / 2), far * Math.sin(angle / 2)] },
    },
    elements: [
      { rod: { between: ["origin", "a"], length: 2, name: "crank" } },
      { rod: { between: ["a", "b"], length: 1, name: "coupler" } },
      { rod: { between: ["b", "pivot"], length: 1, name: "rocker" } },
    ],
  };
};

describe("a parallelogram linkage that starts in line, with velocities of one of its motions", () => {
  const ways: readonly [string, RunSettings, number][] = [
    ["dop853, 1e-6", { rtol: 1e-6 }, 1e-5],
    ["dop853, 1e-11", { rtol: 1e-11 }, 1e-9],
    ["adams", { method: "adams", rtol: 1e-8 }, 1e-6],
    ["radau5, multipliers solved for", { formulation: "rigid", method: "radau5", rtol: 1e-8 }, 1e-6],
    ["rk4", { method: "rk4", step: 0.01 }, 1e-7],
  ];
  test.each(ways)("moves on: %s", (_, settings, accuracy) => {
    for (const angle of [0, Math.PI])
      for (const until of [2, -2]) {
        const { status, q, lambda, passages, notes } = run(parallelogram(angle), { until, ...settings });
        expect(status).toBe("ok");
        const [x, y] = [Math.cos(angle + until), Math.sin(angle + until)];
        expect(distance(q, [x, y, 2 + x, y])).toBeLessThan(accuracy);
        expect(distance(lambda!, [1, 0, 1])).toBeLessThan(10 * accuracy);
        expect(passages.map(({ t }) => t)).toEqual([0]);
        expect(notes.join(" ")).toMatch(/At t = 0 .* began on the branch to which the velocities belong/);
      }
  });

  test("has limits of the multipliers at the start", () => {
    const { status, lambda } = run(parallelogram(0), { until: 0 });
    expect(status).toBe("ok");
    expect(distance(lambda!, [1, 0, 1])).toBeLessThan(1e-6);
  });

  test("takes the other branch, on which the cranks turn against each other, with its velocities", () => {
    // in line, with the speeds s and w of the two pins, the coupler keeps its length to second order if w = s or w = -3 s
    const { status, q, conscience } = run(parallelogram(0, 1, -3), { until: 0.3, rtol: 1e-9 });
    expect(status).toBe("ok");
    expect(q[1]).toBeGreaterThan(0.1);
    expect(q[3]).toBeLessThan(-0.3);
    expect(conscience.every(({ verdict }) => verdict === "kept")).toBe(true);
  });

  test.each<[string, number, number, RunSettings, RegExp]>([
    ["at rest", 0, 0, {}, /at rest, so nothing decides which branch .* Give velocities along one of the branches/],
    ["with velocities between the branches", 1, 0.3, {}, /lie on none of the branches .* Give velocities along/],
    ["with rattle", 1, 1, { method: "rattle", step: 0.01 }, /cannot start there .* Use formulation "underlying"/],
    ["with shake", 1, 1, { method: "shake", step: 0.01 }, /cannot start there .* Use formulation "underlying"/],
  ])("is refused %s, with the name of a bar and what to do", (_, first, second, settings, message) => {
    const { status, failure, work } = run(parallelogram(0, first, second), { until: 1, ...settings });
    expect(status).toBe("singular");
    expect(bars).toContain(failure!.component);
    expect(failure!.message).toMatch(message);
    expect(work.steps).toBe(0);
  });
});

test("a straight chain held at both ends cannot move and is refused by name", () => {
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
  const { failure } = run(model, { until: 1 });
  expect(failure!.status).toBe("singular");
  expect(failure!.component).toMatch(/^(first|link\[\d\]|last)$/);
});

describe("a four-bar linkage passes its singular positions or stops there with the name of a bar, without NaN", () => {
  const step = 0.01;
  const ways: readonly [string, RunSettings][] = [
    ["dop853, 1e-6", { rtol: 1e-6 }],
    ["dop853, 1e-12", { rtol: 1e-12 }],
    ["dop853, Newton", { rtol: 1e-8, projection: "newton" }],
    ["dop853, drifting", { rtol: 1e-8, projection: "none" }],
    ["dopri5", { method: "dopri5", rtol: 1e-6 }],
    ["adams", { method: "adams", rtol: 1e-6 }],
    ["gbs", { method: "gbs", rtol: 1e-6 }],
    ["bdf", { method: "bdf", rtol: 1e-6 }],
    ["rosenbrock4", { method: "rosenbrock4", rtol: 1e-6 }],
    ["radau5, multipliers eliminated", { formulation: "underlying", method: "radau5", rtol: 1e-6 }],
    ["radau5, multipliers solved for", { formulation: "rigid", method: "radau5", rtol: 1e-6 }],
    ["gauss4", { method: "gauss4", step }],
    ["implicit-midpoint", { method: "implicit-midpoint", step }],
    ["rk4", { method: "rk4", step }],
    ["rk4, relaxed by levels", { method: "rk4", step, projection: "relax" }],
    ["rk4, relaxed along (4.7)", { method: "rk4", step, projection: { name: "relax", form: "coupled" } }],
    ["rk4, relaxed by sweeps", { method: "rk4", step, projection: { name: "relax", sweeps: 3 } }],
    ["rk4, relaxed by minimum norm", { method: "rk4", step, projection: { name: "relax", form: "full" } }],
    ["rk4, relaxed implicitly", { method: "rk4", step, projection: { name: "relax", at: "implicit" } }],
    ["Baumgarte", { formulation: { name: "baumgarte", gamma: 10 }, rtol: 1e-6 }],
    ["stabilised rates", { formulation: { name: "stabilised", gamma: 10 }, rtol: 1e-6 }],
    ["P1", { formulation: { name: "regularised", beta: 1e7 }, method: "adams", rtol: 1e-6, projection: "inner-euler" }],
    [
      "P2",
      {
        formulation: { name: "regularised", beta: 1e5, form: "rotation" },
        method: "rk4",
        step,
        projection: "inner-two-stage",
      },
    ],
    ["rattle", { method: "rattle", step }],
    ["rattle-1", { method: "rattle-1", step }],
    ["rattle-6", { method: "rattle-6", step }],
    ["shake", { method: "shake", step }],
    ["gn-zs", { method: "gn-zs", step }],
    ["zs, stiff", { method: "zs", omega: 20, step }],
    ["newmark, stiff", { method: "newmark", omega: 20, step }],
    ["verlet, stiff", { method: "verlet", omega: 20, step }],
    ["slow-field", { formulation: "slow-field", omega: 1e4, rtol: 1e-6 }],
  ];
  const linkages = [
    { name: "parallelogram", model: parallelogram(1.5) },
    { name: "parallelogram from upright", model: parallelogram(Math.PI / 2) },
    { name: "kite", model: kite(0.8, -1) },
  ];
  test.each(ways)("%s", (_, settings) => {
    for (const { name, model } of linkages) {
      // the parallelogram is in line three times during the run
      const { status, failure, y, lambda, t } = run(model, { until: 10, maxSteps: 100_000, ...settings });
      expect(y.every(Number.isFinite), name).toBe(true);
      expect(lambda?.every(Number.isFinite) ?? true, name).toBe(true);
      if (status === "ok") {
        expect(t, name).toBe(10);
        continue;
      }
      expect(bars, `${name}: ${failure!.message}`).toContain(failure!.component);
      // in line: the crank's end is a few steps of 0.01, at a speed of 2, from the line of the pivots
      expect(Math.abs(y[1]), `${name}: ${failure!.message}`).toBeLessThan(0.05);
    }
  });

  test("rattle, whose multipliers stay defined, passes them at constant speed", () => {
    const { y } = run(parallelogram(1.5), { until: 10, method: "rattle", step: 0.01 });
    // RATTLE turns a free rod by the angle whose tangent is h, so the phase is late by h^2/3 per unit time
    expect(Math.abs(y[0] - Math.cos(11.5))).toBeLessThan(10 * 0.01 ** 2);
    expect(y[2] - y[0]).toBeCloseTo(2, 12);
  });
});

test("in the stiff view a start in line is not special: no constraint is dropped, and all three bars carry load", () => {
  const there = run(parallelogram(0), { formulation: "stiff", omega: 100, rtol: 1e-8, until: 1, every: 1e-3 });
  expect(there.status).toBe("ok");
  expect(there.dropped).toEqual([]);
  // unit speed on a unit circle, nothing in the coupler; the springs start without load and vibrate about it, 1 - cos(100 t),
  // whose mean over a time of 1 is 1 to within 1/100
  const mean = (name: string) => {
    const loads = there.multiplier(name);
    return loads.reduce((sum, load) => sum + load, 0) / loads.length;
  };
  expect(Math.abs(mean("crank") - 1)).toBeLessThan(0.02);
  expect(Math.abs(mean("rocker") - 1)).toBeLessThan(0.02);
  expect(Math.abs(mean("coupler"))).toBeLessThan(0.02);
});

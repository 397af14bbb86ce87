/** The micro-integration, in both readings, against the same formulas written out, force by force. */

import { expect, test } from "vitest";
import { compileSystem } from "../../src/compile/index.js";
import type { Workspace } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { newMicroWindow, refusesWindow, startOf } from "../../src/filters/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";

const systemOf = (text: string): Workspace =>
  compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)).workspace();

const small = `
taut: 1
points:
  a: { mass: 2, at: [1, 0.1], velocity: [0.3, -0.5] }
  b: { mass: 0.5, at: [2, 0], velocity: [0, 0.5] }
elements:
  - rod: { between: [origin, a], length: 1, omega: 40 }
  - rod: { between: [a, b], length: 1, omega: 70 }
  - gravity: [0, -9.81]
`;

const driven = `
taut: 1
coordinates: { x: { mass: 3, at: 0.2, velocity: 1 }, y: { mass: 1, at: 1 } }
force: { x: sin(t) - 0.3*x', y: x*cos(2*t) }
constraints: { follow: x + y - cos(t) }
omega: 50
time: 0.4
`;

const block = `
taut: 1
coordinates: { x: 0.2, y: { at: 1, velocity: 0.5 } }
kinetic: x'^2 + x'*y' + 2*y'^2
constraints: { follow: x*y - 0.3 }
omega: 50
`;

const chain = `
taut: 1
points:
  p: { repeat: 20, mass: 1, at: [i + 1, 0.01*i], velocity: [0, i] }
elements:
  - rod: { between: [origin, "p[0]"], length: 1 }
  - rod: { repeat: 19, between: ["p[i]", "p[i+1]"], length: 1 }
omega: 60
`;

/** The window in plain JavaScript, in the order of the text. */
function byHand(workspace: Workspace, h: number, steps: number, even: Float64Array, odd: Float64Array): number[][] {
  const mechanics = workspace.mechanics!;
  const { n } = mechanics;
  const { arena, initialTime: t0 } = workspace;
  const [q, v, guess, a, a0] = Array.from({ length: 5 }, () => arena.f64(n));
  const [q0, v0] = [workspace.initial.subarray(0, n), workspace.initial.subarray(n)];
  const accelerate = (out: typeof a, t: number, at: typeof q, velocity: typeof v): void => {
    mechanics.stiffForce(out, t, at, velocity);
    mechanics.accelerate(out, out, at);
  };
  accelerate(a0, t0, q0, v0);
  const sums = [
    Array<number>(n).fill(0),
    Array.from(v0, (x) => even[0] * x),
    Array.from(a0, (x) => even[0] * x),
    Array<number>(n).fill(0),
  ];
  for (const sign of [1, -1]) {
    const step = sign * h;
    const u = new Float64Array(n);
    v.set(v0);
    a.set(a0);
    for (let k = 1; k <= steps; k++) {
      for (let i = 0; i < n; i++) {
        v[i] += 0.5 * step * a[i];
        u[i] += step * v[i];
        q[i] = q0[i] + u[i];
        guess[i] = v[i] + 0.5 * step * a[i];
      }
      accelerate(a, t0 + k * step, q, guess);
      for (let i = 0; i < n; i++) {
        v[i] += 0.5 * step * a[i];
        sums[0][i] += even[k] * u[i];
        sums[1][i] += even[k] * v[i];
        sums[2][i] += even[k] * a[i];
        sums[3][i] += sign * odd[k] * a[i];
      }
    }
  }
  return [sums[0].map((x, i) => q0[i] + x), ...sums.slice(1)];
}

test.each([
  ["points with masses, gravity and two stiffnesses", small],
  ["forces of time and velocity, a constraint of time", driven],
  ["a mass with a block", block],
])("the window has the same bits for %s", (_, text) => {
  const workspace = systemOf(text);
  const { n } = workspace.mechanics!;
  const window = newMicroWindow(workspace.mechanics!, workspace.arena, 9);
  const [even, odd] = [new Float64Array(10), new Float64Array(10)];
  for (let k = 0; k < 10; k++) {
    even[k] = 0.1 / (1 + k);
    odd[k] = 0.03 * k;
  }
  window.even.set(even);
  window.odd.set(odd);
  const before = workspace.work.forces;
  window.run(workspace.initialTime, workspace.initial, 0.01, 9);
  expect(workspace.work.forces - before).toBe(19);
  const [q, v, a, slope] = byHand(workspace, 0.01, 9, even, odd);
  expect(Array.from(window.y)).toEqual([...q, ...v]);
  expect(Array.from(window.rate)).toEqual([...v, ...a]);
  expect(Array.from(window.slope)).toEqual(slope);
  expect(window.slope.length).toBe(n);
});

test("the window has the same bits for a chain of 20, which is too large to be unrolled", () => {
  const workspace = systemOf(chain);
  const window = newMicroWindow(workspace.mechanics!, workspace.arena, 6);
  window.even.set([0.4, 0.2, 0.1, 0.05, 0, -0.05, 0.01]);
  window.odd.set([0, 1, 2, 3, 2, 1, 0.5]);
  window.run(0, workspace.initial, 0.005, 6);
  const [q, v, a, slope] = byHand(workspace, 0.005, 6, window.even, window.odd);
  expect(Array.from(window.y)).toEqual([...q, ...v]);
  expect(Array.from(window.rate)).toEqual([...v, ...a]);
  expect(Array.from(window.slope)).toEqual(slope);
});

test("read on arrays, for a system without generated code: the same bits and counts, and every point of the window", () => {
  const workspace = systemOf(driven);
  const { mechanics, arena, work, initialTime, initial } = workspace;
  const { compiled: _, ...plain } = mechanics!;
  const windows = [mechanics!, plain].map((m) => newMicroWindow(m, arena, 5));
  const counts = windows.map((window) => {
    const before = work.forces;
    window.even.set([0.3, 0.2, 0.1, 0.05, 0.05, -0.05]);
    window.odd.set([0, 1, 2, 3, 2, 1]);
    window.run(initialTime, initial, 0.01, 5);
    return work.forces - before;
  });
  const [generated, host] = windows.map(({ y, rate, slope }) => [...y, ...rate, ...slope]);
  expect(host).toEqual(generated);
  expect(counts).toEqual([11, 11]);

  // the weighted sum of the points is what the window has summed up, to rounding
  const { y, weights } = windows[0].solution(startOf(workspace), 0.01, 5);
  const n2 = 2 * mechanics!.n;
  for (let i = 0; i < n2; i++) {
    const mean = weights.reduce((sum, w, k) => sum + w * y[k * n2 + i], 0);
    // weights of this window add up to 1.0
    expect(mean).toBeCloseTo(windows[0].y[i], 14);
  }
});

test("a mass that varies has no window", () => {
  const workspace = systemOf(`
taut: 1
coordinates: { x: 1, y: { at: 1, velocity: 0.5 } }
kinetic: x'^2 + y'^2*(1 + x^2)
constraints: { c: x*y - 1 }
omega: 50
`);
  const { mechanics, arena } = workspace;
  const refusal = refusesWindow({ kind: "projection", name: "ipa" }, mechanics, arena, startOf(workspace), {});
  expect(refusal?.code).toBe("varying-mass");
});

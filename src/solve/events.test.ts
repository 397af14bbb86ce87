import { expect, test } from "vitest";
import { withoutDenseOutput } from "../../test/fixtures/methods.js";
import { firstOrder, pendulum } from "../../test/fixtures/systems.js";
import { errorControlled, fixed } from "../controllers/index.js";
import type { EventFunction } from "../core/index.js";
import { ode, underlying } from "../formulations/index.js";
import { bs32, dop853 } from "../methods/index.js";
import { newton } from "../projections/index.js";
import { type SolveOptions, solve } from "./index.js";

const event = (name: string, value: EventFunction["value"], traits: Partial<EventFunction> = {}): EventFunction => ({
  name,
  value,
  direction: 0,
  stop: false,
  ...traits,
});
/** x'' = -x from (1, 0): x = cos t. */
const oscillator = () =>
  ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = y[1];
        dy[1] = -y[0];
      },
      [1, 0],
    ),
  );
const run = (events: readonly EventFunction[], options: Partial<SolveOptions> = {}) =>
  solve(oscillator(), {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-10, atol: 1e-10 }),
    until: 10,
    events,
    ...options,
  });
const times = (solution: ReturnType<typeof run>, name?: string) =>
  solution.events.filter((found) => name === undefined || found.name === name).map(({ t }) => t);

test("zeros of cos are found to the accuracy of the solution", () => {
  const found = times(run([event("x", (_t, y) => y[0])]));
  expect(found).toEqual([0.5, 1.5, 2.5].map((k) => expect.closeTo(k * Math.PI, 7)));
});

test("an event with a direction finds only rising or only falling zeros", () => {
  const rising = event("up", (_t, y) => y[0], { direction: 1 });
  const falling = event("down", (_t, y) => y[0], { direction: -1 });
  const solution = run([rising, falling]);
  expect(times(solution, "up")).toEqual([expect.closeTo(1.5 * Math.PI, 7)]);
  expect(times(solution, "down")).toEqual([0.5, 2.5].map((k) => expect.closeTo(k * Math.PI, 7)));
});

test("an event that stops ends the run there: state, trajectory and status say so", () => {
  const solution = run([event("x", (_t, y) => y[0], { stop: true })]);
  expect(solution.status).toBe("ok");
  expect(solution.stoppedBy!.name).toBe("x");
  expect(solution.t).toBe(solution.events[0].t);
  expect(solution.t).toBeCloseTo(Math.PI / 2, 7);
  expect(solution.y).toEqual(solution.events[0].y);
  expect(Math.abs(solution.y[0])).toBeLessThan(1e-15);
  expect(solution.trajectory.times().at(-1)).toBe(solution.t);
});

test("saved times after the stop are not saved, those before are", () => {
  const solution = run([event("x", (_t, y) => y[0], { stop: true })], { saveAt: [0, 1, 1.5, 2, 3] });
  expect(solution.trajectory.times()).toEqual(Float64Array.of(0, 1, 1.5));
});

test("a function that is exactly zero at the start is not an event there", () => {
  const solution = run([event("v", (_t, y) => y[1])], { until: 7 });
  expect(times(solution)).toEqual([1, 2].map((k) => expect.closeTo(k * Math.PI, 7)));
});

test("a run restarted at the event that stopped it does not find the event again at once", () => {
  const x = event("x", (_t, y) => y[0], { stop: true });
  let from = { t: 0, y: Float64Array.of(1, 0) };
  for (let k = 0; k < 3; k++) {
    const { t, y } = run([x], { from });
    expect(t).toBeCloseTo((k + 0.5) * Math.PI, 6);
    from = { t, y: Float64Array.from(y) };
  }
});

test("two zeros within one step are both found", () => {
  // steps of 1, and the function is negative on (0.3, 0.6) only
  const window = event("window", (t) => (t - 0.3) * (t - 0.6));
  const solution = run([window], { controller: fixed({ step: 1 }), until: 2 });
  expect(times(solution)).toEqual([expect.closeTo(0.3, 14), expect.closeTo(0.6, 14)]);
});

test("events within one step come in time order, simultaneous ones in the order of the list", () => {
  const at = (name: string, time: number, traits = {}) => event(name, (t) => t - time, traits);
  const solution = run([at("d", 0.8), at("b", 0.25), at("a", 0.1), at("c", 0.25), at("stop", 0.7, { stop: true })], {
    controller: fixed({ step: 1 }),
  });
  expect(solution.events.map(({ name }) => name)).toEqual(["a", "b", "c", "stop"]);
  expect(solution.t).toBeCloseTo(0.7, 14);
});

test("an exact zero at the end of a step is one event", () => {
  const solution = run([event("one", (t) => t - 1)], { controller: fixed({ step: 0.25 }), until: 2 });
  expect(times(solution)).toEqual([1]);
});

test("backward in time: events are met in the order of the run, and rising means along the run", () => {
  const rising = event("up", (_t, y) => y[0], { direction: 1 });
  const solution = run([rising], { from: { t: 0, y: [1, 0] }, until: -10 });
  expect(times(solution)).toEqual([expect.closeTo(-1.5 * Math.PI, 7)]);
});

test("event states are on the constraints although interpolation is not", () => {
  const lowest = event("lowest", (_t, y) => y[0], { stop: true });
  const solution = solve(underlying().apply(pendulum()), {
    method: bs32(),
    controller: errorControlled({ rtol: 1e-5, atol: 1e-5 }),
    projection: newton(),
    until: 5,
    events: [lowest],
  });
  const [x, y, vx, vy] = solution.events[0].y;
  expect(Math.abs(Math.sqrt(x * x + y * y) - 1)).toBeLessThan(1e-12);
  expect(Math.abs(x * vx + y * vy)).toBeLessThan(1e-12);
  expect(Math.abs(x)).toBeLessThan(1e-14);
  expect(solution.ledger.position).toBeLessThan(1e-12);
});

test("a method without dense output refuses events in one sentence", () => {
  expect(() => run([event("x", (_t, y) => y[0])], { method: withoutDenseOutput(bs32()) })).toThrow(
    'run.events: events need dense output to locate them on, and method "bs32 without dense output" has none. Use "dopri5".',
  );
});

test("two zeros within one part of a step are both found", () => {
  // steps of 0.4 sample every 0.1; cos t is below -0.9999 for 0.028 only
  const solution = run([event("low", (_t, y) => y[0] + 0.9999)], {
    method: dop853(),
    controller: fixed({ step: 0.4 }),
  });
  const half = Math.acos(0.9999);
  const expected = [Math.PI - half, Math.PI + half, 3 * Math.PI - half, 3 * Math.PI + half];
  const found = times(solution);
  expect(found.length).toBe(4);
  found.forEach((t, k) => {
    expect(t).toBeCloseTo(expected[k], 6);
  });
});

test("a function that touches zero is reported, and is not an event", () => {
  const solution = run([event("top", (t) => (t - 5.03) ** 2)], { controller: fixed({ step: 0.4 }), method: dop853() });
  expect(solution.events).toEqual([]);
  expect(solution.warnings.join()).toContain('"top" touches zero at t = 5.03');
});

test("a function without a value is reported", () => {
  const solution = run([event("root", (t) => Math.sqrt(5 - t) - 1)]);
  expect(times(solution)[0]).toBeCloseTo(4, 6);
  expect(solution.warnings.join()).toMatch(/"root" has none at t = 5\.\d+, and events there are missed/);
});

test("a function that is much faster than the motion has all its zeros found", () => {
  // x = t: steps of the motion are as long as the run lets them be
  const line = ode().apply(firstOrder((dy) => dy.fill(1), [0]));
  for (const [rate, step] of [
    [100, undefined],
    [20 * Math.PI, 0.4], // with the same phase at all samples of all steps
    [3000, 0.4],
  ] as const) {
    const solution = solve(line, {
      method: dop853(),
      controller: step === undefined ? errorControlled({ rtol: 1e-6, atol: 1e-6 }) : fixed({ step }),
      until: 5,
      events: [event("wave", (_t, y) => Math.sin(rate * y[0] + 0.1))],
    });
    const zeros = Array.from(
      { length: Math.floor((5 * rate + 0.1) / Math.PI) },
      (_, k) => ((k + 1) * Math.PI - 0.1) / rate,
    );
    expect(solution.events.length).toBe(zeros.length);
    solution.events.forEach(({ t }, k) => {
      expect(Math.abs(t - zeros[k])).toBeLessThan(1e-9);
    });
    expect(solution.warnings).toEqual([]);
  }
});

test("a function that is too fast to be followed is reported, and one that jumps is not", () => {
  const fast = run([event("hum", (t) => Math.sin(1e5 * t))], { controller: fixed({ step: 0.4 }), method: dop853() });
  expect(fast.warnings.join()).toContain('"hum" changes faster');
  const jump = run([event("side", (_t, y) => Math.sign(y[0] - 0.2))], {
    controller: fixed({ step: 0.4 }),
    method: dop853(),
  });
  expect(jump.warnings).toEqual([]);
  expect(jump.events.length).toBe(3);
});

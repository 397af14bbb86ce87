import { expect, test } from "vitest";
import { run, simulate } from "./index.js";

const pendulum = {
  taut: 1,
  name: "pendulum",
  parameters: { g: 9.81 },
  points: { bob: { mass: 1, at: [1, 0] } },
  elements: [{ rod: { between: ["origin", "bob"] } }, { gravity: [0, "-g"] }],
};

test("steps of any length show the motion of a run, within the error of the cubic between recorded states", () => {
  const live = simulate(pendulum, { rtol: 1e-9, until: 5, method: "dop853" });
  const whole = run(pendulum, { rtol: 1e-9, until: 5, method: "dop853", every: 0.1 });
  expect(live.t).toBe(0);
  expect(Array.from(live.of("bob"))).toEqual([1, 0]);
  let next = 0;
  for (let k = 0; k < 50; k++) {
    // unequal frames that meet at tenths
    for (const part of [0.017, 0.033, 0.05]) live.step(part);
    next = (k + 1) * 0.1;
    expect(live.t).toBeCloseTo(next, 12);
    const [x, y] = live.of("bob");
    // a cubic over 1/240 has an error of h^4/384 times the fourth derivative, 1e-10 here; the tolerance adds as much
    expect(Math.abs(x - whole.of("bob_x")[k + 1])).toBeLessThan(2e-8);
    expect(Math.abs(y - whole.of("bob_y")[k + 1])).toBeLessThan(2e-8);
  }
  live.release();
});

test("it ends at its time with the state of a run, bit for bit, and then stands still", () => {
  const live = simulate(pendulum, { until: 2, set: { g: 1.62 } });
  const { t, y } = run(pendulum, { until: 2, set: { g: 1.62 }, keepStates: false });
  expect(live.done).toBe(false);
  expect(live.step(1.5)).toBe(true);
  expect(live.step(99)).toBe(false);
  expect(live.t).toBe(t);
  expect(Array.from(live.y)).toEqual(Array.from(y));
  expect(live.step(1)).toBe(false);
  expect([live.t, live.done, live.failure]).toEqual([t, true, undefined]);
  live.release();
});

test("without an end it goes on, and keeps only the states that it needs", () => {
  const live = simulate(pendulum);
  for (let k = 0; k < 600; k++) expect(live.step(1 / 60)).toBe(true);
  expect(live.t).toBeCloseTo(10, 9);
  const [x, y] = live.of("bob");
  expect(Math.hypot(x, y)).toBeCloseTo(1, 6);
  live.release();
});

test("a failure ends it with a sentence", () => {
  const live = simulate({ taut: 1, name: "blow-up", states: { x: 1 }, rates: { x: "x^2" } }, { until: 3 });
  while (live.step(0.1));
  expect(live.t).toBeLessThan(1.01);
  expect(live.failure?.message).toMatch(/\w/);
  live.release();
});

test("wrong names and times get a sentence", () => {
  const live = simulate(pendulum, { until: 1 });
  expect(() => live.of("bab")).toThrow('there is no "bab". Did you mean "bob"?');
  expect(live.of("bob_x'").length).toBe(1);
  expect(() => live.step(-1)).toThrow("dt must be 0 or more; got -1");
  expect(() => live.step(Number.NaN)).toThrow("dt must be 0 or more; got NaN");
  expect(() => simulate(pendulum, { rate: 0 })).toThrow("rate must be a number above 0; got 0");
  expect(() => simulate(pendulum, { untill: 1 } as object)).toThrow("untill");
  live.release();
});

/** Pulses of time on a mass at rest, whose steps have grown long: the answer of an oscillator to its impulse is known. */

import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { run } from "../index.js";
import { lower, validateModel } from "../model/index.js";
import { pulseTimes, signalsOf } from "./time-pulses.js";

const oscillator = (force: string, more: object = {}) => ({
  ...{ taut: 1, name: "pushed", coordinates: { x: { at: 0 } }, mass: 1 },
  ...{ potential: "x^2/2", force: { x: force }, ...more },
});
const table = (by: string) => ({ tables: { f: { x: [0, 5, 5.001, 5.002, 40], y: [0, 0, 1000, 0, 0], by } } });
const root = Math.sqrt(Math.PI);

/** Forces, with their impulse and the time of it. */
const pulses: Record<string, [object, impulse: number, at: number]> = {
  "a bell": [oscillator("1000*exp(-((t - 5)/0.001)^2)"), root, 5],
  "a bell of parameters": [oscillator("1/w*exp(-((t - c)/w)^2)", { parameters: { w: 1e-4, c: 12.3 } }), root, 12.3],
  "a peak with long tails": [oscillator("1e4/(1 + ((t - 5)/1e-4)^2)"), Math.PI, 5],
  "two steps that follow each other": [oscillator("500*(tanh((t - 5)/1e-4) - tanh((t - 5.01)/1e-4))"), 10, 5.005],
  "a table of straight lines": [oscillator("f(t)", table("linear")), 1, 5.001],
  "a smooth table": [oscillator("f(t)", table("pchip")), 1, 5.001],
};

describe.each(Object.entries(pulses))("%s", (_, [model, impulse, at]) => {
  test.each(["dop853", "dopri5", "radau5", "gbs", "rosenbrock4", "bs32"])("is met by %s", (method) => {
    const { status, q } = run(model, { method, rtol: 1e-6, until: 20 });
    expect(status).toBe("ok");
    // the pulse is as good as an impulse, but for its tails
    expect(Math.abs(q[0] - impulse * Math.sin(20 - at))).toBeLessThan(5e-3 * impulse);
  });
});

test("is met backwards in time, and where steps are fixed", () => {
  const [model] = pulses["a bell"];
  const back = { ...model, force: { x: "1000*exp(-((t + 5)/0.001)^2)" } };
  const { q } = run(back, { method: "dop853", rtol: 1e-8, until: -20 });
  expect(Math.abs(q[0] - root * Math.sin(15))).toBeLessThan(1e-3);
  const fixed = run(model, { method: "rk4", step: 0.05, until: 20 });
  expect(Math.abs(fixed.q[0] - root * Math.sin(15))).toBeLessThan(0.05);
});

describe("what is not a pulse has no times at which steps must end", () => {
  const timesOf = (force: string, until: number): number[] =>
    pulseTimes(signalsOf(lower(validateModel(oscillator(force), catalogue), catalogue)), 0, until).map(({ t }) => t);

  test.each([
    ...[
      "sin(t)",
      "sin(50*t)",
      "exp(-t)*sin(30*t)",
      "exp(-((t - 10)/2)^2)",
      "tanh(t - 10)",
      "t*sin(t^2)",
      "exp(-100*t)",
    ],
    ...[
      "where(t - 5, 1, 0)",
      "where(t - 5, where(5.01 - t, 100, 0), 0)",
      "floor(t)",
      "3*t - 7",
      "x - 3*(t - 5)",
      "tan(t)",
    ],
  ])("%s", (force) => {
    expect(timesOf(force, 20)).toEqual([]);
  });

  test("a pulse that the longest step cannot go over", () => {
    const signals = signalsOf(lower(validateModel(oscillator("exp(-((t - 5)/0.1)^2)"), catalogue), catalogue));
    expect(pulseTimes(signals, 0, 20).length).toBeGreaterThan(4);
    expect(pulseTimes(signals, 0, 20, 0.005)).toEqual([]);
  });

  test("but a pulse has, and few of them", () => {
    const times = timesOf("1000*exp(-((t - 5)/0.001)^2)", 20);
    expect(times.length).toBeGreaterThan(4);
    expect(times.length).toBeLessThan(40);
    for (const t of times) expect(Math.abs(t - 5)).toBeLessThan(0.01);
  });
});

import { describe, expect, test } from "vitest";
import type { SwitchTime } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { lower, validateModel } from "../model/index.js";
import { compileSystem } from "./index.js";

/** The time switches of a coordinate under this force. */
function switchesOf(force: string, parameters = {}) {
  const data = { taut: 1, name: "driven", coordinates: { x: { at: 0 } }, mass: 1, parameters, force: { x: force } };
  return compileSystem(lower(validateModel(data, catalogue), catalogue)).timeSwitches;
}

/** All switches on the way, each as the time just after it. */
function all(force: string, from: number, to: number): number[] {
  const switches = switchesOf(force)!;
  const times: number[] = [];
  let at = from;
  for (let k = 0; k < 1000; k++) {
    const found: SwitchTime = switches.next(at, to);
    if (found.found) times.push(found.after);
    else if (found.after === to) return times;
    at = found.after;
  }
  throw new Error("too many switches");
}

describe("times at which a law switches", () => {
  test("are those where an argument of time alone passes zero", () => {
    expect(all("where(t - 50, where(50.01 - t, 100, 0), 0)", 0, 100)).toEqual([50 + 2 ** -47, 50.01]);
  });

  test("lie between two neighbouring numbers on either side", () => {
    const { before, after } = switchesOf("where(t - 0.3, 1, 0)")!.next(0, 1);
    expect([before, after]).toEqual([0.3, 0.3 + 2 ** -54]);
  });

  test("do not depend on where the search began", () => {
    const force = "where(sin(3*t) - 0.2, 1, 0)";
    const late = switchesOf(force)!.next(2, 5);
    expect(switchesOf(force)!.next(1.2, 2.9)).toEqual(late);
    expect(late.found).toBe(true);
  });

  test("are found however close two of them are in a long time", () => {
    const [on, off] = all("where(t - 123.4, where(123.4 + 1e-9 - t, 1, 0), 0)", 0, 1e5);
    expect(off - on).toBeGreaterThan(0.99e-9);
    expect(off - on).toBeLessThan(1.01e-9);
  });

  test("of floor, mod, abs, min, max and sign are found, also where an argument jumps", () => {
    expect(all("floor(t)", 0.5, 4.5)).toEqual([1, 2, 3, 4]);
    const pulses = all("where(mod(t, 1) - 0.25, 1, 0)", 0.1, 2.1);
    // each in both the argument of where and that of floor
    for (const [k, t] of [0.25, 1, 1.25, 2].entries()) expect(pulses[k]).toBeCloseTo(t, 12);
    for (const force of ["abs(t - 1)", "min(t, 1)", "max(t, 1)", "sign(t - 1)"])
      expect(all(force, 0, 2)[0]).toBeCloseTo(1, 12);
  });

  test("of an oscillation are all found", () => {
    const times = all("sign(sin(40*t))", 0.01, 10);
    expect(times.length).toBeGreaterThanOrEqual(127);
    for (const t of times) expect(Math.abs((t * 40) / Math.PI - Math.round((t * 40) / Math.PI))).toBeLessThan(1e-12);
  });

  test("are found backwards in time", () => {
    const { found, before, after } = switchesOf("where(t - 3, 1, 0)")!.next(10, 0);
    expect(found).toBe(true);
    expect([before, after]).toEqual([3 + 2 ** -51, 3]);
  });

  test("are not those where an argument touches zero or has no value", () => {
    expect(all("where((t - 1)^2, 1, 0)", 0, 3)).toEqual([]);
    expect(all("where(sqrt(t - 1) - 1, 1, 0)", 0, 3)[0]).toBeCloseTo(2, 12);
  });

  test("are absent where arguments depend on the state or on parameters only", () => {
    expect(switchesOf("where(x - 1, 1, 0)")).toBeUndefined();
    // expressions of time are looked at for pulses
    for (const [force, parameters] of [["where(x - t, 1, 0)"], ["where(k - 1, t, 0)", { k: 2 }], ["sin(t)"]] as const)
      expect(switchesOf(force, parameters)?.next(0, 100).found ?? false).toBe(false);
  });

  test("are found where the argument is a table of time", () => {
    const data = {
      ...{ taut: 1, name: "driven", coordinates: { x: { at: 0 } }, mass: 1 },
      tables: { road: { x: [0, 1, 2, 3], y: [0, 2, 0, 0], by: "linear" } },
      force: { x: "where(road(t) - 1, 1, 0)" },
    };
    const { timeSwitches } = compileSystem(lower(validateModel(data, catalogue), catalogue));
    const rise = timeSwitches!.next(0, 3);
    const fall = timeSwitches!.next(rise.after, 3);
    expect([rise.after, fall.after].map((t) => Math.round(1e9 * t) / 1e9)).toEqual([0.5, 1.5]);
  });
});

/**
 * Compares the double pendula of the gallery with independent references: equations in generalised coordinates, derived by
 * hand (by-hand.ts) and integrated by extrapolation (test/fixtures/extrapolation.ts), which use nothing of the library.
 * Also compares two descriptions of the same mechanics, both solved by the library.
 */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { RunJson } from "../../src/index.js";
import { extrapolated } from "../fixtures/extrapolation.js";
import { doublePendulum, softPendulum, softPendulumStiff } from "./by-hand.js";
import { distance, gallery, load, solution } from "./gallery.js";

const { sin, cos } = Math;

describe("double-pendulum", () => {
  /** Angles from the x axis; a' and b' of the start (31)-(32). */
  const [[a, b, u, w]] = extrapolated(doublePendulum(0), [0, 0, -0.5, 1], [10]);
  const exact = {
    q: [cos(a), sin(a), cos(a) + cos(b), sin(a) + sin(b)],
    v: [-u * sin(a), u * cos(a), -u * sin(a) - w * sin(b), u * cos(a) + w * cos(b)],
  };

  test("halving the steps of the reference changes it by less than 1e-13", () => {
    const [finer] = extrapolated(doublePendulum(0), [0, 0, -0.5, 1], [10], 1 / 64);
    expect(distance([a, b, u, w], finer)).toBeLessThan(1e-13);
  });

  test("at rtol 1e-12 q(10) and v(10) agree with the reference within 1e-9, and the constraints hold within 1e-10", () => {
    const { q, v, ledger } = solution(load("double-pendulum"), { until: 10, rtol: 1e-12 });
    expect(distance(q, exact.q)).toBeLessThan(1e-9);
    expect(distance(v, exact.v)).toBeLessThan(1e-9);
    expect(ledger.position).toBeLessThan(1e-10);
    expect(ledger.velocity).toBeLessThan(1e-10);
    expect(ledger.energy!.maxDeviation).toBeLessThan(1e-11);
  });

  // the tolerance is relative and per step, and ten units of time take about a hundred steps
  test.each([
    ["dopri5", 1e-6, 1e-4],
    ["dopri5", 1e-9, 1e-7],
    ["dop853", 1e-6, 1e-4],
    ["dop853", 1e-9, 1e-7],
    ["bs32", 1e-6, 1e-4],
  ])("%s at rtol %f ends within %f of it", (method, rtol, error) => {
    const { q } = solution(load("double-pendulum"), { until: 10, method, rtol });
    expect(distance(q, exact.q)).toBeLessThan(error);
  });

  test("at the start the multipliers are 1.5 and 1.25, to rounding", () => {
    const { lambda, t } = solution(load("double-pendulum"), { until: 0 });
    expect(t).toBe(0);
    expect(distance(lambda!, [1.5, 1.25])).toBeLessThan(1e-15);
  });

  const taut = (...args: string[]): RunJson => {
    const command = [fileURLToPath(new URL("../../bin/taut.js", import.meta.url)), "run", gallery("double-pendulum")];
    return JSON.parse(execFileSync(process.execPath, [...command, ...args, "--json"], { encoding: "utf8" }));
  };

  test("the command prints the same digits: --until 10 --rtol 1e-12 --json", () => {
    const { status, q, ledger } = taut("--until", "10", "--rtol", "1e-12");
    expect(status).toBe("ok");
    expect(distance(q, exact.q)).toBeLessThan(1e-9);
    expect(q).toEqual([...solution(load("double-pendulum"), { until: 10, rtol: 1e-12 }).q]);
    expect(Math.max(ledger.position, ledger.velocity)).toBeLessThan(1e-10);
  });

  test("the command prints 1.5 and 1.25: --until 0 --json", () => {
    const { status, lambda } = taut("--until", "0");
    expect(status).toBe("ok");
    expect(distance(lambda!, [1.5, 1.25])).toBeLessThan(1e-15);
  });
});

describe("double-pendulum-angles", () => {
  const [[a, b, u, w]] = extrapolated(doublePendulum(9.81), [2, 1.5, 0, 0], [3], 1 / 128);

  test("at rtol 1e-12 the angles at t = 3 agree with the reference within 1e-9", () => {
    const { y } = solution(load("double-pendulum-angles"), { until: 3, rtol: 1e-12 });
    expect(distance(y, [a, b, u, w])).toBeLessThan(1e-9);
  });

  test("the same pendulum made of rods has the same motion within 1e-9", () => {
    const rods = {
      taut: 1,
      points: {
        a: { mass: 1, at: ["sin(2)", "-cos(2)"] },
        b: { mass: 1, at: ["sin(2) + sin(1.5)", "-cos(2) - cos(1.5)"] },
      },
      elements: [
        { rod: { between: ["origin", "a"], length: 1 } },
        { rod: { between: ["a", "b"], length: 1 } },
        { gravity: [0, -9.81] },
      ],
    };
    const { q, system } = solution(rods, { until: 3, rtol: 1e-12 });
    expect(system.constraintNames).toHaveLength(2);
    expect(distance(q, [sin(a), -cos(a), sin(a) + sin(b), -cos(a) - cos(b)])).toBeLessThan(1e-9);
  });
});

describe("double-pendulum-soft", () => {
  test("in the rigid view: at rtol 1e-12 it moves as in (x, y, angle) by hand from the projected start, within 1e-9", () => {
    const start = solution(load("double-pendulum-soft"), { until: 0 });
    const [x, y, X, Y, u, v, U, V] = start.y;
    const rate = (X - x) * (V - v) - (Y - y) * (U - u);
    const [[qx, qy, f]] = extrapolated(softPendulum, [x, y, Math.atan2(Y - y, X - x), u, v, rate], [10]);
    const { q } = solution(load("double-pendulum-soft"), { until: 10, rtol: 1e-12 });
    expect(distance(q, [qx, qy, qx + cos(f), qy + sin(f)])).toBeLessThan(1e-9);
  });

  test("the same system with an angle as coordinate and a kinetic energy has the same motion within 1e-9", () => {
    const start = solution(load("double-pendulum-soft"), { until: 0 });
    const [x, y, X, Y, u, v, U, V] = start.y;
    const rate = (X - x) * (V - v) - (Y - y) * (U - u);
    const angles = {
      taut: 1,
      coordinates: {
        x: { at: x, velocity: u },
        y: { at: y, velocity: v },
        f: { at: Math.atan2(Y - y, X - x), velocity: rate },
      },
      kinetic: "(x'^2 + y'^2)/2 + ((x' - sin(f)*f')^2 + (y' + cos(f)*f')^2)/2",
      potential: "(norm([x, y]) - 1)^2/2",
    };
    const other = solution(angles, { until: 10, rtol: 1e-12 }).q;
    const { q } = solution(load("double-pendulum-soft"), { until: 10, rtol: 1e-12 });
    const [qx, qy, f] = other;
    expect(distance(q, [qx, qy, qx + cos(f), qy + sin(f)])).toBeLessThan(1e-9);
  });

  // there are 80 fast periods, and the reference takes 16 extrapolated steps in each
  test("in the stiff view, from the stretched start: q(0.5) at omega 1000 agrees with the reference within 1e-9", () => {
    const start = [1, 0, 2.001, 0, 0.5, -0.5, -0.5, 0.5];
    const [exact] = extrapolated(softPendulumStiff(1000), start, [0.5], 1 / 2560);
    const { y } = solution(load("double-pendulum-soft"), { formulation: "stiff", until: 0.5, rtol: 1e-12 });
    expect(distance(y.subarray(0, 4), exact.slice(0, 4))).toBeLessThan(1e-9);
  });
});

/**
 * Controllers, motors and actuators beside mechanics, against references that share nothing with the library: equations
 * derived by hand in minimal coordinates, stepped by the classical Runge-Kutta method, and a matrix exponential.
 */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { explain } from "../../src/analysis/index.js";
import { catalogue } from "../../src/elements/index.js";
import { type Model, parseModelText, validateModel } from "../../src/model/index.js";
import { run } from "../../src/run/index.js";

const load = (name: string, folder = "gallery"): Model => {
  const text = readFileSync(new URL(`../../${folder}/${name}.yaml`, import.meta.url), "utf8");
  return validateModel(parseModelText(text), catalogue);
};

type Vector = readonly number[];

/** y(until) by `count` classical Runge-Kutta steps: errors of h^4, below 1e-11 here. */
function stepped(f: (y: Vector) => Vector, start: Vector, until: number, count: number): Vector {
  const h = until / count;
  const moved = (y: Vector, k: Vector, by: number): Vector => y.map((x, i) => x + by * k[i]);
  let y = start;
  for (let i = 0; i < count; i++) {
    const k1 = f(y);
    const k2 = f(moved(y, k1, h / 2));
    const k3 = f(moved(y, k2, h / 2));
    const k4 = f(moved(y, k3, h));
    y = y.map((x, j) => x + (h / 6) * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]));
  }
  return y;
}

/** x, theta, x', theta', the integral and the filtered angle, and the force. */
function pendulum(): Vector {
  const [M, m, l, g, Kp, Ki, Kd, filter, most] = [1, 0.1, 0.5, 9.81, 40, 20, 8, 0.02, 30];
  const force = ([, theta, , , total, smooth]: Vector): number => {
    const asked = Kp * theta + Ki * total + (Kd * (theta - smooth)) / filter;
    return asked / Math.sqrt(1 + (asked / most) ** 2);
  };
  const f = (y: Vector): Vector => {
    const [, theta, speed, spin, , smooth] = y;
    const [sin, cos] = [Math.sin(theta), Math.cos(theta)];
    // (M + m) x'' + m l theta'' cos - m l theta'^2 sin = u,   l theta'' + x'' cos - g sin = 0
    const a = (force(y) + m * l * spin * spin * sin - m * g * sin * cos) / (M + m - m * cos * cos);
    return [speed, spin, a, (g * sin - a * cos) / l, theta, (theta - smooth) / filter];
  };
  const end = stepped(f, [0, 0.2, 0, 0, 0, 0.2], 2, 40000);
  return [...end, force(end)];
}

/** The linkage in the angle of its crank: crank and rocker with their velocities, the current, speed and torque. */
function linkage(): Vector {
  const [V, R, L, K, g] = [24, 1.5, 0.05, 0.8, 9.81];
  const coupler = Math.hypot(3, 1);
  const follower = Math.hypot(1, 2);
  const place = (angle: number) => {
    const A = [Math.cos(angle), Math.sin(angle)];
    const dA = [-A[1], A[0]];
    // the rocker on two circles, on the side where it starts
    const [dx, dy] = [4 - A[0], -A[1]];
    const d = Math.hypot(dx, dy);
    const along = (d * d + coupler * coupler - follower * follower) / (2 * d);
    const across = Math.sqrt(coupler * coupler - along * along);
    const B = [A[0] + (along * dx - across * dy) / d, A[1] + (along * dy + across * dx) / d];
    const [u, w] = [
      [B[0] - A[0], B[1] - A[1]],
      [B[0] - 4, B[1]],
    ];
    const solve = (r: number, s: number): Vector => {
      const det = u[0] * w[1] - u[1] * w[0];
      return [(r * w[1] - s * u[1]) / det, (u[0] * s - w[0] * r) / det];
    };
    // u . (B' - A') = 0, w . B' = 0, and once more, with A'' = -A
    const dB = solve(u[0] * dA[0] + u[1] * dA[1], 0);
    const relative = (dB[0] - dA[0]) ** 2 + (dB[1] - dA[1]) ** 2;
    const ddB = solve(-(u[0] * A[0] + u[1] * A[1]) - relative, -(dB[0] ** 2 + dB[1] ** 2));
    return { A, B, dA, dB, ddB };
  };
  const f = ([angle, spin, current]: Vector): Vector => {
    const { dA, dB, ddB } = place(angle);
    const inertia = 1 + dB[0] ** 2 + dB[1] ** 2;
    const bend = dB[0] * ddB[0] + dB[1] * ddB[1];
    const moment = K * current - g * (dA[1] + dB[1]) - bend * spin * spin;
    return [spin, moment / inertia, (V - R * current - K * spin) / L];
  };
  const [angle, spin, current] = stepped(f, [Math.PI / 2, 0, 0], 2, 40000);
  const { A, B, dA, dB } = place(angle);
  const velocities = [...dA, ...dB].map((slope) => slope * spin);
  return [...A, ...B, ...velocities, current, spin, K * current];
}

/** x, x', the pull: a linear system, by squaring the exponential series of a 4 x 4 matrix. */
function lag(): Vector {
  const A = [
    [0, 1, 0, 0],
    [-2, -0.15, 0.5, 0],
    [-15, 0, -5, 15],
    [0, 0, 0, 0],
  ];
  const times = (a: readonly Vector[], b: readonly Vector[]): number[][] =>
    a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
  const small = A.map((row) => row.map((x) => (3 * x) / 2 ** 12));
  let term: number[][] = A.map((_, i) => A.map((__, j) => (i === j ? 1 : 0)));
  let sum = term;
  for (let k = 1; k < 12; k++) {
    term = times(term, small).map((row) => row.map((x) => x / k));
    sum = sum.map((row, i) => row.map((x, j) => x + term[i][j]));
  }
  for (let k = 0; k < 12; k++) sum = times(sum, sum);
  return sum.slice(0, 3).map(([a, b, c, d]) => 0.5 * a - 0.1 * b + 0 * c + d);
}

const ways = {
  "inverted-pendulum": [{}, { method: "dop853" }, { method: "bdf" }, { method: "radau5" }, { method: "rosenbrock4" }],
  "motor-four-bar": [
    {},
    { method: "dop853" },
    { method: "gbs" },
    { method: "bdf" },
    { method: "radau5" },
    { method: "dop853", formulation: "stabilised" },
    { method: "dop853", formulation: "baumgarte" },
  ],
  "lag-actuator": [{}, { method: "dop853" }, { method: "adams" }, { method: "bdf" }, { method: "radau5" }],
} as const;

describe.each([
  ["inverted-pendulum", pendulum, "gallery"],
  ["motor-four-bar", linkage, "gallery"],
  ["lag-actuator", lag, "test/models"],
] as const)("%s", (name, reference, folder) => {
  const exact = reference();
  const model = load(name, folder);

  // values are of the size of 1 to 20, and errors of a step at 1e-12 add up over some hundred steps
  test.each(ways[name].map((way) => [JSON.stringify(way), way] as const))("by %s to 1e-8", (_, way) => {
    const { y, lambda, status } = run(model, { rtol: 1e-12, atol: 1e-12, ...way });
    expect(status).toBe("ok");
    // algebraic variables come after the multipliers of the rods
    const variables = exact.length - y.length;
    const found = [...y, ...lambda!.subarray(lambda!.length - variables)];
    exact.forEach((value, k) => {
      expect(Math.abs(found[k] - value)).toBeLessThan(1e-8);
    });
  });
});

test("explain lists states and equations beside coordinates", () => {
  const { states, equations, constraints, structure } = explain(load("motor-four-bar"));
  expect({ states, constraints }).toEqual({ states: 1, constraints: 3 });
  // three rods, which lincs could keep if there were no motor
  expect(structure).toEqual({ distances: 3, triangles: 0, bodies: 0, methods: [] });
  expect(equations).toEqual([
    { name: "tachometer", index: 1, determines: "speed" },
    { name: "motor", index: 1, determines: "torque" },
  ]);
});

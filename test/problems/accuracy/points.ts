/** Points without constraints: exact solutions, or polar coordinates. */

import { type Case, explicit, implicit, named } from "./case.js";
import { motion } from "./independent.js";

const points = (name: string, parts: Case["model"], until: number, y: () => readonly number[]): Case => ({
  name,
  kind: "points",
  model: named(name, parts),
  until,
  reference: () => ({ y: y() }),
  ways: explicit,
});

/** Kepler's orbit about a unit centre from the pericentre of an ellipse of semi-axis 1: (x, y, x', y') at t. */
export function orbit(e: number, t: number): [number, number, number, number] {
  let E = t;
  for (let k = 0; k < 60; k++) E -= (E - e * Math.sin(E) - t) / (1 - e * Math.cos(E));
  const [c, s, b] = [Math.cos(E), Math.sin(E), Math.sqrt(1 - e * e)];
  const rate = 1 / (1 - e * c);
  return [c - e, b * s, -s * rate, b * c * rate];
}

const kepler = (e: number, until: number): Case =>
  points(
    `orbit of a point, e = ${e}`,
    {
      points: { a: { mass: 1, at: [1 - e, 0], velocity: [0, Math.sqrt((1 + e) / (1 - e))] } },
      potential: "-1/norm(a)",
    },
    until,
    () => orbit(e, until),
  );

/** x'' + 2 d x' + w² x = 0 at t. */
function damped(x0: number, v0: number, w: number, d: number, t: number): [number, number] {
  if (d > w) {
    // the small root from the product of both, without cancellation
    const fast = -d - Math.sqrt(d * d - w * w);
    const slow = (w * w) / fast;
    const [a, b] = [(v0 - slow * x0) / (fast - slow), (fast * x0 - v0) / (fast - slow)];
    const [ef, es] = [Math.exp(fast * t), Math.exp(slow * t)];
    return [a * ef + b * es, a * fast * ef + b * slow * es];
  }
  const r = Math.sqrt(w * w - d * d);
  const [c, s, decay] = [Math.cos(r * t), Math.sin(r * t), Math.exp(-d * t)];
  const b = (v0 + d * x0) / r;
  return [decay * (x0 * c + b * s), decay * (v0 * c - ((d * v0 + w * w * x0) / r) * s)];
}

/** Five unit masses on a line between walls, springs of stiffness k, friction c on each: sine modes. */
function row(k: number, c: number, until: number): Case {
  const n = 5;
  const names = Array.from({ length: n }, (_, i) => `x${i + 1}`);
  const start = [0.3, -0.1, 0.2, 0, 0.4];
  const at = (i: number): string => (i < 0 || i >= n ? "0" : names[i]);
  return {
    ...points(
      `row of springs, k = ${k}, c = ${c}`,
      {
        coordinates: Object.fromEntries(names.map((x, i) => [x, { at: start[i], mass: 1 }])),
        potential: Array.from({ length: n + 1 }, (_, i) => `${k}/2*(${at(i)} - ${at(i - 1)})^2`).join(" + "),
        ...(c > 0 && { force: Object.fromEntries(names.map((x) => [x, `-${c}*${x}'`])) }),
      },
      until,
      () => {
        const y = new Array<number>(2 * n).fill(0);
        for (let j = 1; j <= n; j++) {
          const shape = names.map((_, i) => Math.sqrt(2 / (n + 1)) * Math.sin(((i + 1) * j * Math.PI) / (n + 1)));
          const x0 = shape.reduce((sum, s, i) => sum + s * start[i], 0);
          const w = 2 * Math.sqrt(k) * Math.sin((j * Math.PI) / (2 * (n + 1)));
          const [x, v] = damped(x0, 0, w, c / 2, until);
          shape.forEach((s, i) => {
            y[i] += s * x;
            y[n + i] += s * v;
          });
        }
        return y;
      },
    ),
    ...(c > 50 && { ways: implicit, stiff: true }),
  };
}

/** A mass on a linear spring of rest length 1 under gravity, in polar coordinates (r, a from the vertical). */
function springPendulum(until: number): Case {
  const k = 30;
  return points(
    "spring pendulum",
    {
      points: { a: { mass: 1, at: [1.1, 0], velocity: [0, 0.3] } },
      elements: [{ spring: { between: ["origin", "a"], length: 1, stiffness: k } }, { gravity: [0, -9.81] }],
    },
    until,
    () => {
      const [r, a, u, w] = motion(
        (_, [r, a, u, w]) => [
          u,
          w,
          r * w * w + 9.81 * Math.cos(a) - k * (r - 1),
          (-9.81 * Math.sin(a) - 2 * u * w) / r,
        ],
        [1.1, Math.PI / 2, 0, 0.3 / 1.1],
        until,
      );
      const [s, c] = [Math.sin(a), Math.cos(a)];
      return [r * s, -r * c, u * s + r * w * c, -u * c + r * w * s];
    },
  );
}

export const pointCases: readonly Case[] = [
  points(
    "fall with friction",
    {
      points: { a: { mass: 2, at: [0, 1, 3], velocity: [1, -2, 0.5] } },
      elements: [{ gravity: [0, 0, -9.81] }, { drag: 0.6 }],
    },
    4,
    () => {
      const d = Math.exp(-0.3 * 4);
      const end = (x: number, v: number, g: number): [number, number] => [
        x + (g / 0.3) * 4 + ((v - g / 0.3) * (1 - d)) / 0.3,
        g / 0.3 + (v - g / 0.3) * d,
      ];
      const parts = [end(0, 1, 0), end(1, -2, 0), end(3, 0.5, -9.81)];
      return [...parts.map(([x]) => x), ...parts.map(([, v]) => v)];
    },
  ),
  kepler(0.3, 5),
  kepler(0.6, 10),
  points(
    "charge in a magnetic field",
    {
      points: { a: { mass: 1, at: [1, 0, 0], velocity: [0, -3, 0.5] } },
      force: { a_x: "3*a_y'", a_y: "-3*a_x'" },
    },
    10,
    () => [Math.cos(30), -Math.sin(30), 5, -3 * Math.sin(30), -3 * Math.cos(30), 0.5],
  ),
  points(
    "forced oscillator",
    { coordinates: { x: { at: 0.5, velocity: 1, mass: 1 } }, potential: "2*x^2", force: { x: "-0.2*x' + cos(3*t)" } },
    15,
    () => {
      // particular solution A cos 3t + B sin 3t of x'' + 0.2 x' + 4 x = cos 3t
      const size = 25 + 0.36;
      const [A, B] = [-5 / size, 0.6 / size];
      const [x, v] = damped(0.5 - A, 1 - 3 * B, 2, 0.1, 15);
      const [c, s] = [Math.cos(45), Math.sin(45)];
      return [x + A * c + B * s, v - 3 * A * s + 3 * B * c];
    },
  ),
  row(4, 0, 10),
  row(25, 0.5, 6),
  row(900, 400, 3),
  row(1e6, 1e5, 2),
  springPendulum(3),
  points(
    "oscillator in the plane, frequencies 1 and 20",
    { points: { a: { mass: 1, at: [1, 0.1], velocity: [0, 1] } }, potential: "(a_x^2 + 400*a_y^2)/2" },
    12,
    () => [Math.cos(12), 0.1 * Math.cos(240) + Math.sin(240) / 20, -Math.sin(12), -2 * Math.sin(240) + Math.cos(240)],
  ),
];

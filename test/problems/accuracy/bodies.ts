/** Rigid bodies: references by quaternions and rates in the body's frame, or by angles in the plane. */

import { both, type Case, named } from "./case.js";
import { motion, solved } from "./independent.js";
import { gravity as g } from "./pendulums.js";

type Triple = readonly [number, number, number];

const cross = (a: Triple, b: Triple): [number, number, number] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The directors of a unit quaternion (w, x, y, z). */
function directors([w, x, y, z]: readonly number[]): [Triple, Triple, Triple] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** A body with its centre at l d3 from a fixed point, or free with l = 0, tilted about x at the start. */
function top(name: string, inertia: Triple, l: number, tilt: number, spin: Triple, until: number): Case {
  const mass = 1.2;
  const start = [Math.cos(tilt / 2), Math.sin(tilt / 2), 0, 0];
  const at = directors(start)[2].map((x) => l * x);
  const inWorld = (d: readonly Triple[], w: Triple): Triple =>
    [0, 1, 2].map((c) => d[0][c] * w[0] + d[1][c] * w[1] + d[2][c] * w[2]) as unknown as Triple;
  const velocity = cross(inWorld(directors(start), spin), at as unknown as Triple);
  return {
    name,
    kind: "bodies",
    model: named(name, {
      bodies: { top: { mass, inertia, at, velocity, axis: [1, 0, 0], angle: tilt, spin } },
      ...(l > 0 && {
        joints: [{ ball: { between: ["world", "top"], at: [0, 0, 0] } }],
        elements: [{ gravity: [0, 0, -g] }],
      }),
    }),
    until,
    reference() {
      const I = [inertia[0] + mass * l * l, inertia[1] + mass * l * l, inertia[2]];
      const end = motion(
        (_, [w, x, y, z, p, q, r]) => {
          const d = directors([w, x, y, z]);
          // gravity acts at l e3; its direction in the body is (d1_z, d2_z, d3_z)
          const [tx, ty] = [mass * g * l * d[1][2], -mass * g * l * d[0][2]];
          return [
            (-x * p - y * q - z * r) / 2,
            (w * p + y * r - z * q) / 2,
            (w * q + z * p - x * r) / 2,
            (w * r + x * q - y * p) / 2,
            ((I[1] - I[2]) * q * r + tx) / I[0],
            ((I[2] - I[0]) * r * p + ty) / I[1],
            ((I[0] - I[1]) * p * q) / I[2],
          ];
        },
        [...start, ...spin],
        until,
      );
      const size = Math.hypot(...end.slice(0, 4));
      const d = directors(end.slice(0, 4).map((x) => x / size));
      const rate = inWorld(d, end.slice(4) as unknown as Triple);
      const arm = d[2].map((x) => l * x) as unknown as Triple;
      return { y: [...arm, ...d.flat(), ...cross(rate, arm), ...d.flatMap((x) => cross(rate, x))] };
    },
    ways: both,
  };
}

/** A row of bars in the plane, each hanging at the end of the one above; a: angles of their first directors. */
function bars(
  name: string,
  m: readonly number[],
  J: readonly number[],
  l: readonly number[],
  a0: readonly number[],
  until: number,
): Case {
  const n = m.length;
  const names = m.map((_, i) => `bar${i}`);
  /** How far along bar j the centre of bar i is. */
  const along = (i: number, j: number): number => (j < i ? l[j] : j === i ? l[i] / 2 : 0);
  const centre = (a: readonly number[], i: number, f: (x: number) => number): number =>
    a.reduce((sum, x, j) => sum + along(i, j) * f(x), 0);
  const ends = a0.map((_, i) =>
    [0, 1].map((c) => a0.slice(0, i).reduce((sum, x, j) => sum + l[j] * (c === 0 ? Math.cos(x) : Math.sin(x)), 0)),
  );
  return {
    name,
    kind: "bodies",
    model: named(name, {
      bodies: Object.fromEntries(
        names.map((bar, i) => [
          bar,
          { mass: m[i], inertia: J[i], at: [centre(a0, i, Math.cos), centre(a0, i, Math.sin)], angle: a0[i] },
        ]),
      ),
      joints: names.map((bar, i) => ({
        ball: { between: [i === 0 ? "world" : names[i - 1], bar], at: ends[i], name: `pin${i}` },
      })),
      elements: [{ gravity: [0, -g] }],
    }),
    until,
    reference() {
      const rates = (a: readonly number[], w: readonly number[]): number[] => {
        const weight = (i: number, j: number): number =>
          m.reduce((sum, x, k) => sum + x * along(k, i) * along(k, j), 0);
        const M = a.map((_, i) => a.map((_, j) => weight(i, j) * Math.cos(a[i] - a[j]) + (i === j ? J[i] : 0)));
        const f = a.map((x, i) =>
          a.reduce(
            (sum, _, j) => sum - weight(i, j) * Math.sin(a[i] - a[j]) * w[j] ** 2,
            -g * Math.cos(x) * m.reduce((sum, y, k) => sum + y * along(k, i), 0),
          ),
        );
        return solved(M, f);
      };
      const end = motion(
        (_, y) => [...y.slice(n), ...rates(y.slice(0, n), y.slice(n))],
        [...a0, ...a0.map(() => 0)],
        until,
      );
      const [a, w] = [end.slice(0, n), end.slice(n)];
      const q = a.flatMap((x, i) => [centre(a, i, Math.cos), centre(a, i, Math.sin), Math.cos(x), Math.sin(x)]);
      const v = a.flatMap((x, i) => [
        -a.reduce((sum, y, j) => sum + along(i, j) * Math.sin(y) * w[j], 0),
        a.reduce((sum, y, j) => sum + along(i, j) * Math.cos(y) * w[j], 0),
        -Math.sin(x) * w[i],
        Math.cos(x) * w[i],
      ]);
      return { y: [...q, ...v] };
    },
    ways: both,
  };
}

export const bodyCases: readonly Case[] = [
  top("free symmetric body", [0.4, 0.4, 0.7], 0, 0.5, [1, 0, 3], 5),
  top("free body of three moments", [0.3, 0.5, 0.7], 0, 0, [1, 2, 1.5], 5),
  top("free body near its middle axis", [0.3, 0.5, 0.7], 0, 0, [0.01, 2, 0.01], 5),
  top("heavy top", [0.4, 0.4, 0.3], 0.7, 0.5, [0, 0, 25], 3),
  top("fast top", [0.02, 0.02, 0.03], 0.1, 0.4, [0, 0, 300], 0.5),
  top("heavy body of three moments", [0.2, 0.4, 0.5], 0.4, 1, [0.5, 1, 2], 2),
  bars("pendulum of a bar", [2], [0.3], [1], [0.2], 5),
  bars("double pendulum of bars", [1, 1], [1 / 12, 1 / 12], [1, 1], [-0.6, -1.2], 3),
  bars("three bars", [2, 1, 0.5], [0.2, 0.1, 0.02], [1, 0.8, 0.5], [-1, -1.2, -0.9], 2.5),
];

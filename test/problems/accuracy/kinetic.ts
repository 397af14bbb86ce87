/** Coordinates with a mass M(q), given by a kinetic energy. */

import { type Case, explicit, implicit, named } from "./case.js";
import { motion } from "./independent.js";
import { gravity as g, pendulumAt } from "./pendulums.js";
import { orbit } from "./points.js";

const kinetic = (name: string, parts: Case["model"], until: number, y: () => readonly number[]): Case => ({
  name,
  kind: "M(q)",
  model: named(name, parts),
  until,
  reference: () => ({ y: y() }),
  ways: explicit,
});

/** Two points on rods in angles. */
function angles(
  m: readonly [number, number],
  l: readonly [number, number],
  a: readonly [number, number],
  until: number,
): Case {
  const [m0, m1] = m;
  const [l0, l1] = l;
  return kinetic(
    `double pendulum in angles, masses ${m0} and ${m1}`,
    {
      coordinates: { a: a[0], b: a[1] },
      kinetic: `${(m0 + m1) / 2}*${l0 * l0}*a'^2 + ${m1 / 2}*${l1 * l1}*b'^2 + ${m1 * l0 * l1}*a'*b'*cos(a - b)`,
      potential: `-${g}*(${(m0 + m1) * l0}*cos(a) + ${m1 * l1}*cos(b))`,
    },
    until,
    () => {
      const end = pendulumAt(m, l, a, [0, 0], until);
      return [...end.a, ...end.w];
    },
  );
}

/** A cart of mass 2 with a pendulum of mass 1 and length 1 from the vertical; friction c on the cart. */
function cart(c: number, until: number): Case {
  return {
    ...kinetic(
      `cart with a pendulum, friction ${c}`,
      {
        coordinates: { x: 0, a: 1.2 },
        kinetic: "1.5*x'^2 + 0.5*a'^2 + x'*a'*cos(a)",
        potential: `-${g}*cos(a)`,
        ...(c > 0 && { force: { x: `-${c}*x'` } }),
      },
      until,
      () =>
        motion(
          (_, [, a, u, w]) => {
            const [s, k] = [Math.sin(a), Math.cos(a)];
            const push = w * w * s - c * u;
            const b = (-3 * g * s - k * push) / (3 - k * k);
            return [u, w, (push - k * b) / 3, b];
          },
          [0, 1.2, 0, 0],
          until,
        ),
    ),
    ...(c > 50 && { ways: implicit, stiff: true }),
  };
}

export const kineticCases: readonly Case[] = [
  angles([1, 1], [1, 1], [1, 0.5], 4),
  angles([0.5, 2], [1.2, 0.4], [0.7, -0.4], 3),
  cart(0, 4),
  cart(500, 4),
  kinetic(
    "orbit in polar coordinates",
    {
      coordinates: { r: { at: 0.6, velocity: 0 }, p: { at: 0, velocity: Math.sqrt(1.4 / 0.6) / 0.6 } },
      kinetic: "(r'^2 + r^2*p'^2)/2",
      potential: "-1/r",
    },
    9,
    () => {
      const [x, y, u, v] = orbit(0.4, 9);
      const r = Math.hypot(x, y);
      const turned = Math.atan2(y, x);
      return [
        r,
        turned + 2 * Math.PI * Math.round((9 - turned) / (2 * Math.PI)),
        (x * u + y * v) / r,
        (x * v - y * u) / r ** 2,
      ];
    },
  ),
  kinetic(
    "spherical pendulum in angles",
    {
      coordinates: { b: { at: 1, velocity: 0 }, p: { at: 0, velocity: 2.2 } },
      kinetic: "(b'^2 + sin(b)^2*p'^2)/2",
      potential: `-${g}*cos(b)`,
    },
    5,
    () => {
      const L = 2.2 * Math.sin(1) ** 2;
      const [t, p, u] = motion(
        (_, [t, , u]) => [u, L / Math.sin(t) ** 2, (L * L * Math.cos(t)) / Math.sin(t) ** 3 - g * Math.sin(t)],
        [1, 0, 0],
        5,
      );
      return [t, p, u, L / Math.sin(t) ** 2];
    },
  ),
  kinetic(
    "bead on a cycloid",
    // the arc 4 cos(a/2) from the lowest point oscillates with the frequency sqrt(g)/2 at any size
    { coordinates: { a: 0.8 }, kinetic: "2*sin(a/2)^2*a'^2", potential: `${g}*(1 + cos(a))` },
    4,
    () => {
      const w = Math.sqrt(g) / 2;
      const [s, u] = [Math.cos(0.4) * Math.cos(4 * w), -Math.cos(0.4) * w * Math.sin(4 * w)];
      return [2 * Math.acos(s), (-2 * u) / Math.sqrt(1 - s * s)];
    },
  ),
];

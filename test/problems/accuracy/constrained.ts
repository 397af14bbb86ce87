/** Points with constraints, with references in minimal coordinates or exact ones, and multipliers where they are short. */

import { both, type Case, named, type Reference } from "./case.js";
import { motion } from "./independent.js";
import { gravity as g, pendulumAt, pendulumPoints } from "./pendulums.js";

const constrained = (name: string, parts: Case["model"], until: number, reference: () => Reference): Case => ({
  name,
  kind: "constraints",
  model: named(name, parts),
  until,
  reference,
  ways: both,
});

function pendulum(
  name: string,
  m: readonly number[],
  l: readonly number[],
  a: readonly number[],
  w: readonly number[],
  until: number,
): Case {
  const { y } = pendulumPoints(m, l, a, w);
  const n = m.length;
  const names = m.map((_, i) => `p${i}`);
  return constrained(
    name,
    {
      points: Object.fromEntries(
        names.map((point, i) => [
          point,
          { mass: m[i], at: y.slice(2 * i, 2 * i + 2), velocity: y.slice(2 * (n + i), 2 * (n + i) + 2) },
        ]),
      ),
      elements: [
        ...names.map((point, i) => ({ rod: { between: [i === 0 ? "origin" : names[i - 1], point], length: l[i] } })),
        { gravity: [0, -g] },
      ],
    },
    until,
    () => {
      const end = pendulumAt(m, l, a, w, until);
      return pendulumPoints(m, l, end.a, end.w);
    },
  );
}

/** The angle a from the vertical of a pendulum of length 1 whose pivot moves by p(t), with acceleration pdd. */
function movingPivot(until: number): Case {
  const [size, rate] = [0.3, 4];
  return constrained(
    "pendulum on a shaken pivot",
    {
      points: {
        pivot: { fixed: true, at: [`${size}*sin(${rate}*t)`, 0] },
        a: { mass: 1, at: [0, -1], velocity: [1.5, 0] },
      },
      elements: [{ rod: { between: ["pivot", "a"], length: 1 } }, { gravity: [0, -g] }],
    },
    until,
    () => {
      const pdd = (t: number): number => -size * rate ** 2 * Math.sin(rate * t);
      const [a, w] = motion((t, [a, w]) => [w, -g * Math.sin(a) - pdd(t) * Math.cos(a)], [0, 1.5 - size * rate], until);
      const [s, c] = [Math.sin(a), Math.cos(a)];
      const [p, u] = [size * Math.sin(rate * until), size * rate * Math.cos(rate * until)];
      return { y: [p + s, -c, u + w * c, w * s], lambda: [w * w + g * c - pdd(until) * s] };
    },
  );
}

/** Angles t from the downward vertical and p about it. */
function sphericalPendulum(until: number): Case {
  const [t0, w] = [1, 2.2];
  return constrained(
    "spherical pendulum",
    {
      points: { a: { mass: 1, at: [Math.sin(t0), 0, -Math.cos(t0)], velocity: [0, w * Math.sin(t0), 0] } },
      elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, 0, -g] }],
    },
    until,
    () => {
      const L = w * Math.sin(t0) ** 2;
      const [t, p, u] = motion(
        (_, [t, , u]) => {
          const s = Math.sin(t);
          return [u, L / s ** 2, (L * L * Math.cos(t)) / s ** 3 - g * s];
        },
        [t0, 0, 0],
        until,
      );
      const [s, c, sp, cp] = [Math.sin(t), Math.cos(t), Math.sin(p), Math.cos(p)];
      const r = L / s ** 2;
      return {
        y: [s * cp, s * sp, -c, c * u * cp - s * r * sp, c * u * sp + s * r * cp, s * u],
        lambda: [u * u + (s * r) ** 2 + g * c],
      };
    },
  );
}

function parabola(until: number): Case {
  return constrained(
    "bead on a parabola",
    {
      points: { a: { mass: 1, at: [1, 1], velocity: [0, 0] } },
      constraints: { wire: "y(a) - x(a)^2" },
      elements: [{ gravity: [0, -g] }],
    },
    until,
    () => {
      const acceleration = (x: number, u: number): number => (-2 * x * (2 * u * u + g)) / (1 + 4 * x * x);
      const [x, u] = motion((_, [x, u]) => [u, acceleration(x, u)], [1, 0], until);
      // the row x: a = 2 x lambda
      return { y: [x, x * x, u, 2 * x * u], lambda: [-(2 * u * u + g) / (1 + 4 * x * x)] };
    },
  );
}

/** A rod that turns at rate 1, a bead on it: r'' = r. */
function turningRod(until: number): Case {
  return constrained(
    "bead on a turning rod",
    {
      points: { a: { mass: 1, at: [1, 0], velocity: [0, 1] } },
      constraints: { rod: "x(a)*sin(t) - y(a)*cos(t)" },
    },
    until,
    () => {
      const [r, u, s, c] = [Math.cosh(until), Math.sinh(until), Math.sin(until), Math.cos(until)];
      return { y: [r * c, r * s, u * c - r * s, u * s + r * c], lambda: [2 * u] };
    },
  );
}

/** A crank of length 1 with a mass, a slider of mass 1 on the x axis at the end of a rod of length 3. */
function sliderCrank(until: number): Case {
  const slide = (a: number) => {
    const [s, c] = [Math.sin(a), Math.cos(a)];
    const d = Math.sqrt(9 - s * s);
    const slope = -s - (s * c) / d;
    const bend = -c - (c * c - s * s) / d - (s * s * c * c) / d ** 3;
    return { x: c + d, slope, bend };
  };
  const w0 = 5;
  return constrained(
    "slider and crank of points",
    {
      points: { a: { mass: 2, at: [1, 0], velocity: [0, w0] }, b: { mass: 1, at: [4, 0], velocity: [0, 0] } },
      elements: [
        { rod: { between: ["origin", "a"], length: 1 } },
        { rod: { between: ["a", "b"], length: 3 } },
        { "point-on-line": { on: "b", direction: [1, 0] } },
        { gravity: [0, -g] },
      ],
    },
    until,
    () => {
      const [a, w] = motion(
        (_, [a, w]) => {
          const { slope, bend } = slide(a);
          return [w, -(slope * bend * w * w + 2 * g * Math.cos(a)) / (2 + slope * slope)];
        },
        [0, w0],
        until,
      );
      const { x, slope } = slide(a);
      const [s, c] = [Math.sin(a), Math.cos(a)];
      return { y: [c, s, x, 0, -w * s, w * c, slope * w, 0] };
    },
  );
}

export const constrainedCases: readonly Case[] = [
  pendulum("pendulum of a point", [1], [1], [Math.PI / 2], [0], 5),
  pendulum("heavy short pendulum that turns over", [50], [0.02], [0], [55], 1.5),
  pendulum("double pendulum of points", [1, 1], [1, 1], [1.2, 0.6], [0, 0], 4),
  pendulum("unequal double pendulum", [3, 0.2], [0.5, 1.5], [0.8, -0.3], [0, 1], 4),
  pendulum("triple pendulum of points", [1, 1, 1], [1, 0.8, 0.6], [0.9, 0.5, 0.2], [0, 0, 0.5], 3),
  movingPivot(4),
  sphericalPendulum(5),
  parabola(5),
  turningRod(2.5),
  sliderCrank(2),
  constrained(
    "conical pendulum",
    {
      points: { a: { mass: 2, at: [0.6, 0, -0.8], velocity: [0, 0.6 * Math.sqrt(g / 0.8), 0] } },
      elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, 0, -g] }],
    },
    6,
    () => {
      const w = Math.sqrt(g / 0.8);
      const [c, s] = [Math.cos(6 * w), Math.sin(6 * w)];
      return { y: [0.6 * c, 0.6 * s, -0.8, -0.6 * w * s, 0.6 * w * c, 0], lambda: [(2 * g) / 0.8] };
    },
  ),
  constrained(
    "great circle",
    {
      points: { a: { mass: 1, at: [0, 0, 2], velocity: [3, 1, 0] } },
      constraints: { sphere: "dot(a, a) - 4" },
    },
    7,
    () => {
      const speed = Math.sqrt(10);
      const [c, s] = [Math.cos((7 * speed) / 2), Math.sin((7 * speed) / 2)];
      const [ux, uy] = [3 / speed, 1 / speed];
      return {
        y: [2 * s * ux, 2 * s * uy, 2 * c, speed * c * ux, speed * c * uy, -speed * s],
        lambda: [10 / 8],
      };
    },
  ),
  constrained(
    "slide on an inclined plane",
    {
      points: { a: { mass: 2, at: [0, 1, 0], velocity: [1, 0.5, -1] } },
      elements: [{ "point-on-plane": { on: "a", normal: [1, 0, 1] } }, { gravity: [0, 0, -g] }],
    },
    2,
    () => ({ y: [2 + g, 2, -2 - g, 1 + g, 0.5, -1 - g] }),
  ),
  constrained(
    "two weights over a wheel",
    {
      points: { a: { mass: 3, at: [0, -1] }, b: { mass: 2, at: [1, -2] } },
      constraints: { rope: "y(a) + y(b) + 3", left: "x(a)", right: "x(b) - 1" },
      elements: [{ gravity: [0, -g] }],
    },
    3,
    () => {
      const a = g / 5;
      return { y: [0, -1 - 4.5 * a, 1, -2 + 4.5 * a, 0, -3 * a, 0, 3 * a], lambda: [-2.4 * g, 0, 0] };
    },
  ),
  constrained(
    "bead on a helix",
    {
      points: { a: { mass: 1, at: [1, 0, 0] } },
      constraints: { tube: "x(a)^2 + y(a)^2 - 1", pitch: "z(a) - 0.5*atan2(y(a), x(a))" },
      elements: [{ gravity: [0, 0, -g] }],
    },
    3,
    () => {
      // 1.25 angle'' = -0.5 g
      const [w, a] = [-0.4 * g * 3, -0.2 * g * 9];
      const [c, s] = [Math.cos(a), Math.sin(a)];
      return { y: [c, s, a / 2, -w * s, w * c, w / 2] };
    },
  ),
];

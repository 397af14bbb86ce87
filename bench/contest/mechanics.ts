/** Mechanical systems made from a seed: springs, M(q), rods and bodies, with and without damping. */

import type { Data, Draw } from "../draw.js";
import type { Generated } from "./models.js";

type Damping = "none" | "light" | "heavy";

/** Stiffness of springs beside a motion with rates near 1, and the damping of a mass on such a spring. */
function stiffness(draw: Draw, largest = 1e8): { readonly k: number; readonly damping: Damping; readonly c: number } {
  const k = draw.factor(10, largest);
  const damping = draw.one(["none", "light", "heavy"] as const);
  const ratio = { none: 0, light: draw.factor(1e-3, 0.1), heavy: draw.factor(0.3, 3) }[damping];
  return { k, damping, c: Number((2 * ratio * Math.sqrt(k)).toPrecision(4)) };
}

const label = (what: string, damping: Damping): string => `${what}, damping ${damping}`;

/** A hanging row of points with stiff springs, some of them extended at the start. */
export function springs(draw: Draw, n: number): Generated {
  const points = Math.max(1, Math.floor(n / 4));
  const { k, damping, c } = stiffness(draw);
  const stretch = draw.one([0, 0, 0.01]);
  const l = 1;
  const links = linked(points);
  return {
    family: label(stretch > 0 ? "springs, rough start" : "springs", damping),
    until: draw.factor(1, 5),
    data: {
      points: row(draw, points, l + stretch, 0),
      elements: [
        { gravity: [0, -9.81] },
        ...links.map((between) => ({ spring: { between, stiffness: k, length: l } })),
        ...(c > 0 ? links.map((between) => ({ damper: { between, damping: c } })) : []),
      ],
    },
  };
}

/** Angles with a kinetic energy that depends on them, slow wells, and stiff springs between neighbours. */
export function varying(draw: Draw, n: number): Generated {
  // every evaluation inverts the mass of all coordinates
  const count = Math.max(1, Math.min(30, Math.floor(n / 2)));
  const { k, damping, c } = stiffness(draw, 1e6);
  const names = Array.from({ length: count }, (_, i) => `a${i}`);
  const pairs = names.slice(1).map((b, i) => [names[i], b] as const);
  const angle = draw.between(-1.5, 1.5);
  const isRough = draw.is(0.3);
  const kinetic = [
    ...names.map((a) => `${draw.between(0.5, 1)}*(1 + 0.3*cos(${a}))*${a}'^2`),
    ...pairs.map(([a, b]) => `${draw.between(-0.2, 0.2)}*cos(${a} - ${b})*${a}'*${b}'`),
  ];
  const stiff = count === 1 ? [] : pairs.map(([a, b]) => `${k / 2}*(${a} - ${b})^2`);
  const wells = names.map((a) => `-${draw.between(1, 9)}*cos(${a})`);
  const forces = names.map((a, i) => [
    a,
    [i > 0 ? `-${c}*(${a}' - ${names[i - 1]}')` : "", i + 1 < count ? `-${c}*(${a}' - ${names[i + 1]}')` : ""]
      .join("")
      .trim() || `-${c}*${a}'`,
  ]);
  return {
    family: label(isRough ? "M(q), rough start" : "M(q)", damping),
    until: draw.factor(2, 15),
    data: {
      coordinates: Object.fromEntries(
        names.map((a) => [a, { at: angle + (isRough ? draw.between(-0.02, 0.02) : 0), velocity: 0 }]),
      ),
      kinetic: kinetic.join(" + "),
      potential: [...stiff, ...wells].join(" + "),
      ...(c > 0 && { force: Object.fromEntries(forces) }),
    },
  };
}

/** A row of points with rods, and stiff springs between every other point or to the origin. */
export function rods(draw: Draw, n: number): Generated {
  const points = Math.max(1, Math.floor(n / 4));
  const { k, damping, c } = stiffness(draw);
  const names = Array.from({ length: points }, (_, i) => `p${i}`);
  const far = names.slice(2).map((b, i) => [names[i], b]);
  const stiff = draw.is(0.7) ? far : [];
  return {
    family: label(stiff.length > 0 ? "rods and springs" : "rods", stiff.length > 0 ? damping : "none"),
    until: draw.factor(1, 5),
    data: {
      points: row(draw, points, 1, 0.3),
      elements: [
        { gravity: [0, -9.81] },
        ...linked(points).map((between) => ({ rod: { between } })),
        ...stiff.map((between) => ({ spring: { between, stiffness: k, length: 2 } })),
        ...(c > 0 ? stiff.map((between) => ({ damper: { between, damping: c } })) : []),
        ...(draw.is(0.3) ? [{ drag: { damping: draw.between(0.01, 1) } }] : []),
      ],
    },
  };
}

/** Bodies in a row, joined by balls or only by stiff springs between their centres and directors. */
export function bodies(draw: Draw, n: number): Generated {
  const count = Math.max(draw.whole(1, 3), Math.min(8, Math.floor(n / 24)));
  const { k, damping, c } = stiffness(draw);
  const names = Array.from({ length: count }, (_, i) => `b${i}`);
  const isJoined = draw.is(0.6);
  const pairs = names.slice(1).map((b, i) => [names[i], b] as const);
  const directors = [1, 3].flatMap((d) => pairs.map(([a, b]) => [`${a}_d${d}`, `${b}_d${d}`] as const));
  const forces: Record<string, string> = {};
  for (const [a, b] of directors) {
    forces[a] = `${forces[a] ?? ""}-${c}*(${a}' - ${b}')`;
    forces[b] = `${forces[b] ?? ""}-${c}*(${b}' - ${a}')`;
  }
  const centres = isJoined ? [] : [["origin", names[0]], ...pairs];
  return {
    family: label(isJoined ? "bodies with joints" : "bodies", directors.length > 0 || !isJoined ? damping : "none"),
    until: draw.factor(0.5, 3),
    data: {
      bodies: Object.fromEntries(
        names.map((name, i) => [
          name,
          {
            mass: draw.between(0.5, 2),
            inertia: draw.list(3, 0.3, 0.4),
            at: [i + 1, 0, 0],
            spin: draw.is(0.5) ? [draw.between(-2, 2), 0, 0] : [0, 0, 0],
          },
        ]),
      ),
      ...(isJoined && {
        joints: names.map((name, i) => ({
          ball: { between: [i === 0 ? "world" : names[i - 1], name], at: [i + 0.5, 0, 0] },
        })),
      }),
      elements: [
        { gravity: [0, 0, -9.81] },
        ...centres.map((between) => ({ spring: { between, stiffness: k, length: 1 } })),
        ...(c > 0 ? centres.map((between) => ({ damper: { between, damping: c } })) : []),
      ],
      ...(directors.length > 0 && {
        potential: directors.map(([a, b]) => `${k / 2}*dot(${a} - ${b}, ${a} - ${b})`).join(" + "),
        ...(c > 0 && { force: forces }),
      }),
    },
  };
}

/** The origin and the points, each with the next. */
const linked = (points: number): string[][] =>
  Array.from({ length: points }, (_, i) => [i === 0 ? "origin" : `p${i - 1}`, `p${i}`]);

/** Points beside each other, every other one raised. */
function row(draw: Draw, points: number, spacing: number, raised: number): Data {
  return Object.fromEntries(
    Array.from({ length: points }, (_, i) => [
      `p${i}`,
      { mass: draw.between(0.5, 2), at: [spacing * (i + 1), i % 2 === 0 ? 0 : raised] },
    ]),
  );
}

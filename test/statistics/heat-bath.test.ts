/**
 * Heat baths hold their temperature in every degree of freedom of oscillators, chains and water, rigid and stiff. Tolerances
 * are four standard errors, by blocking; each case also names a wrong value that its errors exclude.
 */

import { describe, expect, test } from "vitest";
import type { RunSettings } from "../../src/index.js";
import { away, sampled } from "../fixtures/sampling.js";

const kT = 0.7;
const bath = (options: Record<string, number | string | boolean> = {}): RunSettings["method"] => ({
  ...{ kT, friction: 1, thermal: true, ...options },
  name: "langevin",
});

describe("two oscillators of frequencies 1 and 2, with long steps", () => {
  const oscillators = `
taut: 1
coordinates: [x, y]
mass: { x: 1, y: 4 }
potential: x^2/2 + 8*y^2
`;
  const h = 0.5;
  const z = [h * h, 4 * h * h];
  const beta = 0.4;
  const hold = [1, 1];
  // k <q^2>/kT and m <v^2>/kT of both, and the value of k <q^2>/kT of the faster one by another row's formula
  test.each<[string, Record<string, string>, readonly number[], number]>([
    ["gla around Verlet", {}, [1 / (1 - z[0] / 4), 1 / (1 - z[1] / 4), ...hold], 1],
    [
      "gla around Verlet, friction of Tao–Owhadi",
      { form: "plain" },
      [1 / (1 - z[0] / 4), 1 / (1 - z[1] / 4), ...hold],
      1,
    ],
    ["baoab", { order: "baoab" }, [1, 1, 1 - z[0] / 4, 1 - z[1] / 4], 1 / (1 - z[1] / 4)],
    [
      "gla around zs",
      { inner: `zs:beta=${beta}` },
      [...z.map((x) => 1 / (1 + (beta - 1 / 4) * x)), ...hold],
      1 / (1 + beta * z[1]),
    ],
    ["gla around Newmark with beta = 1/4", { inner: "newmark:beta=0.25" }, [1, 1, ...hold], 1 / (1 - z[1] / 4)],
  ])("%s has the energies of its formula", (_, options, expected, wrong) => {
    const found = sampled(oscillators, { method: bath(options), step: h, until: 30_000, seed: 5 }, ({ q, v }) => [
      q[0] * q[0],
      16 * q[1] * q[1],
      v[0] * v[0],
      4 * v[1] * v[1],
    ]);
    expected.forEach((part, k) => {
      expect(away(found[k], kT * part), `number ${k}`).toBeLessThan(4);
    });
    expect(away(found[1], kT * wrong)).toBeGreaterThan(6);
  });
});

const [chainMasses, beads] = [[1, 2, 3, 4], 4];
const chain = `
taut: 1
points:
  bead: { repeat: ${beads}, mass: i + 1, at: [i + 1, 0] }
elements:
  - rod: { between: [origin, "bead[0]"], length: 1, name: hook }
  - rod: { repeat: ${beads - 1}, between: ["bead[i]", "bead[i+1]"], length: 1, name: link }
  - gravity: [0, -1]
omega: 60
`;
const twiceKinetic = (masses: readonly number[], dimension: number, v: Float64Array): number =>
  masses.reduce((sum, m, i) => {
    let square = 0;
    for (let c = 0; c < dimension; c++) square += v[dimension * i + c] ** 2;
    return sum + m * square;
  }, 0);

describe("a hanging chain of four beads", () => {
  test.each<[string, RunSettings, number]>([
    ["rigid, gla", { formulation: "rigid", method: bath(), step: 0.04 }, 4],
    ["rigid, friction of Tao–Owhadi", { formulation: "rigid", method: bath({ form: "plain" }), step: 0.04 }, 4],
    ["rigid, g-BAOAB", { formulation: "rigid", method: bath({ order: "baoab" }), step: 0.04 }, 4],
    ["rigid, around rattle-4", { formulation: "rigid", method: bath({ inner: "rattle-4" }), step: 0.08 }, 4],
    ["stiff, around Verlet", { formulation: "stiff", method: bath(), step: 0.01 }, 8],
    ["stiff, around zs", { formulation: "stiff", method: bath({ inner: "zs" }), step: 0.04 }, 8],
    ["stiff, around gn-zs", { formulation: "stiff", method: bath({ inner: "gn-zs" }), step: 0.04 }, 8],
  ])("%s: the kinetic energy is kT/2 for each degree of freedom", (_, settings, freedom) => {
    const [found] = sampled(chain, { ...settings, until: 1500, seed: 2 }, ({ v }) => [twiceKinetic(chainMasses, 2, v)]);
    expect(found.effective).toBeGreaterThan(500);
    // velocities of baoab are colder by h^2 nu^2/4 of the slow motion, 1e-3 here
    expect(away(found, kT * freedom)).toBeLessThan(4);
    // with one more degree of freedom the test would fail
    expect(away(found, kT * (freedom + 1))).toBeGreaterThan(5);
  });
});

/** One molecule of water: r_OH = 0.9572, r_HH by 104.52 degrees; masses of O and H. */
const [r, half] = [0.9572, (104.52 / 2) * (Math.PI / 180)];
const [x, y] = [r * Math.sin(half), r * Math.cos(half)];
const masses = [15.999, 1.008, 1.008];
const water = `
taut: 1
points:
  O: { mass: ${masses[0]}, at: [0, 0, 0] }
  H1: { mass: ${masses[1]}, at: [${x}, ${y}, 0] }
  H2: { mass: ${masses[2]}, at: [${-x}, ${y}, 0] }
elements:
  - rod: { between: [O, H1], length: ${r} }
  - rod: { between: [O, H2], length: ${r} }
  - rod: { between: [H1, H2], length: ${2 * x} }
omega: 60
`;

/** m v^2 of the centre, direction by direction, and I omega^2 about the three principal axes of the molecule. */
function motions({ q, v }: { readonly q: Float64Array; readonly v: Float64Array }): number[] {
  const total = masses.reduce((sum, m) => sum + m, 0);
  const point = (a: Float64Array, i: number) => [a[3 * i], a[3 * i + 1], a[3 * i + 2]];
  const mean = (a: Float64Array) =>
    [0, 1, 2].map((c) => masses.reduce((sum, m, i) => sum + (m * a[3 * i + c]) / total, 0));
  const [centre, drift] = [mean(q), mean(v)];
  const minus = (a: readonly number[], b: readonly number[]) => a.map((p, c) => p - b[c]);
  const cross = (a: readonly number[], b: readonly number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, p, c) => sum + p * b[c], 0);
  const unit = (a: readonly number[]) => a.map((p) => p / Math.sqrt(dot(a, a)));
  const arms = masses.map((_, i) => minus(point(q, i), centre));
  const L = masses
    .map((m, i) => cross(arms[i], minus(point(v, i), drift)).map((p) => m * p))
    .reduce((sum, p) => sum.map((s, c) => s + p[c]));
  const along = unit(minus(point(q, 1), point(q, 2)));
  const axis = unit(cross(along, cross(minus(point(q, 1), point(q, 0)), along)));
  return [
    ...drift.map((p) => total * p * p),
    ...[along, axis, cross(along, axis)].map((e) => {
      const inertia = masses.reduce((sum, m, i) => sum + m * dot(cross(e, arms[i]), cross(e, arms[i])), 0);
      return dot(L, e) ** 2 / inertia;
    }),
  ];
}

describe("a molecule of water, three points and three rods", () => {
  const settings: readonly [string, RunSettings][] = [
    ["rigid, gla", { formulation: "rigid", method: bath(), step: 0.1 }],
    ["rigid, around SETTLE", { formulation: "rigid", method: bath({ inner: "settle" }), step: 0.1 }],
    [
      "rigid, friction of Tao–Owhadi",
      { formulation: "rigid", method: bath({ form: "plain", friction: 2 }), step: 0.1 },
    ],
    ["rigid, g-BAOAB", { formulation: "rigid", method: bath({ order: "baoab" }), step: 0.1 }],
    ["stiff, around zss", { formulation: "stiff", method: bath({ inner: "zss" }), step: 0.02 }],
  ];
  test.each(settings)("%s: kT/2 in each of three translations and three rotations", (_, how) => {
    const found = sampled(water, { ...how, until: how.step! * 25_000, seed: 3 }, motions);
    found.forEach((part, k) => {
      expect(away(part, kT), `motion ${k}`).toBeLessThan(4);
      expect(part.error).toBeLessThan(0.08 * kT);
    });
  });

  test("stiff: there are three vibrations more, each with kT/2 of kinetic energy", () => {
    const [found] = sampled(water, { ...settings[4][1], until: 500, seed: 4 }, ({ v }) => [twiceKinetic(masses, 3, v)]);
    expect(away(found, 9 * kT)).toBeLessThan(4);
    expect(away(found, 6 * kT)).toBeGreaterThan(10);
  });
});

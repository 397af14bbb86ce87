/**
 * Four-site water as two rigid bodies by Euler's equations: centre, momentum, rotation matrix and angular momentum of each
 * molecule, with forces and torques from the sites. The library steps three atoms with rods instead.
 */

import { describe, expect, test } from "vitest";
import { unitsOf } from "../../src/core/units.js";
import { parseModelText } from "../../src/index.js";
import { extrapolated, type Rate } from "../fixtures/extrapolation.js";
import { distance, load, solution } from "./gallery.js";

type Vector = readonly [number, number, number];
const add = (a: Vector, b: Vector, by = 1): Vector => [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const vector = (y: ArrayLike<number>, at: number): Vector => [y[at], y[at + 1], y[at + 2]];

// the molecule in its own axes: x along the axis of symmetry, y from hydrogen to hydrogen
const [bond, half] = [0.9572, (52.26 * Math.PI) / 180];
const [mO, mH] = [15.9994, 1.008];
const total = mO + 2 * mH;
const centre = (2 * mH * bond * Math.cos(half)) / total;
const sites: readonly { readonly at: Vector; readonly charge: number }[] = [
  { at: [-centre, 0, 0], charge: 0 },
  { at: [bond * Math.cos(half) - centre, bond * Math.sin(half), 0], charge: 0.52 },
  { at: [bond * Math.cos(half) - centre, -bond * Math.sin(half), 0], charge: 0.52 },
  { at: [0.15 - centre, 0, 0], charge: -1.04 },
];
const masses = [mO, mH, mH];
const moments = [0, 1, 2].map((k) =>
  masses.reduce((sum, m, i) => sum + m * (dot(sites[i].at, sites[i].at) - sites[i].at[k] ** 2), 0),
);
const [A, C] = [600e3, 610];
const { coulomb } = unitsOf("kcal/mol-Å-amu");

/** y of one molecule: centre, momentum, the columns of R, angular momentum. */
const size = 18;
const placed = (y: readonly number[], from: number, at: Vector): Vector =>
  at.reduce<Vector>((sum, x, k) => add(sum, vector(y, from + 6 + 3 * k), x), [0, 0, 0]);

const dimer: Rate = (_t, y) => {
  const dy = new Array<number>(2 * size).fill(0);
  const arms = [0, size].map((from) => sites.map(({ at }) => placed(y, from, at)));
  const forces = arms.map((list) => list.map((): Vector => [0, 0, 0]));
  for (let a = 0; a < 4; a++)
    for (let b = 0; b < 4; b++) {
      const d = add(add(vector(y, 0), arms[0][a]), add(vector(y, size), arms[1][b]), -1);
      const r2 = dot(d, d);
      const charges = (coulomb * sites[a].charge * sites[b].charge) / r2 ** 1.5;
      const weight = charges + (a === 0 && b === 0 ? (12 * A) / r2 ** 7 - (6 * C) / r2 ** 4 : 0);
      forces[0][a] = add(forces[0][a], d, weight);
      forces[1][b] = add(forces[1][b], d, -weight);
    }
  [0, size].forEach((from, m) => {
    const axes = [0, 1, 2].map((k) => vector(y, from + 6 + 3 * k));
    const L = vector(y, from + 15);
    const spin = axes.reduce<Vector>((sum, e, k) => add(sum, e, dot(e, L) / moments[k]), [0, 0, 0]);
    const put = (at: number, v: Vector, by = 1): void => {
      for (let k = 0; k < 3; k++) dy[from + at + k] += by * v[k];
    };
    put(0, vector(y, from + 3), 1 / total);
    axes.forEach((e, k) => {
      put(6 + 3 * k, cross(spin, e));
    });
    forces[m].forEach((force, s) => {
      put(3, force);
      put(15, cross(arms[m][s], force));
    });
  });
  return dy;
};

/** Column k of the rotation by `angle` about n. */
function turned(angle: number, n: Vector, v: Vector): Vector {
  const e = n.map((x) => x / Math.hypot(...n)) as unknown as Vector;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return add(add([c * v[0], c * v[1], c * v[2]], cross(e, v), s), e, (1 - c) * dot(e, v));
}

function startOf(molecule: number): number[] {
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((e) => turned(molecule - 0.9, [0.2, 0.1, 1], e));
  const oxygen: Vector = [2.75 * molecule, 0, 0.1 * molecule];
  return [...add(oxygen, axes[0], centre), 0, 0, 0, ...axes.flat(), 0, 0, 0];
}

describe("a water dimer with massless sites", () => {
  const until = 4;
  const [end] = extrapolated(dimer, [...startOf(0), ...startOf(1)], [until], 1 / 64);
  /** Atoms in the order of the model: both oxygens, then both first hydrogens, then both second ones. */
  const atoms = [0, 1, 2].flatMap((s) =>
    [0, size].flatMap((from) => [...add(vector(end, from), placed(end, from, sites[s].at))]),
  );

  test.each([
    ["underlying", "dop853"],
    ["rigid", "radau5"],
    ["underlying", "gbs"],
  ])("%s with %s agrees with Euler's equations to 1e-8", (formulation, method) => {
    const found = solution(load("water-dimer"), { formulation, method, rtol: 1e-12, atol: 1e-13, until });
    expect(distance(found.q, atoms)).toBeLessThan(1e-8);
  });

  test("molecules as bodies with sites move in the same way", () => {
    const body = (m: number): string => {
      const start = startOf(m);
      return `{ mass: ${total}, inertia: [${moments.join(", ")}], at: [${vector(start, 0).join(", ")}], axis: [0.2, 0.1, 1], angle: ${m - 0.9},
        sites: { ${["O", "H1", "H2", "M"].map((name, s) => `${name}: { at: [${sites[s].at.join(", ")}], ${name === "O" ? `sigma: (${A}/${C})^(1/6), epsilon: ${(C * C) / (4 * A)}` : `charge: ${sites[s].charge}`} }`).join(", ")} } }`;
    };
    const model = parseModelText(
      `taut: 1\nunits: kcal/mol-Å-amu\nbodies:\n  a: ${body(0)}\n  b: ${body(1)}\nelements: [coulomb: {}, lennard-jones: {}]\nrun: { until: 4 }\n`,
    );
    const found = solution(model, { formulation: "underlying", method: "dop853", rtol: 1e-12, atol: 1e-13, until });
    // the centre of each body, before its directors
    expect(distance(found.q.slice(0, 3), vector(end, 0))).toBeLessThan(1e-8);
    expect(distance(found.q.slice(9, 12), vector(end, size))).toBeLessThan(1e-8);
  });
});

/**
 * Stiff and rigid chains are different ensembles, and Fixman's potential makes them equal. In the plane a stiff chain has
 * uniform and independent bond angles, at any omega: in bonds r_i and angles, dq = prod r_i dr_i dphi_i, and the potential
 * is a function of the r_i alone. Rigid chains have the density sqrt(det S), S = G M^-1 G^T, which is tridiagonal, with
 * 1/m_i + 1/m_(i+1) on the diagonal and -cos(phi_i)/m_(i+1) beside it. The trimer has
 * det S = (1/m_1 + 1/m_2)(1/m_2 + 1/m_3) - cos^2(phi)/m_2^2.
 */

import { describe, expect, test } from "vitest";
import type { RunSettings, State } from "../../src/index.js";
import { away, sampled } from "../fixtures/sampling.js";

/** Chains with light beads in the middle, where the effect is large. */
const masses = { trimer: [20, 1, 20], tetramer: [12, 1, 1, 12] };
const model = (beads: readonly number[]): string => `
taut: 1
points:
${beads.map((m, i) => `  p${i}: { mass: ${m}, at: [${Math.ceil(i / 2)}, ${Math.floor(i / 2)}] }`).join("\n")}
elements:
${beads
  .slice(1)
  .map((_, i) => `  - rod: { between: [p${i}, p${i + 1}], length: 1 }`)
  .join("\n")}
omega: 40
`;

/** cos^2 of every bond angle, and the product of the cosines of neighbours. */
function cosines({ q }: State): number[] {
  const bond = (i: number) => [q[2 * i + 2] - q[2 * i], q[2 * i + 3] - q[2 * i + 1]];
  const angles = Array.from({ length: q.length / 2 - 2 }, (_, i) => {
    const [a, b] = [bond(i), bond(i + 1)];
    return (a[0] * b[0] + a[1] * b[1]) / Math.hypot(...a) / Math.hypot(...b);
  });
  return [...angles.map((c) => c * c), ...angles.slice(1).map((c, i) => c * c * angles[i] * angles[i])];
}

/** Their means in the density sqrt(det S), by the trapezoidal rule, which is exact to rounding for periodic functions. */
function rigidMeans(beads: readonly number[]): number[] {
  const points = 64;
  const sums: number[] = [];
  let total = 0;
  const visit = (angles: readonly number[]): void => {
    if (angles.length < beads.length - 2) {
      for (let k = 0; k < points; k++) visit([...angles, (2 * Math.PI * (k + 0.5)) / points]);
      return;
    }
    let [before, det] = [1, 1 / beads[0] + 1 / beads[1]];
    angles.forEach((phi, i) => {
      const beside = Math.cos(phi) / beads[i + 1];
      [before, det] = [det, (1 / beads[i + 1] + 1 / beads[i + 2]) * det - beside * beside * before];
    });
    const weight = Math.sqrt(det);
    total += weight;
    const squares = angles.map((phi) => Math.cos(phi) ** 2);
    [...squares, ...squares.slice(1).map((c, i) => c * squares[i])].forEach((x, k) => {
      sums[k] = (sums[k] ?? 0) + weight * x;
    });
  };
  visit([]);
  return sums.map((x) => x / total);
}

const bath = (options: object = {}) => ({ name: "langevin", kT: 1.5, friction: 1, thermal: true, ...options });
const rigid: RunSettings = { formulation: "rigid", method: bath(), step: 0.025, until: 1000 };
const fixman: RunSettings = { ...rigid, method: bath({ fixman: true }) };
const baoab: RunSettings = { ...rigid, method: bath({ fixman: true, order: "baoab" }) };
const stiff: RunSettings = { formulation: "stiff", method: bath(), step: 0.015, until: 1500 };

describe.each(Object.entries(masses))("bond angles of a %s", (_, beads) => {
  const uniform = rigidMeans(beads).map((_, k) => (k < beads.length - 2 ? 1 / 2 : 1 / 4));
  const weighted = rigidMeans(beads);
  test.each<[string, RunSettings, readonly number[], readonly number[]]>([
    ["stiff: uniform", stiff, uniform, weighted],
    ["rigid: the density sqrt(det S)", rigid, weighted, uniform],
    ["rigid with Fixman's potential: uniform, as stiff", fixman, uniform, weighted],
    ["the same by g-BAOAB", baoab, uniform, weighted],
  ])("%s", (_, settings, expected, wrong) => {
    const found = sampled(model(beads), { ...settings, seed: 8 }, cosines);
    found.forEach((part, k) => {
      expect(away(part, expected[k]), `mean ${k}`).toBeLessThan(4);
    });
    // the test distinguishes the two ensembles
    expect(Math.max(...found.map((part, k) => away(part, wrong[k])))).toBeGreaterThan(4);
  });
});

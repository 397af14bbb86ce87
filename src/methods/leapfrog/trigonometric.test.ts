/**
 * Trigonometric methods on the chain of Fermi, Pasta and Ulam with alternating stiff and soft springs (Hairer, Lubich,
 * Wanner, Geometric Numerical Integration, I.5.1, XIII.2): the energy of the first stiff spring wanders to the third.
 */

import { describe, expect, test } from "vitest";
import { reversalDefect, symplecticDefect } from "../../../test/fixtures/constrained-maps.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import { compileSystem } from "../../compile/index.js";
import type { Problem } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { ode, stiff } from "../../formulations/index.js";
import { type Model, run } from "../../index.js";
import { lower, validateModel } from "../../model/index.js";
import { StiffModes } from "./parts/stiff-modes.js";
import { type TrigonometricOptions, trigonometric } from "./trigonometric.js";

const omega = 50;
const half = Math.SQRT1_2;
/** Sums x and differences X of two neighbours, over sqrt 2, and their velocities. */
const start = { x: [1, 0, 0], X: [1 / omega, 0, 0], y: [1, 0, 0], Y: [1, 0, 0] };
const coordinates = Object.fromEntries(
  [0, 1, 2].flatMap((i) => [
    [`q${2 * i + 1}`, { at: half * (start.x[i] - start.X[i]), velocity: half * (start.y[i] - start.Y[i]) }],
    [`q${2 * i + 2}`, { at: half * (start.x[i] + start.X[i]), velocity: half * (start.y[i] + start.Y[i]) }],
  ]),
);
const chain: Model = {
  taut: 1,
  name: "chain",
  coordinates,
  mass: Object.fromEntries(Object.keys(coordinates).map((q) => [q, 1])),
  potential: "q1^4 + (q3 - q2)^4 + (q5 - q4)^4 + q6^4",
  constraints: { s1: "(q2 - q1)*sqrt(0.5)", s2: "(q4 - q3)*sqrt(0.5)", s3: "(q6 - q5)*sqrt(0.5)" },
  omega,
};
const problemOf = (model: object): Problem =>
  stiff({ omega: 7 }).apply(compileSystem(lower(validateModel({ taut: 1, ...model }, catalogue), catalogue)));

/** The energies of the stiff springs at t = 0, 1, …, 200. */
function energies(settings: object): number[][] {
  const solution = run(chain, { formulation: "stiff", until: 200, every: 1, accept: ["energy"], ...settings });
  expect(solution.status).toBe("ok");
  const y = solution.trajectory.states();
  return Array.from({ length: 201 }, (_, row) =>
    [0, 1, 2].map((i) => {
      const difference = (k: number) => half * (y[12 * row + k + 1] - y[12 * row + k]);
      return (difference(6 + 2 * i) ** 2 + (omega * difference(2 * i)) ** 2) / 2;
    }),
  );
}
const total = (row: readonly number[]): number => row.reduce((sum, e) => sum + e, 0);

describe("the exchange of energy between stiff springs, against a resolved run", () => {
  const exact = energies({ method: "dop853", rtol: 1e-11, atol: 1e-12 });
  const worst = (found: number[][]) =>
    Math.max(...found.flatMap((row, k) => row.map((e, i) => Math.abs(e - exact[k][i]))));

  test("the reference exchanges all of it, and keeps the sum within 1/omega", () => {
    expect(exact[0][0]).toBeCloseTo(1, 12);
    expect(Math.max(...exact.map((row) => row[2]))).toBeGreaterThan(0.9);
    for (const row of exact) expect(Math.abs(total(row) - 1)).toBeLessThan(3 / omega);
  });

  // the slow motion is chaotic, so that the exchange differs by some tenths from run to run after t = 100
  test.each([0.02, 0.04, 0.05, 0.1])("deuflhard with steps of %d follows it", (step) => {
    const found = energies({ method: "trigonometric", step });
    expect(worst(found)).toBeLessThan(0.4);
    expect(Math.max(...found.map((row) => row[2]))).toBeGreaterThan(0.8);
    for (const row of found) expect(Math.abs(total(row) - 1)).toBeLessThan(0.25);
  });

  test("zs at the same steps loses it", () => {
    const found = energies({ method: "zs", step: 0.05 });
    expect(Math.min(...found.map(total))).toBeLessThan(0.6);
    expect(worst(found)).toBeGreaterThan(0.8);
  });

  test("gautschi is slower or faster by psi: at h omega = 2.5 it misses the exchange", () => {
    expect(worst(energies({ method: { name: "trigonometric", filter: "gautschi" }, step: 0.05 }))).toBeGreaterThan(0.5);
  });
});

test("springs alone are exact at any step", () => {
  const { potential: _, ...free } = chain;
  const { y } = run(free, { formulation: "stiff", method: "trigonometric", step: 0.7, until: 7 });
  const exact = [0, 1, 2].flatMap((i) => {
    const x = start.x[i] + 7 * start.y[i];
    const X = start.X[i] * Math.cos(7 * omega) + (start.Y[i] / omega) * Math.sin(7 * omega);
    return [half * (x - X), half * (x + X)];
  });
  // 10 steps, and cos of h omega = 35 with an error of 35 roundings each
  exact.forEach((q, k) => {
    expect(Math.abs(y[k] - q)).toBeLessThan(1e-12);
  });
});

describe("the map", () => {
  const loaded = {
    name: "loaded",
    coordinates: { a: { at: 0.3, velocity: 1 }, b: { at: 1.1, velocity: -0.5 }, c: { at: 2.5, velocity: 0 } },
    mass: { a: 1, b: 2, c: 0.5 },
    potential: "a^4/4 + b^2*c^2/2",
    constraints: { ab: "b - a - 1", bc: "c - 2*b" },
  };
  const both: readonly TrigonometricOptions[] = [{ filter: "deuflhard" }, { filter: "gautschi" }];
  test.each(both)("$filter is reversible", (options) => {
    expect(reversalDefect(trigonometric(options), problemOf(loaded), 0.1, 50)).toBeLessThan(1e-12);
  });
  test("deuflhard is symplectic, gautschi is not", () => {
    const [deuflhard, gautschi] = both.map((o) => symplecticDefect(trigonometric(o), () => problemOf(loaded), 0.1, 6));
    expect(deuflhard).toBeLessThan(1e-7);
    expect(gautschi).toBeGreaterThan(1e-5);
  });
});

test("independent springs are decomposed apart, connected ones together", () => {
  const pairs = Array.from({ length: 40 }, (_, i) => i);
  const names = pairs.flatMap((i) => [`a${i}`, `b${i}`]);
  const springs = (links: readonly [string, string][]) =>
    new StiffModes(
      problemOf({
        name: "springs",
        coordinates: Object.fromEntries(names.map((q) => [q, 0])),
        mass: Object.fromEntries(names.map((q, k) => [q, 1 + k])),
        constraints: Object.fromEntries(links.map(([p, q], k) => [`s${k}`, `${q} - ${p}`])),
      }),
    );
  const apart = springs(pairs.map((i) => [`a${i}`, `b${i}`]));
  expect([apart.omega.length, apart.entries]).toEqual([40, 40]);
  for (let i = 0; i < 40; i++) expect(apart.omega[i]).toBeCloseTo(7 * Math.sqrt(1 / (1 + 2 * i) + 1 / (2 + 2 * i)), 12);
  const connected = springs(names.slice(1).map((q, k) => [names[k], q]));
  expect([connected.omega.length, connected.entries]).toEqual([79, 79 * 79]);
  const dependent = springs([...pairs.map((i): [string, string] => [`a${i}`, `b${i}`]), ["a0", "b0"]]);
  expect([dependent.omega.length, dependent.entries]).toEqual([40, 41]);
});

test("a step near h omega = k pi warns", () => {
  const warned = (step: number) =>
    run(chain, { formulation: "stiff", method: "trigonometric", step, until: 10 * step }).warnings.join(" ");
  expect(warned(3.1 / omega)).toContain("h omega is close to 1 pi");
  expect(warned(6.3 / omega)).toContain("h omega is close to 2 pi");
  expect(warned(0.01 / omega)).not.toContain("resonance");
  expect(warned(4.7 / omega)).not.toContain("resonance");
});

test("refuses what is not of this form, and says what to use", () => {
  const refuses = (problem: Problem) => inWords(trigonometric().refuses(problem));
  const bar = { name: "bar", coordinates: { x: 1, y: 0 }, mass: { x: 1, y: 1 } };
  const linear = `method "trigonometric": needs stiff springs that are linear in q and do not depend on t, and "bar" has others. Use "gn-zs".`;
  expect(refuses(problemOf({ ...bar, constraints: { c: "x + 3*y - 1" } }))).toBeUndefined();
  expect(refuses(problemOf({ ...bar, constraints: { c: "x^2 + y^2 - 1" } }))).toBe(linear);
  expect(refuses(problemOf({ ...bar, constraints: { c: "x - cos(t)" } }))).toBe(linear);
  const free = ode().apply(compileSystem(lower(validateModel({ taut: 1, ...bar }, catalogue), catalogue)));
  expect(refuses(free)).toBe(
    `method "trigonometric": needs stiff springs, written as constraints with omega, and "bar" has none. Use "verlet".`,
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { compileSystem } from "../../compile/index.js";
import { newState } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { ode as odeView } from "../../formulations/index.js";
import { ode } from "../../functions/index.js";
import { lower, validateModel } from "../../model/index.js";
import { spectrumOf } from "./spectrum.js";

const names = ["a", "b", "c", "d", "e1", "f"];

/** The spectrum of y' = A y at a start, with the Jacobian of the expressions or from differences of a function. */
function spectrum(A: readonly (readonly number[])[], start: readonly number[], how: "expressions" | "function") {
  const used = names.slice(0, A.length);
  const rates = Object.fromEntries(used.map((name, i) => [name, A[i].map((x, j) => `(${x})*${used[j]}`).join(" + ")]));
  const states = Object.fromEntries(used.map((name, i) => [name, start[i]]));
  const system =
    how === "expressions"
      ? compileSystem(lower(validateModel({ taut: 1, states, rates }, catalogue), catalogue))
      : ode(
          (dy, _, y) => {
            for (let i = 0; i < A.length; i++) dy[i] = A[i].reduce((sum, x, j) => sum + x * y[j], 0);
          },
          [...start],
        );
  const problem = odeView().apply(system);
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.y.set(start);
  return spectrumOf(problem)(s)!;
}

/** A matrix with the eigenvalues -decay, growth and ±i frequency - damping, in a basis that is not orthogonal. */
function withSpectrum(decay: number, growth: number, frequency: number, damping: number, shear: number): number[][] {
  const B = [
    [-decay, 0, 0, 0],
    [0, growth, 0, 0],
    [0, 0, -damping, frequency],
    [0, 0, -frequency, -damping],
  ];
  // (1 + shear N) B (1 + shear N)^-1 with N^2 = 0
  const N = [
    [0, 0, 1, -1],
    [0, 0, 2, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  const times = (X: number[][], Y: number[][]) =>
    X.map((row) => Y[0].map((_, j) => row.reduce((sum, x, k) => sum + x * Y[k][j], 0)));
  const plus = (sign: number) => N.map((row, i) => row.map((x, j) => (i === j ? 1 : 0) + sign * shear * x));
  return times(times(plus(1), B), plus(-1));
}

const positive = fc.double({ min: 0.1, max: 50, noNaN: true });
const start = fc.array(fc.constantFrom(0, 0, 1, -3, 1e-9), { minLength: 4, maxLength: 4 });

test.each(["expressions", "function"] as const)(
  "linear systems of known spectrum have it wherever they start, also where states are 0: %s",
  (how) => {
    fc.assert(
      fc.property(
        positive,
        positive,
        positive,
        positive,
        fc.double({ min: -3, max: 3, noNaN: true }),
        start,
        (decay, growth, frequency, damping, shear, y) => {
          const found = spectrum(withSpectrum(decay, growth, frequency, damping, shear), y, how);
          const radius = Math.max(decay, growth, Math.hypot(frequency, damping));
          // differences err by 1e-7 of the largest entry at the floor of the units; the basis amplifies by (1 + 3 shear)^2
          const tolerance = 1e-4 * radius;
          expect(Math.abs(found.decay - Math.max(decay, damping))).toBeLessThan(tolerance);
          expect(Math.abs(found.growth - growth)).toBeLessThan(tolerance);
          expect(Math.abs(found.frequency - frequency)).toBeLessThan(tolerance);
          expect(found.complete).toBe(true);
        },
      ),
      { numRuns: how === "expressions" ? 12 : 100, seed: 3 },
    );
  },
);

test("a stable oscillation with states at 0 is not told to grow", () => {
  // -0.5 ± 13.1 i, and -2.39
  const A = [
    [-0.5, 13.1, 0],
    [-13.1, -0.5, 0],
    [4, 1, -2.39],
  ];
  for (const y of [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1e6],
  ]) {
    const { growth, decay, frequency } = spectrum(A, y, "expressions");
    expect(growth).toBe(0);
    expect(decay).toBeCloseTo(2.39, 9);
    expect(frequency).toBeCloseTo(13.1, 9);
  }
});

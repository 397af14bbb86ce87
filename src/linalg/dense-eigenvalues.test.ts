import fc from "fast-check";
import { expect, test } from "vitest";
import { denseEigenvalues } from "./dense-eigenvalues.js";

const number = fc.double({ min: -10, max: 10, noNaN: true });
const vector = (n: number) => fc.array(number, { minLength: n, maxLength: n });

/** Q^T B Q with the reflections along `directions`: an orthogonal similarity. */
function turned(B: readonly (readonly number[])[], directions: readonly (readonly number[])[]): number[][] {
  let A = B.map((row) => [...row]);
  const reflect = (u: readonly number[], rows: number[][]): number[][] => {
    const square = u.reduce((sum, x) => sum + x * x, 0);
    if (square === 0) return rows;
    return rows.map((row) => {
      const along = (2 * row.reduce((sum, x, j) => sum + x * u[j], 0)) / square;
      return row.map((x, j) => x - along * u[j]);
    });
  };
  const transposed = (rows: number[][]): number[][] => rows[0].map((_, j) => rows.map((row) => row[j]));
  for (const u of directions) A = transposed(reflect(u, transposed(reflect(u, A))));
  return A;
}

/** Blocks of a normal matrix: real eigenvalues and pairs. */
const spectrum = fc.array(fc.tuple(number, fc.option(number, { nil: undefined })), { minLength: 1, maxLength: 4 });
const blocks = (pairs: readonly (readonly [number, number | undefined])[]): number[][] => {
  const n = pairs.reduce((sum, [, im]) => sum + (im === undefined ? 1 : 2), 0);
  const B = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  let at = 0;
  for (const [re, im] of pairs) {
    B[at][at] = re;
    if (im !== undefined) {
      B[at + 1][at + 1] = re;
      B[at][at + 1] = im;
      B[at + 1][at] = -im;
    }
    at += im === undefined ? 1 : 2;
  }
  return B;
};

/** The distance of two sets of complex numbers: the worst of the best partners. */
function apart(found: readonly [number, number][], exact: readonly [number, number][]): number {
  const left = [...exact];
  return found.reduce((worst, [re, im]) => {
    const distances = left.map(([a, b]) => Math.hypot(re - a, im - b));
    const best = distances.indexOf(Math.min(...distances));
    left.splice(best, 1);
    return Math.max(worst, distances[best]);
  }, 0);
}

test("eigenvalues of turned normal matrices are found, also when their units differ by factors up to 1e12", () => {
  fc.assert(
    fc.property(
      spectrum,
      fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 8, maxLength: 8 }),
      vector(24),
      (pairs, powers, numbers) => {
        const B = blocks(pairs);
        const n = B.length;
        const A = turned(
          B,
          [0, 8, 16].map((from) => numbers.slice(from, from + n)),
        );
        const scaled = Float64Array.from(A.flatMap((row, i) => row.map((x, j) => x * 2 ** (powers[j] - powers[i]))));
        const { re, im } = denseEigenvalues(scaled, n)!;
        const exact = pairs.flatMap(([a, b]): [number, number][] =>
          b === undefined
            ? [[a, 0]]
            : [
                [a, b],
                [a, -b],
              ],
        );
        const size = Math.max(1, ...exact.map(([a, b]) => Math.hypot(a, b)));
        // eigenvalues of normal matrices err by rounding; balancing leaves units that may differ by some powers of two
        expect(
          apart(
            Array.from(re, (x, k) => [x, im[k]]),
            exact,
          ),
        ).toBeLessThan(1e-9 * size);
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

test("a matrix with an entry that is not finite has no eigenvalues", () => {
  expect(denseEigenvalues(Float64Array.of(1, Number.NaN, 0, 1), 2)).toBeUndefined();
});

test.each([[0], [1], [2], [5]])("a zero matrix of %i rows has eigenvalues 0", (n) => {
  expect([...denseEigenvalues(new Float64Array(n * n), n)!.re]).toEqual(new Array(n).fill(0));
});

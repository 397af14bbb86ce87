import { describe, expect, test } from "vitest";
import { hessenbergEigenvalues } from "./hessenberg-eigen.js";

/** Eigenvalues as `re+im i`, sorted, so that lists can be compared. */
function sorted(re: ArrayLike<number>, im: ArrayLike<number>): (readonly [number, number])[] {
  return Array.from(re, (x, k) => [x, im[k]] as const).sort((a, b) =>
    Math.abs(a[0] - b[0]) > 1e-7 ? a[0] - b[0] : a[1] - b[1],
  );
}

/** The companion matrix of the polynomial with these roots, conjugate pairs given once: upper Hessenberg. */
function companion(roots: readonly (readonly [number, number])[]): { H: Float64Array; n: number } {
  let coefficients = [1]; // ascending
  const times = (factor: readonly number[]): void => {
    const product = new Array<number>(coefficients.length + factor.length - 1).fill(0);
    for (const [i, a] of coefficients.entries()) for (const [j, b] of factor.entries()) product[i + j] += a * b;
    coefficients = product;
  };
  for (const [re, im] of roots) times(im === 0 ? [-re, 1] : [re * re + im * im, -2 * re, 1]);
  const n = coefficients.length - 1;
  const H = new Float64Array(n * n);
  for (let j = 0; j < n; j++) H[j] = -coefficients[n - 1 - j];
  for (let i = 1; i < n; i++) H[i * n + i - 1] = 1;
  return { H, n };
}

describe("eigenvalues of Hessenberg matrices", () => {
  test.each([
    [
      "real roots of many sizes",
      [
        [-1000, 0],
        [-1, 0],
        [0.5, 0],
        [3, 0],
      ],
    ],
    [
      "conjugate pairs",
      [
        [-1, 2],
        [0, 5],
        [-0.25, 0.125],
      ],
    ],
    [
      "both",
      [
        [-50, 0],
        [0, 40],
        [-2, 1],
        [1, 0],
        [7, 0],
      ],
    ],
    ["one row", [[4, 0]]],
    [
      "two rows",
      [
        [1, 0],
        [-3, 0],
      ],
    ],
    [
      "an orthogonal cycle, where unshifted iterations do not converge,",
      [
        [1, 0],
        [-0.5, Math.sqrt(0.75)],
      ],
    ],
  ] as const)("%s are found from the companion matrix", (_, roots) => {
    const { H, n } = companion(roots);
    const found = hessenbergEigenvalues(H, n)!;
    const expected = roots.flatMap(([re, im]) =>
      im === 0
        ? [[re, 0]]
        : [
            [re, im],
            [re, -im],
          ],
    );
    const [a, b] = [
      sorted(found.re, found.im),
      sorted(
        expected.map((x) => x[0]),
        expected.map((x) => x[1]),
      ),
    ];
    const size = Math.max(...expected.map(([x, y]) => Math.hypot(x, y)));
    // the roots of such companion matrices are accurate to about 1e4 ulp of the largest
    for (const [k, [re, im]] of a.entries()) expect(Math.hypot(re - b[k][0], im - b[k][1])).toBeLessThan(1e-9 * size);
  });

  test("the trace and the sum of squares of a full Hessenberg matrix of 40 rows are kept", () => {
    const n = 40;
    const H = new Float64Array(n * n);
    let seed = 7;
    for (let i = 0; i < n; i++)
      for (let j = Math.max(0, i - 1); j < n; j++) {
        seed = (seed * 48271) % 2147483647;
        H[i * n + j] = (2 * seed) / 2147483647 - 1;
      }
    let [trace, squares] = [0, 0];
    for (let i = 0; i < n; i++) {
      trace += H[i * n + i];
      for (let j = 0; j < n; j++) squares += H[i * n + j] * H[j * n + i];
    }
    const { re, im } = hessenbergEigenvalues(H, n)!;
    expect(re.reduce((sum, x) => sum + x, 0)).toBeCloseTo(trace, 11);
    expect(re.reduce((sum, x, k) => sum + x * x - im[k] * im[k], 0)).toBeCloseTo(squares, 11);
  });

  test("a matrix that is not finite gives undefined", () => {
    expect(hessenbergEigenvalues(Float64Array.of(1, Number.NaN, 1, 1, 1, 1, 0, 1, 1), 3)).toBeUndefined();
  });
});

/**
 * Polynomials through values at the eight Gauss points of [-1, 1]. The points are symmetric and none of them is in the
 * middle, where the singular position will be.
 */

export const points = [
  -0.9602898564975363, -0.7966664774136267, -0.525532409916329, -0.1834346424956498, 0.1834346424956498,
  0.525532409916329, 0.7966664774136267, 0.9602898564975363,
] as const;
export const weights = [
  0.1012285362903763, 0.2223810344533745, 0.3137066458778873, 0.362683783378362, 0.362683783378362, 0.3137066458778873,
  0.2223810344533745, 0.1012285362903763,
] as const;
export const count = points.length;

/** out[i] = the polynomial at x that is 1 at point i and 0 at the other points of `through`; 0 for all other i. */
export function basis(out: Float64Array, x: number, through: readonly number[]): void {
  out.fill(0);
  for (const i of through) {
    out[i] = 1;
    for (const j of through) if (j !== i) out[i] *= (x - points[j]) / (points[i] - points[j]);
  }
}

const scratch = new Float64Array(count);

/**
 * Integrals of the basis polynomials p from `from` to x: of p, and of (x - z) p(z), which is the double integral. The
 * quadrature is exact for them.
 */
export function integrals(
  once: Float64Array,
  twice: Float64Array,
  from: number,
  x: number,
  through: readonly number[],
): void {
  once.fill(0);
  twice.fill(0);
  const half = (x - from) / 2;
  for (let r = 0; r < count; r++) {
    const z = from + half * (1 + points[r]);
    basis(scratch, z, through);
    for (const i of through) {
      once[i] += half * weights[r] * scratch[i];
      twice[i] += half * weights[r] * (x - z) * scratch[i];
    }
  }
}

/** Weights with which values at all points give their Legendre coefficient of the given degree. */
export function coefficient(degree: number): Float64Array {
  return Float64Array.from(points, (x, i) => {
    let [before, value]: [number, number] = [1, x];
    for (let l = 1; l < degree; l++) [before, value] = [value, ((2 * l + 1) * x * value - l * before) / (l + 1)];
    return ((2 * degree + 1) / 2) * weights[i] * value;
  });
}

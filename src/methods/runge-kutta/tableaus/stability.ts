import type { Stability } from "../../../core/index.js";
import type { Tableau } from "./tableau.js";

/** Growth per step that counts as stable: unstable modes then need thousands of steps to show. */
const growth = 1e-3;
const resolution = 1e-3;
/** No explicit method with a usual number of stages is stable beyond this. */
const farthest = 50;

const known = new Map<Tableau, Stability>();

/**
 * Where |R(z)| <= 1 ends on the negative real and on the imaginary axis, R(z) = 1 + z b (I - z A)^-1 1 being the factor
 * by which a step multiplies y' = lambda y, z = h lambda. The limits are found once, by walking along the axis from the
 * origin.
 */
export function stabilityOf(tableau: Tableau): Stability {
  const found = known.get(tableau);
  if (found !== undefined) return found;
  const factor = stabilityPolynomial(tableau);
  const stability = {
    real: limit((x) => Math.abs(horner(factor, -x, 0)[0])),
    imaginary: limit((y) => {
      const [re, im] = horner(factor, 0, y);
      return Math.sqrt(re * re + im * im);
    }),
  };
  known.set(tableau, stability);
  return stability;
}

/** Coefficients of R, ascending: 1, then b A^j 1. */
function stabilityPolynomial({ a, b }: Tableau): number[] {
  let column = b.map(() => 1);
  const coefficients = [1];
  for (let j = 0; j < b.length; j++) {
    coefficients.push(b.reduce((sum, weight, i) => sum + weight * column[i], 0));
    column = column.map((_, i) => a[i].reduce((sum, entry, k) => sum + entry * column[k], 0));
  }
  return coefficients;
}

function limit(size: (x: number) => number): number {
  let x = 0;
  while (x < farthest && size(x + resolution) <= 1 + growth) x += resolution;
  return x;
}

/** The polynomial at re + i im. */
function horner(coefficients: readonly number[], re: number, im: number): [number, number] {
  let [x, y] = [0, 0];
  for (let k = coefficients.length - 1; k >= 0; k--) [x, y] = [x * re - y * im + coefficients[k], x * im + y * re];
  return [x, y];
}

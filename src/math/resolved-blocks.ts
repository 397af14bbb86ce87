/**
 * Whether samples at equal parts of a step show a function. Between samples it is taken for the polynomial of degree at most
 * four through the nearest ones, and it is evaluated at two more places, at no simple fraction of the step, so that an oscillation
 * which has the same phase at all samples is noticed too. Where it differs from the polynomial by as much as could hide a zero,
 * the step is halved until each part is resolved.
 */

/** Where the function is compared with the polynomial, as fractions of the step. */
export const probes: readonly number[] = [0.3819660112501051, 0.7236067977499789];
/** A difference below this fraction of the largest sample is that of a smooth function. */
const smooth = 0.05;
/** A difference above this fraction of the smallest sample could hide a zero. */
const hiding = 0.25;
/** A part of a step is sampled at the ends of this many parts, and is halved at most so often. */
export const blockParts = 4;
const deepest = 9;
/** A jump leaves one part unresolved, and a few of them several. With more, the function is faster than the parts. */
const jumps = 8;

/** The polynomial through the samples nearest to a probe, as weights of the samples from `from` on. */
export interface Prediction {
  readonly from: number;
  readonly weights: readonly number[];
}

export function predictionsFor(parts: number): readonly Prediction[] {
  const degree = Math.min(4, parts);
  return probes.map((theta) => {
    const x = theta * parts;
    const from = Math.min(Math.max(Math.round(x) - 2, 0), parts - degree);
    const nodes = Array.from({ length: degree + 1 }, (_, k) => from + k);
    const weights = nodes.map((node) =>
      nodes.reduce((product, other) => (other === node ? product : (product * (x - other)) / (node - other)), 1),
    );
    return { from, weights };
  });
}

/**
 * Whether a function may have zeros that its samples do not show. Samples stand in `values` from `first` on with a distance of
 * `stride`, values at the probes in `probed` in the same way.
 */
export function mayHide(
  values: Float64Array,
  first: number,
  stride: number,
  parts: number,
  probed: Float64Array,
  firstProbe: number,
  predictions: readonly Prediction[],
): boolean {
  let difference = 0;
  for (let p = 0; p < predictions.length; p++) {
    const { from, weights } = predictions[p];
    let sum = -probed[firstProbe + p * stride];
    for (let k = 0; k < weights.length; k++) sum += weights[k] * values[first + (from + k) * stride];
    // a comparison with NaN is false, so a place without a value decides nothing
    if (Math.abs(sum) > difference) difference = Math.abs(sum);
  }
  if (difference === 0) return false;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let k = 0; k <= parts; k++) {
    const size = Math.abs(values[first + k * stride]);
    if (size < least) least = size;
    if (size > most) most = size;
  }
  return difference > smooth * most && difference > hiding * least;
}

interface Blocks {
  /** The ends of all parts, in order, from 0 to 1. */
  readonly ends: readonly number[];
  /** Whether the function is faster than the shortest parts. */
  readonly isTooFast: boolean;
}

const four = predictionsFor(blockParts);

/** Halves a step until samples at four equal parts of each part show the function. */
export function resolvedBlocks(at: (theta: number) => number): Blocks {
  const ends: number[] = [0];
  const values = new Float64Array(blockParts + 1);
  const probed = new Float64Array(probes.length);
  let unresolved = 0;
  const divide = (a: number, b: number, depth: number): void => {
    for (let k = 0; k <= blockParts; k++) values[k] = at(a + (k / blockParts) * (b - a));
    for (let p = 0; p < probes.length; p++) probed[p] = at(a + probes[p] * (b - a));
    const hides = mayHide(values, 0, 1, blockParts, probed, 0, four);
    if (hides && depth < deepest) {
      const middle = a + 0.5 * (b - a);
      divide(a, middle, depth + 1);
      divide(middle, b, depth + 1);
      return;
    }
    if (hides) unresolved++;
    ends.push(b);
  };
  divide(0, 1, 0);
  return { ends, isTooFast: unresolved > jumps };
}

/** Means of correlated series: standard errors by blocking, effective sample sizes. Sums run in the order of the data. */

export interface SeriesStatistics {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the values. */
  readonly deviation: number;
  /** Standard error of the mean, correlations taken into account. */
  readonly error: number;
  /** Independent values that would give this error: at most `count`. */
  readonly effective: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Blocking (Flyvbjerg and Petersen, J. Chem. Phys. 91, 1989): averages over blocks of 1, 2, 4, … values have standard
 * errors that rise until blocks are longer than the correlation. The block length taken is the shortest B with
 * B^3 > 2 n (error_B / error_1)^4 (Lee et al., Phys. Rev. E 83, 2011, sec. II), which balances what short blocks miss against
 * what few blocks scatter. NaN for an empty series; the error of a single value is not known and NaN.
 */
export function seriesStatistics(values: ArrayLike<number>): SeriesStatistics {
  const count = values.length;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < count; i++) {
    least = Math.min(least, values[i]);
    most = Math.max(most, values[i]);
  }
  const { mean, variance } = momentsOf(values, count);
  const deviation = Math.sqrt(variance);
  const naive = deviation / Math.sqrt(count);
  if (!(naive > 0)) {
    const error = count > 1 ? 0 : Number.NaN;
    const none = count === 0;
    return {
      ...{ count, mean, deviation, error, effective: count },
      ...(none ? { least: Number.NaN, most: Number.NaN } : { least, most }),
    };
  }

  let blocks = Float64Array.from(values);
  let error = naive;
  for (let length = 1, n = count; ; length *= 2) {
    error = Math.max(naive, Math.sqrt(momentsOf(blocks, n).variance / n));
    const ratio = error / naive;
    if (length ** 3 > 2 * count * ratio ** 4 || n < 4) break;
    n >>= 1;
    const halved = new Float64Array(n);
    for (let i = 0; i < n; i++) halved[i] = 0.5 * (blocks[2 * i] + blocks[2 * i + 1]);
    blocks = halved;
  }
  return { count, mean, deviation, error, effective: count * (naive / error) ** 2, least, most };
}

/** Mean and unbiased variance of the first n values, in two passes. */
export function momentsOf(values: ArrayLike<number>, n = values.length): { mean: number; variance: number } {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i];
  const mean = sum / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i] - mean) * (values[i] - mean);
  return { mean, variance: n > 1 ? squares / (n - 1) : Number.NaN };
}

import type { F64, Problem, Row, State, Status } from "../../../core/index.js";
import { combine, row } from "../../../step/index.js";

/** A basic method with an error expansion in even powers of its step, which extrapolation runs with n_j substeps. */
export interface Columns {
  /** n_1 < n_2 < …, even; counted from 0. */
  readonly substeps: readonly number[];
  /** Evaluates y' at a state; an evaluator may move the state first. */
  evaluate(rate: F64, at: State): Status;
  /** Computes y after a step of h in n_j substeps from `from`, where the rate is `rate`. */
  run(out: F64, from: State, rate: F64, h: number, j: number): Status;
  /** Taylor coefficients of y about the middle of the step in powers of s, t = t_middle + s h/2, from k columns. */
  middle(c: readonly F64[], h: number, k: number): void;
}

/** T_{j,l} from T_{j,l+1} and T_{j-1,l}: the factors 1/((n_j/n_l)^2 - 1) of Aitken and Neville, row by row. */
export function nevilleFactors(substeps: readonly number[]): Float64Array[] {
  return substeps.map((n, j) =>
    Float64Array.from({ length: j }, (_, l) => 1 / ((n * n) / (substeps[l] * substeps[l]) - 1)),
  );
}

/** Extrapolates row j in place by Aitken and Neville: T has T_{j-1,j-1}, …, T_{j-1,1} before, then T_{j,1}. */
export function extrapolate(T: readonly F64[], factors: Float64Array, j: number): void {
  for (let l = j; l > 0; l--) {
    const better = T[l - 1];
    const now = T[l];
    const factor = factors[l - 1];
    for (let i = 0; i < now.length; i++) better[i] = now[i] + (now[i] - better[i]) * factor;
  }
}

/** Weights that extrapolate values of columns `first` … `last` (from 0) to step 0: prod_i n_j^2 / (n_j^2 - n_i^2). */
export function limitWeights(substeps: readonly number[], first: number, last: number): number[] {
  return substeps.map((n, j) => {
    if (j < first || j > last) return 0;
    let weight = 1;
    for (let i = first; i <= last; i++) {
      if (i !== j) weight *= (n * n) / (n * n - substeps[i] * substeps[i]);
    }
    return weight;
  });
}

/** Highest power of s that is known in the middle, with k columns: the error of dense output is then that of the step. */
export const middlePower = (k: number): number => 2 * k - 3;

/** Weights of the points mid - reach … mid + reach in a central difference. */
export type Difference = (order: number) => readonly number[];

/** Differences over 2 substeps each: the midpoint rule has separate expansions at even and at odd points. */
export const wide: Difference = (order) => {
  const weights = Array<number>(2 * order + 1).fill(0);
  let binomial = 1;
  for (let i = 0; i <= order; i++) {
    weights[2 * order - 2 * i] = i % 2 === 0 ? binomial : -binomial;
    binomial = (binomial * (order - i)) / (i + 1);
  }
  return weights;
};

/** Differences over 1 substep; those of odd order as the mean of two. */
export const narrow: Difference = (order) => {
  const even = order - (order % 2);
  const plain = wide(even).filter((_, i) => i % 2 === 0);
  if (order === even) return plain;
  return Array.from({ length: even + 3 }, (_, i) => ((plain[i - 2] ?? 0) - (plain[i] ?? 0)) / 2);
};

/** The rates of all columns of one step in one array, and how the middle follows from them. */
export class ColumnRates {
  /** The rate at the start, then those of column 1 at the points 1 … n_1, of column 2, …; all are the same array when
   * rates are not kept. */
  readonly at: readonly F64[];
  /** Position of point 1 of each column. */
  readonly first: readonly number[];
  /** y in the middle, column by column; empty when rates are not kept. */
  readonly middles: readonly F64[];
  private readonly rates: F64;
  private readonly states: F64;
  private readonly zero: F64;
  /** By the number of columns k: the weights of `states` for s^0, and those of `rates` for s^1, s^2, …, in units of
   * h/2. */
  private readonly ofStates: readonly Row[];
  private readonly ofRates: readonly (readonly Row[])[];

  /** `length` is the length of a rate, `spacing` that of the differences in substeps. */
  constructor(
    { arena, dimension }: Problem,
    length: number,
    substeps: readonly number[],
    keep: boolean,
    spacing: 1 | 2,
  ) {
    const first = substeps.map((_, j) => substeps.slice(0, j).reduce((sum, n) => sum + n, 1));
    const points = keep ? first[substeps.length - 1] + substeps[substeps.length - 1] : 1;
    this.rates = arena.f64(points * length);
    this.states = arena.f64(keep ? substeps.length * dimension : 0);
    this.zero = arena.f64(dimension);
    const views = (all: F64, size: number): F64[] =>
      Array.from({ length: all.length / size }, (_, i) => all.subarray(i * size, (i + 1) * size));
    this.at = views(this.rates, length);
    this.middles = views(this.states, dimension);
    this.first = keep ? first : substeps.map(() => 0);

    const columns = keep ? substeps.map((_, j) => j + 1) : [];
    this.ofStates = columns.map((k) => row(limitWeights(substeps, 0, k - 1), dimension));
    this.ofRates = columns.map((k) =>
      Array.from({ length: Math.max(middlePower(k), 0) }, (_, i) =>
        row(rateWeights(substeps, first, k, i + 1, spacing), length),
      ),
    );
  }

  /** Computes y in the middle. */
  state(out: F64, k: number): void {
    combine(out, this.zero, 1, this.states, this.ofStates[k - 1]);
  }

  /** Computes the coefficient of s^power, power >= 1, of the quantity whose rates these are. */
  coefficient(out: F64, h: number, k: number, power: number): void {
    combine(out, this.zero, h / 2, this.rates, this.ofRates[k - 1][power - 1]);
  }
}

/** (h/2)^p / p! times the (p-1)-th derivative of the rate, in units of h/2: differences, extrapolated over the columns. */
function rateWeights(
  substeps: readonly number[],
  first: readonly number[],
  k: number,
  power: number,
  spacing: 1 | 2,
): number[] {
  const order = power - 1;
  const weights = Array<number>(first[k - 1] + substeps[k - 1]).fill(0);
  const difference = (spacing === 2 ? wide : narrow)(order);
  const reach = (difference.length - 1) / 2;
  const usable = substeps.findIndex((n) => n / 2 >= reach);
  const limit = limitWeights(substeps, usable, k - 1);
  for (let j = usable; j < k; j++) {
    let scale = limit[j];
    for (let p = 1; p <= power; p++) scale *= (p === 1 ? 1 : substeps[j] / (2 * spacing)) / p;
    difference.forEach((weight, i) => {
      const point = substeps[j] / 2 - reach + i;
      weights[point === 0 ? 0 : first[j] + point - 1] += scale * weight;
    });
  }
  return weights;
}

/**
 * Unevaluated sums hi + lo of two doubles, |lo| ≤ ulp(hi)/2, which hold about 106 bits. The error-free sums and products
 * are those of Dekker (1971) and Knuth. Products split their factors by masking bits, so no intermediate result overflows.
 */

import type { Algebra } from "./algebra.js";

export interface DoubleDouble<T> {
  readonly hi: T;
  readonly lo: T;
}

/** a + b exactly, for |a| ≥ |b| or a = 0. */
export function fastSum<T, B>({ add, sub }: Algebra<T, B>, a: T | number, b: T): DoubleDouble<T> {
  const hi = add(a, b);
  return { hi, lo: sub(b, sub(hi, a)) };
}

/** a + b exactly. */
export function exactSum<T, B>({ add, sub }: Algebra<T, B>, a: T | number, b: T): DoubleDouble<T> {
  const hi = add(a, b);
  const fromB = sub(hi, a);
  const fromA = sub(hi, fromB);
  return { hi, lo: add(sub(a, fromA), sub(b, fromB)) };
}

/** a b, exact except for the last bit of the product of the tails, about 2^-106 of the result. */
export function product<T, B>({ add, sub, mul, head }: Algebra<T, B>, a: T, b: T | number): DoubleDouble<T> {
  const hi = mul(a, b);
  const a1 = head(a);
  const a2 = sub(a, a1);
  const b1 = head(b);
  const b2 = sub(b, b1);
  return { hi, lo: add(add(add(sub(mul(a1, b1), hi), mul(a1, b2)), mul(a2, b1)), mul(a2, b2)) };
}

/** a^2: `hi` has 52 bits and is exact; the error of `lo` is about 2^-79 of the result. */
export function square<T, B>({ add, sub, mul, head }: Algebra<T, B>, a: T): DoubleDouble<T> {
  const a1 = head(a);
  return { hi: mul(a1, a1), lo: mul(sub(a, a1), add(a, a1)) };
}

/** a / b with a relative error of about 2^-100. `hi` is the rounded quotient of the high parts. */
export function quotient<T, B>(op: Algebra<T, B>, a: DoubleDouble<T>, b: DoubleDouble<T>): DoubleDouble<T> {
  const { add, sub, mul, div } = op;
  const hi = div(a.hi, b.hi);
  const back = product(op, hi, b.hi);
  const rest = add(sub(sub(a.hi, back.hi), back.lo), sub(a.lo, mul(hi, b.lo)));
  return { hi, lo: div(rest, b.hi) };
}

/**
 * sin, cos, tan of any finite double: quarter turns are removed (`reduction.ts`), then for |r| ≤ π/4 and z = r^2
 *
 *     sin r = r + r z S(z),     cos r = 1 - z/2 + z^2 C(z).
 *
 * r, 1 and z/2 enter in full, as unevaluated sums. The coefficients come from Remez exchange in 260-bit arithmetic for
 * |r| ≤ π/4 (1 + 2^-20); they were rounded to doubles one by one from the first, and the rest were fitted again after
 * each. The relative errors are 2^-63 and 2^-64.
 */

import { type Algebra, polynomial } from "./algebra.js";
import { type DoubleDouble, fastSum, quotient, square } from "./double-double.js";
import { reduce } from "./reduction.js";

const sinTerms = [
  0.00833333333333304, -0.0001984126984095928, 2.7557319071874843e-6, -2.505207028156665e-8, 1.6054220199415733e-10,
  -7.384525687845653e-13,
];
const cosTerms = [
  0.0416666666666666, -0.0013888888888874474, 2.4801587289671537e-5, -2.7557314401030113e-7, 2.087572928104911e-9,
  -1.1359934226026764e-11,
];

/** sin and cos of an unevaluated sum r, |r| ≤ π/4. */
function sinCos<T, B>(op: Algebra<T, B>, r: DoubleDouble<T>): { sin: DoubleDouble<T>; cos: DoubleDouble<T> } {
  const { add, sub, mul, head } = op;
  const r1 = head(r.hi);
  const r2 = square(op, r.hi);
  const z = add(r2.hi, r2.lo);
  const bend = sub(r.lo, mul(mul(r.lo, z), 0.5));
  // r³ as a part with 52 bits and a remainder, and S(z) as an unevaluated sum
  const z1 = head(r2.hi);
  const cube1 = mul(r1, z1);
  const cube2 = add(mul(r1, add(sub(r2.hi, z1), r2.lo)), mul(sub(r.hi, r1), z));
  const s = fastSum(op, -1 / 6, mul(z, polynomial(op, sinTerms, z)));
  const cubic = mul(cube1, s.hi);
  const cubicLow = add(mul(cube2, s.hi), mul(cube1, s.lo));
  const one = fastSum(op, 1, mul(r2.hi, -0.5));
  const quartic = mul(mul(z, z), polynomial(op, cosTerms, z));
  const slope = add(mul(r2.lo, 0.5), mul(r.hi, r.lo));
  return {
    sin: fastSum(op, r.hi, add(cubic, add(cubicLow, bend))),
    cos: fastSum(op, one.hi, add(quartic, sub(one.lo, slope))),
  };
}

/** `odd`: whether the integer q is odd; `lower`: whether floor(q/2) is odd, which puts the angle in the lower half plane. */
function quadrant<T, B>({ mul, floor, eq, not }: Algebra<T, B>, q: T): { odd: B; lower: B } {
  const half = mul(q, 0.5);
  const pairs = floor(half);
  const quarter = mul(pairs, 0.5);
  return { odd: not(eq(half, pairs)), lower: not(eq(quarter, floor(quarter))) };
}

export function sin<T, B>(op: Algebra<T, B>, x: T): T {
  const { mul, neg, abs, copysign, select } = op;
  const { q, ...r } = reduce(op, abs(x));
  const { sin, cos } = sinCos(op, r);
  const { odd, lower } = quadrant(op, q);
  const value = select(odd, cos.hi, sin.hi);
  return mul(select(lower, neg(value), value), copysign(1, x));
}

/** cos x = sin(x + π/2). */
export function cos<T, B>(op: Algebra<T, B>, x: T): T {
  const { add, neg, abs, select } = op;
  const { q, ...r } = reduce(op, abs(x));
  const { sin, cos } = sinCos(op, r);
  const { odd, lower } = quadrant(op, add(q, 1));
  const value = select(odd, cos.hi, sin.hi);
  return select(lower, neg(value), value);
}

/** tan(r + π/2) = -cos r / sin r. */
export function tan<T, B>(op: Algebra<T, B>, x: T): T {
  const { add, mul, neg, abs, copysign, select } = op;
  const { q, ...r } = reduce(op, abs(x));
  const { sin, cos } = sinCos(op, r);
  const { odd } = quadrant(op, q);
  const above = { hi: select(odd, neg(cos.hi), sin.hi), lo: select(odd, neg(cos.lo), sin.lo) };
  const below = { hi: select(odd, sin.hi, cos.hi), lo: select(odd, sin.lo, cos.lo) };
  const ratio = quotient(op, above, below);
  return mul(add(ratio.hi, ratio.lo), copysign(1, x));
}

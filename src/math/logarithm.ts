/**
 * log, and log as a double-double for pow.
 *
 * x = 2^k m with m around 1, f = m - 1 exactly, s = f / (2 + f); then log m = 2 atanh s = 2 s + s z L(z), z = s^2.
 * For log, m is in [√½, √2) and 2 s = f - f^2/2 + s f^2/2 is used: f is exact, f^2/2 is exact in two parts, and what
 * is rounded before the last addition, s (f^2/2 + z L), is small.
 * The coefficients come from Remez exchange in 260-bit arithmetic; they were rounded to doubles one by one from the first,
 * and the rest were fitted again after each. The relative errors are 2^-59 (|s| ≤ 0.172, log) and 2^-79 (|s| ≤ 0.102, pow).
 */

import { type Algebra, polynomial } from "./algebra.js";
import { type DoubleDouble, fastSum, square } from "./double-double.js";
import { ln2 } from "./exponential.js";

/** L(z) = 2/3 + 2/5 z + 2/7 z^2 + … */
const terms = [
  0.6666666666666734, 0.39999999999416647, 0.285714287420261, 0.22222198605337198, 0.18183562833614725,
  0.1531408535868825, 0.1479562760524407,
];
/** (L(z) - 2/3) / z, for the smaller range. */
const laterTerms = [
  0.4, 0.2857142857142508, 0.22222222224311802, 0.1818181754792335, 0.1538472268689109, 0.13323071483252383,
  0.1228174076355487,
];
const twoThirds = { hi: 0.6666666666666666, lo: 3.700743415417188e-17 };
/** log 4/3 as a multiple of 2^-40 and the rest. */
const log43 = { hi: 0.2876820724513891, lo: 3.918237769963822e-13 };
const smallestNormal = 2 ** -1022;

/** x = 2^k m, m in [1, 2), for finite x > 0, subnormal or not. */
function split<T, B>(op: Algebra<T, B>, x: T): { k: T; m: T } {
  const { sub, mul, lt, select, exponent, mantissa } = op;
  const subnormal = lt(x, smallestNormal);
  const normal = select(subnormal, mul(x, 2 ** 54), x);
  return { k: sub(exponent(normal), select(subnormal, 54, 0)), m: mantissa(normal) };
}

export function log<T, B>(op: Algebra<T, B>, x: T): T {
  const { add, sub, mul, div, lt, eq, and, not, select, rare } = op;
  const whole = split(op, x);
  const large = lt(Math.SQRT2, whole.m);
  const k = add(whole.k, select(large, 1, 0));
  const f = sub(mul(whole.m, select(large, 0.5, 1)), 1);

  // 1. s and s (f²/2 + z L)
  const s = div(f, add(f, 2));
  const z = mul(s, s);
  const f2 = square(op, f);
  const half = mul(add(f2.hi, f2.lo), 0.5);
  const late = mul(s, add(half, mul(z, polynomial(op, terms, z))));

  // 2. k ln 2 + f - f²/2; only the low part is rounded
  const near = fastSum(op, f, mul(f2.hi, -0.5));
  const all = fastSum(op, mul(k, ln2.hi), near.hi);
  const low = add(sub(near.lo, mul(f2.lo, 0.5)), add(all.lo, mul(k, ln2.lo)));
  const value = add(all.hi, add(late, low));

  const usual = and(lt(0, x), lt(x, Number.POSITIVE_INFINITY));
  return rare(not(usual), { value }, () => ({
    value: select(eq(x, 0), Number.NEGATIVE_INFINITY, select(lt(0, x), x, Number.NaN)),
  })).value;
}

/** log x with a relative error of about 2^-67, for finite x > 0. */
export function logOfPositive<T, B>(op: Algebra<T, B>, x: T): DoubleDouble<T> {
  const { add, sub, mul, div, lt, head, select } = op;
  // 1. x = 2^k c (1 + f) with c = 1, 4/3 or 2; f = m - 1, m 3/4 - 1 or m/2 - 1 is exact
  const whole = split(op, x);
  const { m } = whole;
  const middle = lt(1.1547, m);
  const large = lt(1.633, m);
  const k = add(whole.k, select(large, 1, 0));
  const f = select(large, sub(mul(m, 0.5), 1), sub(sub(m, 1), select(middle, mul(m, 0.25), 0)));
  const c = (part: number) => select(large, 0, select(middle, part, 0));

  // 2. s = f / (2 + f) = s.hi + s.lo, where s.hi = s1 + s2 with few bits in each
  const d = fastSum(op, 2, f);
  const inverse = div(1, d.hi);
  const sHi = mul(f, inverse);
  const s1 = head(sHi);
  const s2 = sub(sHi, s1);
  const d1 = head(d.hi);
  const d2 = sub(d.hi, d1);
  const left = sub(sub(sub(sub(f, mul(s1, d1)), mul(s1, d2)), mul(s2, d.hi)), mul(sHi, d.lo));
  const sLo = mul(left, inverse);

  // 3. w = z L(z) = z (2/3 + z …) in two parts
  const z1 = mul(s1, s1);
  const z2 = add(mul(s2, add(sHi, s1)), mul(mul(2, sHi), sLo));
  const z = add(z1, z2);
  const later = mul(z, polynomial(op, laterTerms, z));
  const l1 = head(add(later, twoThirds.hi));
  const l2 = add(sub(later, sub(l1, twoThirds.hi)), twoThirds.lo);
  const zHead = head(z1);
  const zTail = add(sub(z1, zHead), z2);
  const w = fastSum(op, mul(zHead, l1), add(mul(zHead, l2), mul(zTail, add(l1, l2))));

  // 4. the sum k ln 2 + log c + 2 s + s w, largest first
  const w1 = head(w.hi);
  const w2 = add(sub(w.hi, w1), w.lo);
  const whole1 = fastSum(op, add(mul(k, ln2.hi), c(log43.hi)), mul(sHi, 2));
  const whole2 = fastSum(op, whole1.hi, mul(s1, w1));
  const cross = add(mul(s1, w2), mul(s2, w.hi));
  const tails = add(add(mul(k, ln2.lo), c(log43.lo)), add(mul(sLo, add(w.hi, 2)), cross));
  return fastSum(op, whole2.hi, add(add(whole1.lo, whole2.lo), tails));
}

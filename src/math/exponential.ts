/**
 * exp, sinh, cosh, tanh.
 *
 * x = k ln 2 + r with |r| ≤ ln(2)/2 and e^r = cosh r + sinh r, so that with t = 2^(-2k)
 *
 *     e^x = 2^k (C + S),   2 cosh x = 2^k ((1 + t) C + (1 - t) S),   2 sinh x = 2^k ((1 - t) C + (1 + t) S).
 *
 * The large terms 1, t, r and t r are exact; they are summed without error, and only C - 1 = r^2/2 + r^4 E(r^2) and
 * S - r = r^3 O(r^2), both small, are rounded before the last addition. The coefficients of E and O come from Remez
 * exchange in 260-bit arithmetic for |r| ≤ 0.3467; they were rounded to doubles one by one from the first, and the rest
 * were fitted again after each. The errors are below 2^-63.
 */

import { type Algebra, nearest, polynomial, scale } from "./algebra.js";
import { type DoubleDouble, fastSum, quotient, square } from "./double-double.js";

const evenTerms = [
  0.041666666666666685, 0.0013888888888873283, 2.4801587349202164e-5, 2.755725182090636e-7, 2.0921768524129185e-9,
];
const oddTerms = [
  0.16666666666666685, 0.008333333333315722, 0.00019841269899601146, 2.7557231674751482e-6, 2.511313955542551e-8,
];

/** ln 2 = hi + lo, where hi is a multiple of 2^-40, so that k hi is exact. */
export const ln2 = { hi: 0.6931471805601177, lo: -1.7239444525614835e-13 };

interface Parts<T> {
  readonly k: T;
  /** The reduced argument r and the rounding error it carries: x = k ln 2 + r + rest. */
  readonly r: T;
  readonly rest: T;
  readonly z: T;
  /** cosh r - 1 - z/2 and sinh r - r, z = r^2. */
  readonly even: T;
  readonly odd: T;
}

/** The parts of e^(x + tail), |x| < 1100. */
function parts<T, B>(op: Algebra<T, B>, x: T, tail?: T): Parts<T> {
  const { sub, mul } = op;
  const k = nearest(op, mul(x, Math.LOG2E));
  const high = sub(x, mul(k, ln2.hi));
  const low = tail === undefined ? mul(k, ln2.lo) : sub(mul(k, ln2.lo), tail);
  const r = sub(high, low);
  const rest = sub(sub(high, r), low);
  const z = mul(r, r);
  const even = mul(mul(z, z), polynomial(op, evenTerms, z));
  const odd = mul(mul(r, z), polynomial(op, oddTerms, z));
  return { k, r, rest, z, even, odd };
}

/** e^(x + tail) for a tail below ulp(x) and any x; the result overflows and underflows correctly. */
export function expOfSum<T, B>(op: Algebra<T, B>, x: T, tail?: T): T {
  const { add, mul, min, max } = op;
  const { k, r, rest, z, even, odd } = parts(op, max(min(x, 711), -747), tail);
  const one = fastSum(op, 1, r);
  const small = add(add(one.lo, add(rest, mul(rest, r))), add(odd, add(mul(z, 0.5), even)));
  return scale(op, add(one.hi, small), k);
}

export const exp = <T, B>(op: Algebra<T, B>, x: T): T => expOfSum(op, x);

/** cosh x and sinh x for 0 ≤ x < 800, as 2^k times unevaluated sums (this k is one less than that of the reduction). */
function hyperbolic<T, B>(op: Algebra<T, B>, x: T) {
  const { add, sub, mul, neg, max, pow2 } = op;
  const { k, r, rest, even, odd } = parts(op, x);
  const t = pow2(max(mul(k, -2), -1022));
  const plus = fastSum(op, 1, t);
  const minus = fastSum(op, 1, neg(t));
  const tr = mul(t, r);
  const r2 = square(op, r);
  // c C + s S, where c and s are 1 ± t and r1 = s r exactly; `slope` is its derivative, for the rounding error of r
  const combine = (c: DoubleDouble<T>, s: DoubleDouble<T>, r1: DoubleDouble<T>): DoubleDouble<T> => {
    const large = fastSum(op, c.hi, r1.hi);
    const slope = add(s.hi, mul(c.hi, r));
    const low = add(add(mul(rest, slope), mul(c.hi, mul(r2.lo, 0.5))), add(add(c.lo, r1.lo), large.lo));
    const bend = add(mul(c.hi, even), mul(s.hi, odd));
    return fastSum(op, large.hi, add(mul(c.hi, mul(r2.hi, 0.5)), add(bend, low)));
  };
  return {
    k: sub(k, 1),
    cosh: () => combine(plus, minus, fastSum(op, r, neg(tr))),
    sinh: () => combine(minus, plus, fastSum(op, r, tr)),
  };
}

export function cosh<T, B>(op: Algebra<T, B>, x: T): T {
  const { k, cosh } = hyperbolic(op, op.min(op.abs(x), 712));
  return scale(op, cosh().hi, k);
}

export function sinh<T, B>(op: Algebra<T, B>, x: T): T {
  const { k, sinh } = hyperbolic(op, op.min(op.abs(x), 712));
  return op.copysign(scale(op, sinh().hi, k), x);
}

export function tanh<T, B>(op: Algebra<T, B>, x: T): T {
  const { cosh, sinh } = hyperbolic(op, op.min(op.abs(x), 22));
  const ratio = quotient(op, sinh(), cosh());
  return op.copysign(op.add(ratio.hi, ratio.lo), x);
}

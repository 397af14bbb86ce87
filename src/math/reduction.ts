/**
 * Reduces the argument of sin, cos and tan: |x| = q π/2 + r with an integer q and |r| ≤ π/4 (or slightly more), where r
 * is an unevaluated sum. `q` is correct modulo 4 only.
 *
 * In the usual case q < 2^20 and r is not too close to 0. Then π/2 = p1 + p2 + p3 with 33 bits in p1 and 32 in p2, so
 * that q p1 and q p2 are exact, and so is x - q p1; the error of r is below q 2^-121.
 *
 * Otherwise x 2/π modulo 4 is formed from the bits of 2/π that matter (Payne and Hanek, 1983). The bits are stored in
 * chunks of 52. Leading chunks that contribute only multiples of 4 are skipped, and the next five are used, which leaves
 * an error of 2^-154 quadrants. No double comes closer to a multiple of π/2 than about 2^-61.
 */

import { type Algebra, nearest } from "./algebra.js";
import { type DoubleDouble, exactSum, fastSum, product } from "./double-double.js";

const twoOverPi = 0.6366197723675814;
const p1 = 1.5707963267341256;
const p2 = 6.077100506303966e-11;
const p3 = 2.0222662487959506e-21;
const halfPi = { hi: 1.5707963267948966, lo: 6.123233995736766e-17 };
const largest = 1.6e6;

/** The bits of 2/π after the point, 52 at a time: floor(2^(52 n) 2/π) modulo 2^52, n = 1, 2, … */
export const chunks = [
  2867080569611329, 1453537852117493, 930032448317785, 2599535671115345, 1753437238482459, 2010380679400914,
  3941081635791005, 442128196823836, 3116679323093027, 1676955942683881, 2752087994005476, 344773503845203,
  1019564171589819, 3933125883197591, 4501264666787570, 4241414859418911, 1921293170670768, 2734825899255454,
  1687350234217388, 2229697668398343, 1019765445963430, 3372613155917149, 146648219283399,
];
const used = 5;

/** Quarter turns q, modulo 4, and the rest r = hi + lo. */
export interface Reduced<T> extends DoubleDouble<T> {
  readonly q: T;
}

/** Reduce x ≥ 0. Infinite x gives NaN. */
export function reduce<T, B>(op: Algebra<T, B>, x: T): Reduced<T> {
  const { sub, mul, abs, lt, or, rare } = op;
  const q = nearest(op, mul(x, twoOverPi));
  const first = sub(x, mul(q, p1));
  const second = exactSum(op, first, mul(q, -p2));
  const low = sub(mul(q, p3), second.lo);
  const hi = sub(second.hi, low);
  const lo = sub(sub(second.hi, hi), low);
  const slow = or(lt(largest, x), lt(abs(hi), mul(q, 2 ** -50)));
  return rare(slow, { q, hi, lo }, () => reduceExactly(op, x));
}

/** Reduce any x ≥ 1/2. */
function reduceExactly<T, B>(op: Algebra<T, B>, x: T): Reduced<T> {
  const { add, sub, mul, max, floor, head, exponent, pow2, lookup } = op;
  const modulo4 = (p: T): T => sub(p, mul(floor(mul(p, 0.25)), 4));

  // 1. drop the leading chunks; from here on x stands for x 2^(-52 skip) < 2^106
  const skip = max(floor(mul(sub(exponent(x), 54), 1 / 52)), 0);
  const scaled = mul(x, pow2(mul(skip, -52)));
  const x1 = head(scaled);
  const x2 = sub(scaled, x1);

  // 2. sum all partial products in three parts; each product is exact and taken modulo 4
  let sum: { hi: T | number; mid: T | number; lo: T | number } = { hi: 0, mid: 0, lo: 0 };
  for (let n = 0; n < used; n++) {
    const chunk = mul(lookup("twoOverPi", chunks, add(skip, n)), 2 ** (-52 * (n + 1)));
    const c1 = head(chunk);
    const c2 = sub(chunk, c1);
    for (const p of [mul(x1, c1), mul(x1, c2), mul(x2, c1), mul(x2, c2)]) {
      const upper = exactSum(op, sum.hi, n < 2 ? modulo4(p) : p);
      const middle = exactSum(op, sum.mid, upper.lo);
      sum = { hi: upper.hi, mid: middle.hi, lo: add(sum.lo, middle.lo) };
    }
  }

  // 3. split off the quarter turns, and multiply the fraction by π/2
  const q = nearest(op, sum.hi);
  const near = exactSum(op, sum.mid, sub(sum.hi, q));
  const fraction = fastSum(op, near.hi, add(near.lo, sum.lo));
  const r = product(op, fraction.hi, halfPi.hi);
  const tail = add(r.lo, add(mul(fraction.hi, halfPi.lo), mul(fraction.lo, halfPi.hi)));
  return { q, ...fastSum(op, r.hi, tail) };
}

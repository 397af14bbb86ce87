/**
 * x^y = e^(y log x). The logarithm and the product are unevaluated sums, so that the error of the exponent, which may be
 * as large as 745, stays below 2^-57. Special values are those of C99, annex F: x^0 and 1^y are 1 even for NaN, and
 * (-1)^±∞ is 1.
 */

import type { Algebra } from "./algebra.js";
import { product } from "./double-double.js";
import { expOfSum } from "./exponential.js";
import { logOfPositive } from "./logarithm.js";

const infinity = Number.POSITIVE_INFINITY;

export function pow<T, B>(op: Algebra<T, B>, x: T, y: T): T {
  const { add, mul, min, max, neg, abs, floor, copysign, lt, eq, and, or, not, select, rare } = op;
  const size = abs(x);

  // 1. |x|^y in the usual case; an exponent beyond 2^70 makes the result overflow or underflow for any |x| ≠ 1
  const exponent = max(min(y, 2 ** 70), -(2 ** 70));
  const log = logOfPositive(op, size);
  const power = product(op, exponent, log.hi);
  const low = add(power.lo, mul(exponent, log.lo));
  const tail = select(lt(abs(power.hi), 800), low, 0);
  const usual = expOfSum(op, power.hi, tail);

  // 2. the sign of a power of a negative base; a fractional power of it is NaN
  const whole = eq(floor(y), y);
  const half = mul(y, 0.5);
  const odd = and(whole, not(eq(floor(half), half)));
  const negative = lt(copysign(1, x), 0);
  const signed = (v: T): T => select(and(negative, odd), neg(v), v);

  // 3. zero, infinite or NaN operands, negative bases, and 1
  const plain = and(and(lt(0, x), lt(x, infinity)), lt(abs(y), infinity));
  return rare(not(plain), { value: usual }, () => {
    const extreme = or(or(eq(size, 0), eq(size, infinity)), eq(abs(y), infinity));
    const grows = or(and(lt(1, size), lt(0, y)), and(lt(size, 1), lt(y, 0)));
    const limit = select(eq(size, 1), 1, select(grows, infinity, 0));
    const finite = and(lt(x, 0), lt(size, infinity));
    const real = select(and(finite, not(whole)), Number.NaN, signed(select(extreme, limit, usual)));
    const known = or(eq(x, 1), eq(y, 0));
    return { value: select(known, 1, select(and(eq(x, x), eq(y, y)), real, Number.NaN)) };
  }).value;
}

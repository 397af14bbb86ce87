/**
 * atan, atan2, asin, acos.
 *
 * atan of a/b with a, b ≥ 0 is a base angle plus atan t, t = t z A(z) + t, z = t^2, |t| ≤ tan π/8:
 *
 *     a < b tan π/8:  0 + atan(a/b),    else a < b / tan π/8:  π/4 + atan((a-b)/(a+b)),    else:  π/2 + atan(-b/a).
 *
 * asin w = w + w z P(z), z = w^2 ≤ 1/4, and above ½  asin x = π/2 - 2 asin w,  acos x = 2 asin w  with w² = (1 - x)/2.
 * Base angles, quotients and roots are unevaluated sums. The coefficients come from Remez exchange in 260-bit arithmetic;
 * they were rounded to doubles one by one from the first, and the rest were fitted again after each. The relative errors
 * are 2^-59.
 */

import { type Algebra, polynomial } from "./algebra.js";
import { exactSum, fastSum, quotient, square } from "./double-double.js";

const atanTerms = [
  -0.333333333333332, 0.19999999999953819, -0.14285714280220538, 0.11111110784676374, -0.0909089779280458,
  0.07692060834653905, -0.06663110990199558, 0.058479387351613094, -0.05039521606755534, 0.03806990868252107,
  -0.01791287836116959,
];
const asinTerms = [
  0.16666666666666763, 0.07499999999970129, 0.044642857175254534, 0.030381942676891635, 0.022372215857921013,
  0.01735159640489739, 0.013981007206786925, 0.01139738945543406, 0.010788761104803316, 0.0036743712752013704,
  0.02178516307640864, -0.021108733748022555, 0.032697032049094146,
];

/** tan π/8 and its inverse. */
const lowTangent = 0.41421356237309503;
const highTangent = 2.414213562373095;
/** π = pi.hi + pi.lo. Its multiples by ½ and ¼ follow exactly; the one by ¾ is rounded on its own. */
const pi = { hi: Math.PI, lo: 1.2246467991473532e-16 };
const pi34 = { hi: 2.356194490192345, lo: 9.184850993605148e-17 };

/** The angle of (b, a) for a, b ≥ 0, not both 0 or infinite, or of (-b, a) where `left` holds. */
function angle<T, B>(op: Algebra<T, B>, a: T, b: T | number, left?: B): T {
  const { add, sub, mul, neg, abs, lt, select } = op;
  // 1. t = n / d as an unevaluated sum; only near the diagonal do n and d have low parts
  const high = lt(mul(b, highTangent), a);
  const middle = lt(mul(b, lowTangent), a);
  const plus = exactSum(op, a, mul(b, 1));
  const minus = exactSum(op, a, mul(b, -1));
  const pick = (upper: T | number, diagonal: T | number, lower: T | number): T =>
    select(high, upper, select(middle, diagonal, lower));
  const n = { hi: pick(mul(b, -1), minus.hi, a), lo: pick(0, minus.lo, 0) };
  const d = { hi: pick(a, plus.hi, b), lo: pick(0, plus.lo, 0) };
  const ratio = quotient(op, n, d);
  // a tiny t is its own arc tangent, and its low part may have underflowed
  const tLo = select(lt(abs(ratio.hi), 2 ** -30), 0, ratio.lo);

  // 2. atan t = t + bend, added to or subtracted from the base angle
  const z = mul(ratio.hi, ratio.hi);
  const bend = add(mul(mul(ratio.hi, z), polynomial(op, atanTerms, z)), sub(tLo, mul(tLo, z)));
  const base = (whole: number, threeQuarters: number): T => {
    const right = pick(whole / 2, whole / 4, 0);
    return left === undefined ? right : select(left, pick(whole / 2, threeQuarters, whole), right);
  };
  const turn = (v: T): T => (left === undefined ? v : select(left, neg(v), v));
  const sum = fastSum(op, base(pi.hi, pi34.hi), turn(ratio.hi));
  return add(sum.hi, add(sum.lo, add(base(pi.lo, pi34.lo), turn(bend))));
}

export function atan<T, B>(op: Algebra<T, B>, x: T): T {
  return op.copysign(angle(op, op.abs(x), 1), x);
}

/** The angle of the point (x, y), in [-π, π]. */
export function atan2<T, B>(op: Algebra<T, B>, y: T, x: T): T {
  const { mul, abs, max, copysign, lt, eq, and, select } = op;
  const a = abs(y);
  const b = abs(x);
  // 1. both zero: along the axis; both infinite: the diagonal
  const origin = eq(max(a, b), 0);
  const corner = and(eq(a, Number.POSITIVE_INFINITY), eq(b, Number.POSITIVE_INFINITY));
  // 2. scale away from overflow and underflow
  const size = max(a, b);
  const factor = select(lt(2 ** 1000, size), 2 ** -100, select(lt(size, 2 ** -500), 2 ** 500, 1));
  const rise = select(corner, 1, mul(a, factor));
  const run = select(corner, 1, select(origin, 1, mul(b, factor)));
  return copysign(angle(op, rise, run, lt(copysign(1, x), 0)), y);
}

/** For v = |x|: whether v is above ½; w = v or √((1 - v)/2) as an unevaluated sum; and asin w - w. */
function arc<T, B>(op: Algebra<T, B>, v: T) {
  const { add, sub, mul, div, max, sqrt, lt, select } = op;
  const large = lt(0.5, v);
  const z = select(large, mul(sub(1, v), 0.5), mul(v, v));
  const root = sqrt(z);
  const root2 = square(op, root);
  const rootLo = div(sub(sub(z, root2.hi), root2.lo), max(mul(root, 2), 2 ** -500));
  const w = select(large, root, v);
  const bend = add(mul(mul(w, z), polynomial(op, asinTerms, z)), select(large, rootLo, 0));
  return { large, w, bend };
}

export function asin<T, B>(op: Algebra<T, B>, x: T): T {
  const { add, mul, abs, copysign, select } = op;
  const { large, w, bend } = arc(op, abs(x));
  const sum = fastSum(op, pi.hi / 2, mul(w, -2));
  const upper = add(sum.hi, add(add(sum.lo, pi.lo / 2), mul(bend, -2)));
  return copysign(select(large, upper, add(w, bend)), x);
}

export function acos<T, B>(op: Algebra<T, B>, x: T): T {
  const { add, mul, neg, abs, copysign, lt, select } = op;
  const { large, w, bend } = arc(op, abs(x));
  const left = lt(x, 0);
  // π/2 - asin x, 2 asin w, or π - 2 asin w
  const base = (whole: number): T => select(large, select(left, whole, 0), whole / 2);
  const factor = select(large, select(left, -2, 2), neg(copysign(1, x)));
  const sum = fastSum(op, base(pi.hi), mul(w, factor));
  return add(sum.hi, add(sum.lo, add(base(pi.lo), mul(bend, factor))));
}

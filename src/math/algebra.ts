/**
 * The operations in which the elementary functions are written. A function is written once, over any `Algebra`, and read
 * in three ways: on JavaScript numbers (`numbers.ts`), as scalar WebAssembly and as f64x2 WebAssembly (`emit.ts`).
 * Every operation has exactly one IEEE 754 result, so the three readings have the same bits. For this reason the list
 * has neither a fused multiply-add nor any function of the engine's own library.
 */

/** `T` is a double (or code that yields one, or two at a time), and `B` is a truth value. */
export interface Algebra<T, B> {
  add(a: T | number, b: T | number): T;
  sub(a: T | number, b: T | number): T;
  mul(a: T | number, b: T | number): T;
  div(a: T | number, b: T | number): T;
  /** NaN if either argument is NaN; -0 < +0. */
  min(a: T | number, b: T | number): T;
  max(a: T | number, b: T | number): T;
  neg(a: T): T;
  abs(a: T): T;
  sqrt(a: T): T;
  floor(a: T): T;
  /** The magnitude of `a` with the sign of `b`. */
  copysign(a: T | number, b: T): T;

  /** 2^k for an integer k in [-1022, 1023]. */
  pow2(k: T): T;
  /** floor(log2 x) for a positive normal x. */
  exponent(x: T): T;
  /** x / 2^exponent(x), in [1, 2). */
  mantissa(x: T): T;
  /** x with its low 27 bits cleared: 26 bits remain, x - head(x) has at most 27, and products of the two are exact. */
  head(x: T | number): T;

  lt(a: T | number, b: T | number): B;
  eq(a: T | number, b: T | number): B;
  and(a: B, b: B): B;
  or(a: B, b: B): B;
  not(a: B): B;
  select(c: B, yes: T | number, no: T | number): T;

  /** The slow values where `c` holds, and the usual ones elsewhere. The code for `slow` is skipped if `c` never holds. */
  rare<K extends string>(c: B, usual: Values<K, T | number>, slow: () => Values<K, T | number>): Values<K, T>;
  /** table[index] for an integer index within the table. It is slow. The name identifies the table in a module. */
  lookup(name: string, table: readonly number[], index: T): T;
}

/** Values by name. */
export type Values<K extends string, V> = Readonly<Record<K, V>>;

/** A function of one or of two arguments, over any algebra. */
export type Unary = <T, B>(op: Algebra<T, B>, x: T) => T;
export type Binary = <T, B>(op: Algebra<T, B>, a: T, b: T) => T;

/** 1.5 * 2^52: adding it rounds away all fractional bits, half to even. */
const integers = 6755399441055744;

/** The nearest integer, ties to even, for |x| < 2^51; never -0. */
export function nearest<T, B>({ add, sub }: Algebra<T, B>, x: T | number): T {
  return sub(add(x, integers), integers);
}

/**
 * c[0] + c[1] z + c[2] z^2 + … : the two halves are independent, which keeps dependency chains short, and the largest
 * term is added last, which keeps the error small.
 */
export function polynomial<T, B>(op: Algebra<T, B>, c: readonly number[], z: T): T {
  const { add, mul } = op;
  const powers = new Map<number, T>([[1, z]]);
  const power = (n: number): T => {
    const known = powers.get(n);
    if (known !== undefined) return known;
    const made = mul(power(n / 2), power(n / 2));
    powers.set(n, made);
    return made;
  };
  // the sum of c[from] … c[to - 1], divided by z^from
  const part = (from: number, to: number): T | number => {
    if (to - from === 1) return c[from] as number;
    let low = 1;
    while (2 * low < to - from) low *= 2;
    return add(mul(part(from + low, to), power(low)), part(from, from + low));
  };
  return add(mul(part(1, c.length), z), c[0] as number);
}

/** y 2^k, rounded once, for k in [-2044, 2046]; the result may overflow or be subnormal. */
export function scale<T, B>(op: Algebra<T, B>, y: T, k: T): T {
  const { mul, sub, floor, pow2 } = op;
  const half = floor(mul(k, 0.5));
  return mul(mul(y, pow2(half)), pow2(sub(k, half)));
}

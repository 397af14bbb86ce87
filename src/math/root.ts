/**
 * Integer roots and powers with the same bits on every engine, because they use only additions, multiplications, divisions
 * and the exponent field. `Math.pow`, `Math.exp` and `Math.log` may differ in the last bit between engines, and a step
 * size that differs in its last bit changes every digit of a chaotic run.
 */

const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);
/** Which of the two words of a double holds the exponent on this machine. */
const upperWord = new Uint32Array(Float64Array.of(1).buffer)[0] === 0 ? 1 : 0;
const ulp = 2 ** -52;

/** 2^-1074, …, 2^1023. */
const powersOfTwo = new Float64Array(2098);
for (let k = 0, x = 2 ** -1074; k < powersOfTwo.length; k++, x *= 2) powersOfTwo[k] = x;
export const powerOfTwo = (k: number): number => powersOfTwo[k + 1074];

/** The k for which a normal |x| lies in [2^k, 2^(k+1)). */
export function exponentOf(x: number): number {
  value[0] = x;
  return ((words[upperWord] >>> 20) & 0x7ff) - 1023;
}

/** x^n for a whole n >= 0, by repeated squaring. It never decreases with x >= 0, because every product rounds monotonically. */
export function power(x: number, n: number): number {
  let result = 1;
  for (let k = n, square = x; k > 0; k >>= 1) {
    if ((k & 1) === 1) result *= square;
    if (k > 1) square *= square;
  }
  return result;
}

/**
 * The n-th root of x >= 0 for whole 1 <= n <= 1000: with x = X 2^(n k), 1 <= X < 2^n, it is 2^k times the largest double
 * y whose `power(y, n)` does not exceed X. It is within 2 ulp of the real root, exact where y^n is exact, and never
 * decreases with x. The root of a negative x is NaN; 0 and Infinity are their own roots.
 */
export function root(x: number, n: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 || x === Infinity ? x : Number.NaN;
  if (n === 1) return x;

  // 1. x = mantissa 2^exponent, exponent = n k + r
  const shift = x < 2 ** -1022 ? 54 : 0;
  const normal = shift === 0 ? x : x * 2 ** 54;
  const above = exponentOf(normal);
  const exponent = above - shift;
  const mantissa = normal * powerOfTwo(-above);
  const k = Math.floor(exponent / n);
  const r = exponent - n * k;
  const X = mantissa * powerOfTwo(r);

  // 2. a first guess from short series of ln and exp about 1 or 2; y^n has a relative error of 2e-5
  const s = (mantissa - 1) / (mantissa + 1);
  const s2 = s * s;
  const upper = 2 * r > n;
  const ln = 2 * s * (1 + s2 * (1 / 3 + s2 * (1 / 5 + s2 / 7))) + (upper ? r - n : r) * Math.LN2;
  const w = ln / (2 * n);
  const half = 1 + w * (1 + w * (1 / 2 + w * (1 / 6 + w * (1 / 24 + w / 120))));
  let y = (upper ? 2 : 1) * half * half;

  // 3. one step of Halley's method for y^n = X: the relative error e of y^n becomes e^3 / 12
  const now = power(y, n);
  y += (2 * y * (X - now)) / ((n + 1) * now + (n - 1) * X);

  // 4. move to the double that satisfies the definition, so that earlier rounding errors do not matter
  y = Math.min(Math.max(y, 1), 2 - ulp);
  while (power(y, n) > X) y -= ulp;
  while (power(y + ulp, n) <= X) y += ulp;
  return y * powerOfTwo(k);
}

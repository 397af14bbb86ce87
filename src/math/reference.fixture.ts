/**
 * Elementary functions in big integers, for tests. They follow the textbook series, share nothing with the code under
 * test, and are accurate to about 190 bits. A fixed-point number with P bits after the point is a bigint times 2^-P.
 */

/** n 2^e. */
export interface Real {
  readonly n: bigint;
  readonly e: number;
}

const bits = 260;
const abs = (n: bigint): bigint => (n < 0n ? -n : n);
const length = (n: bigint): number => (n === 0n ? 0 : abs(n).toString(2).length);
const shift = (n: bigint, by: number): bigint => (by >= 0 ? n << BigInt(by) : n >> BigInt(-by));
const exponentOf = ({ n, e }: Real): number => length(n) + e - 1;

const view = new DataView(new ArrayBuffer(8));

/** The exact value of a finite double. */
export function exactly(x: number): Real {
  view.setFloat64(0, x);
  const word = view.getBigUint64(0);
  const biased = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const n = biased === 0 ? fraction : fraction | (1n << 52n);
  return { n: word >> 63n ? -n : n, e: Math.max(biased, 1) - 1075 };
}

const fixed = ({ n, e }: Real, P: number): bigint => shift(n, e + P);

function sqrt(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt(Math.ceil(length(n) / 2));
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** x + s x³/3 + x⁵/5 + …: atan for s = -1, atanh for s = 1. */
function arcSeries(x: bigint, P: number, s: bigint): bigint {
  const square = shift(x * x, -P) * s;
  let sum = 0n;
  let power = x;
  for (let k = 1n; power !== 0n && power !== -1n; k += 2n) {
    sum += power / k;
    power = shift(power * square, -P);
  }
  return sum;
}

function cached(make: (P: number) => bigint): (P: number) => bigint {
  const known = new Map<number, bigint>();
  return (P) => {
    const value = known.get(P) ?? make(P);
    known.set(P, value);
    return value;
  };
}
const inverse = (k: bigint, P: number): bigint => (1n << BigInt(P)) / k;
/** Machin's formula, with guard bits. */
export const pi = cached((P) => {
  const Q = P + 32;
  return shift(16n * arcSeries(inverse(5n, Q), Q, -1n) - 4n * arcSeries(inverse(239n, Q), Q, -1n), -32);
});
export const ln2 = cached((P) => shift(2n * arcSeries(inverse(3n, P + 32), P + 32, 1n), -32));

function expFixed(y: bigint, P: number): Real {
  const k = y / ln2(P);
  const r = y - k * ln2(P);
  let term = 1n << BigInt(P);
  let sum = term;
  for (let j = 1n; term !== 0n && term !== -1n; j++) {
    term = shift(term * r, -P) / j;
    sum += term;
  }
  return { n: sum, e: Number(k) - P };
}

/** log x for x > 0, P bits after the point. */
function logFixed(x: Real, P: number): bigint {
  const k = exponentOf({ n: (x.n * 17n * 256n) / 24n, e: x.e - 8 }) + 1;
  const m = fixed({ n: x.n, e: x.e - k }, P);
  const one = 1n << BigInt(P);
  return BigInt(k) * ln2(P) + 2n * arcSeries(((m - one) << BigInt(P)) / (m + one), P, 1n);
}

/** r + s r³/3! + …, or 1 + s r²/2! + … */
function series(r: bigint, P: number, s: bigint, even: boolean): bigint {
  const square = shift(r * r, -P) * s;
  let term = even ? 1n << BigInt(P) : r;
  let sum = 0n;
  for (let k = even ? 0n : 1n; term !== 0n && term !== -1n; k += 2n) {
    sum += term;
    term = shift(term * square, -P) / ((k + 1n) * (k + 2n));
  }
  return sum;
}

/** sin(x + turn π/2) for x ≥ 0. */
function sine(x: Real, turn: bigint): Real {
  const P = bits + Math.abs(exponentOf(x));
  const X = fixed(x, P);
  const q = (4n * X + pi(P)) / (2n * pi(P));
  const Q = q === 0n ? P : bits;
  const r = shift(X - (q * pi(P)) / 2n, Q - P);
  const quarter = (q + turn) % 4n;
  const value = { n: series(r, Q, -1n, quarter % 2n === 1n), e: -Q };
  return quarter < 2n ? value : negative(value);
}

const negative = ({ n, e }: Real): Real => ({ n: -n, e });
const plus = (a: Real, b: Real): Real => {
  const e = Math.min(a.e, b.e);
  return { n: shift(a.n, a.e - e) + shift(b.n, b.e - e), e };
};
const ratio = (a: Real, b: Real): Real => {
  const by = bits + length(b.n);
  return { n: shift(a.n, by) / b.n, e: a.e - b.e - by };
};

/** The angle of (x, y), y ≥ 0. */
function angle(y: Real, x: Real): Real {
  if (y.n === 0n) return { n: x.n < 0n ? pi(bits) : 0n, e: -bits };
  const width = { n: abs(x.n), e: x.e };
  const steep = width.n === 0n || exponentOf(y) > exponentOf(width);
  const t = steep ? ratio(width, y) : ratio(y, width);
  const P = bits + Math.max(0, -exponentOf(t));
  const one = shift(1n, P);
  let half = fixed(t, P);
  for (let k = 0; k < 4; k++) half = shift(half, P) / (one + sqrt(shift(one, P) + half * half));
  const small = 16n * arcSeries(half, P, -1n);
  const right = steep ? pi(P) / 2n - small : small;
  return { n: x.n < 0n ? pi(P) - right : right, e: -P };
}

/** √(1 - x²). */
function cosineOf(x: Real): Real {
  const P = bits - Math.min(exponentOf(x), 0);
  const X = fixed(x, P);
  return { n: sqrt(shift(1n, 2 * P) - X * X), e: -P };
}

function hyperbolic(x: Real, sign: bigint): Real {
  if (exponentOf(x) < 0) {
    const P = bits - exponentOf(x);
    return { n: series(fixed(x, P), P, 1n, sign > 0n), e: -P };
  }
  const y = fixed(x, bits);
  const down = expFixed(-y, bits);
  const twice = plus(expFixed(y, bits), { n: sign * down.n, e: down.e });
  return { n: twice.n, e: twice.e - 1 };
}

/** f(-x) = -f(x), for an f that is given for x ≥ 0. */
const odd =
  (f: (x: Real) => Real) =>
  (x: Real): Real =>
    x.n < 0n ? negative(f(negative(x))) : f(x);
const size = ({ n, e }: Real): Real => ({ n: abs(n), e });
const one = exactly(1);
const sin = odd((x) => sine(x, 0n));
const cos = (x: Real) => sine(size(x), 1n);
const sinh = odd((x) => hyperbolic(x, -1n));
const cosh = (x: Real) => hyperbolic(size(x), 1n);

/** The exact values, for arguments in the domain of each function (pow: a positive base). */
export const reference = {
  exp: (x: Real) => expFixed(fixed(x, bits), bits),
  log: (x: Real) => ({ n: logFixed(x, bits), e: -bits }),
  sin,
  cos,
  tan: (x: Real) => ratio(sin(x), cos(x)),
  asin: odd((x) => angle(x, cosineOf(x))),
  acos: (x: Real) => angle(cosineOf(x), x),
  atan: odd((x) => angle(x, one)),
  sinh,
  cosh,
  tanh: (x: Real) => ratio(sinh(x), cosh(x)),
  atan2: (y: Real, x: Real) => odd((rise) => angle(rise, x))(y),
  pow: (x: Real, y: Real) => expFixed(shift(logFixed(x, bits) * y.n, y.e), bits),
};

/** |result - exact| in units of the last place of a double of the size of `exact`; an infinite result counts as 2^1024. */
export function ulps(result: number, exact: Real): number {
  if (Number.isNaN(result)) return Number.POSITIVE_INFINITY;
  // far above the largest double only infinity is right, and far below the smallest only zero
  if (exponentOf(exact) > 1024) return Math.abs(result) === Number.POSITIVE_INFINITY ? 0 : Number.POSITIVE_INFINITY;
  if (exponentOf(exact) < -1100) return result === 0 ? 0 : Number.POSITIVE_INFINITY;
  const given = Number.isFinite(result) ? exactly(result) : { n: result > 0 ? 1n : -1n, e: 1024 };
  const difference = plus(given, negative(exact));
  const unit = Math.max(exponentOf(exact) - 52, -1074);
  return Number(shift(abs(difference.n), difference.e - unit + 30)) / 2 ** 30;
}

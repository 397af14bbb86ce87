/**
 * The quantile function of the standard normal distribution: x with P(X < x) = p, by the rational approximations of
 * Wichura ("Algorithm AS 241", Applied Statistics 37, 1988; PPND16), which are accurate to about 1 part in 10^16; the
 * coefficients are rounded to doubles here. The logarithm is our own and every other operation is specified exactly, so
 * the bits are the same everywhere.
 */

import { hostMath } from "../math/index.js";

type Ratio = readonly [numerator: readonly number[], denominator: readonly number[]];

/** A ratio in 0.180625 - (p - 1/2)^2, for |p - 1/2| <= 0.425. */
const central: Ratio = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
];

/** A ratio in r - 1.6 with r = sqrt(-log p), for r <= 5. */
const middle: Ratio = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
];

/** A ratio in r - 5, for r > 5. */
const far: Ratio = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
    1.421511758316446e-7, 2.0442631033899397e-15,
  ],
];

/**
 * The quantile of the standard normal distribution for 0 < p < 1, with the same bits on every engine.
 *
 * @example
 * normalQuantile(0.975); // 1.9599…
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  return Math.abs(q) <= 0.425 ? q * ratio(central, 0.180625 - q * q) : tailQuantile(p);
}

/** Replace probabilities by their quantiles, with the same bits. Inlined, so that the engine does not box the numbers. */
export function normalQuantiles(p: Float64Array): void {
  const [n, d] = central;
  for (let i = 0; i < p.length; i++) {
    const q = p[i] - 0.5;
    if (Math.abs(q) > 0.425) {
      p[i] = tailQuantile(p[i]);
      continue;
    }
    const x = 0.180625 - q * q;
    const top = ((((((n[7] * x + n[6]) * x + n[5]) * x + n[4]) * x + n[3]) * x + n[2]) * x + n[1]) * x + n[0];
    const bottom = ((((((d[7] * x + d[6]) * x + d[5]) * x + d[4]) * x + d[3]) * x + d[2]) * x + d[1]) * x + d[0];
    p[i] = q * (top / bottom);
  }
}

function tailQuantile(p: number): number {
  const q = p - 0.5;
  const tail = q < 0 ? p : 1 - p;
  const r = Math.sqrt(-hostMath.log(tail));
  const x = r <= 5 ? ratio(middle, r - 1.6) : ratio(far, r - 5);
  return q < 0 ? -x : x;
}

function ratio([numerator, denominator]: Ratio, x: number): number {
  return horner(numerator, x) / horner(denominator, x);
}

function horner(c: readonly number[], x: number): number {
  return ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
}

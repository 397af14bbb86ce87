/** The accuracy of a zero as a fraction of the step's length: a few rounding errors of its time. */
const resolution = 2 ** -50;
/** 2^4: the search may take four evaluations more than bisection would (n0 of the paper). */
const patience = 16;

/**
 * The zero of a function that changes sign on [a, b], by interpolation, truncation and projection (ITP; Oliveira and
 * Takahashi, ACM Trans. Math. Softw. 47, 2021): superlinear on smooth functions, never more than a few evaluations
 * beyond bisection, in additions, multiplications and divisions only.
 *
 * Returns the end of the final bracket on the side of b, where f has the sign of f(b) or is zero: a run that is
 * restarted there has passed the event. `fa` and `fb` are the values at the ends.
 */
export function changeOfSign(f: (x: number) => number, a: number, fa: number, b: number, fb: number): number {
  const sign = fb < 0 || fa > 0 ? -1 : 1;
  fa *= sign;
  fb *= sign;
  const k1 = 0.2 / (b - a);
  let radius = resolution;
  while (radius < patience * (b - a)) radius *= 2;

  while (b - a > resolution && fb !== 0) {
    // 1. interpolation: regula falsi, moved toward the middle, so that both ends close in
    const middle = 0.5 * (a + b);
    const falsi = (fb * a - fa * b) / (fb - fa);
    const toward = middle >= falsi ? 1 : -1;
    const shift = Math.max(k1 * (b - a) * (b - a), 0.5 * resolution);
    const truncated = shift <= Math.abs(middle - falsi) ? falsi + toward * shift : middle;
    // 2. projection onto the interval that keeps up with bisection
    const slack = Math.max(0, radius - 0.5 * (b - a));
    let x = Math.abs(truncated - middle) <= slack ? truncated : middle - toward * slack;
    if (!(x > a && x < b)) x = middle;
    if (!(x > a && x < b)) break;
    // 3. the side with the change of sign
    const fx = sign * f(x);
    if (fx >= 0) {
      b = x;
      fb = fx;
    } else {
      a = x;
      fa = fx;
    }
    radius *= 0.5;
  }
  return b;
}

/** Which component stopped an implicit step: for messages, looked for only when a step has failed. -1: none. */

/** The first that is not finite. */
export function firstNonfinite(x: Float64Array): number {
  for (let i = 0; i < x.length; i++) if (x[i] - x[i] !== 0) return i;
  return -1;
}

/** Infinite somewhere, and nowhere undefined: numbers outgrew their range, as those of an iteration that diverges do. */
export function hasOverflowed(x: Float64Array): boolean {
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i])) return false;
    largest = Math.max(largest, Math.abs(x[i]));
  }
  return largest === Number.POSITIVE_INFINITY;
}

/** The one whose correction is largest, in parts of it or of a thousandth of the largest of all. */
export function worstCorrection(delta: Float64Array, z: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < z.length; i++) largest = Math.max(largest, Math.abs(z[i]));
  let worst = -1;
  let size = 0;
  for (let i = 0; i < delta.length; i++) {
    const part = Math.abs(delta[i]) / (Math.abs(z[i]) + 1e-3 * largest);
    if (part <= size) continue;
    size = part;
    worst = i;
  }
  return worst;
}

/**
 * Finds the component that stopped an implicit step, for messages; called only when a step has failed. -1 means that
 * there is none.
 */

/** The first component that is not finite. */
export function firstNonfinite(x: Float64Array): number {
  for (let i = 0; i < x.length; i++) if (x[i] - x[i] !== 0) return i;
  return -1;
}

/** Whether some component is infinite and none is NaN: numbers have overflowed, as in a diverging iteration. */
export function hasOverflowed(x: Float64Array): boolean {
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i])) return false;
    largest = Math.max(largest, Math.abs(x[i]));
  }
  return largest === Number.POSITIVE_INFINITY;
}

/** The component whose correction is largest relative to it, or to a thousandth of the largest component. */
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

/**
 * Largest component of `delta`, the last correction of `z`, relative to those of `z` and of what it started `from` (its
 * rounding), or to a thousandth of the largest of all; 1e-290 is nothing. NaN when one is not finite.
 */
export function relativeSize(delta: Float64Array, z: Float64Array, from: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < z.length; i++) {
    largest = Math.max(largest, Math.abs(z[i]), Math.abs(from[i]), Math.abs(delta[i]));
  }
  const floor = 1e-3 * largest + 1e-290;
  let size = 0;
  for (let i = 0; i < z.length; i++) {
    if (delta[i] === 0) continue;
    const part = Math.abs(delta[i]) / (Math.max(Math.abs(z[i]), Math.abs(from[i])) + floor);
    if (Number.isNaN(part)) return part;
    if (part > size) size = part;
  }
  return size;
}

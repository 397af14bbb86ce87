/**
 * The largest component of `delta`, the last correction of `z`, relative to the components of `z` and of its start
 * `from` (which set the size of rounding errors), or to a thousandth of the largest component; 1e-290 counts as zero.
 * NaN when a component is not finite.
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

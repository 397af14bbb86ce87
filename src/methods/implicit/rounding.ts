/** Largest component of `delta` relative to that of `z`, or to a thousandth of the largest; NaN when one is not finite. */
export function relativeSize(delta: Float64Array, z: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < z.length; i++) largest = Math.max(largest, Math.abs(z[i]), Math.abs(delta[i]));
  let size = 0;
  for (let i = 0; i < z.length; i++) {
    if (delta[i] === 0) continue;
    const part = Math.abs(delta[i]) / (Math.abs(z[i]) + 1e-3 * largest);
    if (Number.isNaN(part)) return part;
    if (part > size) size = part;
  }
  return size;
}

/**
 * Writes the start into a state y = (q, v, s): coordinates, velocities, and states beside them. `q0` has the coordinates,
 * then the states, then guesses of algebraic variables, which are returned.
 */
export function writeStart(
  y: Float64Array,
  { q0, v0 }: { readonly q0: Float64Array; readonly v0: Float64Array },
): Float64Array {
  const n = v0.length;
  const states = y.length - 2 * n;
  y.set(q0.subarray(0, n));
  y.set(v0, n);
  y.set(q0.subarray(n, n + states), 2 * n);
  return q0.subarray(n + states);
}

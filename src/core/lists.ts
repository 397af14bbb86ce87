/**
 * Lists of any length. A call such as `Math.max(...values)` or `list.push(...more)` puts every entry on the stack, which
 * overflows for some hundred thousand of them; these functions do not.
 */

/** The largest value, as `Math.max` finds it: NaN if there is one, and `least` for an empty list. */
export function maximum(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The smallest value, as `Math.min` finds it: NaN if there is one, and `most` for an empty list. */
export function minimum(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let least = most;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** Adds the entries of `more` at the end of the list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const entry of more) list.push(entry);
}

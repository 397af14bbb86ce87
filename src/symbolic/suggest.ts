/** For "did you mean": finds the known name nearest to a misspelt one. */

/** The nearest of `names` to `wrong`, if it is near enough; the first of several that are equally near. */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bound = wrong.length < 3 ? 1 : 2;
  for (const name of names) {
    if (name.toLowerCase() === wrong.toLowerCase()) return name;
    // a name is too far away if more than half of it would change
    const distance = editDistance(wrong, name, bound);
    if (distance <= bound && 2 * distance <= name.length) {
      best = name;
      bound = distance - 1;
    }
  }
  return best;
}

/**
 * How many insertions, deletions, replacements and swaps of neighbours turn `a` into `b`, computed row by row of the usual
 * table (optimal string alignment). The result is `bound + 1` as soon as the distance is known to exceed `bound`.
 */
export function editDistance(a: string, b: string, bound = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (row.every((steps) => steps > bound)) return bound + 1;
    [before, above] = [above, row];
  }
  return above[b.length];
}

/** Interpolates positions and multipliers between two frames. */

/** The frame before a time, and the fraction of the way to the next frame. */
export interface Moment {
  readonly frame: number;
  readonly part: number;
}

/** A row as values, from its first value and the differences after it. */
export function fromDifferences(row: readonly number[]): number[] {
  let sum = 0;
  return row.map((difference) => {
    sum += difference;
    return sum;
  });
}

/** The moment of a time. Times before the first frame give the first frame, and times after the last give the last. */
export function momentOf(times: readonly number[], now: number): Moment {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= now) low = middle;
    else high = middle;
  }
  const span = times[high] - times[low];
  return { frame: low, part: span > 0 ? Math.min(1, Math.max(0, (now - times[low]) / span)) : 0 };
}

/** The value of a row at a moment, on the straight line between two frames; a row of one value never changes. */
export function valueAt(row: readonly number[], { frame, part }: Moment): number {
  if (row.length === 1) return row[0];
  const next = row[Math.min(frame + 1, row.length - 1)];
  return row[frame] + part * (next - row[frame]);
}

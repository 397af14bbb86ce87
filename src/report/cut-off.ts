/** The part of a curve inside a range of x, with points on the ends of the range where the curve crosses them. */

interface Samples {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly error?: ArrayLike<number>;
}

/**
 * The samples inside the range; where the curve leaves it there is one sample that is not a number, which makes a gap.
 */
export function cutOff<S extends Samples>(samples: S, [one, other]: readonly [number, number]): S {
  const { x, y, error } = samples;
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  /** Which side of the range a sample is on: -1 below, 0 inside, 1 above. */
  const sideOf = (value: number): number => (value < low ? -1 : value > high ? 1 : 0);
  const length = Math.min(x.length, y.length);
  let inside = 0;
  while (inside < length && sideOf(x[inside]) === 0) inside++;
  if (inside === length) return samples;

  const kept = { x: [] as number[], y: [] as number[], error: [] as number[] };
  const add = (atX: number, atY: number, itsError = Number.NaN): void => {
    kept.x.push(atX);
    kept.y.push(atY);
    kept.error.push(itsError);
  };
  /** The point on the end that the curve crosses between samples i - 1 and i. */
  const cross = (i: number, side: number): void => {
    const end = side < 0 ? low : high;
    const part = (end - x[i - 1]) / (x[i] - x[i - 1]);
    add(end, y[i - 1] + part * (y[i] - y[i - 1]));
  };

  let before = 0;
  for (let i = 0; i < length; i++) {
    const side = sideOf(x[i]);
    if (i > 0 && side !== before) {
      if (before !== 0) cross(i, before);
      if (side !== 0) {
        cross(i, side);
        add(Number.NaN, Number.NaN);
      }
    }
    if (side === 0) add(x[i], y[i], error?.[i]);
    before = side;
  }
  return { ...samples, x: kept.x, y: kept.y, ...(error !== undefined && { error: kept.error }) };
}

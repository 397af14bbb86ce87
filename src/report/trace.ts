/**
 * Turns many samples into a short SVG path. The samples within one column of the drawing are replaced by the first, the
 * lowest, the highest and the last of them, so that peaks remain, and numbers are written as relative tenths.
 */

/** Writes `M` and `l` commands in tenths of a unit, relative, so that a long path stays small. */
class PathWriter {
  text = "";
  private x = 0;
  private y = 0;
  private pen = false;
  private alone = false;

  point(x: number, y: number): void {
    const nextX = Math.round(10 * x);
    const nextY = Math.round(10 * y);
    const dx = nextX - this.x;
    const dy = nextY - this.y;
    if (this.pen && dx === 0 && dy === 0) return;
    this.text += this.pen ? `l${tenths(dx)} ${tenths(dy)}` : `M${tenths(nextX)} ${tenths(nextY)}`;
    this.alone = !this.pen;
    this.pen = true;
    this.x = nextX;
    this.y = nextY;
  }

  /** Ends the line; a single point becomes a dot (a line of no length with round ends). */
  lift(): void {
    if (this.pen && this.alone) this.text += "h0";
    this.pen = false;
  }
}

/** A whole number of tenths as short decimal text: 5 is ".5". */
function tenths(n: number): string {
  return String(n / 10).replace(/^(-?)0\./, "$1.");
}

/** A coordinate rounded to tenths, for attributes and paths. */
export function round(value: number): string {
  return tenths(Math.round(10 * value));
}

/** Samples `x[i], y[i]` as a path; `toX`, `toY` give drawing units, NaN where the line has a gap. */
export function tracePath(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  toX: (value: number) => number,
  toY: (value: number) => number,
): string {
  const path = new PathWriter();
  const length = Math.min(x.length, y.length);
  let column = Number.NaN;
  let first = 0;
  let lowest = 0;
  let highest = 0;
  let last = 0;

  const flush = () => {
    if (Number.isNaN(column)) return;
    const [a, b] = lowest < highest ? [lowest, highest] : [highest, lowest];
    for (const i of [first, a, b, last]) path.point(toX(x[i]), toY(y[i]));
    column = Number.NaN;
  };

  for (let i = 0; i < length; i++) {
    const left = toX(x[i]);
    if (Number.isNaN(left) || Number.isNaN(toY(y[i]))) {
      flush();
      path.lift();
      continue;
    }
    if (Math.floor(left) !== column) {
      flush();
      column = Math.floor(left);
      first = lowest = highest = i;
    }
    if (y[i] < y[lowest]) lowest = i;
    if (y[i] > y[highest]) highest = i;
    last = i;
  }
  flush();
  path.lift();
  return path.text;
}

/** A curve in the plane as a path. Points closer than `tolerance` units to the previous one are left out. */
export function curvePath(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  toX: (value: number) => number,
  toY: (value: number) => number,
  tolerance = 1.6,
): string {
  const path = new PathWriter();
  const length = Math.max(x.length, y.length);
  let drawnX = Number.NaN;
  let drawnY = Number.NaN;
  let endX = Number.NaN;
  let endY = Number.NaN;
  const finish = () => {
    if (!Number.isNaN(endX)) path.point(endX, endY);
    path.lift();
    drawnX = endX = Number.NaN;
  };
  for (let i = 0; i < length; i++) {
    const nextX = toX(sample(x, i));
    const nextY = toY(sample(y, i));
    if (Number.isNaN(nextX) || Number.isNaN(nextY)) {
      finish();
      continue;
    }
    endX = nextX;
    endY = nextY;
    if (Math.hypot(endX - drawnX, endY - drawnY) < tolerance) continue;
    path.point(endX, endY);
    drawnX = endX;
    drawnY = endY;
  }
  finish();
  return path.text;
}

/** The value at row `i`. A shorter array keeps its last value, so that a fixed point can be one number. */
export function sample(values: ArrayLike<number>, i: number): number {
  return values.length === 0 ? Number.NaN : values[Math.min(i, values.length - 1)];
}

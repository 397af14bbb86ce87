/**
 * The rank of a square matrix of numbers, and, where it is deficient, which rows depend on each other and which columns
 * cannot be told apart. Rows and columns are scaled first, so that units do not decide.
 */

/** A pivot below this fraction of the largest entry counts as zero. */
const negligible = 1e-13;

export interface Deficit {
  /** Rows with a part in a combination that vanishes; columns that may change together without effect. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Undefined when the matrix, row by row, has full rank; null when an entry is not finite. */
export function deficitOf(matrix: Float64Array, n: number): Deficit | undefined | null {
  if (!matrix.every(Number.isFinite)) return null;
  const a = scaled(matrix, n);
  // Gauss–Jordan elimination with complete pivoting on [A | I]
  const left = new Float64Array(n * n);
  for (let i = 0; i < n; i++) left[i * n + i] = 1;
  const freeRows = new Set(Array.from({ length: n }, (_, k) => k));
  const pivotOf = new Map<number, number>();
  for (;;) {
    let [row, column, best] = [-1, -1, negligible];
    for (const i of freeRows) {
      for (let j = 0; j < n; j++) {
        if (pivotOf.has(j) || !(Math.abs(a[i * n + j]) > best)) continue;
        [row, column, best] = [i, j, Math.abs(a[i * n + j])];
      }
    }
    if (row < 0) break;
    freeRows.delete(row);
    pivotOf.set(column, row);
    for (let i = 0; i < n; i++) {
      const factor = i === row ? 0 : a[i * n + column] / a[row * n + column];
      if (factor === 0) continue;
      for (let j = 0; j < n; j++) {
        a[i * n + j] -= factor * a[row * n + j];
        left[i * n + j] -= factor * left[row * n + j];
      }
    }
  }
  const [dependent] = freeRows;
  if (dependent === undefined) return undefined;
  const free = Array.from({ length: n }, (_, j) => j).find((j) => !pivotOf.has(j))!;
  const large = (x: number): boolean => Math.abs(x) > 1e-6;
  return {
    rows: Array.from({ length: n }, (_, i) => i).filter((i) => large(left[dependent * n + i])),
    columns: [...[...pivotOf].filter(([j, i]) => large(a[i * n + free] / a[i * n + j])).map(([j]) => j), free].sort(
      (x, y) => x - y,
    ),
  };
}

/** The matrix with rows, and then columns, divided by their largest entries. */
function scaled(matrix: Float64Array, n: number): Float64Array {
  const a = Float64Array.from(matrix);
  for (const [across, along] of [
    [n, 1],
    [1, n],
  ]) {
    for (let i = 0; i < n; i++) {
      let size = 0;
      for (let j = 0; j < n; j++) size = Math.max(size, Math.abs(a[i * across + j * along]));
      if (size > 0) for (let j = 0; j < n; j++) a[i * across + j * along] /= size;
    }
  }
  return a;
}

/**
 * Eigenvalues of a small upper Hessenberg matrix by the implicit double-shift QR iteration (Golub and Van Loan, Matrix
 * Computations, 7.5). It uses real arithmetic and only + - * / sqrt, so equal input gives equal bits everywhere.
 */

export interface Eigenvalues {
  readonly re: Float64Array;
  /** The two members of a conjugate pair are adjacent. */
  readonly im: Float64Array;
}

const maxIterations = 60;
const unit = 2 ** -52;

/** The eigenvalues of the `n` by `n` matrix `H` (row by row, overwritten). Undefined when an entry is not finite. */
export function hessenbergEigenvalues(H: Float64Array, n: number): Eigenvalues | undefined {
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  let high = n - 1;
  let iterations = 0;
  while (high >= 0) {
    // 1. a subdiagonal entry below rounding errors splits the matrix
    let low = high;
    while (low > 0 && !isSmall(H, n, low)) low--;
    if (low > 0) H[low * n + low - 1] = 0;

    // 2. blocks of one or two rows are done
    if (low === high) {
      re[high] = H[high * n + high];
      high--;
      iterations = 0;
    } else if (low === high - 1) {
      pair(H, n, low, re, im);
      high -= 2;
      iterations = 0;
    } else {
      if (++iterations > maxIterations) return undefined;
      sweep(H, n, low, high, iterations % 10 === 0);
    }
  }
  return { re, im };
}

function isSmall(H: Float64Array, n: number, k: number): boolean {
  const size = Math.abs(H[k * n + k]) + Math.abs(H[(k - 1) * n + k - 1]);
  return Math.abs(H[k * n + k - 1]) <= unit * size;
}

/** Eigenvalues of the block of rows k and k + 1. */
function pair(H: Float64Array, n: number, k: number, re: Float64Array, im: Float64Array): void {
  const [a, b, c, d] = [H[k * n + k], H[k * n + k + 1], H[(k + 1) * n + k], H[(k + 1) * n + k + 1]];
  const half = 0.5 * (a - d);
  const discriminant = half * half + b * c;
  if (discriminant < 0) {
    re[k] = 0.5 * (a + d);
    re[k + 1] = re[k];
    im[k] = Math.sqrt(-discriminant);
    im[k + 1] = -im[k];
    return;
  }
  // first the root without cancellation, then the other from the determinant
  const far = half + (half < 0 ? -1 : 1) * Math.sqrt(discriminant);
  re[k] = d + far;
  re[k + 1] = far === 0 ? d : d - (b * c) / far;
}

/** One implicit double shift on rows low..high: chase the bulge with reflections of three rows. */
function sweep(H: Float64Array, n: number, low: number, high: number, exceptional: boolean): void {
  // 1. shifts: the eigenvalues of the last two rows, by their sum and product
  const m = high - 1;
  let sum = H[m * n + m] + H[high * n + high];
  let product = H[m * n + m] * H[high * n + high] - H[m * n + high] * H[high * n + m];
  if (exceptional) {
    const size = Math.abs(H[high * n + m]) + Math.abs(H[m * n + m - 1]);
    sum = 1.5 * size;
    product = size * size;
  }

  // 2. first column of H^2 - sum H + product
  const h00 = H[low * n + low];
  const h10 = H[(low + 1) * n + low];
  let x = h00 * h00 + H[low * n + low + 1] * h10 - sum * h00 + product;
  let y = h10 * (h00 + H[(low + 1) * n + low + 1] - sum);
  let z = h10 * H[(low + 2) * n + low + 1];

  // 3. reflect it onto its first entry and restore the form, row after row
  for (let k = low; k < high; k++) {
    const rows = Math.min(3, high - k + 1);
    reflect(H, n, k, low, high, rows, x, y, rows === 3 ? z : 0);
    if (k < high - 1) {
      x = H[(k + 1) * n + k];
      y = H[(k + 2) * n + k];
      z = k + 3 <= high ? H[(k + 3) * n + k] : 0;
    }
  }
}

/** H = P H P with the reflection P of rows k.. that takes (x, y, z) to a multiple of the first unit vector. */
function reflect(
  H: Float64Array,
  n: number,
  k: number,
  low: number,
  high: number,
  rows: number,
  x: number,
  y: number,
  z: number,
): void {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return;
  const [a, b, c] = [x / largest, y / largest, z / largest];
  const length = Math.sqrt(a * a + b * b + c * c);
  const u0 = a + (a < 0 ? -length : length);
  const w1 = b / u0;
  const w2 = c / u0;
  const beta = 2 / (1 + w1 * w1 + w2 * w2);
  for (let j = Math.max(low, k - 1); j <= high; j++) {
    const at = k * n + j;
    const dot = beta * (H[at] + w1 * H[at + n] + (rows === 3 ? w2 * H[at + 2 * n] : 0));
    H[at] -= dot;
    H[at + n] -= dot * w1;
    if (rows === 3) H[at + 2 * n] -= dot * w2;
  }
  for (let i = low; i <= Math.min(high, k + 3); i++) {
    const at = i * n + k;
    const dot = beta * (H[at] + w1 * H[at + 1] + (rows === 3 ? w2 * H[at + 2] : 0));
    H[at] -= dot;
    H[at + 1] -= dot * w1;
    if (rows === 3) H[at + 2] -= dot * w2;
  }
  // these entries are zero in exact arithmetic
  if (k > low) for (let r = 1; r < rows; r++) H[(k + r) * n + k - 1] = 0;
}

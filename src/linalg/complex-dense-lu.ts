/**
 * Dense complex LU with partial pivoting, P A = L U. Real and imaginary parts are stored row by row, in separate arrays.
 * The pivot is the entry with the largest |re| + |im|. The factory allocates all work arrays.
 */

export interface ComplexDenseLu {
  factor(re: Float64Array, im: Float64Array): "ok" | "singular" | "nonfinite";
  /** re + i im = A^-1 (re + i im), after a factorisation that returned "ok". */
  solve(re: Float64Array, im: Float64Array): void;
}

export function complexDenseLu(n: number): ComplexDenseLu {
  const x = new Float64Array(n * n);
  const y = new Float64Array(n * n);
  const swap = new Int32Array(n);
  const size = (at: number): number => Math.abs(x[at]) + Math.abs(y[at]);

  return {
    factor(re, im) {
      for (let i = 0; i < n * n; i++) {
        x[i] = re[i];
        y[i] = im[i];
      }
      for (let k = 0; k < n; k++) {
        // 1. the largest entry on or below the diagonal becomes the pivot
        let best = k;
        for (let i = k + 1; i < n; i++) if (!(size(i * n + k) <= size(best * n + k))) best = i;
        swap[k] = best;
        if (best !== k) {
          swapRows(x, n, k, best);
          swapRows(y, n, k, best);
        }
        const at = k * n + k;
        const scale = size(at);
        if (scale === 0) return "singular";
        if (!(scale < Number.POSITIVE_INFINITY)) return "nonfinite";

        // 2. the diagonal holds 1 / pivot
        const c = x[at] / scale;
        const d = y[at] / scale;
        const square = (c * c + d * d) * scale;
        x[at] = c / square;
        y[at] = -d / square;

        // 3. eliminate below it
        for (let i = k + 1; i < n; i++) {
          const p = i * n + k;
          if (x[p] === 0 && y[p] === 0) continue;
          const a = x[p] * x[at] - y[p] * y[at];
          const b = x[p] * y[at] + y[p] * x[at];
          x[p] = a;
          y[p] = b;
          for (let j = 1; j < n - k; j++) {
            x[p + j] -= a * x[at + j] - b * y[at + j];
            y[p + j] -= a * y[at + j] + b * x[at + j];
          }
        }
      }
      return "ok";
    },

    solve(re, im) {
      for (let k = 0; k < n; k++) {
        exchange(re, k, swap[k]);
        exchange(im, k, swap[k]);
      }
      for (let k = 0; k < n; k++) {
        let a = re[k];
        let b = im[k];
        for (let j = 0; j < k; j++) {
          const p = k * n + j;
          a -= x[p] * re[j] - y[p] * im[j];
          b -= x[p] * im[j] + y[p] * re[j];
        }
        re[k] = a;
        im[k] = b;
      }
      for (let k = n - 1; k >= 0; k--) {
        let a = re[k];
        let b = im[k];
        for (let j = k + 1; j < n; j++) {
          const p = k * n + j;
          a -= x[p] * re[j] - y[p] * im[j];
          b -= x[p] * im[j] + y[p] * re[j];
        }
        const p = k * n + k;
        re[k] = a * x[p] - b * y[p];
        im[k] = a * y[p] + b * x[p];
      }
    },
  };
}

function swapRows(a: Float64Array, n: number, i: number, k: number): void {
  for (let j = 0; j < n; j++) exchange(a, i * n + j, k * n + j);
}

function exchange(a: Float64Array, i: number, k: number): void {
  const entry = a[i];
  a[i] = a[k];
  a[k] = entry;
}

/**
 * A code for references that shares nothing with the library: Gragg's midpoint rule with Neville extrapolation (Hairer,
 * Norsett, Wanner I, II.9) to order 20 in equal steps, with compensated sums, on functions of TypeScript. With enough
 * steps its error is rounding: `motion` doubles their number until the result stays the same.
 */

export type Rates = (t: number, y: readonly number[]) => readonly number[];

const columns = 10;

/** One step from (t, y), as the increment of y. */
function increment(rates: Rates, t: number, y: readonly number[], h: number): number[] {
  const rows: number[][] = [];
  for (let j = 0; j < columns; j++) {
    const n = 2 * (j + 1);
    const d = h / n;
    const f0 = rates(t, y);
    // increments from y, so that rounding is relative to them
    let before = y.map(() => 0);
    let now = f0.map((f) => d * f);
    for (let k = 1; k < n; k++) {
      const f = rates(
        t + k * d,
        y.map((x, i) => x + now[i]),
      );
      const next = before.map((b, i) => b + 2 * d * f[i]);
      before = now;
      now = next;
    }
    rows.push(now);
    for (let k = j - 1; k >= 0; k--) {
      const ratio = (n / (2 * (k + 1))) ** 2 - 1;
      rows[k] = rows[k + 1].map((x, i) => x + (x - rows[k][i]) / ratio);
    }
  }
  return rows[0];
}

function inSteps(rates: Rates, start: readonly number[], from: number, until: number, steps: number): number[] {
  const y = [...start];
  const low = y.map(() => 0);
  const h = (until - from) / steps;
  for (let k = 0; k < steps; k++) {
    increment(rates, from + k * h, y, h).forEach((d, i) => {
      const add = d + low[i];
      const sum = y[i] + add;
      low[i] = add - (sum - y[i]);
      y[i] = sum;
    });
  }
  return y;
}

/** The solution at `until`, from the time 0. Throws when it cannot be found to nearly all digits. */
export function motion(rates: Rates, start: readonly number[], until: number): number[] {
  let coarse: number[] | undefined;
  let best = Number.POSITIVE_INFINITY;
  for (let steps = Math.max(8, Math.ceil(4 * until)); steps < 1e5; steps *= 2) {
    const fine = inSteps(rates, start, 0, until, steps);
    const size = Math.max(...fine.map(Math.abs));
    const change =
      coarse === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(...fine.map((x, i) => Math.abs(x - coarse![i]))) / size;
    if (change < 1e-13 || (change < 1e-11 && change > best / 4)) return fine;
    best = Math.min(best, change);
    coarse = fine;
  }
  throw new Error(`the reference does not settle: steps differ by ${best}`);
}

/** Solves A x = b by elimination with pivots. */
export function solved(A: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = A.map((row, i) => [...row, b[i]]);
  const n = b.length;
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[pivot][c])) pivot = r;
    [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const factor = rows[r][c] / rows[c][c];
      for (let k = c; k <= n; k++) rows[r][k] -= factor * rows[c][k];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

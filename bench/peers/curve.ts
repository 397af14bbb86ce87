/** Curves of work against error, from runs at decreasing tolerances. */

export interface Point {
  readonly error: number;
  readonly work: number;
}

interface Pool {
  error: number;
  work: number;
  size: number;
}

/**
 * The work needed to reach an error, interpolated in the logarithms of both; undefined outside the measured range.
 * Where the error increases at a tighter tolerance, by chance, neighbouring points are pooled until errors decrease.
 */
export function workAt(points: readonly Point[]): (error: number) => number | undefined {
  const pools: Pool[] = [];
  for (const { error, work } of points) {
    if (!(error > 0 && Number.isFinite(error))) continue;
    let pool = { error: Math.log(error), work: Math.log(work), size: 1 };
    while (pools.length > 0 && pools[pools.length - 1].error <= pool.error) pool = joined(pools.pop()!, pool);
    pools.push(pool);
  }
  return (error) => {
    const wanted = Math.log(error);
    const k = pools.findIndex((pool) => pool.error <= wanted);
    if (k < 0 || (k === 0 && pools[0].error < wanted)) return undefined;
    if (k === 0) return Math.exp(pools[0].work);
    const [a, b] = [pools[k - 1], pools[k]];
    return Math.exp(a.work + ((wanted - a.error) / (b.error - a.error)) * (b.work - a.work));
  };
}

function joined(a: Pool, b: Pool): Pool {
  const size = a.size + b.size;
  const mean = (x: number, y: number): number => (x * a.size + y * b.size) / size;
  return { error: mean(a.error, b.error), work: mean(a.work, b.work), size };
}

/** The geometric mean of the ratio of work at the errors that both reach; undefined if there is none. */
export function ratio(
  points: readonly Point[],
  others: readonly Point[],
  errors: readonly number[],
): number | undefined {
  const [own, other] = [workAt(points), workAt(others)];
  const logs = errors.flatMap((error) => {
    const [a, b] = [own(error), other(error)];
    return a === undefined || b === undefined ? [] : [Math.log(a / b)];
  });
  return logs.length === 0 ? undefined : Math.exp(logs.reduce((sum, x) => sum + x, 0) / logs.length);
}

/**
 * Times of several runs that can be compared. Code is slow when it runs for the first time, so a time taken while a lane is first
 * computed says more about its place than about its method. Here the runs are repeated over the same stretch of time, in turns,
 * and the first round is not counted.
 */

/** A run that is made anew for every turn. */
export interface Timed {
  /** Prepares a run to `until`, or to its own end; preparing is not timed. */
  start(until?: number): {
    readonly from: number;
    /** Computes until the run is over, or until `isLate` says so; returns the time that was reached. */
    finish(isLate: () => boolean): number;
  };
}

/** What one run took: milliseconds per unit of simulated time, over a stretch that all runs have in common. */
export interface Timing {
  readonly perTime: number;
  readonly until: number;
  /** The rounds that were counted; the best of them is shown. */
  readonly rounds: number;
}

export const countedRounds = 3;
/** The most milliseconds of one run in one round. */
const most = 250;

interface Clock {
  now(): number;
  /** Lets other work go on; resolves with whether the times are still wanted. */
  pause(): Promise<boolean>;
}

/** The times of all runs; undefined if they are no longer wanted, or if the runs have no stretch in common. */
export async function timeInTurns(
  runs: readonly Timed[],
  { now, pause }: Clock,
): Promise<readonly Timing[] | undefined> {
  let until: number | undefined;
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  // round 0 warms the code up, and finds how far the slowest run comes
  for (let round = 0; round <= countedRounds; round++) {
    const reached: { readonly end: number; readonly passed: number }[] = [];
    for (const [k, run] of runs.entries()) {
      if (!(await pause())) return undefined;
      const { from, finish } = run.start(until);
      const begun = now();
      const isLate = round === 0 ? () => now() - begun > most : () => now() - begun > 8 * most;
      const end = finish(isLate);
      const passed = Math.abs(end - from);
      if (passed === 0 || (until !== undefined && end !== until)) return undefined;
      reached.push({ end, passed });
      if (round > 0) best[k] = Math.min(best[k], (now() - begun) / passed);
    }
    until ??= reached.reduce((a, b) => (b.passed < a.passed ? b : a)).end;
  }
  return best.map((perTime) => ({ perTime, until: until!, rounds: countedRounds }));
}

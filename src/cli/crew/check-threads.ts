import { UsageError } from "../exit.js";

const most = 1024;

/** Returns `threads`, or throws if it is not a possible number of threads. */
export function checkThreads(where: string, threads: number): number {
  if (Number.isInteger(threads) && threads >= 1 && threads <= most) return threads;
  throw new UsageError(where, `must be a whole number from 1 to ${most}; got ${threads}.`);
}

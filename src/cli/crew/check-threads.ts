import { UsageError } from "../exit.js";

const most = 1024;

/** A number of threads that can be asked for. */
export function checkThreads(where: string, threads: number): number {
  if (Number.isInteger(threads) && threads >= 1 && threads <= most) return threads;
  throw new UsageError(where, `${threads} is no number of threads. Give a whole number from 1 to ${most}.`);
}

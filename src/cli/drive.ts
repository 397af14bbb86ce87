import type { Run } from "../solve/index.js";

/**
 * A slice of steps takes about this long (ms): short enough for Ctrl-C and the progress bar, long enough to cost
 * nothing.
 */
const shortest = 20;
const longest = 60;

/** Advances a run in slices to its end, or stops it when the signal aborts. The slices do not change the results. */
export async function drive(run: Run, signal: AbortSignal, progress: () => void): Promise<void> {
  let steps = 1;
  while (!signal.aborted) {
    const before = performance.now();
    if (run.advance(steps) === "done") return;
    const took = performance.now() - before;
    if (took < shortest) steps *= 2;
    else if (took > longest) steps = Math.max(1, steps >> 1);
    progress();
    await new Promise((done) => setImmediate(done));
  }
  run.stop();
}

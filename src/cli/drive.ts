import type { Run } from "../solve/index.js";

/** A slice should take about this long (ms): short enough for Ctrl-C and the progress bar, long enough not to count. */
const shortest = 20;
const longest = 60;

/** Advance a run to its end in slices, or until the signal; then it is stopped. The slices do not touch the results. */
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

/**
 * Ctrl-C, a request to end (SIGTERM) and a closed terminal (SIGHUP): the first signal asks the work to stop between
 * steps, the second one ends the process.
 */

import { commandThread, listenThrough, signals } from "./command-thread.js";
import { exitCode } from "./exit.js";

export function onInterrupt(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const thread = commandThread();
  const release = thread === undefined ? listenHere(controller) : listenThrough(thread, () => controller.abort());
  return { signal: controller.signal, release };
}

/** Handles signals in the main thread, which sees them when it is idle. */
function listenHere(controller: AbortController): () => void {
  const handler = (): void => {
    if (controller.signal.aborted) process.exit(exitCode.interrupted);
    controller.abort();
  };
  for (const signal of signals) process.on(signal, handler);
  return () => {
    for (const signal of signals) process.off(signal, handler);
  };
}

/**
 * Ctrl-C, a request to end (SIGTERM) and a closed terminal (SIGHUP): the first signal asks the work to stop between
 * steps, the second one ends the process.
 */

import { exitCode } from "./exit.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function onInterrupt(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const handler = (): void => {
    if (controller.signal.aborted) process.exit(exitCode.interrupted);
    controller.abort();
  };
  for (const signal of signals) process.on(signal, handler);
  return {
    signal: controller.signal,
    release() {
      for (const signal of signals) process.off(signal, handler);
    },
  };
}

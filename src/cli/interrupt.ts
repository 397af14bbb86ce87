/** Ctrl-C: the first one asks the work to stop between steps, the second one ends the process. */

import { exitCode } from "./exit.js";

export function onInterrupt(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const handler = (): void => {
    if (controller.signal.aborted) process.exit(exitCode.interrupted);
    controller.abort();
  };
  process.on("SIGINT", handler);
  process.on("SIGTERM", handler);
  return {
    signal: controller.signal,
    release() {
      process.off("SIGINT", handler);
      process.off("SIGTERM", handler);
    },
  };
}

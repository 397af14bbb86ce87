/** What the thread of a command and the main thread, which answers signals for it, tell each other. */

import { isMainThread, parentPort, workerData } from "node:worker_threads";

/** Ctrl-C, a request to end, and a closed terminal. */
export const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What the thread is started with. */
export interface CommandData {
  readonly isCommand: true;
  /** One 32-bit integer: 1 while the main thread handles signals. */
  readonly listening: SharedArrayBuffer;
  /** The width of the terminal to which standard error goes; undefined without one. */
  readonly columns?: number;
}

export const commandData = (): CommandData => ({ isCommand: true, listening: new SharedArrayBuffer(4) });

/** From the thread to the main thread: to handle signals, or to leave them to the system. */
export type Request = "listen" | "release";
/** From the main thread to the thread: the first signal came. */
export const interrupted = "interrupted";

/** The data of this thread, if it is the thread of a command. */
export function commandThread(): CommandData | undefined {
  const data = workerData as Partial<CommandData> | null;
  return !isMainThread && data?.isCommand === true ? (data as CommandData) : undefined;
}

/** Has the main thread call `act` at the first signal and end the process at the second. Returns how to end that. */
export function listenThrough({ listening }: CommandData, act: () => void): () => void {
  const port = parentPort!;
  const ask = (request: Request): void => port.postMessage(request);
  const onMessage = (message: unknown): void => {
    if (message === interrupted) act();
  };
  port.on("message", onMessage);
  // waiting for signals does not keep a command alive
  port.unref();
  ask("listen");
  // a signal that came before this would end the process although the caller may rely on the handler already
  Atomics.wait(new Int32Array(listening), 0, 0);
  return () => {
    port.off("message", onMessage);
    ask("release");
  };
}

let start: (() => void) | undefined;

/** Called by the launcher in the main thread: how a command moves to a thread of its own. */
export function offerThread(starts: () => void): void {
  start = starts;
}

/**
 * Begins the command again in a thread of its own, and returns true; the caller then does nothing more. False if it is in
 * one already, or was not launched as a process of its own.
 */
export function moveToThread(): boolean {
  if (start === undefined) return false;
  start();
  start = undefined;
  return true;
}

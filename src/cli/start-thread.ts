/** Starts the thread of a command whose steps may be long, and answers signals for it. */

import { writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type CommandData, commandData, interrupted, type Request, signals } from "./command-thread.js";

/** A thread that does not stop within this time (ms) is inside native code; the signal then ends the process itself. */
const patience = 400;

/** Runs the command of this process in a thread. Its exit code becomes that of the process. */
export function startThread(): void {
  const { isTTY, columns } = process.stderr;
  const data: CommandData = { ...commandData(), ...(isTTY && { columns: columns || 80 }) };
  const thread = new Worker(new URL("./main.js", import.meta.url), { argv: process.argv.slice(2), workerData: data });
  const listening = new Int32Array(data.listening);
  let count = 0;

  const handler = (signal: NodeJS.Signals): void => {
    if (count++ === 0) thread.postMessage(interrupted);
    else if (count === 2) end(signal, thread, handler);
  };
  thread.on("message", (request: Request) => {
    count = 0;
    for (const signal of signals) process[request === "listen" ? "on" : "off"](signal, handler);
    // the thread waits until its signals are handled
    Atomics.store(listening, 0, request === "listen" ? 1 : 0);
    Atomics.notify(listening, 0);
  });
  thread.on("error", (error) => {
    process.stderr.write(`internal error: ${error.message}. ${advice(error)}\n`);
    process.exitCode = 1;
  });
  thread.on("exit", (code) => {
    process.exitCode ??= code;
  });
  // a closed pipe (`taut run … | head`) ends the command
  process.stdout.on("error", ({ code }: { code?: string }) => {
    if (code !== "EPIPE") process.stderr.write(`standard output cannot be written (${code}).\n`);
    process.exit(code === "EPIPE" ? 0 : 2);
  });
  process.stderr.on("error", () => {});
}

/** Ends the process without waiting for the step; the lock of its folder is recognised as that of a dead process. */
function end(signal: NodeJS.Signals, thread: Worker, handler: (signal: NodeJS.Signals) => void): void {
  try {
    // removes the progress bar; on a terminal that was closed this fails
    if (process.stderr.isTTY) writeSync(2, "\r\x1b[K");
  } catch {}
  setTimeout(() => {
    process.off(signal, handler);
    process.kill(process.pid, signal);
  }, patience);
  void thread.terminate().then(() => process.exit(130));
}

const advice = (error: Error): string =>
  "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? "More can be given with NODE_OPTIONS=--max-old-space-size=8000."
    : "This is a defect of taut: please report it, with the model and the command.";

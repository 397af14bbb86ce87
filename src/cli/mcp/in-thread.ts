/**
 * Calls of tools in threads of their own, so that nothing that a client sends can hold up the server: a compilation or a
 * step that takes too long is ended with its thread, and so is one that needs too much memory.
 */

import { Worker } from "node:worker_threads";
import { TautError } from "../../core/index.js";
import { numberWithin } from "./arguments.js";
import type { Tool } from "./protocol.js";

/** The longest time (s) that a run may take, and the time without the argument. */
export const [mostSeconds, usualSeconds] = [600, 30];
/** Additional time (s), beyond that of the run, to prepare it, to stop it between two steps and to send the answer. */
const besides = 60;
/** A call that was cancelled must end within this time (s). */
const afterCancelling = 5;
/** Memory (MB) for the objects of a call. */
const mostMegabytes = 2000;
/** Memory (MB) of the whole process, with the arrays of all calls, which the bound above does not count. */
const usualProcess = 6000;
/** The memory of the process is looked at after every so many ms. */
const lookEvery = 200;

/** What the thread is started with. */
export interface CallData {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** What the thread sends: the answer, or what is wrong. */
export type CallEnd = { readonly text: string } | { readonly problem: string };

/** The error of a tool, whose message is complete. */
class CallError extends TautError {
  constructor(message: string) {
    super("call", message);
    this.message = message;
  }
}

/** The tool with its calls in threads. A call ends if the process has more than `mostProcess` MB of memory meanwhile. */
export function inThread(tool: Tool, mostProcess = usualProcess): Tool {
  return { ...tool, call: (given, signal) => calledInThread({ name: tool.name, given }, signal, mostProcess) };
}

function calledInThread(data: CallData, signal: AbortSignal, mostProcess: number): Promise<string> {
  const { seconds } = data.given;
  const most = (numberWithin(0, mostSeconds).is(seconds) ? seconds : usualSeconds) + besides;
  const thread = new Worker(new URL("./tool-thread.js", import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  let cancelled: NodeJS.Timeout | undefined;
  let late: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  const answer = new Promise<string>((resolve, reject) => {
    const fail = (message: string): void => reject(new CallError(message));
    thread.on("message", (end: CallEnd) => ("text" in end ? resolve(end.text) : fail(end.problem)));
    thread.on("error", (error: Error & { code?: string }) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
        fail(`the call must not need more than ${mostMegabytes} MB of memory; it did. Make the model smaller.`);
      else reject(error);
    });
    thread.on("exit", () => fail("the call was ended before it had an answer."));
    late = setTimeout(() => {
      fail(`the call took longer than ${most} s and was ended. Make the model smaller, or its steps cheaper.`);
    }, 1000 * most);
    looking = setInterval(() => {
      if (process.memoryUsage.rss() > 1e6 * mostProcess)
        fail(
          `all calls together must not need more than ${mostProcess} MB of memory; they do. Make the model smaller, or call again when other calls have ended.`,
        );
    }, lookEvery);
    signal.addEventListener("abort", () => {
      thread.postMessage("cancelled");
      cancelled = setTimeout(() => fail("the call was cancelled."), 1000 * afterCancelling);
    });
  });
  return answer.finally(() => {
    clearTimeout(late);
    clearInterval(looking);
    clearTimeout(cancelled);
    void thread.terminate();
  });
}

/**
 * The entry of the `taut` command. Node calls the handlers of signals only when the main thread is idle, so a command
 * that computes there could not be interrupted within a long step. Such commands run in a thread of their own, and this
 * thread does nothing but answer signals: it loads none of the code. Starting a thread takes as long as many short runs, so
 * `run` has one only if its steps may be long. All other commands are idle, or end at the first signal.
 */

import { readFileSync, statSync } from "node:fs";
import { offerThread } from "./command-thread.js";
import { startThread } from "./start-thread.js";

/** Short files describe large systems by families and molecules only. */
const families = /\b(repeat|molecules)\b/;
const shortFile = 20_000;

const [command, ...words] = process.argv.slice(2).filter((word) => word !== "-q" && word !== "--quiet");
if (command === "reproduce" || (command === "run" && words.some(mayBeLong))) startThread();
else {
  // a run that finds its system large all the same moves to a thread before its first step
  offerThread(startThread);
  await import("./main.js");
}

/** Whether a word of the command is a file that may describe a large system. */
function mayBeLong(word: string): boolean {
  try {
    const stats = statSync(word);
    // a pipe can be read once only
    return stats.isFile() && (stats.size > shortFile || families.test(readFileSync(word, "utf8")));
  } catch {
    return false;
  }
}

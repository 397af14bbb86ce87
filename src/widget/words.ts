/** Errors as sentences, those of the command line. */

import { ModelError, TautError } from "../core/index.js";
import { allErrors } from "../model/index.js";

/** The messages of an error, without repetitions. */
export function wordsOf(error: unknown): readonly string[] {
  if (error instanceof ModelError) return [...new Set(allErrors(error).map(({ message }) => message))];
  if (error instanceof TautError) return [error.message];
  const text = error instanceof Error ? error.message : String(error);
  if (isRefusedCode(error, text))
    return [
      "The policy of this page must allow WebAssembly, and it does not. Add 'wasm-unsafe-eval' to script-src of its Content-Security-Policy.",
    ];
  return [`internal error: ${text}.`];
}

/** Whether a policy of the page forbids compiling WebAssembly. */
const isRefusedCode = (error: unknown, text: string): boolean =>
  error instanceof Error && error.name === "CompileError" && /content.?security|policy|disallowed/i.test(text);

/** Exit codes of the command, and the errors that carry one. */

import { ModelError, TautError } from "../core/index.js";
import { allErrors } from "../model/index.js";

export const exitCode = { ok: 0, internal: 1, usage: 2, model: 3, numerical: 4, partial: 5, interrupted: 130 } as const;

/** The command was called wrongly: exit code 2. */
export class UsageError extends TautError {}

/** More errors of one model than this are not printed. */
const mostShown = 10;

/** The message to print for an error, never a stack trace, and the exit code. */
export function explainError(error: unknown): { readonly message: string; readonly code: number } {
  if (error instanceof ModelError) {
    const all = [...new Set(allErrors(error).map((problem) => problem.message))];
    const more = all.length > mostShown ? ["… and more"] : [];
    return { message: [...all.slice(0, mostShown), ...more].join("\n"), code: exitCode.model };
  }
  if (error instanceof TautError) return { message: error.message, code: exitCode.usage };
  const text = error instanceof Error ? error.message : String(error);
  return {
    message: `internal error: ${text}. This is a defect of taut: please report it, with the model and the command.`,
    code: exitCode.internal,
  };
}

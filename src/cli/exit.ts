/** Exit codes of the command, and the errors that carry one. */

import { ModelError, TautError } from "../core/index.js";

export const exitCode = { ok: 0, internal: 1, usage: 2, model: 3, numerical: 4, partial: 5, interrupted: 130 } as const;

/** Something wrong with how the command was called: exit code 2. */
export class UsageError extends TautError {}

/** One message on standard error, never a stack trace, and the exit code. */
export function explainError(error: unknown): { readonly message: string; readonly code: number } {
  if (error instanceof ModelError) {
    const all = (error as { readonly all?: readonly TautError[] }).all ?? [error];
    const shown = all.slice(0, 10).map((e) => e.message);
    if (all.length > shown.length) shown.push(`… and ${all.length - shown.length} more`);
    return { message: shown.join("\n"), code: exitCode.model };
  }
  if (error instanceof TautError) return { message: error.message, code: exitCode.usage };
  const text = error instanceof Error ? error.message : String(error);
  return {
    message: `internal error: ${text}. Please report it with the model and the command.`,
    code: exitCode.internal,
  };
}

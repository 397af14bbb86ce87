import { allErrors, ModelError, TautError } from "taut";

/** The messages of an error, as the command line prints them, without repetitions. */
export function wordsOf(error: unknown): readonly string[] {
  if (error instanceof ModelError) return [...new Set(allErrors(error).map(({ message }) => message))];
  if (error instanceof TautError) return [error.message];
  return [`internal error: ${error instanceof Error ? error.message : String(error)}.`];
}

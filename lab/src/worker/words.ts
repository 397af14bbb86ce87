import { allErrors, ModelError, TautError } from "taut";

/** The sentences of an error, each once, in the words of the command line. */
export function wordsOf(error: unknown): readonly string[] {
  if (error instanceof ModelError) return [...new Set(allErrors(error).map(({ message }) => message))];
  if (error instanceof TautError) return [error.message];
  return [`internal error: ${error instanceof Error ? error.message : String(error)}.`];
}

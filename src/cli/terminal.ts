/**
 * Output to the terminal: results to standard output, messages to standard error, without control characters from a
 * model.
 */

import { commandThread } from "./command-thread.js";

/** The width of the terminal to which standard error goes; undefined without one. */
export function terminalWidth(): number | undefined {
  const { isTTY, columns } = process.stderr;
  return isTTY ? columns || 80 : commandThread()?.columns;
}

/** Characters that could move the cursor, change colours or reverse the text; line ends are kept. */
const hidden = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

const printable = (text: string): string => text.replace(hidden, "\u{fffd}");

let quiet = false;

/** With `--quiet`, only errors and results are written. */
export function beQuiet(wanted: boolean): void {
  quiet = wanted;
}

export const isQuiet = (): boolean => quiet;

/** Writes a remark to standard error, unless the command is to be quiet. */
export function remark(text: string): void {
  if (!quiet) say(text);
}

/** Writes a message to standard error. */
export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Writes a result, as text, to standard output. */
export function print(text: string): void {
  process.stdout.write(printable(text));
}

/** Writes a result to standard output as one line of JSON. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** What people read: data on standard output, talk on standard error, and no control characters from inside a model. */

/** Everything that could move the cursor, change colours or reverse the text, but not the end of a line. */
const hidden = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

const printable = (text: string): string => text.replace(hidden, "\u{fffd}");

/** Talk. */
export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Data for people. */
export function print(text: string): void {
  process.stdout.write(printable(text));
}

/** Data for programs: one value, one line. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

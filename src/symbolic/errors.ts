/**
 * An error in the text of an expression.
 *
 * `position` is the 1-based column in the text, and `sentence` says what is wrong and what to write instead; the message
 * contains both. The caller knows which file and entry the text came from, and adds that path.
 */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly position: number;
  readonly sentence: string;

  constructor(position: number, sentence: string) {
    super(`column ${position}: ${sentence}`);
    this.position = position;
    this.sentence = sentence;
  }
}

/** Quotes text from a user for a message, shortened so that it fits on a line. */
export function quote(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

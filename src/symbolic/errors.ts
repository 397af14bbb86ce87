/**
 * What is wrong with a piece of expression text, and where.
 *
 * `position` is the 1-based column in the text that was parsed, `sentence` says why and what to write instead; the
 * message is both. The caller knows which file and which entry the text came from and adds that path.
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

/** Quotes text from a user in a message, cut to a length that still fits on a line. */
export function quote(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

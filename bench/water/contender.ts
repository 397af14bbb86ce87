/**
 * A timed program. All take turns, and the best round of each counts, so that a busy minute does not affect only one.
 */
export interface Contender {
  readonly name: string;
  round(): void;
  /** The best time so far, in microseconds. */
  us(): number;
}

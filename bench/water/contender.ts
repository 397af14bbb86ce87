/** Who is timed: all take turns, and the best round of each counts, so that nobody alone meets a busy minute of the machine. */
export interface Contender {
  readonly name: string;
  round(): void;
  /** Microseconds, the best so far. */
  us(): number;
}

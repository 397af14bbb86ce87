import type { Arena, ByteReader, ByteWriter, F64 } from "../../../core/index.js";
import { type LongVectors, longVectors } from "../../../linalg/long-vectors.js";
import { copy, fill } from "../../../linalg/vector.js";

/**
 * Predicts where Newton's method for the positions starts: the multiplier of the next step, from those of the last
 * steps.
 */
export interface MultiplierGuess {
  /** The number of known multipliers; 2 means two or more. */
  readonly count: number;
  /** Forgets all multipliers. */
  clear(): void;
  /** Predicts lambda of the next step. */
  predict(lambda: F64): void;
  /** Records the multiplier of a step of h. */
  push(lambda: F64, h: number): void;
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}

/** Makes a predictor for m constraints. */
export type NewGuess = (arena: Arena, m: number) => MultiplierGuess;
export const newHistory: NewGuess = (arena, m) => new MultiplierHistory(arena, m);

/** The multipliers of the last two steps, and the line through them. */
export class MultiplierHistory implements MultiplierGuess {
  /** The number of known multipliers, 0 to 2. */
  count = 0;
  private last: F64;
  private before: F64;
  /** Lengths of the steps they belong to. */
  private hLast = 1;
  private hBefore = 1;
  private readonly vectors: LongVectors;

  constructor(arena: Arena, m: number) {
    this.last = arena.f64(m);
    this.before = arena.f64(m);
    this.vectors = longVectors(arena, m);
  }

  clear(): void {
    this.count = 0;
  }

  /** Predicts lambda of the next step: 0, the last one, or linear extrapolation in time. */
  predict(lambda: F64): void {
    const { last, before } = this;
    if (this.count === 0) fill(lambda, 0);
    else if (this.count === 1) copy(lambda, last);
    else {
      const ratio = this.hLast / this.hBefore;
      this.vectors.combine(lambda, 1 + ratio, last, -ratio, before);
    }
  }

  push(lambda: F64, h: number): void {
    const { before } = this;
    this.before = this.last;
    this.last = before;
    copy(this.last, lambda);
    this.hBefore = this.hLast;
    this.hLast = h;
    if (this.count < 2) this.count++;
  }

  save(to: ByteWriter): void {
    to.number(this.count);
    to.numbers(this.last);
    to.numbers(this.before);
    to.number(this.hLast);
    to.number(this.hBefore);
  }

  restore(from: ByteReader): void {
    this.count = from.number();
    this.last.set(from.numbers());
    this.before.set(from.numbers());
    this.hLast = from.number();
    this.hBefore = from.number();
  }
}

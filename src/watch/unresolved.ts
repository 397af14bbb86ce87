/**
 * Whether the steps of a run are too long for the fastest motion of its problem. Only then may a method that damps lose
 * energy without being wrong: where every motion is resolved, its errors are held to the tolerance like all others.
 */

import type { ByteReader, ByteWriter, Pacer, Problem, Rate, State } from "../core/index.js";
import { SpectralRadius } from "../linalg/spectral-radius.js";

/** A step resolves a motion of the rate |lambda| up to this h |lambda|: a twelfth of a period. */
const resolved = 0.5;
/** Rounds of the power iteration, from a generic direction. */
const rounds = 12;

export class Unresolved {
  private readonly radius: SpectralRadius;
  private readonly pacer: Pacer;
  private longest = 0;
  private isFound = false;

  constructor({ arena, dimension }: Problem, rate: Rate, pacer: Pacer) {
    this.radius = new SpectralRadius({ arena, dimension, rate });
    this.pacer = pacer;
  }

  begin(): void {
    this.longest = 0;
    this.isFound = false;
  }

  step(h: number): void {
    this.longest = Math.max(this.longest, Math.abs(h));
  }

  /** Compares the longest step so far with the fastest motion at `s`, unless motion that is not resolved was found before. */
  look(s: State): void {
    if (this.isFound) return;
    this.radius.forget();
    const radius = this.radius.estimate(this.pacer, s, rounds);
    this.isFound = radius === undefined || radius * this.longest > resolved;
  }

  /** Whether there was such motion when it was last looked for. */
  get found(): boolean {
    return this.isFound;
  }

  save(to: ByteWriter): void {
    to.numbers([this.longest, Number(this.isFound)]);
  }

  restore(from: ByteReader): void {
    const [longest, found] = from.numbers();
    this.longest = longest;
    this.isFound = found === 1;
  }
}

/**
 * Dense output in pieces, for steps inside which one polynomial does not follow the solution to the tolerance: the step
 * is taken once more in shorter ones, each with a polynomial of its own, as far as states are asked for. The pieces are far
 * more accurate than the whole step, so they meet its end to its own error.
 */

import type { DenseOutput, F64, Status } from "../../core/index.js";

/** The most pieces of a step. */
export const mostPieces = 4;
/** The error of dense output, in tolerances, above which it is taken in pieces. */
export const coarse = 1;

export abstract class InPieces implements DenseOutput {
  protected h = 0;
  protected count = 1;
  /** The pieces that have polynomials. */
  protected made = 0;

  /** Divides a step of h so that an error of this size, in tolerances, falls to the tolerance when it is O(h^order). */
  protected divide(h: number, error: number, order: number): void {
    this.h = h;
    this.count = Math.min(mostPieces, Math.max(2, Math.ceil((error / coarse) ** (1 / order))));
    this.made = 0;
  }

  /** Takes the next piece, of length h. */
  protected abstract take(piece: number, h: number): Status;
  /** The state inside a piece that was taken. */
  protected abstract inside(piece: number, out: F64, theta: number): void;

  at(out: F64, theta: number): Status {
    const { count } = this;
    // rounding may place the start or the end a little outside
    const piece = Math.max(0, Math.min(count - 1, Math.floor(theta * count)));
    while (this.made <= piece) {
      const status = this.take(this.made, this.h / count);
      if (status !== "ok") return status;
      this.made++;
    }
    this.inside(piece, out, theta * count - piece);
    return "ok";
  }
}

/**
 * Values of expressions at a few points near the start. What vanishes at all of them vanishes for a reason, although the
 * symbolic layer may not see it: sin(x)^2 + cos(x)^2 - 1. What does not vanish at one of them does not vanish.
 */

import type { Expr } from "../../symbolic/index.js";
import { type Column, evaluate } from "../lower/columns.js";

const count = 6;
/** Distance of the points from the start, relative to 1 + |x|. */
const spread = 0.1;

export class Samples {
  /** The number of points. */
  readonly count = count;
  private readonly inputs = new Map<Expr, Column>();
  private seed = 1;

  /** Points near `value` for this symbol. The first point is the start itself. */
  place(symbol: Expr, value: number): void {
    const column = new Float64Array(count);
    for (let i = 0; i < count; i++) column[i] = value + (i === 0 ? 0 : spread * (1 + Math.abs(value)) * this.random());
    this.inputs.set(symbol, column);
  }

  /** The value of each expression at each point. */
  of(exprs: readonly Expr[]): Float64Array[] {
    return evaluate(exprs, this.inputs, count).map((column) =>
      column.length === 1 ? new Float64Array(count).fill(column[0]) : column,
    );
  }

  /** Numbers between -1 and 1, always the same (Lehmer's generator with Park and Miller's constants). */
  private random(): number {
    this.seed = (this.seed * 48271) % 2147483647;
    return (2 * this.seed) / 2147483647 - 1;
  }
}

/**
 * Dense output in pieces, for steps inside which one polynomial does not follow the solution to the tolerance: the step
 * is taken once more in shorter ones of the same order, each with a polynomial of its own. They are far more accurate
 * than the whole step, so the pieces meet its end to its own error.
 */

import { type Arena, copyState, type F64, newState, type State, type Status } from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";
import { type Columns, extrapolate, middlePower } from "./columns.js";
import { MiddleOutput } from "./middle-output.js";

/** The most pieces of a step. Four of them make the error of dense output about 4^(m + 4) times smaller, with m of `MiddleOutput`. */
const most = 4;

export class FinerOutput {
  private readonly columns: Columns;
  private readonly factors: readonly Float64Array[];
  private readonly outputs: readonly MiddleOutput[];
  private readonly T: readonly F64[];
  /** The whole step: its start, its length, its columns, and the number of pieces. */
  private t0 = 0;
  private h = 0;
  private reached = 0;
  private count = 1;
  /** The pieces that have polynomials, the end of the last one, and the rate there. */
  private made = 0;
  private from: State;
  private to: State;
  private rateFrom: F64;
  private rateTo: F64;

  constructor(arena: Arena, dimension: number, n: number, columns: Columns, factors: readonly Float64Array[]) {
    const count = columns.substeps.length;
    this.columns = columns;
    this.factors = factors;
    this.outputs = Array.from({ length: most }, () => new MiddleOutput(arena, dimension, middlePower(count)));
    this.T = Array.from({ length: count }, () => arena.f64(dimension));
    [this.from, this.to] = [newState(arena, dimension, n), newState(arena, dimension, n)];
    [this.rateFrom, this.rateTo] = [arena.f64(dimension), arena.f64(dimension)];
  }

  /** Divides a step of h from `start`, which took `reached` columns, so that an error becomes this many times smaller. */
  begin(start: State, rate: F64, h: number, reached: number, times: number): void {
    copyState(this.to, start);
    copy(this.rateTo, rate);
    this.t0 = start.t;
    this.h = h;
    this.reached = reached;
    this.count = Math.min(most, Math.max(2, Math.ceil(times ** (1 / (middlePower(reached) + 4)))));
    this.made = 0;
  }

  at(out: F64, theta: number): Status {
    const { count } = this;
    const piece = Math.min(count - 1, Math.floor(theta * count));
    while (this.made <= piece) {
      const status = this.advance();
      if (status !== "ok") return status;
    }
    this.outputs[piece].at(out, theta * count - piece);
    return "ok";
  }

  /** Takes the next piece. */
  private advance(): Status {
    const { columns, T, reached, count, made } = this;
    [this.from, this.to] = [this.to, this.from];
    [this.rateFrom, this.rateTo] = [this.rateTo, this.rateFrom];
    const { from, rateFrom, to, rateTo } = this;
    const h = this.h / count;
    for (let j = 0; j < reached; j++) {
      const status = columns.run(T[j], from, rateFrom, h, j);
      if (status !== "ok") return status;
      extrapolate(T, this.factors[j], j);
    }
    copy(to.y, T[0]);
    to.t = this.t0 + h * (made + 1);
    const status = columns.evaluate(rateTo, to);
    if (status !== "ok") return status;
    const output = this.outputs[made];
    columns.middle(output.c, h, reached);
    output.close(middlePower(reached), from.y, rateFrom, T[0], rateTo, h);
    this.made++;
    return "ok";
  }
}

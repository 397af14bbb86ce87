/** Dense output of extrapolation in pieces (`InPieces`): shorter steps of the same order. */

import { type Arena, copyState, type F64, newState, type State, type Status } from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";
import { InPieces, mostPieces } from "../../common/in-pieces.js";
import { type Columns, extrapolate, middlePower } from "./columns.js";
import { MiddleOutput } from "./middle-output.js";

export class FinerOutput extends InPieces {
  private readonly columns: Columns;
  private readonly factors: readonly Float64Array[];
  private readonly outputs: readonly MiddleOutput[];
  private readonly T: readonly F64[];
  /** The start of the whole step, and its columns. */
  private t0 = 0;
  private reached = 0;
  /** The start and the end of the last piece, and the rates there. */
  private from: State;
  private to: State;
  private rateFrom: F64;
  private rateTo: F64;

  constructor(arena: Arena, dimension: number, n: number, columns: Columns, factors: readonly Float64Array[]) {
    super();
    const count = columns.substeps.length;
    this.columns = columns;
    this.factors = factors;
    this.outputs = Array.from({ length: mostPieces }, () => new MiddleOutput(arena, dimension, middlePower(count)));
    this.T = Array.from({ length: count }, () => arena.f64(dimension));
    [this.from, this.to] = [newState(arena, dimension, n), newState(arena, dimension, n)];
    [this.rateFrom, this.rateTo] = [arena.f64(dimension), arena.f64(dimension)];
  }

  /** Divides a step of h from `start`, which took `reached` columns and has an error of this size, in tolerances. Four pieces
   * make it about 4^(m + 4) times smaller, with m of `MiddleOutput`. */
  begin(start: State, rate: F64, h: number, reached: number, error: number): void {
    copyState(this.to, start);
    copy(this.rateTo, rate);
    this.t0 = start.t;
    this.reached = reached;
    this.divide(h, error, middlePower(reached) + 4);
  }

  protected inside(piece: number, out: F64, theta: number): void {
    this.outputs[piece].at(out, theta);
  }

  protected take(piece: number, h: number): Status {
    const { columns, T, reached } = this;
    [this.from, this.to] = [this.to, this.from];
    [this.rateFrom, this.rateTo] = [this.rateTo, this.rateFrom];
    const { from, rateFrom, to, rateTo } = this;
    for (let j = 0; j < reached; j++) {
      const status = columns.run(T[j], from, rateFrom, h, j);
      if (status !== "ok") return status;
      extrapolate(T, this.factors[j], j);
    }
    copy(to.y, T[0]);
    to.t = this.t0 + h * (piece + 1);
    const status = columns.evaluate(rateTo, to);
    if (status !== "ok") return status;
    const output = this.outputs[piece];
    columns.middle(output.c, h, reached);
    output.close(middlePower(reached), from.y, rateFrom, T[0], rateTo, h);
    return "ok";
  }
}

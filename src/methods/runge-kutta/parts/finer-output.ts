/**
 * Dense output of a Runge–Kutta step in pieces (`InPieces`): shorter steps of the same method. They use the program of the
 * step and its arrays, which are put back after every piece, because the next attempt may need them.
 */

import type { F64, Pacer, Row, State, Status } from "../../../core/index.js";
import { combine, row } from "../../../step/index.js";
import { InPieces, mostPieces } from "../../common/in-pieces.js";
import type { Dense } from "../tableaus/tableau.js";

/** The order of the terms that the estimate measures, and the largest theta^4 (1 - theta)^3 and theta^3 (1 - theta)^3. */
const order = 7;
const largestLast = (4 / 7) ** 4 * (3 / 7) ** 3;
const largestBefore = 1 / 64;
/** The comparison is too large, by a factor of 8 to 9 where a fast decay limits the steps; this is allowed for. */
const excess = 3;

/** A step from `base`, with all rates in K, k_0 and k_end among them, and its end; `run` takes another, of length h. */
export interface Rates {
  readonly base: State;
  readonly end: State;
  readonly K: F64;
  readonly kStart: F64;
  readonly kEnd: F64;
  readonly run: (h: number) => Status;
}

/** Copies of the arrays of a step. */
interface Copies {
  readonly base: F64;
  readonly end: F64;
  readonly K: F64;
  readonly kEnd: F64;
}

export class FinerOutput extends InPieces {
  private readonly rates: Rates;
  private readonly zero: F64;
  private readonly difference: F64;
  private readonly last: Row;
  private readonly before: Row;
  /** A row over all stages, whose weights `weigh` fills in. */
  private readonly all: Row;
  private readonly weigh: (weights: Float64Array, theta: number) => void;
  /** The pieces, and at last the whole step; they get room when pieces are needed for the first time. */
  private readonly copies: Copies[] = [];

  constructor(rates: Rates, { d }: Dense, all: Row, weigh: (weights: Float64Array, theta: number) => void) {
    super();
    const { length } = rates.base.y;
    this.rates = rates;
    this.zero = new Float64Array(length);
    this.difference = new Float64Array(length);
    this.before = row(d[2], length);
    this.last = row(d[3], length);
    this.all = all;
    this.weigh = weigh;
  }

  /**
   * The error of the polynomial in tolerances. Its last two terms are theta^3 r^3 (D_3 + theta D_4); where the last is much
   * smaller, those that are left out are smaller once more by the same ratio.
   */
  estimate(pacer: Pacer, h: number): number {
    const { rates, zero, difference } = this;
    const size = (terms: Row, largest: number): number => {
      combine(difference, zero, h * largest, rates.K, terms);
      return pacer.norm(difference, rates.base.y, rates.end.y);
    };
    const last = size(this.last, largestLast);
    if (last === 0) return 0;
    const before = size(this.before, largestBefore);
    return last / (excess * Math.max(1, before / last));
  }

  /** Divides the present step of length h, whose polynomial has an error of this size, in tolerances. */
  begin(h: number, error: number): void {
    const { copies, rates } = this;
    while (copies.length <= mostPieces)
      copies.push({
        base: rates.base.y.slice(),
        end: rates.end.y.slice(),
        K: rates.K.slice(),
        kEnd: rates.kEnd.slice(),
      });
    keep(copies[mostPieces], rates);
    this.divide(h, error, order);
  }

  protected inside(piece: number, out: F64, theta: number): void {
    const { base, K } = this.copies[piece];
    this.weigh(this.all.a, theta);
    combine(out, base, this.h / this.count, K, this.all);
  }

  protected take(piece: number, h: number): Status {
    const { rates, copies } = this;
    const { base, end, K, kStart } = rates;
    const [start, stop] = [base.t, end.t];
    if (piece > 0) {
      const before = copies[piece - 1];
      base.y.set(before.end);
      kStart.set(before.kEnd);
      base.t = start + h * piece;
    }
    const status = rates.run(h);
    if (status === "ok") keep(copies[piece], rates);
    const whole = copies[mostPieces];
    base.y.set(whole.base);
    end.y.set(whole.end);
    K.set(whole.K);
    [base.t, end.t] = [start, stop];
    return status;
  }
}

function keep(to: Copies, { base, end, K, kEnd }: Rates): void {
  to.base.set(base.y);
  to.end.set(end.y);
  to.K.set(K);
  to.kEnd.set(kEnd);
}

/**
 * Tolerances and steps of an implicit method whose estimate, of order h^4, is of lower order than its result, h^5. When
 * the user asks for rtol, the estimate is held to rtol^(4/5) / 4 (see `../../common/calibrated.ts`). RADAU5 uses
 * rtol^(2/3) / 10, with which errors fall more slowly than rtol.
 *
 * The step is the controller's, but not more than Gustafsson's prediction, h (h/h_old) (|e_old| / |e|^2)^(1/4), which
 * sees an error rising (ACM TOMS 20 (1994) 496); and not more than Newton's convergence allows. It stays the same when
 * it could grow by a fifth at most, so that the factorisation can be reused.
 */

import type { ByteReader, ByteWriter, Pacer } from "../../../core/index.js";
import { root } from "../../../math/root.js";
import { calibrated, relativeTolerance } from "../../common/calibrated.js";

const order = 4;
const safety = 0.9;
/** A step that could grow by less than this factor keeps its length, because growth would cost a factorisation. */
const idle = 1.2;
/** The rate of convergence that Newton's iteration should have. */
const slow = 0.1;
/** Smaller errors are replaced by this value. */
const floor = 1e-2;

export class StepControl {
  /** The pacer at the tolerances of the estimate; undefined when steps are fixed. */
  pacer: Pacer | undefined;
  /** Relative tolerance of the estimate. */
  rtol = 1e-6;
  /** Length and error of the last accepted step; 0 when there is none. */
  private hLast = 0;
  private normLast = 0;
  private failed = false;

  pace(pacer: Pacer, dimension: number): void {
    this.pacer = calibrated(pacer, dimension, (rtol) => 4 * root(rtol, 5));
    const rtol = relativeTolerance(this.pacer, dimension);
    if (rtol > 0) this.rtol = rtol;
  }

  reset(): void {
    this.hLast = 0;
    this.failed = false;
  }

  /** The next step. `retry` is the fraction of h to try after a failure, `keeps` says whether the factorisation could
   * be reused, and `theta` is the rate of convergence with a new J. */
  next(h: number, norm: number, accepted: boolean, retry: number, keeps: boolean, theta: number): number {
    if (norm === Number.POSITIVE_INFINITY) {
      this.failed = true;
      return retry * h;
    }
    let next = this.pacer!.next(h, norm, order, accepted);
    if (!accepted) {
      this.failed = true;
      return next;
    }
    const size = Math.max(norm, floor);
    if (this.hLast > 0) {
      const predicted = safety * h * (h / this.hLast) * root(this.normLast / (size * size), order);
      // the prediction may shorten the step as much as the controller may
      next = Math.min(next, Math.max(predicted, 0.2 * h));
    }
    if (theta > 0) next = Math.min(next, Math.max(root(slow / theta, 4), 1) * h);
    if (this.failed) next = Math.min(next, h);
    this.hLast = h;
    this.normLast = size;
    this.failed = false;
    return keeps && next >= h && next <= idle * h ? h : next;
  }

  save(to: ByteWriter): void {
    to.numbers([this.hLast, this.normLast, Number(this.failed)]);
  }

  restore(from: ByteReader): void {
    const [hLast, normLast, failed] = from.numbers();
    this.hLast = hLast;
    this.normLast = normLast;
    this.failed = failed === 1;
  }
}

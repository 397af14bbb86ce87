/** Order and step of BDF, chosen together; safety factors are those of ode15s. See `../bdf.ts`. */

import type { ByteReader, ByteWriter, F64, Pacer, State } from "../../../core/index.js";
import { root } from "../../../math/root.js";

/** Steps grow by at least this factor or not at all, because every change costs a factorisation. */
const worthwhile = 1.2;
/** The largest growth. After a failure of the iteration it restarts at `careful` and rises by the factor `regain`. */
const largest = 10;
const careful = 1.5;
const regain = 1.25;

export class BdfOrder {
  /** Order of the coming step. */
  k = 1;
  /** Steps since order or step changed. */
  equal = 0;
  private failures = 0;
  private growth = largest;
  private readonly maxOrder: number;
  /** error = constants[k] d */
  private readonly constants: readonly number[];
  private readonly differences: readonly Float64Array[];
  private readonly error: F64;

  /** `error` is overwritten when orders are compared. */
  constructor(maxOrder: number, constants: readonly number[], differences: readonly Float64Array[], error: F64) {
    this.maxOrder = maxOrder;
    this.constants = constants;
    this.differences = differences;
    this.error = error;
  }

  begin(): void {
    this.k = 1;
    this.equal = 0;
    this.failures = 0;
    this.growth = largest;
  }

  /** The factor for the next step after an accepted one with this error; the differences are those at its end. */
  grow(pacer: Pacer, s: State, norm: number): number {
    const { k, maxOrder, growth } = this;
    this.failures = 0;
    if (this.equal < k + 2) return 1;
    const same = 1 / (1.2 * root(norm, k + 1));
    const lower = k > 1 ? 1 / (1.3 * root(this.size(pacer, s, k - 1), k)) : 0;
    const higher = k < maxOrder ? 1 / (1.4 * root(this.size(pacer, s, k + 1), k + 2)) : 0;
    const best = Math.max(same, lower, higher);
    if (!(best > worthwhile)) return 1;
    if (best > same) this.k = lower === best ? k - 1 : k + 1;
    this.growth = Math.min(largest, regain * growth);
    return Math.min(best, growth);
  }

  /** The factor after a failed step. The norm is its error, or not finite when the step broke off before there was one;
   * d is its D_(k+1). */
  shrink(pacer: Pacer, s: State, norm: number, d: Float64Array): number {
    const { k, differences, error, constants } = this;
    this.equal = 0;
    this.failures++;
    if (!(norm < Number.POSITIVE_INFINITY)) {
      this.growth = careful;
      return 0.3;
    }
    if (this.failures > 1) return 0.5;
    const same = Math.max(0.1, 0.833 / root(norm, k + 1));
    if (k === 1) return same;
    for (let i = 0; i < error.length; i++) error[i] = constants[k - 1] * (differences[k][i] + d[i]);
    const lower = Math.max(0.1, 0.769 / root(pacer.norm(error, s.y, s.y), k));
    if (!(lower > same)) return same;
    this.k = k - 1;
    return Math.min(1, lower);
  }

  save(to: ByteWriter): void {
    to.numbers([this.k, this.equal, this.failures, this.growth]);
  }

  restore(from: ByteReader): void {
    [this.k, this.equal, this.failures, this.growth] = from.numbers();
  }

  /** The size of the error that order j would have had in the last step. */
  private size(pacer: Pacer, s: State, j: number): number {
    const { error, differences, constants } = this;
    for (let i = 0; i < error.length; i++) error[i] = constants[j] * differences[j + 1][i];
    return pacer.norm(error, s.y, s.y);
  }
}

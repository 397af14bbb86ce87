/**
 * dF/dy by differences, for problems without a symbolic Jacobian. Forward differences give 8 digits, enough for any
 * iteration; central ones give 10 at twice the cost, for methods whose order depends on an accurate J. Columns without
 * a common row are moved together, so a known sparse pattern costs as many evaluations as it needs colours (Curtis,
 * Powell and Reid, J. Inst. Math. Appl. 13, 1974); without a pattern it costs one per component.
 *
 * Component j is moved by factor_j max(|y_j|, floor), in the direction of F_j; factors are 2^-26, central ones 2^-17
 * (2^-12 and 2^-8 where forces are in single precision), and the floor is a hundred-thousandth of the largest component. As in MATLAB's numjac (Salane, SAND86-1319) a
 * difference that is lost in rounding is taken again with a larger factor, and the factor is remembered for the next
 * Jacobian as long as it is needed.
 */

import type { ByteReader, ByteWriter, F64, Problem, Status } from "../../../core/index.js";
import { copy } from "../../../linalg/vector.js";

/** Entries that may be nonzero. */
export interface JacobianPattern {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

const forward = 2 ** -26;
const central = 2 ** -17;
/** The same for forces in single precision. */
const mixed = { forward: 2 ** -12, central: 2 ** -8 } as const;
const largestFactor = 0.1;
/**
 * Sizes of a difference relative to F, in units of the usual factor: below the first it is lost in rounding, below the
 * second it is inaccurate, above the third a smaller factor suffices.
 */
const lost = 1e-3;
const small = 1e-2;
const ample = 1;

export class NumericalJacobian implements JacobianPattern {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  private readonly problem: Problem;
  /** The columns of each colour, and the entries of each column. */
  private readonly groups: readonly Int32Array[];
  private readonly start: Int32Array;
  private readonly slots: Int32Array;
  private readonly usual: number;
  private readonly factors: Float64Array;
  private readonly steps: Float64Array;
  private readonly f0: F64;
  private readonly f1: F64;
  /** F at the other end of a difference; this is f0 unless differences are central. */
  private readonly below: F64;
  private readonly moved: F64;
  private readonly isLost: Uint8Array;
  private readonly single = new Int32Array(1);

  constructor(problem: Problem, pattern: JacobianPattern | undefined, isCentral = false) {
    const { dimension: n, arena } = problem;
    this.problem = problem;
    this.rows = pattern?.rows ?? Int32Array.from({ length: n * n }, (_, k) => k % n);
    this.cols = pattern?.cols ?? Int32Array.from({ length: n * n }, (_, k) => Math.floor(k / n));
    this.start = new Int32Array(n + 1);
    for (const j of this.cols) this.start[j + 1]++;
    for (let j = 0; j < n; j++) this.start[j + 1] += this.start[j];
    const next = this.start.slice();
    this.slots = new Int32Array(this.cols.length);
    for (let k = 0; k < this.cols.length; k++) this.slots[next[this.cols[k]]++] = k;
    this.groups = colours(n, this.rows, this.start, this.slots);
    const usual = problem.workspace.mechanics?.mixed ? mixed : { forward, central };
    this.usual = isCentral ? usual.central : usual.forward;
    this.factors = new Float64Array(n).fill(this.usual);
    this.steps = new Float64Array(n);
    this.f0 = arena.f64(n);
    this.f1 = arena.f64(n);
    this.below = isCentral ? arena.f64(n) : this.f0;
    this.moved = arena.f64(n);
    this.isLost = new Uint8Array(n);
  }

  private get isCentral(): boolean {
    return this.below !== this.f0;
  }

  /** The number of evaluations for one Jacobian when no difference is lost in rounding, not counting the one at (t,
   * y). */
  get evaluations(): number {
    return this.isCentral ? 2 * this.groups.length : this.groups.length;
  }

  /** Evaluates the Jacobian at (t, y); `f` is F(t, y) if it is known. */
  evaluate(values: F64, t: number, y: F64, f?: F64): Status {
    const { problem, f0, moved, groups, isLost } = this;
    let status: Status = "ok";
    if (f === undefined) status = problem.rate!(f0, t, y);
    else copy(f0, f);
    copy(moved, y);
    let floor = 0;
    for (let i = 0; i < y.length; i++) floor = Math.max(floor, Math.abs(y[i]));
    floor = floor > 1e-250 ? 1e-5 * floor : 1;

    for (let g = 0; g < groups.length && status === "ok"; g++) {
      const columns = groups[g];
      status = this.difference(columns, t, y, floor);
      if (status !== "ok") return status;
      for (let k = 0; k < columns.length; k++) {
        const j = columns[k];
        isLost[j] = this.judge(j) && this.factors[j] < largestFactor ? 1 : 0;
        this.store(values, j);
      }
      for (let k = 0; k < columns.length && status === "ok"; k++)
        if (isLost[columns[k]] === 1) status = this.again(values, columns[k], t, y, floor);
    }
    return status;
  }

  save(to: ByteWriter): void {
    to.numbers(this.factors);
  }

  restore(from: ByteReader): void {
    this.factors.set(from.numbers());
  }

  /** f1 = F with these columns moved; `below` is F with them moved the other way. */
  private difference(columns: Int32Array, t: number, y: F64, floor: number): Status {
    const { moved, steps, factors, f0, f1, below, problem } = this;
    for (let k = 0; k < columns.length; k++) {
      const j = columns[k];
      const length = factors[j] * Math.max(Math.abs(y[j]), floor);
      moved[j] = y[j] + (f0[j] >= 0 ? length : -length);
      steps[j] = moved[j] - y[j];
    }
    let status = problem.rate!(f1, t, moved);
    if (status === "ok" && this.isCentral) {
      for (let k = 0; k < columns.length; k++) {
        const j = columns[k];
        const up = moved[j];
        moved[j] = y[j] - steps[j];
        steps[j] = up - moved[j];
      }
      status = problem.rate!(below, t, moved);
    }
    for (let k = 0; k < columns.length; k++) moved[columns[k]] = y[columns[k]];
    return status;
  }

  /** Adapts the factor of column j to its largest difference; returns true when that is lost in rounding. */
  private judge(j: number): boolean {
    const { rows, slots, start, factors, f1, below, usual } = this;
    let largest = -1;
    let size = 0;
    for (let p = start[j]; p < start[j + 1]; p++) {
      const i = rows[slots[p]];
      const change = Math.abs(f1[i] - below[i]);
      if (change <= largest) continue;
      largest = change;
      size = Math.max(Math.abs(below[i]), Math.abs(f1[i]));
    }
    if (!(size > 0)) return false;
    if (largest <= small * usual * size) factors[j] = Math.min(10 * factors[j], largestFactor);
    else if (largest > ample * usual * size) factors[j] = Math.max(0.1 * factors[j], usual);
    return largest <= lost * usual * size;
  }

  private store(values: F64, j: number): void {
    const { rows, slots, start, steps, f1, below } = this;
    for (let p = start[j]; p < start[j + 1]; p++) {
      const i = rows[slots[p]];
      values[slots[p]] = (f1[i] - below[i]) / steps[j];
    }
  }

  /** Computes column j again, by itself, with a much larger step. */
  private again(values: F64, j: number, t: number, y: F64, floor: number): Status {
    const { factors, single } = this;
    single[0] = j;
    factors[j] = Math.min(Math.sqrt(factors[j]), largestFactor);
    const status = this.difference(single, t, y, floor);
    this.judge(j);
    this.store(values, j);
    return status;
  }
}

/** Groups the columns by first fit, so that no two columns of a group have an entry in the same row. */
function colours(n: number, rows: Int32Array, start: Int32Array, slots: Int32Array): Int32Array[] {
  const groups: number[][] = [];
  const taken: Uint8Array[] = [];
  for (let j = 0; j < n; j++) {
    if (start[j] === start[j + 1]) continue;
    const isFree = (busy: Uint8Array): boolean => {
      for (let p = start[j]; p < start[j + 1]; p++) if (busy[rows[slots[p]]] === 1) return false;
      return true;
    };
    let colour = taken.findIndex(isFree);
    if (colour < 0) {
      colour = taken.length;
      taken.push(new Uint8Array(n));
      groups.push([]);
    }
    groups[colour].push(j);
    for (let p = start[j]; p < start[j + 1]; p++) taken[colour][rows[slots[p]]] = 1;
  }
  return groups.map((columns) => Int32Array.from(columns));
}

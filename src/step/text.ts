/**
 * The algebra in which steps are written. A text calls it once, when a method is bound, and the calls are recorded as a
 * `Program`:
 *
 *     const step = new StepText();
 *     const [q, v] = [step.given("q", n), step.given("v", n)];
 *     const a = step.bound("a", n);
 *     const accelerations = step.evaluation("accelerations");
 *     step.addScaled(v, v, step.multiply(0.5, h), a);
 *     step.addScaled(q, q, h, v);
 *     step.evaluate(accelerations, a, t, q);
 *
 * Loops and conditions of TypeScript decide which operations are recorded; `when` and `repeat` decide at run time which
 * of them run.
 */

import { append } from "../core/index.js";
import type {
  ArrayOf,
  Condition,
  Counter,
  Evaluation,
  Failed,
  Integer,
  Operation,
  Pattern,
  Program,
  Scalar,
  Value,
  Vector,
} from "../core/program.js";
import { row } from "./combine.js";

/** The integer that is given at every run. */
export const givenInteger: Integer = { integer: 0 };

/** a = b exactly, for a constant b */
export const equal = (a: Scalar | Integer, b: number): Condition => ({ relation: "equal", a, b });
/** a < b */
export const less = (a: Value, b: Value): Condition => ({ relation: "less", a, b });
/** a <= b */
export const atMost = (a: Value, b: Value): Condition => ({ relation: "atMost", a, b });

export class StepText {
  private operations: Operation[] = [];
  private readonly arrays: ArrayOf[] = [];
  private readonly numbers: string[] = [];
  private readonly evaluations: string[] = [];
  private readonly patterns: string[] = [];
  private readonly weights: number[] = [];
  private counters = 0;
  private temporaries = 0;
  private integers = 1;

  // ---- what the step works on ----

  /** An array that stays where it is from run to run. */
  bound(name: string, length: number): Vector {
    return this.array(name, length, false);
  }

  /** An array that the caller passes at every run; there are at most four. */
  given(name: string, length: number): Vector {
    return this.array(name, length, true);
  }

  /** Part `k` of an array that consists of vectors of equal length. */
  part(x: Vector, k: number, length: number): Vector {
    return { array: x.array, offset: x.offset + k * length, length };
  }

  /** A number that is shared with the caller: set before a run, or read after it. */
  shared(name: string): Scalar {
    this.numbers.push(name);
    return { shared: true, index: this.numbers.length - 1 };
  }

  /** The places of the entries of a sparse matrix with this number of rows, bound by this name. */
  pattern(name: string, rows: number): Pattern {
    this.patterns.push(name);
    return { pattern: this.patterns.length - 1, rows };
  }

  /** Counts events for the caller; it is 0 when a run begins. */
  counter(): Counter {
    return { counter: this.counters++ };
  }

  /** The function of the problem that is bound by this name. */
  evaluation(name: string): Evaluation {
    const known = this.evaluations.indexOf(name);
    return { name, index: known < 0 ? this.evaluations.push(name) - 1 : known };
  }

  // ---- numbers ----

  /** A number that changes during a run: it must be set before it is read. */
  variable(): Scalar {
    return this.temporary();
  }

  set(out: Scalar, value: Value): void {
    this.operations.push({ kind: "multiplyAdd", out, a: -0, b: 1, c: value });
  }

  /** a + b c */
  multiplyAdd(a: Value, b: Value, c: Value): Scalar {
    const out = this.temporary();
    this.operations.push({ kind: "multiplyAdd", out, a, b, c });
    return out;
  }

  /** a b, as -0 + a b, because adding to -0 changes no bit. */
  multiply(a: Value, b: Value): Scalar {
    return this.multiplyAdd(-0, a, b);
  }

  /** a / b */
  divide(a: Value, b: Value): Scalar {
    const out = this.temporary();
    this.operations.push({ kind: "divide", out, a, b });
    return out;
  }

  /** The larger of a and b; NaN if one of them is NaN. */
  larger(a: Value, b: Value): Scalar {
    const out = this.temporary();
    this.operations.push({ kind: "larger", out, a, b });
    return out;
  }

  /** max |x_i|; NaN if an entry is NaN. */
  largest(x: Vector): Scalar {
    const out = this.temporary();
    this.operations.push({ kind: "largest", out, x });
    return out;
  }

  /** The largest sum_j |A_ij x_j| over the rows i of a sparse matrix with the entries A. */
  largestRow(A: Vector, places: Pattern, x: Vector): Scalar {
    const out = this.temporary();
    this.operations.push({ kind: "largestRow", out, A, places, x });
    return out;
  }

  fromInteger(value: Integer): Scalar {
    const out = this.temporary();
    this.operations.push({ kind: "fromInteger", out, value });
    return out;
  }

  /** x[at] */
  entry(x: Vector, at: Integer | number): Scalar {
    const out = this.temporary();
    this.operations.push({ kind: "entry", out, x, at });
    return out;
  }

  /** Root mean square, or largest, of error_i / (atol_i + rtol max(|before_i|, |after_i|)). */
  scaledNorm(
    out: Scalar,
    norm: "rms" | "max",
    error: Vector,
    before: Vector,
    after: Vector,
    atol: Vector,
    rtol: Value,
  ): void {
    this.operations.push({ kind: "scaledNorm", out, norm, error, before, after, atol, rtol });
  }

  // ---- vectors; the output may be one of the inputs ----

  copy(out: Vector, x: Vector): void {
    this.operations.push({ kind: "copy", out, x });
  }

  zero(out: Vector): void {
    this.operations.push({ kind: "zero", out });
  }

  /** out = a x */
  scale(out: Vector, a: Value, x: Vector): void {
    this.operations.push({ kind: "scale", out, a, x });
  }

  /** out = x + a y */
  addScaled(out: Vector, x: Vector, a: Value, y: Vector): void {
    this.operations.push({ kind: "addScaled", out, x, a, y });
  }

  /** out = start + h (a_1 x_1 + a_2 x_2 + …), with 0 for a missing start; the x_i are the parts of `x`, each as long as
   * `out`. */
  combine(out: Vector, start: Vector | undefined, h: Value, x: Vector, a: readonly number[]): void {
    const terms = row(a, out.length);
    this.operations.push({ kind: "combine", out, start, h, x, row: terms, weights: this.weights.length });
    append(this.weights, terms.a);
  }

  // ---- calls and control ----

  /** Calls an evaluation with what it takes: the vector that it changes, a number, and the vectors that it reads, at most
   * three. The step ends with the status of the evaluation unless that is "ok". */
  evaluate(evaluation: Evaluation, out: Vector | undefined, number: Value | undefined, ...x: readonly Vector[]): void {
    this.operations.push({ kind: "evaluate", evaluation, out, number, x });
  }

  count(counter: Counter): void {
    this.operations.push({ kind: "count", counter });
  }

  when(condition: Condition, yes: () => void, no: () => void = () => {}): void {
    this.operations.push({ kind: "when", condition, yes: this.inside(yes), no: this.inside(no) });
  }

  /** Runs `no` if the condition does not hold, which includes comparisons with NaN. */
  unless(condition: Condition, no: () => void): void {
    this.when(condition, () => {}, no);
  }

  /** Runs `body` for the counter 1, 2, …, count, and then `otherwise`, unless the body leaves the loop. */
  repeat(count: Value, body: (counter: Integer) => void, otherwise: () => void = () => {}): void {
    const counter = { integer: this.integers++ };
    const inside = this.inside(() => body(counter));
    this.operations.push({ kind: "repeat", counter, count, body: inside, otherwise: this.inside(otherwise) });
  }

  /** Leaves the innermost loop. */
  leave(): void {
    this.operations.push({ kind: "leave" });
  }

  /** Ends the step with this status. */
  end(status: Failed): void {
    this.operations.push({ kind: "end", status });
  }

  finish(): Program {
    const { operations, arrays, patterns, numbers, evaluations, counters, temporaries, integers, weights } = this;
    return { operations, arrays, patterns, numbers, evaluations, counters, temporaries, integers, weights };
  }

  private array(name: string, length: number, given: boolean): Vector {
    this.arrays.push({ name, length, given });
    return { array: this.arrays.length - 1, offset: 0, length };
  }

  private temporary(): Scalar {
    return { shared: false, index: this.temporaries++ };
  }

  private inside(write: () => void): readonly Operation[] {
    const outside = this.operations;
    this.operations = [];
    write();
    const written = this.operations;
    this.operations = outside;
    return written;
  }
}

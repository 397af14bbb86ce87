/**
 * A step as data. A text of `step/` writes it, and there are two readings of it: `step/host.ts` runs it on arrays,
 * `step/linked.ts` turns it into WebAssembly. The second comes with the generated code that it calls
 * (`CompiledRoutine.link`), so that methods depend on this data and on the first reading only. Every operation has one
 * result in IEEE 754 arithmetic and both readings run the same operations in the same order, so they give the same
 * bits.
 */

import type { F64, I32 } from "./arena.js";
import type { Status } from "./status.js";

/** `length` entries, from `offset` on, of an array of the program, which is bound or given under a name. */
export interface Vector {
  readonly array: number;
  readonly offset: number;
  readonly length: number;
}

/** A number: shared with the caller through its place in `Step.numbers`, or temporary. */
export interface Scalar {
  readonly shared: boolean;
  readonly index: number;
}

/** A whole number: the one that the caller gives at every run, or the counter of a loop. */
export interface Integer {
  readonly integer: number;
}

export type Value = Scalar | number;

/** Compares two numbers; a comparison with NaN does not hold. */
export type Condition =
  | { readonly relation: "equal"; readonly a: Scalar | Integer; readonly b: number }
  | { readonly relation: "less" | "atMost"; readonly a: Value; readonly b: Value };

/** A function of the problem that changes a vector, or something of its own, and returns a status. */
export interface Evaluation {
  readonly name: string;
  readonly index: number;
}

/** A number of events in one run, for the caller to read. */
export interface Counter {
  readonly counter: number;
}

/** The places of the entries of a sparse matrix, row by row, bound under a name. */
export interface Pattern {
  readonly pattern: number;
  readonly rows: number;
}

/** Where the rows of a sparse matrix begin, with the end of the last one, and the column of every entry. */
export interface Places {
  readonly rowStart: I32;
  readonly column: I32;
}

export type Failed = Exclude<Status, "ok">;

/** Operations that go entry by entry, so that consecutive ones may share one loop. */
export type Sweep =
  | { readonly kind: "copy"; readonly out: Vector; readonly x: Vector }
  | { readonly kind: "zero"; readonly out: Vector }
  /** out = a x */
  | { readonly kind: "scale"; readonly out: Vector; readonly a: Value; readonly x: Vector }
  /** out = x + a y */
  | { readonly kind: "addScaled"; readonly out: Vector; readonly x: Vector; readonly a: Value; readonly y: Vector };

/** The terms of one combination: the weights, and where their stages begin in the array of all stages. */
export interface Row {
  /** The number of terms, padded with zeros to a number for which there is a loop. */
  readonly count: number;
  readonly a: Float64Array;
  readonly at: Int32Array;
}

export type Operation =
  | Sweep
  /** out = start + h (a_1 x_1 + a_2 x_2 + …), with 0 for a missing start. The weights begin at index `weights` of the
   * program's weights. */
  | {
      readonly kind: "combine";
      readonly out: Vector;
      readonly start: Vector | undefined;
      readonly h: Value;
      readonly x: Vector;
      readonly row: Row;
      readonly weights: number;
    }
  /** out = a + b c, rounded twice. */
  | { readonly kind: "multiplyAdd"; readonly out: Scalar; readonly a: Value; readonly b: Value; readonly c: Value }
  | { readonly kind: "divide"; readonly out: Scalar; readonly a: Value; readonly b: Value }
  /** out = the larger of a and b; NaN if one of them is NaN. */
  | { readonly kind: "larger"; readonly out: Scalar; readonly a: Value; readonly b: Value }
  | { readonly kind: "fromInteger"; readonly out: Scalar; readonly value: Integer }
  /** out = x[at] */
  | { readonly kind: "entry"; readonly out: Scalar; readonly x: Vector; readonly at: Integer | number }
  /** The norm of an error relative to tolerances, as `scaledNorm` in `linalg/` computes it. */
  | {
      readonly kind: "scaledNorm";
      readonly out: Scalar;
      readonly norm: "rms" | "max";
      readonly error: Vector;
      readonly before: Vector;
      readonly after: Vector;
      readonly atol: Vector;
      readonly rtol: Value;
    }
  /** out = max |x_i|, or 0 if x is empty; NaN if an entry is NaN. */
  | { readonly kind: "largest"; readonly out: Scalar; readonly x: Vector }
  /** out = the largest sum_j |A_ij x_j| over the rows i of a sparse matrix; a row whose sum is NaN is skipped. */
  | {
      readonly kind: "largestRow";
      readonly out: Scalar;
      readonly A: Vector;
      readonly places: Pattern;
      readonly x: Vector;
    }
  /** Calls an evaluation with an output, a number and up to three inputs. The step ends here with its status unless that
   * is "ok". */
  | {
      readonly kind: "evaluate";
      readonly evaluation: Evaluation;
      readonly out: Vector | undefined;
      readonly number: Value | undefined;
      readonly x: readonly Vector[];
    }
  | { readonly kind: "count"; readonly counter: Counter }
  /** Ends the step. */
  | { readonly kind: "end"; readonly status: Failed }
  | {
      readonly kind: "when";
      readonly condition: Condition;
      readonly yes: readonly Operation[];
      readonly no: readonly Operation[];
    }
  /** Runs the body for counter = 1, 2, …, count, a whole number, and then `otherwise`, unless the body leaves the loop. */
  | {
      readonly kind: "repeat";
      readonly counter: Integer;
      readonly count: Value;
      readonly body: readonly Operation[];
      readonly otherwise: readonly Operation[];
    }
  /** Leaves the innermost loop. */
  | { readonly kind: "leave" };

/** An array of the program, which is bound once or given at every run. */
export interface ArrayOf {
  readonly name: string;
  readonly length: number;
  readonly given: boolean;
}

export interface Program {
  readonly operations: readonly Operation[];
  readonly arrays: readonly ArrayOf[];
  readonly patterns: readonly string[];
  /** The names of shared numbers, in the order of `Step.numbers`. */
  readonly numbers: readonly string[];
  readonly evaluations: readonly string[];
  readonly counters: number;
  readonly temporaries: number;
  readonly integers: number;
  readonly weights: readonly number[];
}

/** A program bound to its arrays and evaluations, in either reading. */
export interface Step {
  /** The numbers that the text shares with the caller, by `Scalar.index`. */
  readonly numbers: Float64Array;
  /** Runs the step with the given integer and the given arrays, in the order in which the text names them. */
  run(integer: number, a?: F64, b?: F64, c?: F64, d?: F64): Status;
  /** How often evaluation `index` was called in the last run, including a failing call. */
  evaluated(index: number): number;
  /** What a counter has reached in the last run. */
  counted(counter: Counter): number;
}

/** All operations, including those inside other operations. */
export function* flat(operations: readonly Operation[]): Iterable<Operation> {
  for (const o of operations) {
    yield o;
    if (o.kind === "when") yield* flat([...o.yes, ...o.no]);
    if (o.kind === "repeat") yield* flat([...o.body, ...o.otherwise]);
  }
}

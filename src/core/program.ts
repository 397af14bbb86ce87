/**
 * A step as data. A text of `step/` writes it, and there are two readings of it: `step/host.ts` runs it on arrays,
 * `step/linked.ts` turns it into WebAssembly. The second comes with the generated code that it calls (`CompiledRate`),
 * so that methods depend on this data and on the first reading only. Every operation has one result in IEEE 754 arithmetic and both readings
 * run the same operations in the same order, so they give the same bits.
 */

import type { F64 } from "./arena.js";
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

/** Holds when `value` equals `to` exactly. */
export interface Condition {
  readonly value: Scalar | Integer;
  readonly to: number;
}

/** A function of the problem that computes a vector from a number and a vector, and returns a status. */
export interface Evaluation {
  readonly name: string;
  readonly index: number;
}

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
  /** Calls an evaluation. The step ends here with its status unless that is "ok". */
  | {
      readonly kind: "evaluate";
      readonly evaluation: Evaluation;
      readonly out: Vector;
      readonly number: Value;
      readonly x: Vector;
    }
  | {
      readonly kind: "when";
      readonly condition: Condition;
      readonly yes: readonly Operation[];
      readonly no: readonly Operation[];
    }
  /** Runs the body for counter = 1, 2, …, count; `count` is a whole number. */
  | { readonly kind: "repeat"; readonly counter: Integer; readonly count: Value; readonly body: readonly Operation[] };

/** An array of the program, which is bound once or given at every run. */
export interface ArrayOf {
  readonly name: string;
  readonly length: number;
  readonly given: boolean;
}

export interface Program {
  readonly operations: readonly Operation[];
  readonly arrays: readonly ArrayOf[];
  /** The names of shared numbers, in the order of `Step.numbers`, where the counts of evaluations follow them. */
  readonly numbers: readonly string[];
  readonly evaluations: readonly string[];
  readonly temporaries: number;
  readonly integers: number;
  readonly weights: readonly number[];
}

/** A program bound to its arrays and evaluations, in either reading. */
export interface Step {
  /** The numbers that the text shares with the caller, by `Scalar.index`. */
  readonly numbers: Float64Array;
  /** Runs the step with the given integer and the given arrays, in the order in which the text names them. */
  run(integer: number, a?: F64, b?: F64): Status;
  /** How often evaluation `index` was called in the last run, including a failing call. */
  evaluated(index: number): number;
}

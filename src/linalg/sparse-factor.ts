/**
 * The numeric phase of a sparse factorisation, as functions of a WebAssembly module: P A P^T = L D L^T of a symmetric
 * matrix, and on request P A P^T = L D U of a general one with the same, symmetric, pattern. There is no pivoting: the
 * pattern determines the order of elimination, and a pivot is judged against its own diagonal.
 *
 * Tables are placed in the arena once. Numbers live in a *store* that the caller provides, `analysis.storeBytes` (or
 * `generalStoreBytes`) bytes, aligned to 8 and zero at the start, so that several factorisations of one pattern coexist.
 *
 * A row can be *dropped*, as if it and its column were not there: its component of a solution is zero and its entries
 * have no effect. `dropped` has one 32-bit flag per row, in original order; rows whose flag is set are dropped.
 */

import type { Arena } from "../core/arena.js";
import type { Func, Module } from "../wasm/index.js";
import { type Border, lateLayout } from "./border.js";
import { borderedFactor } from "./bordered-factor.js";
import { commonWidths } from "./fixed-width.js";
import { type AssembledRows, loopFactor, wholePathFactor } from "./loop-factor.js";
import { loopSolve } from "./loop-solve.js";
import { stretchesOf, wholePathOf } from "./paths.js";
import type { Alarm, Sides } from "./pivot.js";
import { layoutOf, placeTables, type Tables, tableBytes } from "./sparse-tables.js";
import type { Analysis } from "./symbolic-factor.js";
import { unrolledFactor, unrolledSolve } from "./unrolled.js";

/** A system is unrolled if its factorisation and solve need at most this many multiplications together. */
const unrollLimit = 1500;

export interface FactorOptions {
  /** Prefix of the exported names `<name>.factor`, `.solve`, …; not exported when it starts with "_". Default "_sparse". */
  readonly name?: string;
  /** Emit `factorGeneral` and `solveGeneral` too. Default false. */
  readonly general?: boolean;
  /** Emit straight-line code instead of loops over tables; the bits are the same. Default: true for small systems. */
  readonly unroll?: boolean;
  /** Eliminate along paths by loops with fixed strides instead of tables; the bits are the same. Default true. */
  readonly paths?: boolean;
  /** Emit `factorSolve` for a matrix that is one path (`wholePathOf`), with rows that this assembles. */
  readonly assembled?: AssembledRows | undefined;
  /** The last rows of the matrix are a border (`border.ts`). The factorisation is then never unrolled, and its stores need
   * `lateBytes` more. Default: none. */
  readonly border?: Border;
  /** Set by `factor`, but not by `factorGeneral`, when a pivot is small though acceptable. */
  readonly alarm?: Alarm;
}

export interface SymmetricFactor {
  /**
   * `factor(store, values, dropped: i32, tolerance: f64, mark: i32) -> i32`. Factorise the matrix whose entry in slot k
   * is `values[k]`. Returns -1, or the original index of the first row (in elimination order) whose pivot is at most
   * `tolerance` times its diagonal, or not finite; the contents of the store are then undefined. With `mark` = 1 such a
   * row is flagged in `dropped` instead and the factorisation continues; only a pivot that is not finite ends it.
   */
  readonly factor: Func<"i32">;
  /** `solve(store, x: i32)`: x = A^-1 x in place, original order, zero in dropped rows. */
  readonly solve: Func<"void">;
  /**
   * `factorSolve(store, values, values, dropped, tolerance, mark, left, right, x)` factorises the matrix that is assembled
   * from its factors and solves one equation with it, with the bits of `factor` and `solve`. Only the row
   * before the path and those that `assembled` skips are read from `values`.
   */
  readonly factorSolve?: Func<"i32"> | undefined;
}

export interface GeneralFactor {
  /**
   * `factorGeneral(store, lower, upper, dropped: i32, tolerance: f64, mark: i32) -> i32`, where slot k of entry (i, j),
   * i >= j, holds A_ij in `lower` and A_ji in `upper` (the diagonal is read from `lower`). It works like `factor`, except
   * that a pivot is judged by its magnitude.
   */
  readonly factorGeneral: Func<"i32">;
  /** `solveGeneral(store, x: i32)` with a store that `factorGeneral` filled. */
  readonly solveGeneral: Func<"void">;
  /** `factorSolve` for a general matrix, with `lower` and `upper`. */
  readonly factorSolveGeneral?: Func<"i32"> | undefined;
}

/** The number of bytes by which the stores of a bordered factorisation are larger. */
export const lateBytes = (analysis: Analysis, border: Border): number => lateLayout(analysis.n, border, 0).bytes;

const isUnrolled = (analysis: Analysis, options: FactorOptions): boolean =>
  options.border === undefined && (options.unroll ?? analysis.operations <= unrollLimit);

/** The number of bytes that `emitFactor` will allocate for its tables. */
export function factorBytes(analysis: Analysis, options: FactorOptions = {}): number {
  return isUnrolled(analysis, options) ? 0 : tableBytes(analysis);
}

export function emitFactor(
  module: Module,
  analysis: Analysis,
  arena: Arena,
  options: FactorOptions & { readonly general: true },
): SymmetricFactor & GeneralFactor;
export function emitFactor(module: Module, analysis: Analysis, arena: Arena, options?: FactorOptions): SymmetricFactor;
export function emitFactor(
  module: Module,
  analysis: Analysis,
  arena: Arena,
  options: FactorOptions = {},
): SymmetricFactor & Partial<GeneralFactor> {
  const name = options.name ?? "_sparse";
  const tables: Tables | undefined = isUnrolled(analysis, options) ? undefined : placeTables(analysis, arena);
  const stretches = tables === undefined || options.border || options.paths === false ? [] : stretchesOf(analysis);

  const { border } = options;
  const widths = tables === undefined ? [] : commonWidths(analysis);

  const emit = (sides: Sides, suffix: string): [Func<"i32">, Func<"void">] => {
    const layout = layoutOf(analysis, sides);
    const storeBytes = sides === 1 ? analysis.storeBytes : analysis.generalStoreBytes;
    const bordered = border && { from: border.from, late: lateLayout(analysis.n, border, storeBytes), sides };
    const factorName = `${name}.factor${suffix}`;
    const solveName = `${name}.solve${suffix}`;
    const plain: [Func<"i32">, Func<"void">] = tables
      ? [
          loopFactor(
            module,
            factorName,
            analysis.n,
            tables,
            stretches,
            layout,
            widths,
            sides === 1 ? options.alarm : undefined,
            bordered,
          ),
          loopSolve(module, solveName, analysis.n, tables, stretches, layout),
        ]
      : [
          unrolledFactor(module, factorName, analysis, layout, sides === 1 ? options.alarm : undefined),
          unrolledSolve(module, solveName, analysis, layout),
        ];
    return bordered ? borderedFactor(module, `_${name}.bordered${suffix}`, analysis.n, bordered, plain) : plain;
  };

  const whole = tables && options.assembled && wholePathOf(analysis);
  const together = (sides: Sides, suffix: string): Func<"i32"> | undefined =>
    whole &&
    wholePathFactor(
      module,
      `${name}.factorSolve${suffix}`,
      whole,
      tables,
      layoutOf(analysis, sides),
      options.assembled!,
      sides === 1 ? options.alarm : undefined,
    );

  const [factor, solve] = emit(1, "");
  const factorSolve = together(1, "");
  if (!options.general) return { factor, solve, factorSolve };
  const [factorGeneral, solveGeneral] = emit(2, "General");
  return { factor, solve, factorSolve, factorGeneral, solveGeneral, factorSolveGeneral: together(2, "General") };
}

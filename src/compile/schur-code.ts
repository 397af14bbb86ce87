/**
 * S = G M^-1 G^T in WebAssembly: its values, its factorisation and solutions with it. Where hubs would fill S, the same
 * functions work on a bordered system instead (`border-plan.ts`), and their callers see no difference.
 */

import type { Arena } from "../core/arena.js";
import { emitFactor, type GeneralFactor, type SymmetricFactor, wholePathOf } from "../linalg/index.js";
import { type Code, call, type Func, f64, get, type I32, i32, type Module } from "../wasm/index.js";
import { emitBorder } from "./border-code.js";
import { productPattern, type RowPattern, type SchurPattern } from "./constraint-pattern.js";
import type { ConstraintPlan } from "./constraint-plan.js";
import { emitProducts, isUnrolled } from "./emit-products.js";
import { copy, zero } from "./emit-vectors.js";
import { type PathProducts, pathProducts, type WeightedProducts } from "./path-products.js";
import { alarmingPivot, pivotTolerance } from "./pivot-limits.js";

export interface SchurCode {
  /** (W, G, S): the values of S. */
  readonly values: Func<"void">;
  /** (store, S, mark): -1, or the row that depends on others. */
  readonly factor: Func<"i32">;
  /** (store, x): x = S^-1 x in place. */
  readonly solve: Func<"void">;
  /** The same with all rows of a bordered system; without one it is `solve`. */
  readonly whole: Func<"void">;
}

export interface GeneralSchurCode extends SchurCode {
  /** (G, S): the values of G G^T. */
  readonly plainValues: Func<"void">;
  /** (W0, G1, lower, upper): the values of G1 W0^T. */
  readonly generalValues: Func<"void">;
  readonly factorGeneral: Func<"i32">;
  readonly solveGeneral: Func<"void">;
  /** All of it in one loop where S is a path. */
  readonly together: PathSchurCode | undefined;
}

/** Code that assembles S from G, without W, factorises it and solves for x in place; it ends with the status of `factor`. */
export interface PathSchurCode {
  symmetric(G: I32, S: I32, store: I32, x: I32): Code[];
  general(G1: I32, G0: I32, lower: I32, upper: I32, store: I32, x: I32): Code[];
}

export function emitSchur(module: Module, plan: ConstraintPlan, arena: Arena): SchurCode {
  const { border } = plan;
  const factor = emitFactor(module, plan.analysis, arena, border && { border });
  return schurCode(module, plan, arena, factor);
}

/** The same with an alarm, and with other products of G than S. */
export function emitGeneralSchur(
  module: Module,
  plan: ConstraintPlan,
  n: number,
  isDiagonal: boolean,
  arena: Arena,
): GeneralSchurCode {
  const { border } = plan;
  const path =
    isDiagonal && border === undefined && !isUnrolled(plan.schur.products) ? wholePathOf(plan.analysis) : undefined;
  const assembled = path && pathProducts(path, firstDiagonal(plan), productsOf(plan));
  const factor = emitFactor(module, plan.analysis, arena, {
    general: true,
    assembled,
    alarm: { address: plan.alarm.byteOffset, ratio: alarmingPivot },
    ...(border && { border }),
  });
  const code = schurCode(module, plan, arena, factor);
  // entry (i, j) of G1 M^-1 G0^T is row i of G1 with row j of W0: the same list when W has the pattern of G
  const W = plan.weighted?.pattern ?? plan.G;
  const products = (name: string, right: RowPattern): Func<"void"> =>
    isDiagonal ? code.products : emitProducts(module, name, productsInSlots(plan, plan.G, right, n), arena);
  const lower = products("_lowerSchur", W);
  const plain = products("_plainSchur", plan.G);
  return {
    ...code,
    plainValues: module.func("_plainValues", { G: "i32", S: "i32" }, "void", (_, p) => [
      call(plain, get(p.G), get(p.G), get(p.S)),
      ...(code.border?.plain(get(p.G), get(p.S)) ?? []),
    ]),
    generalValues: module.func(
      "_generalValues",
      { W0: "i32", G1: "i32", lower: "i32", upper: "i32" },
      "void",
      (_, p) => [
        call(lower, get(p.G1), get(p.W0), get(p.lower)),
        call(code.products, get(p.W0), get(p.G1), get(p.upper)),
        ...(code.border?.general(get(p.W0), get(p.G1), get(p.lower), get(p.upper)) ?? []),
      ],
    ),
    factorGeneral: module.func("_factorGeneral", { store: "i32", lower: "i32", upper: "i32" }, "i32", (_, p) => [
      call(factor.factorGeneral, get(p.store), get(p.lower), get(p.upper), ...policy(plan), i32.const(0)),
    ]),
    solveGeneral: within(module, "_solveGeneral", factor.solveGeneral, plan),
    together: assembled && pathCode(plan, factor, assembled),
  };
}

const productsOf = ({ schur, G, inverses }: ConstraintPlan): WeightedProducts => ({
  list: schur.products,
  column: G.column,
  inverses,
});

/** The diagonal entry of the row that is eliminated first. */
const firstDiagonal = ({ analysis: { graph, order } }: ConstraintPlan): number => graph.diagonal[order[0]];

function pathCode(
  plan: ConstraintPlan,
  { factorSolve, factorSolveGeneral }: SymmetricFactor & GeneralFactor,
  { firstRows }: PathProducts,
): PathSchurCode | undefined {
  if (factorSolve === undefined || factorSolveGeneral === undefined) return undefined;
  const noMark = i32.const(0);
  return {
    symmetric: (G, S, store, x) => [
      ...firstRows({ G1: G, G0: G, upper: S }),
      call(factorSolve, store, S, S, ...policy(plan), noMark, G, G, x),
    ],
    general: (G1, G0, lower, upper, store, x) => [
      ...firstRows({ G1, G0, upper, lower }),
      call(factorSolveGeneral, store, lower, upper, ...policy(plan), noMark, G1, G0, x),
    ],
  };
}

/** What both have, and their parts. */
function schurCode(module: Module, plan: ConstraintPlan, arena: Arena, factor: SymmetricFactor) {
  const products = emitProducts(module, "_schur", plan.schur.products, arena);
  const border = plan.border && emitBorder(module, plan.border, plan.inverses, arena);
  return {
    products,
    border,
    values: module.func("_schurValues", { W: "i32", G: "i32", S: "i32" }, "void", (_, p) => [
      call(products, get(p.W), get(p.G), get(p.S)),
      ...(border?.symmetric(get(p.W), get(p.G), get(p.S)) ?? []),
    ]),
    factor: module.func("_factorSchur", { store: "i32", S: "i32", mark: "i32" }, "i32", (_, p) => [
      call(factor.factor, get(p.store), get(p.S), ...policy(plan), get(p.mark)),
    ]),
    solve: within(module, "_solveSchur", factor.solve, plan),
    whole: factor.solve,
  };
}

const policy = (plan: ConstraintPlan) => [i32.const(plan.dropped.byteOffset), f64.const(pivotTolerance)] as const;

/** A solution with S alone: the right-hand side of the border is zero, and its solution is not used. */
function within(module: Module, name: string, solve: Func<"void">, { border, wide }: ConstraintPlan): Func<"void"> {
  if (border === undefined) return solve;
  const m = border.from;
  const x = i32.const(wide.byteOffset);
  return module.func(name, { store: "i32", x: "i32" }, "void", (_, p) => [
    ...copy(x, get(p.x), m),
    ...zero(i32.const(wide.byteOffset + 8 * m), border.coordinates.length),
    call(solve, get(p.store), x),
    ...copy(get(p.x), x, m),
  ]);
}

/** Entry (i, j) as row i of `left` times row j of `right`, in the slot order of S. */
function productsInSlots(
  plan: ConstraintPlan,
  left: RowPattern,
  right: RowPattern,
  n: number,
): SchurPattern["products"] {
  const swapped = productPattern(left, right, n, plan.border?.flags);
  const slot = new Map<number, number>();
  const m = plan.G.rowStart.length - 1;
  for (let s = 0; s < plan.schur.rows.length; s++) slot.set(plan.schur.rows[s] * m + plan.schur.cols[s], s);
  const count = new Int32Array(plan.schur.rows.length + 1);
  const target = new Int32Array(swapped.rows.length);
  for (let s = 0; s < swapped.rows.length; s++) {
    target[s] = slot.get(swapped.rows[s] * m + swapped.cols[s])!;
    count[target[s] + 1] += swapped.products.start[s + 1] - swapped.products.start[s];
  }
  for (let s = 0; s < count.length - 1; s++) count[s + 1] += count[s];
  const a = new Int32Array(swapped.products.a.length);
  const b = new Int32Array(swapped.products.b.length);
  for (let s = 0; s < swapped.rows.length; s++)
    for (let k = swapped.products.start[s], at = count[target[s]]; k < swapped.products.start[s + 1]; k++, at++) {
      a[at] = swapped.products.a[k];
      b[at] = swapped.products.b[k];
    }
  return { start: count, a, b };
}

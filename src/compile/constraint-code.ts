/**
 * Constraints in WebAssembly: g, G v + g_t, G, products with G and its transpose, the Schur complement G M^-1 G^T and its
 * factorisation, and the elimination of the multipliers (the underlying ODE) as one call.
 */

import type { Arena, F64, I32 } from "../core/arena.js";
import { callKernel, emitKernel, type KernelCall, type Program } from "../kernels/index.js";
import { type Analysis, analyse, lateBytes } from "../linalg/index.js";
import { call, type Func, f64, get, i32, type Module, ret, type Statement, set, when } from "../wasm/index.js";
import { type BorderPlan, borderedSystem } from "./border-plan.js";
import {
  jacobianPattern,
  productPattern,
  type RowPattern,
  type SchurPattern,
  weightedPattern,
} from "./constraint-pattern.js";
import {
  eliminationProgram,
  hiddenProgram,
  jacobianProgram,
  multiplyProgram,
  transposeProgram,
  valueProgram,
  weightedTransposeProgram,
  weightProgram,
} from "./derive.js";
import { emitProducts } from "./emit-products.js";
import { copy, multiplyInto, zero } from "./emit-vectors.js";
import { rateParams } from "./force-code.js";
import type { MassPlan } from "./mass.js";
import { emitMass } from "./mass-code.js";
import type { PlacedModel, PlacedRows } from "./place-laws.js";
import { emitGeneralSchur } from "./schur-code.js";

/** Patterns and scratch arrays of the constraints. */
export interface ConstraintPlan {
  readonly G: RowPattern;
  readonly schur: SchurPattern;
  readonly analysis: Analysis;
  /** Without the coordinates of hubs, if `schur` is without them. */
  readonly border: BorderPlan | undefined;
  /** Lengths of the values of S, or of its bordered system, and of stores of its factorisations. */
  readonly lengths: { readonly values: number; readonly store: number; readonly generalStore: number };
  /** Products that make W = G M^-1 for a mass with blocks. */
  readonly weighted: ReturnType<typeof weightedPattern> | undefined;
  /** Scratch arrays: entries of G and of W, S, its factorisation, the right-hand side (later lambda), dropped rows. */
  readonly jacobian: F64;
  readonly weights: F64;
  readonly matrix: F64;
  readonly store: F64;
  readonly lambda: F64;
  readonly dropped: I32;
  /** One entry: 1 when rows are dropped. */
  readonly anyDropped: I32;
  /** One entry, set to 1 by factorisations that meet a pivot below `alarmingPivot` times its diagonal. */
  readonly alarm: I32;
  /** Scratch over coordinates. */
  readonly vector: F64;
  /** Scratch over the rows of a bordered system; empty without one. */
  readonly wide: F64;
  /** M^-1. */
  readonly inverses: F64;
}

/** The part of the plan that follows from the model alone. */
export type ConstraintPatterns = Pick<ConstraintPlan, "G" | "schur" | "analysis" | "border" | "lengths" | "weighted">;

export function constraintPatterns(placed: PlacedModel, mass: MassPlan, n: number): ConstraintPatterns {
  const G = jacobianPattern(placed.constraints, placed.m, placed.nonzeros);
  const weighted = mass.kind === "diagonal" ? undefined : weightedPattern(G, mass.blockOf, mass.blocks, mass.slot);
  const W = weighted?.pattern ?? G;
  // forces that read multipliers use S itself
  const bordered = placed.forces.some(({ law }) => law.penalised !== undefined)
    ? undefined
    : borderedSystem(G, W, mass, n);
  if (bordered !== undefined) {
    const { analysis, border } = bordered;
    const late = lateBytes(analysis, border);
    return { G, weighted, ...bordered, lengths: lengthsOf(analysis, border.starts[3], late) };
  }
  const schur = productPattern(W, G, n);
  const analysis = analyse({ n: placed.m, rows: schur.rows, cols: schur.cols });
  return { G, schur, analysis, weighted, border: undefined, lengths: lengthsOf(analysis, schur.rows.length, 0) };
}

const lengthsOf = ({ storeBytes, generalStoreBytes }: Analysis, values: number, late: number) => ({
  values,
  store: (storeBytes + late) / 8,
  generalStore: (generalStoreBytes + late) / 8,
});

export function planConstraints(
  placed: PlacedModel,
  patterns: ConstraintPatterns,
  mass: MassPlan,
  n: number,
  arena: Arena,
): ConstraintPlan {
  const { weighted, border, lengths } = patterns;
  const wide = border === undefined ? 0 : placed.m + border.coordinates.length;
  return {
    ...patterns,
    jacobian: arena.f64(placed.nonzeros),
    weights: arena.f64(weighted?.pattern.column.length ?? placed.nonzeros),
    matrix: arena.f64(lengths.values),
    store: arena.f64(lengths.store),
    lambda: arena.f64(placed.m),
    dropped: arena.i32(Math.max(placed.m, wide)),
    anyDropped: arena.i32(1),
    alarm: arena.i32(1),
    vector: arena.f64(n),
    wide: arena.f64(wide),
    inverses: mass.inverses,
  };
}

/** Returns the underlying ODE over tables: (t, y, dy) -> -1, the dependent row, or -2 for a mass that is not positive. */
export function emitConstraints(
  module: Module,
  placed: PlacedModel,
  plan: ConstraintPlan,
  mass: MassPlan,
  n: number,
  arena: Arena,
  force: Func<"void">,
): Func<"i32"> {
  const { constraints, m } = placed;
  const diagonal = mass.kind === "diagonal";
  const address = (array: { readonly byteOffset: number }) => i32.const(array.byteOffset);

  /** Makes one function that calls the kernels of all constraint laws for one purpose. */
  const all = (name: string, make: (c: PlacedRows) => Program) => {
    const kernels = constraints.map((c, k) => emitKernel(module, `_${name}${k}`, make(c), c.tables));
    return (args: KernelCall): Statement[] => kernels.map((kernel) => callKernel(kernel, args));
  };

  const value = all("g", (c) => valueProgram(c.calculus, c.row));
  module.func("g", { t: "f64", q: "i32", out: "i32" }, "void", (_, p) =>
    value({ t: get(p.t), q: get(p.q), out: [get(p.out)] }),
  );

  const hidden = all("gdot", (c) => hiddenProgram(c.calculus, c.row));
  module.func("gdot", { t: "f64", q: "i32", v: "i32", out: "i32" }, "void", (_, p) =>
    hidden({ t: get(p.t), q: get(p.q), v: get(p.v), out: [get(p.out)] }),
  );

  const jacobian = all("jacobian", (c) => jacobianProgram(c.calculus, c.entries, c.base));
  module.func("jacobian", { t: "f64", q: "i32", out: "i32" }, "void", (_, p) =>
    jacobian({ t: get(p.t), q: get(p.q), out: [get(p.out)] }),
  );

  const multiply = all("multiply", (c) => multiplyProgram(c.calculus, c.entries, c.row, c.base));
  module.func("multiply", { G: "i32", x: "i32", out: "i32" }, "void", (_, p) =>
    multiply({ g: get(p.G), w: get(p.x), out: [get(p.out)] }),
  );

  const transpose = all("transpose", (c) => transposeProgram(c.calculus, c.entries, c.row, c.base));
  module.func("addTransposed", { scale: "f64", G: "i32", y: "i32", out: "i32" }, "void", (_, p) =>
    transpose({ t: get(p.scale), g: get(p.G), y: get(p.y), out: [get(p.out)] }),
  );

  // ---- W = G M^-1, S = W G^T ----

  const massCode = diagonal ? undefined : emitMass(module, mass);
  const weigh = diagonal ? all("weigh", (c) => weightProgram(c.calculus, c.entries, c.base)) : undefined;
  const weighBlocks = plan.weighted ? emitProducts(module, "_weighBlocks", plan.weighted.products, arena) : undefined;
  const weights = (G: ReturnType<typeof get<"i32">>): Statement[] =>
    weighBlocks
      ? [call(weighBlocks, G, address(mass.inverses), address(plan.weights))]
      : weigh!({ g: G, u: address(mass.inverses), out: [address(plan.weights)] });

  const schur = emitGeneralSchur(module, plan, n, diagonal, arena);
  const refreshed: (q: ReturnType<typeof get<"i32">>) => Statement[] = (q) =>
    massCode && mass.kind === "varying" ? [when(call(massCode.refresh, q, f64.const(0)), [ret(i32.const(-2))])] : [];

  module.func("factor", { G: "i32", q: "i32", S: "i32", store: "i32", mark: "i32" }, "i32", (_, p) => [
    ...refreshed(get(p.q)),
    ...weights(get(p.G)),
    call(schur.values, address(plan.weights), get(p.G), get(p.S)),
    call(schur.factor, get(p.store), get(p.S), get(p.mark)),
  ]);
  module.func("factorPlain", { G: "i32", S: "i32", store: "i32" }, "i32", (_, p) => [
    call(schur.plainValues, get(p.G), get(p.S)),
    call(schur.factor, get(p.store), get(p.S), i32.const(0)),
  ]);
  // the same in two calls, for callers that change the matrix in between
  module.func("schur", { G: "i32", q: "i32", S: "i32" }, "i32", (_, p) => [
    ...refreshed(get(p.q)),
    ...weights(get(p.G)),
    call(schur.values, address(plan.weights), get(p.G), get(p.S)),
    i32.const(-1),
  ]);
  module.func("factorSchur", { S: "i32", store: "i32" }, "i32", (_, p) => [
    call(schur.factor, get(p.store), get(p.S), i32.const(0)),
  ]);
  module.func("solve", { x: "i32", store: "i32" }, "void", (_, p) => [call(schur.solve, get(p.store), get(p.x))]);

  const general = { G1: "i32", G0: "i32", lower: "i32", upper: "i32", store: "i32" } as const;
  module.func("factorGeneral", general, "i32", (_, p) => [
    ...weights(get(p.G0)),
    call(schur.generalValues, address(plan.weights), get(p.G1), get(p.lower), get(p.upper)),
    call(schur.factorGeneral, get(p.store), get(p.lower), get(p.upper)),
  ]);
  module.func("solveGeneral", { x: "i32", store: "i32" }, "void", (_, p) => [
    call(schur.solveGeneral, get(p.store), get(p.x)),
  ]);
  if (plan.border !== undefined)
    module.func("solveWhole", { x: "i32", store: "i32" }, "void", (_, p) => [
      call(schur.whole, get(p.store), get(p.x)),
    ]);

  // ---- q += scale M^-1 G^T y ----

  const addWeighted = diagonal
    ? all("addWeighted", (c) => weightedTransposeProgram(c.calculus, c.entries, c.row, c.base))
    : undefined;
  module.func("addWeighted", { scale: "f64", G: "i32", y: "i32", out: "i32" }, "void", (_, p) => {
    if (addWeighted !== undefined)
      return addWeighted({
        t: get(p.scale),
        g: get(p.G),
        y: get(p.y),
        u: address(mass.inverses),
        out: [get(p.out)],
      });
    return [
      ...zero(address(plan.vector), n),
      ...transpose({ t: get(p.scale), g: get(p.G), y: get(p.y), out: [address(plan.vector)] }),
      call(massCode!.addInverse, get(p.out), address(plan.vector)),
    ];
  });

  // ---- the underlying ODE ----

  const eliminate = all("eliminate", (c) => eliminationProgram(c.calculus, c.entries, c.row, c.base, diagonal));
  const elimination = { t: "f64", q: "i32", v: "i32", a: "i32" } as const;
  /** a = q'' and lambda; returns -1, the dependent row, or -2 when the mass is not positive definite. */
  const accelerations = module.func("_accelerations", elimination, "i32", (f, p) => {
    const status = f.local("i32");
    const G = address(plan.jacobian);
    const lambda = address(plan.lambda);
    const eliminated: Statement[] = [
      set(status, call(schur.factor, address(plan.store), address(plan.matrix), i32.const(0))),
      when(i32.ne(get(status), i32.const(-1)), [ret(get(status))]),
      call(schur.solve, address(plan.store), lambda),
    ];
    const kernel = { t: get(p.t), q: get(p.q), v: get(p.v), w: get(p.a), u: address(mass.inverses) };
    if (diagonal)
      return [
        call(force, get(p.t), get(p.q), get(p.v), get(p.a)),
        ...multiplyInto(f, get(p.a), get(p.a), address(mass.inverses), n),
        ...eliminate({ ...kernel, out: [G, lambda, address(plan.weights)] }),
        call(schur.values, address(plan.weights), G, address(plan.matrix)),
        ...eliminated,
        ...transpose({ t: f64.const(-1), g: address(plan.weights), y: lambda, out: [get(p.a)] }),
        i32.const(-1),
      ];
    return [
      ...refreshed(get(p.q)),
      call(force, get(p.t), get(p.q), get(p.v), address(plan.vector)),
      call(massCode!.applyInverse, get(p.a), address(plan.vector)),
      ...eliminate({ ...kernel, out: [G, lambda] }),
      ...weights(G),
      call(schur.values, address(plan.weights), G, address(plan.matrix)),
      ...eliminated,
      ...transpose({ t: f64.const(-1), g: G, y: lambda, out: [address(plan.vector)] }),
      call(massCode!.applyInverse, get(p.a), address(plan.vector)),
      i32.const(-1),
    ];
  });
  module.func("multipliers", { ...elimination, lambda: "i32" }, "i32", (f, p) => {
    const status = f.local("i32");
    return [
      set(status, call(accelerations, get(p.t), get(p.q), get(p.v), get(p.a))),
      ...copy(get(p.lambda), address(plan.lambda), m),
      get(status),
    ];
  });
  return module.func("_eliminated", rateParams, "i32", (_, p) => {
    const v = i32.add(get(p.y), i32.const(8 * n));
    return [...copy(get(p.dy), v, n), call(accelerations, get(p.t), get(p.y), v, i32.add(get(p.dy), i32.const(8 * n)))];
  });
}

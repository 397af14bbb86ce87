/**
 * Constraints in WebAssembly: g, G v + g_t, G, products with G and its transpose, the Schur complement G M^-1 G^T and its
 * factorisation, and the elimination of the multipliers (the underlying ODE) as one call.
 */

import type { Arena, F64, I32 } from "../core/arena.js";
import { callKernel, emitKernel, type KernelCall, type Program } from "../kernels/index.js";
import { type Analysis, analyse, emitFactor } from "../linalg/index.js";
import { call, type Func, f64, get, i32, type Module, ret, type Statement, set, when } from "../wasm/index.js";
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

/** A pivot below this fraction of its own diagonal entry marks a dependent constraint. */
export const pivotTolerance = 1e-10;
/** A pivot below this fraction of its own diagonal entry sets the alarm: a singular position may be near. */
export const alarmingPivot = 0.2;

/** Patterns and scratch arrays of the constraints. */
export interface ConstraintPlan {
  readonly G: RowPattern;
  readonly schur: SchurPattern;
  readonly analysis: Analysis;
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
}

/** The part of the plan that follows from the model alone. */
export type ConstraintPatterns = Pick<ConstraintPlan, "G" | "schur" | "analysis" | "weighted">;

export function constraintPatterns(placed: PlacedModel, mass: MassPlan, n: number): ConstraintPatterns {
  const G = jacobianPattern(placed.constraints, placed.m, placed.nonzeros);
  const weighted = mass.kind === "diagonal" ? undefined : weightedPattern(G, mass.blockOf, mass.blocks, mass.slot);
  const schur = productPattern(weighted?.pattern ?? G, G, n);
  const analysis = analyse({ n: placed.m, rows: schur.rows, cols: schur.cols });
  return { G, schur, analysis, weighted };
}

export function planConstraints(
  placed: PlacedModel,
  patterns: ConstraintPatterns,
  n: number,
  arena: Arena,
): ConstraintPlan {
  const { weighted, schur, analysis } = patterns;
  return {
    ...patterns,
    jacobian: arena.f64(placed.nonzeros),
    weights: arena.f64(weighted?.pattern.column.length ?? placed.nonzeros),
    matrix: arena.f64(schur.rows.length),
    store: arena.f64(analysis.storeBytes / 8),
    lambda: arena.f64(placed.m),
    dropped: arena.i32(placed.m),
    anyDropped: arena.i32(1),
    alarm: arena.i32(1),
    vector: arena.f64(n),
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

  const schur = emitProducts(module, "_schur", plan.schur.products, arena);
  // entry (i, j) of G1 M^-1 G0^T is row i of G1 with row j of W0: the same list when W has the pattern of G
  const W = plan.weighted?.pattern ?? plan.G;
  const lowerSchur = diagonal ? schur : emitProducts(module, "_lowerSchur", productsInSlots(plan, plan.G, W, n), arena);
  const plainSchur = diagonal
    ? schur
    : emitProducts(module, "_plainSchur", productsInSlots(plan, plan.G, plan.G, n), arena);
  const factor = emitFactor(module, plan.analysis, arena, {
    general: true,
    alarm: { address: plan.alarm.byteOffset, ratio: alarmingPivot },
  });
  const refreshed: (q: ReturnType<typeof get<"i32">>) => Statement[] = (q) =>
    massCode && mass.kind === "varying" ? [when(call(massCode.refresh, q, f64.const(0)), [ret(i32.const(-2))])] : [];

  module.func("factor", { G: "i32", q: "i32", S: "i32", store: "i32", mark: "i32" }, "i32", (_, p) => [
    ...refreshed(get(p.q)),
    ...weights(get(p.G)),
    call(schur, address(plan.weights), get(p.G), get(p.S)),
    call(factor.factor, get(p.store), get(p.S), address(plan.dropped), f64.const(pivotTolerance), get(p.mark)),
  ]);
  module.func("factorPlain", { G: "i32", S: "i32", store: "i32" }, "i32", (_, p) => [
    call(plainSchur, get(p.G), get(p.G), get(p.S)),
    call(factor.factor, get(p.store), get(p.S), address(plan.dropped), f64.const(pivotTolerance), i32.const(0)),
  ]);
  // the same in two calls, for callers that change the matrix in between
  module.func("schur", { G: "i32", q: "i32", S: "i32" }, "i32", (_, p) => [
    ...refreshed(get(p.q)),
    ...weights(get(p.G)),
    call(schur, address(plan.weights), get(p.G), get(p.S)),
    i32.const(-1),
  ]);
  module.func("factorSchur", { S: "i32", store: "i32" }, "i32", (_, p) => [
    call(factor.factor, get(p.store), get(p.S), address(plan.dropped), f64.const(pivotTolerance), i32.const(0)),
  ]);
  module.func("solve", { x: "i32", store: "i32" }, "void", (_, p) => [call(factor.solve, get(p.store), get(p.x))]);

  const general = { G1: "i32", G0: "i32", lower: "i32", upper: "i32", store: "i32" } as const;
  module.func("factorGeneral", general, "i32", (_, p) => [
    ...weights(get(p.G0)),
    call(lowerSchur, get(p.G1), address(plan.weights), get(p.lower)),
    call(schur, address(plan.weights), get(p.G1), get(p.upper)),
    call(
      factor.factorGeneral!,
      get(p.store),
      get(p.lower),
      get(p.upper),
      address(plan.dropped),
      f64.const(pivotTolerance),
      i32.const(0),
    ),
  ]);
  module.func("solveGeneral", { x: "i32", store: "i32" }, "void", (_, p) => [
    call(factor.solveGeneral!, get(p.store), get(p.x)),
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
      set(
        status,
        call(
          factor.factor,
          address(plan.store),
          address(plan.matrix),
          address(plan.dropped),
          f64.const(pivotTolerance),
          i32.const(0),
        ),
      ),
      when(i32.ne(get(status), i32.const(-1)), [ret(get(status))]),
      call(factor.solve, address(plan.store), lambda),
    ];
    const kernel = { t: get(p.t), q: get(p.q), v: get(p.v), w: get(p.a), u: address(mass.inverses) };
    if (diagonal)
      return [
        call(force, get(p.t), get(p.q), get(p.v), get(p.a)),
        ...multiplyInto(f, get(p.a), get(p.a), address(mass.inverses), n),
        ...eliminate({ ...kernel, out: [G, lambda, address(plan.weights)] }),
        call(schur, address(plan.weights), G, address(plan.matrix)),
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
      call(schur, address(plan.weights), G, address(plan.matrix)),
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

/** Entry (i, j) as row i of `left` times row j of `right`, in the slot order of S. */
function productsInSlots(
  plan: ConstraintPlan,
  left: RowPattern,
  right: RowPattern,
  n: number,
): SchurPattern["products"] {
  const swapped = productPattern(left, right, n);
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

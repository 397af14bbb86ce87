/**
 * Constraints in WebAssembly: g, G v + g_t, G, products with G and its transpose, the Schur complement G M^-1 G^T and its
 * factorisation, and the elimination of the multipliers (the underlying ODE) as one call.
 */

import type { Arena, F64, I32 } from "../core/arena.js";
import { callKernel, emitKernel, type KernelCall, type Program, type Tables } from "../kernels/index.js";
import { type Analysis, analyse, emitFactor, wholePathOf } from "../linalg/index.js";
import {
  type Code,
  call,
  type Func,
  type FunctionBuilder,
  f64,
  get,
  i32,
  type Local,
  type Module,
  type I32 as Place,
  ret,
  type Statement,
  set,
  when,
} from "../wasm/index.js";
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
import { emitProducts, isUnrolled } from "./emit-products.js";
import { copy, multiplyInto, zero } from "./emit-vectors.js";
import { rateParams } from "./force-code.js";
import type { MassPlan } from "./mass.js";
import { emitMass } from "./mass-code.js";
import { firstRows, pathProducts } from "./path-products.js";
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
    const kernels = constraints.map((c, k) => emitKernel(module, `_${name}${k}`, make(c), withWeights(c, mass)));
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
  const path = diagonal && !isUnrolled(plan.schur.products) ? wholePathOf(plan.analysis) : undefined;
  const assembled = path && pathProducts(path, plan.schur.products, plan.G.column, mass.inverses);
  const { graph, order } = plan.analysis;
  const firstOf = (places: Parameters<typeof firstRows>[6]): Statement[] => {
    const first = graph.diagonal[order[0]];
    return firstRows(path!, assembled!.skipped, first, plan.schur.products, plan.G.column, mass.inverses, places);
  };
  const factor = emitFactor(module, plan.analysis, arena, {
    general: true,
    assembled,
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

  /** Assembles and factorises G M^-1 G^T, and solves for x in place; ends with the status of the factorisation. */
  const factorSolve = (f: FunctionBuilder, G: Place, x: Place, S: Place, store: Place): Code[] => {
    const policy = [address(plan.dropped), f64.const(pivotTolerance), i32.const(0)];
    if (factor.factorSolve !== undefined)
      return [
        ...firstOf({ G1: G, G0: G, lower: S, upper: S }),
        call(factor.factorSolve, store, S, S, ...policy, G, G, x),
      ];
    const status = f.local("i32");
    return [
      ...weights(G),
      call(schur, address(plan.weights), G, S),
      set(status, call(factor.factor, store, S, ...policy)),
      when(i32.eq(get(status), i32.const(-1)), [call(factor.solve, store, x)]),
      get(status),
    ];
  };
  module.func("factorSolve", { G: "i32", q: "i32", x: "i32", S: "i32", store: "i32" }, "i32", (f, p) => [
    ...refreshed(get(p.q)),
    ...factorSolve(f, get(p.G), get(p.x), get(p.S), get(p.store)),
  ]);

  const general = { G1: "i32", G0: "i32", lower: "i32", upper: "i32", store: "i32" } as const;
  type General = { readonly [K in keyof typeof general]: Local<"i32"> };
  const factorGeneral = (p: General): Code[] => [
    ...weights(get(p.G0)),
    call(lowerSchur, get(p.G1), address(plan.weights), get(p.lower)),
    call(schur, address(plan.weights), get(p.G1), get(p.upper)),
    call(
      factor.factorGeneral,
      get(p.store),
      get(p.lower),
      get(p.upper),
      address(plan.dropped),
      f64.const(pivotTolerance),
      i32.const(0),
    ),
  ];
  const factorised = module.func("factorGeneral", general, "i32", (_, p) => factorGeneral(p));
  module.func("solveGeneral", { x: "i32", store: "i32" }, "void", (_, p) => [
    call(factor.solveGeneral, get(p.store), get(p.x)),
  ]);
  const { G1, G0, ...rest } = general;
  module.func("factorSolveGeneral", { G1, G0, x: "i32", ...rest }, "i32", (f, p) => {
    if (factor.factorSolveGeneral !== undefined) {
      const places = { G1: get(p.G1), G0: get(p.G0), lower: get(p.lower), upper: get(p.upper) };
      const values = [p.store, p.lower, p.upper].map((x) => get(x));
      const policy = [address(plan.dropped), f64.const(pivotTolerance), i32.const(0)];
      return [
        ...firstOf(places),
        call(factor.factorSolveGeneral, ...values, ...policy, get(p.G1), get(p.G0), get(p.x)),
      ];
    }
    const status = f.local("i32");
    return [
      set(status, call(factorised, ...[p.G1, p.G0, p.lower, p.upper, p.store].map((x) => get(x)))),
      when(i32.eq(get(status), i32.const(-1)), [call(factor.solveGeneral, get(p.store), get(p.x))]),
      get(status),
    ];
  });

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

  /** Rows that are assembled where they are eliminated need no G M^-1. */
  const isStored = diagonal && factor.factorSolve === undefined;
  const eliminate = all("eliminate", (c) => eliminationProgram(c.calculus, c.entries, c.row, c.base, isStored));
  const elimination = { t: "f64", q: "i32", v: "i32", a: "i32" } as const;
  /** a = q'' and lambda; returns -1, the dependent row, or -2 when the mass is not positive definite. */
  const accelerations = module.func("_accelerations", elimination, "i32", (f, p) => {
    const status = f.local("i32");
    const G = address(plan.jacobian);
    const [lambda, W, S, store] = [plan.lambda, plan.weights, plan.matrix, plan.store].map(address);
    const kernel = { t: get(p.t), q: get(p.q), v: get(p.v), w: get(p.a), u: address(mass.inverses) };
    const unlessOk = when(i32.ne(get(status), i32.const(-1)), [ret(get(status))]);
    const back = { t: f64.const(-1), y: lambda, out: [get(p.a)] };
    if (diagonal)
      return [
        call(force, get(p.t), get(p.q), get(p.v), get(p.a)),
        ...multiplyInto(f, get(p.a), get(p.a), address(mass.inverses), n),
        ...eliminate({ ...kernel, out: [G, lambda, W] }),
        ...(isStored
          ? [
              call(schur, W, G, S),
              set(
                status,
                call(factor.factor, store, S, address(plan.dropped), f64.const(pivotTolerance), i32.const(0)),
              ),
              unlessOk,
              call(factor.solve, store, lambda),
              ...transpose({ ...back, g: W }),
            ]
          : [
              ...asStatements(status, factorSolve(f, G, lambda, S, store)),
              unlessOk,
              ...addWeighted!({ ...back, g: G, u: address(mass.inverses) }),
            ]),
        i32.const(-1),
      ];
    return [
      ...refreshed(get(p.q)),
      call(force, get(p.t), get(p.q), get(p.v), address(plan.vector)),
      call(massCode!.applyInverse, get(p.a), address(plan.vector)),
      ...eliminate({ ...kernel, out: [G, lambda] }),
      ...asStatements(status, factorSolve(f, G, lambda, S, store)),
      unlessOk,
      ...transpose({ ...back, g: G, out: [address(plan.vector)] }),
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

/** Code that ends with a value, which a local takes. */
function asStatements(local: Local<"i32">, code: readonly Code[]): Statement[] {
  return [...(code.slice(0, -1) as Statement[]), set(local, code.at(-1) as Place)];
}

/** The tables of a law, which know where its instances have equal masses; the array u of its kernels holds inverse masses. */
function withWeights({ law, tables }: PlacedRows, { kind, inverses }: MassPlan): Tables {
  if (kind !== "diagonal") return tables;
  const isSameWeight = (node: number, comp: number): boolean => {
    const { index } = law.stencil[node];
    return index.every((at) => inverses[at + comp] === inverses[index[0] + comp]);
  };
  return { ...tables, isSameWeight };
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

/**
 * Constraints in WebAssembly: g, G v + g_t, G, products with G and its transpose, the Schur complement G M^-1 G^T and its
 * factorisation, and the elimination of the multipliers (the underlying ODE) as one call.
 */

import type { Arena } from "../core/arena.js";
import { callKernel, emitKernel, type KernelCall, type Program, type Tables } from "../kernels/index.js";
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
import type { ConstraintPlan } from "./constraint-plan.js";
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

  /** Assembles and factorises G M^-1 G^T, and solves for x in place; ends with the status of the factorisation. */
  const factorSolve = (f: FunctionBuilder, G: Place, x: Place, S: Place, store: Place): Code[] => {
    if (schur.together !== undefined) return schur.together.symmetric(G, S, store, x);
    const status = f.local("i32");
    return [
      ...weights(G),
      call(schur.values, address(plan.weights), G, S),
      set(status, call(schur.factor, store, S, i32.const(0))),
      when(i32.eq(get(status), i32.const(-1)), [call(schur.solve, store, x)]),
      get(status),
    ];
  };
  module.func("factorSolve", { G: "i32", q: "i32", x: "i32", S: "i32", store: "i32" }, "i32", (f, p) => [
    ...refreshed(get(p.q)),
    ...factorSolve(f, get(p.G), get(p.x), get(p.S), get(p.store)),
  ]);

  const general = { G1: "i32", G0: "i32", lower: "i32", upper: "i32", store: "i32" } as const;
  const factorised = module.func("factorGeneral", general, "i32", (_, p) => [
    ...weights(get(p.G0)),
    call(schur.generalValues, address(plan.weights), get(p.G1), get(p.lower), get(p.upper)),
    call(schur.factorGeneral, get(p.store), get(p.lower), get(p.upper)),
  ]);
  module.func("solveGeneral", { x: "i32", store: "i32" }, "void", (_, p) => [
    call(schur.solveGeneral, get(p.store), get(p.x)),
  ]);
  const { G1, G0, ...rest } = general;
  module.func("factorSolveGeneral", { G1, G0, x: "i32", ...rest }, "i32", (f, p) => {
    const [ofG1, ofG0, lower, upper, store, x] = [p.G1, p.G0, p.lower, p.upper, p.store, p.x].map((place) =>
      get(place),
    );
    if (schur.together !== undefined) return schur.together.general(ofG1, ofG0, lower, upper, store, x);
    const status = f.local("i32");
    return [
      set(status, call(factorised, ofG1, ofG0, lower, upper, store)),
      when(i32.eq(get(status), i32.const(-1)), [call(schur.solveGeneral, store, x)]),
      get(status),
    ];
  });
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

  /** Rows that are assembled where they are eliminated need no G M^-1. */
  const isStored = diagonal && schur.together === undefined;
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
              call(schur.values, W, G, S),
              set(status, call(schur.factor, store, S, i32.const(0))),
              unlessOk,
              call(schur.solve, store, lambda),
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

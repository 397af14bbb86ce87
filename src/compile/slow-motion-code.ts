/**
 * The slow motions of the stiff view in WebAssembly; see `core/slow-motion.ts` for the equations. With q(t) = sum of
 * q_k t^k and Lambda(t) = sum of lambda_k t^k, coefficient k of the equations is
 *
 *     (k+1)(k+2) M q_(k+2) = f_k - G^T lambda_k,
 *     S lambda_k = G M^-1 f_k + (k+1)(k+2) g_(k+2)' - omega^-2 (k+1)(k+2) lambda_(k+2),
 *
 * where f_k (forces and the reactions of lambda_0 … lambda_(k-1)) and g_(k+2)' (coefficient k + 2 of g with q_(k+2)
 * left out) come from q_0 … q_(k+1). A pass takes k = 0, 1, … upwards; its lambda_(k+2) on the right is left over from
 * the pass before, and the first pass leaves the term out. Each pass adds a term of the expansion and ends two
 * coefficients earlier.
 */

import type { Arena, F64 } from "../core/arena.js";
import { callKernel, emitKernel, type KernelCall, type Program } from "../kernels/index.js";
import { type Code, call, f64, get, i32, loop, type Module, ret, type Statement, set, when } from "../wasm/index.js";
import type { ConstraintPlan } from "./constraint-plan.js";
import { eliminationProgram, transposeProgram } from "./derive.js";
import { emitProducts } from "./emit-products.js";
import { copy, multiplyInto, zero } from "./emit-vectors.js";
import type { MassPlan } from "./mass.js";
import { emitMass } from "./mass-code.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";
import { emitSchur } from "./schur-code.js";
import {
  curvatureCoefficient,
  forceCoefficient,
  kineticCoefficient,
  potentialCoefficient,
  reactionCoefficient,
} from "./taylor-programs.js";

/** Arrays of one slow motion. */
export interface SlowPlan {
  /** Coefficients of the coordinates and of the multipliers, one array after the other. */
  readonly q: F64;
  readonly lambda: F64;
  /** lambda_0 one pass before the last. */
  readonly before: F64;
  readonly G: F64;
  readonly weights: F64;
  readonly matrix: F64;
  readonly store: F64;
  /** f_k, then f_k - G^T lambda_k. */
  readonly force: F64;
  /** Coefficient 0 without corrections: f_0, and the right-hand side of lambda_0. */
  readonly force0: F64;
  readonly rows0: F64;
}

/** The last k of every pass, in the order of the passes. */
export function passes(terms: number, withRate: boolean): number[] {
  return Array.from({ length: terms }, (_, i) => 2 * (terms - 1 - i) + (withRate ? 1 : 0));
}

export function planSlowMotion(last: number, plan: ConstraintPlan, n: number, m: number, arena: Arena): SlowPlan {
  return {
    q: arena.f64((last + 3) * n),
    lambda: arena.f64((last + 1) * m),
    before: arena.f64(m),
    G: arena.f64(plan.jacobian.length),
    weights: arena.f64(plan.weights.length),
    matrix: arena.f64(plan.matrix.length),
    store: arena.f64(plan.store.length),
    force: arena.f64(n),
    force0: arena.f64(n),
    rows0: arena.f64(m),
  };
}

/** Adds `evaluate(t) -> i32`: -1, the dependent row, or -2 for a mass that is not positive; and `addNormal(scale, x, r)`. */
export function emitSlowMotion(
  module: Module,
  placed: PlacedModel,
  plan: ConstraintPlan,
  slow: SlowPlan,
  mass: MassPlan,
  n: number,
  arena: Arena,
  lasts: readonly number[],
): void {
  const { constraints, m } = placed;
  const diagonal = mass.kind === "diagonal";
  const address = (array: { readonly byteOffset: number }, entries = 0) => i32.const(array.byteOffset + 8 * entries);
  const coordinates = (k: number) => address(slow.q, k * n);
  const multipliers = (k: number) => address(slow.lambda, k * m);
  const motion = { q: coordinates(0), v: coordinates(1), y: multipliers(0), g: address(slow.G) };

  const all = <P extends PlacedLaw>(name: string, laws: readonly P[], make: (law: P) => Program) => {
    const programs = laws.map((law) => ({ law, program: make(law) })).filter((p) => p.program.outputs.length > 0);
    const kernels = programs.map(({ law, program }, k) => emitKernel(module, `_${name}${k}`, program, law.tables));
    return (args: KernelCall): Statement[] => kernels.map((kernel) => callKernel(kernel, args));
  };

  const massCode = diagonal ? undefined : emitMass(module, mass);
  const schur = emitSchur(module, plan, arena);
  const transpose = all("transpose", constraints, (c) => transposeProgram(c.calculus, c.entries, c.row, c.base));
  /** a = M^-1 f */
  const accelerate = module.func("_accelerate", { a: "i32", f: "i32" }, "void", (f, p) =>
    massCode
      ? [call(massCode.applyInverse, get(p.a), get(p.f))]
      : multiplyInto(f, get(p.a), get(p.f), address(mass.inverses), n),
  );

  /** f_k into `force`. */
  const forces = (k: number): ((t: Code<"f64">) => Statement[]) => {
    const kernels = [
      all(`potential${k}_`, placed.potentials, (p) => potentialCoefficient(p.calculus, k, n)),
      all(`force${k}_`, placed.forces, (p) => forceCoefficient(p.calculus, k, n)),
      all(`kinetic${k}_`, placed.kinetics, (p) => kineticCoefficient(p.calculus, k, n)),
      ...(k > 0
        ? [all(`reaction${k}_`, constraints, (c) => reactionCoefficient(c.calculus, c.entries, c.row, k, n, m))]
        : []),
    ];
    return (t) => [
      ...zero(address(slow.force), n),
      ...kernels.flatMap((kernel) => kernel({ t, ...motion, out: [address(slow.force)] })),
    ];
  };

  /** Completes q_(k+2) and lambda_k. On entry f_k is in `force`, M^-1 f_k stands in the place of q_(k+2), and the
   * right-hand side in that of lambda_k. */
  const finish = (k: number) =>
    module.func(`_finish${k}`, { corrected: "i32" }, "void", (f, p) => {
      const i = f.local("i32");
      const lambda = multipliers(k);
      const a = coordinates(k + 2);
      const number = (k + 1) * (k + 2);
      const row = (array: F64, entries = 0) => f64.load(get(i), array.byteOffset + 8 * entries);
      const correction = f64.div(f64.mul(f64.const(number), row(slow.lambda, (k + 2) * m)), row(placed.omega2));
      return [
        when(get(p.corrected), [
          loop(i, i32.const(0), i32.const(8 * m), 8, [
            f64.store(get(i), f64.sub(row(slow.lambda, k * m), correction), slow.lambda.byteOffset + 8 * k * m),
          ]),
        ]),
        call(schur.solve, address(slow.store), lambda),
        ...(diagonal
          ? transpose({ t: f64.const(-1), g: address(slow.weights), y: lambda, out: [a] })
          : [
              ...transpose({ t: f64.const(-1), g: address(slow.G), y: lambda, out: [address(slow.force)] }),
              call(accelerate, a, address(slow.force)),
            ]),
        loop(i, i32.const(0), i32.const(8 * n), 8, [
          f64.store(
            get(i),
            f64.mul(f64.load(get(i), slow.q.byteOffset + 8 * (k + 2) * n), f64.const(1 / number)),
            slow.q.byteOffset + 8 * (k + 2) * n,
          ),
        ]),
      ];
    });

  // ---- what coefficient 0 needs, once per point: forces, G, S and its factorisation ----

  const eliminate = all("eliminate", constraints, (c) =>
    eliminationProgram(c.calculus, c.entries, c.row, c.base, diagonal),
  );
  const weigh = plan.weighted && emitProducts(module, "_weighBlocks", plan.weighted.products, arena);
  const forces0 = forces(0);
  const begin = module.func("_begin", { t: "f64" }, "i32", (_, p) => [
    ...(massCode && mass.kind === "varying"
      ? [when(call(massCode.refresh, coordinates(0), f64.const(0)), [ret(i32.const(-2))])]
      : []),
    ...forces0(get(p.t)),
    ...copy(address(slow.force0), address(slow.force), n),
    call(accelerate, coordinates(2), address(slow.force)),
    ...eliminate({
      t: get(p.t),
      ...motion,
      w: coordinates(2),
      u: address(mass.inverses),
      out: [address(slow.G), address(slow.rows0), address(slow.weights)],
    }),
    ...(weigh ? [call(weigh, address(slow.G), address(mass.inverses), address(slow.weights))] : []),
    call(schur.values, address(slow.weights), address(slow.G), address(slow.matrix)),
    call(schur.factor, address(slow.store), address(slow.matrix), i32.const(0)),
  ]);

  // ---- coefficient k of a pass ----

  const finish0 = finish(0);
  const first = module.func("_coefficient0", { t: "f64", corrected: "i32" }, "void", (_, p) => [
    ...copy(address(slow.force), address(slow.force0), n),
    call(accelerate, coordinates(2), address(slow.force0)),
    ...copy(multipliers(0), address(slow.rows0), m),
    call(finish0, get(p.corrected)),
  ]);
  const coefficient = [first];
  for (let k = 1; k <= lasts[0]; k++) {
    const force = forces(k);
    const curvature = all(`curvature${k}_`, constraints, (c) =>
      curvatureCoefficient(c.calculus, c.entries, c.row, c.base, k, n),
    );
    const end = finish(k);
    const kth = module.func(`_coefficient${k}`, { t: "f64", corrected: "i32" }, "void", (_, p) => [
      ...force(get(p.t)),
      call(accelerate, coordinates(k + 2), address(slow.force)),
      ...curvature({ t: get(p.t), ...motion, w: coordinates(k + 2), out: [multipliers(k)] }),
      call(end, get(p.corrected)),
    ]);
    coefficient.push(kth);
  }

  module.func("evaluate", { t: "f64" }, "i32", (f, p) => {
    const status = f.local("i32");
    return [
      set(status, call(begin, get(p.t))),
      when(i32.ne(get(status), i32.const(-1)), [ret(get(status))]),
      ...lasts.flatMap((last, pass) => [
        ...(pass > 0 ? copy(address(slow.before), multipliers(0), m) : []),
        ...coefficient.slice(0, last + 1).map((kth) => call(kth, get(p.t), i32.const(pass > 0 ? 1 : 0))),
      ]),
      get(status),
    ];
  });

  module.func("addNormal", { scale: "f64", x: "i32", r: "i32" }, "void", (_, p) => [
    call(schur.solve, address(slow.store), get(p.r)),
    ...(diagonal
      ? transpose({ t: get(p.scale), g: address(slow.weights), y: get(p.r), out: [get(p.x)] })
      : [
          ...zero(address(slow.force), n),
          ...transpose({ t: get(p.scale), g: address(slow.G), y: get(p.r), out: [address(slow.force)] }),
          call(massCode!.addInverse, get(p.x), address(slow.force)),
        ]),
  ]);
}

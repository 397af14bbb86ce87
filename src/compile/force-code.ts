/** Forces and energies: the kernels of all laws, called one after the other by a driver function. */

import type { Arena, F64 } from "../core/arena.js";
import type { CompiledRate } from "../core/rate.js";
import type { Work } from "../core/work.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import type { ForceFunction } from "../model/lowered.js";
import { linked } from "../step/index.js";
import {
  call,
  drop,
  type Func,
  type FunctionBuilder,
  f64,
  get,
  type I32,
  i32,
  type Module,
  type Statement,
  type WasmExports,
  type F64 as WasmF64,
} from "../wasm/index.js";
import { type ClosedForce, powerOf } from "./closed-forces.js";
import {
  energyProgram,
  gradientForceProgram,
  kineticEnergy,
  kineticForceProgram,
  type LawCalculus,
  penalty,
  scatterProgram,
} from "./derive.js";
import { copy, multiplyInto, zero } from "./emit-vectors.js";
import type { MassPlan } from "./mass.js";
import { emitMass } from "./mass-code.js";
import { emitPairEnergy, emitPairForce } from "./pairs/pair-code.js";
import { importPairs, pairCalls } from "./pairs/pair-imports.js";
import type { PlacedModel } from "./place-laws.js";

/** Adds a function (t, q, v, f) to a module: f = forces, including the penalty forces when `stiff`. */
export function emitForce(
  module: Module,
  name: string,
  placed: PlacedModel,
  n: number,
  stiff: boolean,
  host: HostCalls,
  kinetic: (calculus: LawCalculus) => Program = kineticForceProgram,
): Func<"void"> {
  const programs = [
    ...placed.potentials.map((p) => ({ p, program: gradientForceProgram(p.calculus, p.law.outputs[0]) })),
    ...(stiff ? placed.stiffForces : placed.forces).map((p) => ({ p, program: scatterProgram(p.calculus) })),
    ...placed.kinetics.map((p) => ({ p, program: kinetic(p.calculus) })),
    ...(stiff
      ? placed.constraints.map((p) => ({ p, program: gradientForceProgram(p.calculus, penalty(p.calculus, p.row)) }))
      : []),
  ].filter(({ program }) => program.outputs.length > 0);
  const kernels = programs.map(({ p, program }, k) => emitKernel(module, `_${name}${k}`, program, p.tables));
  const pairs =
    placed.pairs &&
    emitPairForce(module, `_${name}pairs`, placed.pairs.tables, pairCalls(module, placed.pairs, host.pairs));
  return module.func(name, { t: "f64", q: "i32", v: "i32", f: "i32" }, "void", (_, p) => [
    ...zero(get(p.f), n),
    ...kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.q), v: get(p.v), out: [get(p.f)] })),
    ...(pairs ? [call(pairs, get(p.q), get(p.f))] : []),
    ...(host.forces ? [call(host.forces, get(p.t), get(p.q), get(p.v), get(p.f))] : []),
  ]);
}

export const rateParams = { t: "f64", y: "i32", dy: "i32" } as const;

/** Adds functions (t, y, dy) -> -1: dy = (v, M^-1 f), and (t, q, v, a): a = M^-1 f. `scratch` has n entries. */
export function emitRate(module: Module, force: Func<"void">, mass: MassPlan, n: number, scratch: F64): void {
  const blocks = mass.kind === "diagonal" ? undefined : emitMass(module, mass);
  const accelerations = (f: FunctionBuilder, t: WasmF64, q: I32, v: I32, a: I32): Statement[] => {
    const free = i32.const(scratch.byteOffset);
    return blocks
      ? [
          call(force, t, q, v, free),
          ...(mass.kind === "varying" ? [drop(call(blocks.refresh, q, f64.const(0)))] : []),
          call(blocks.applyInverse, a, free),
        ]
      : [call(force, t, q, v, a), ...multiplyInto(f, a, a, i32.const(mass.inverses.byteOffset), n)];
  };
  module.func("rate", rateParams, "i32", (f, p) => {
    const v = i32.add(get(p.y), i32.const(8 * n));
    const a = i32.add(get(p.dy), i32.const(8 * n));
    return [...accelerations(f, get(p.t), get(p.y), v, a), ...copy(get(p.dy), v, n), i32.const(-1)];
  });
  module.func("accelerations", { t: "f64", q: "i32", v: "i32", a: "i32" }, "void", (f, p) =>
    accelerations(f, get(p.t), get(p.q), get(p.v), get(p.a)),
  );
}

/** A generated right-hand side that never fails; one evaluation is one force. */
export function countedRate(
  code: WasmExports[string],
  memory: WebAssembly.Memory,
  work: Work,
  infallible = false,
): CompiledRate {
  return {
    code,
    memory,
    link: linked,
    infallible,
    judge(_, evaluations) {
      work.forces += evaluations;
      return "ok";
    },
  };
}

/** Adds a function (t, q, v, out): out[0] += the energies of one kind. */
export function emitEnergy(
  module: Module,
  name: "potential" | "kinetic" | "penalty",
  placed: PlacedModel,
  host: HostCalls,
): Func<"void"> {
  const programs =
    name === "potential"
      ? placed.potentials.map((p) => ({ p, program: energyProgram(p.calculus, p.law.outputs[0]) }))
      : name === "kinetic"
        ? placed.kinetics.map((p) => ({ p, program: energyProgram(p.calculus, kineticEnergy(p.calculus)) }))
        : placed.constraints.map((p) => ({ p, program: energyProgram(p.calculus, penalty(p.calculus, p.row)) }));
  const kernels = programs.map(({ p, program }, k) => emitKernel(module, `_${name}${k}`, program, p.tables));
  const pairs =
    name === "potential" &&
    placed.pairs &&
    emitPairEnergy(module, "_pairs", placed.pairs.tables, pairCalls(module, placed.pairs, host.pairs));
  return module.func(name, { t: "f64", q: "i32", v: "i32", out: "i32" }, "void", (_, p) => [
    ...kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.q), v: get(p.v), out: [get(p.out)] })),
    ...(pairs ? [call(pairs, get(p.q), get(p.out))] : []),
  ]);
}

/** Adds a function (t, q, v, out): out[0] += c(q) . v, with the parts of forces that do work. */
export function emitPower(module: Module, placed: PlacedModel, closed: readonly ClosedForce[]): Func<"void"> {
  const kernels = closed.map(({ law, outputs }, k) => {
    const { calculus, tables } = placed.forces.find((p) => p.law === law)!;
    return emitKernel(module, `_power${k}`, energyProgram(calculus, powerOf(law, outputs)), tables);
  });
  return module.func("power", { t: "f64", q: "i32", v: "i32", out: "i32" }, "void", (_, p) =>
    kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.q), v: get(p.v), out: [get(p.out)] })),
  );
}

/** Host functions that generated code calls. */
export interface HostCalls {
  /** Calls the forces that are TypeScript functions. */
  readonly forces: Func<"void"> | undefined;
  readonly pairs: ReturnType<typeof importPairs>;
}

/** Declares the host functions that the model needs as imports. */
export function importHost(module: Module, functions: readonly ForceFunction[], placed: PlacedModel): HostCalls {
  const forces =
    functions.length === 0 ? undefined : module.hostFunction("addForces", ["f64", "i32", "i32", "i32"], "void");
  return { forces, pairs: placed.pairs ? importPairs(module, placed.pairs) : {} };
}

/**
 * The host side of `HostCalls.forces`: calls every function with views of the arrays, which are made once per address.
 */
export function hostForces(
  functions: readonly ForceFunction[],
  arena: Arena,
  n: number,
): Record<string, (...args: number[]) => undefined> {
  const views = new Map<number, Float64Array>();
  const scratch = new Float64Array(n);
  const view = (address: number): Float64Array => {
    let made = views.get(address);
    if (!made) {
      made = new Float64Array(arena.buffer, address, n);
      views.set(address, made);
    }
    return made;
  };
  return {
    addForces(t, q, v, f) {
      const total = view(f);
      for (const { force } of functions) {
        scratch.fill(0);
        force(scratch, t, view(q), view(v));
        for (let k = 0; k < n; k++) total[k] += scratch[k];
      }
      return undefined;
    },
  };
}

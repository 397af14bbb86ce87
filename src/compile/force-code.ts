/** Forces and energies: the kernels of all laws, called one after the other by a driver function. */

import type { Arena } from "../core/arena.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import type { ForceFunction } from "../model/lowered.js";
import { call, type Func, get, i32, type Module } from "../wasm/index.js";
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
import type { PlacedModel } from "./place-laws.js";

/** Add (t, q, v, f) -> f to a module: f = forces, with the penalty forces when `stiff`. */
export function emitForce(
  module: Module,
  name: string,
  placed: PlacedModel,
  n: number,
  stiff: boolean,
  host: Func<"void"> | undefined,
  kinetic: (calculus: LawCalculus) => Program = kineticForceProgram,
): Func<"void"> {
  const programs = [
    ...placed.potentials.map((p) => ({ p, program: gradientForceProgram(p.calculus, p.law.outputs[0]) })),
    ...placed.forces.map((p) => ({ p, program: scatterProgram(p.calculus) })),
    ...placed.kinetics.map((p) => ({ p, program: kinetic(p.calculus) })),
    ...(stiff
      ? placed.constraints.map((p) => ({ p, program: gradientForceProgram(p.calculus, penalty(p.calculus, p.row)) }))
      : []),
  ].filter(({ program }) => program.outputs.length > 0);
  const kernels = programs.map(({ p, program }, k) => emitKernel(module, `_${name}${k}`, program, p.tables));
  return module.func(name, { t: "f64", q: "i32", v: "i32", f: "i32" }, "void", (_, p) => [
    ...zero(get(p.f), n),
    ...kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.q), v: get(p.v), out: [get(p.f)] })),
    ...(host ? [call(host, get(p.t), get(p.q), get(p.v), get(p.f))] : []),
  ]);
}

/** Add (t, y, dy): dy = (v, M^-1 f), for a diagonal mass. */
export function emitRate(module: Module, force: Func<"void">, mass: MassPlan, n: number): void {
  module.func("rate", { t: "f64", y: "i32", dy: "i32" }, "void", (f, p) => {
    const v = i32.add(get(p.y), i32.const(8 * n));
    const a = i32.add(get(p.dy), i32.const(8 * n));
    return [
      call(force, get(p.t), get(p.y), v, a),
      ...copy(get(p.dy), v, n),
      ...multiplyInto(f, a, a, i32.const(mass.inverses.byteOffset), n),
    ];
  });
}

/** Add (t, q, v, out): out[0] += the energies of one kind. */
export function emitEnergy(
  module: Module,
  name: "potential" | "kinetic" | "penalty",
  placed: PlacedModel,
): Func<"void"> {
  const programs =
    name === "potential"
      ? placed.potentials.map((p) => ({ p, program: energyProgram(p.calculus, p.law.outputs[0]) }))
      : name === "kinetic"
        ? placed.kinetics.map((p) => ({ p, program: energyProgram(p.calculus, kineticEnergy(p.calculus)) }))
        : placed.constraints.map((p) => ({ p, program: energyProgram(p.calculus, penalty(p.calculus, p.row)) }));
  const kernels = programs.map(({ p, program }, k) => emitKernel(module, `_${name}${k}`, program, p.tables));
  return module.func(name, { t: "f64", q: "i32", v: "i32", out: "i32" }, "void", (_, p) =>
    kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.q), v: get(p.v), out: [get(p.out)] })),
  );
}

/** Declare the host's force functions as an import, when there are any. */
export function importForces(module: Module, functions: readonly ForceFunction[]): Func<"void"> | undefined {
  return functions.length === 0 ? undefined : module.hostFunction("addForces", ["f64", "i32", "i32", "i32"], "void");
}

/** The host side of `importForces`: calls every function with views of the arrays; views are made once per address. */
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

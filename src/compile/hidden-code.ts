/** Derivatives of the hidden constraints G v + g_t, compiled when a formulation or projection first asks for them. */

import { addressOf } from "../core/arena.js";
import type { Constraints } from "../core/workspace.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import type { LinearMemory } from "../memory/linear-memory.js";
import { get, instantiate, Module, type WasmExports } from "../wasm/index.js";
import { curvatureProgram, jacobianRateProgram } from "./derive.js";
import type { PlacedModel, PlacedRows } from "./place-laws.js";

export function hiddenDerivatives(
  placed: PlacedModel,
  memory: LinearMemory,
): Pick<Constraints, "curvature" | "jacobianRate"> {
  let made: WasmExports | undefined;
  const code = (): WasmExports => {
    made ??= compile(placed, memory);
    return made;
  };
  return {
    curvature(c, t, q, v) {
      code().curvature(t, addressOf(q), addressOf(v), addressOf(c));
    },
    jacobianRate(L, t, q, v) {
      code().jacobianRate(t, addressOf(q), addressOf(v), addressOf(L));
    },
  };
}

function compile(placed: PlacedModel, memory: LinearMemory): WasmExports {
  const module = new Module();
  const add = (name: string, make: (c: PlacedRows) => Program): void => {
    const kernels = placed.constraints.map((c, k) => emitKernel(module, `_${name}${k}`, make(c), c.tables));
    module.func(name, { t: "f64", q: "i32", v: "i32", out: "i32" }, "void", (_, p) =>
      kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.q), v: get(p.v), out: [get(p.out)] })),
    );
  };
  add("curvature", (c) => curvatureProgram(c.calculus, c.row));
  add("jacobianRate", (c) => jacobianRateProgram(c.calculus, c.entries, c.base));
  return instantiate(module, memory.memory);
}

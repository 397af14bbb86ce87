/** Derivatives of the hidden constraints G v + g_t, compiled when a formulation or projection first asks for them. */

import { addressOf } from "../core/arena.js";
import type { Constraints } from "../core/constraints.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import { get, type Module } from "../wasm/index.js";
import { curvatureProgram, jacobianRateProgram } from "./derive.js";
import type { PlacedModel, PlacedRows } from "./place-laws.js";
import type { Site } from "./site.js";

export function hiddenDerivatives(placed: PlacedModel, site: Site): Pick<Constraints, "curvature" | "jacobianRate"> {
  const code = site.lazily("hidden", (unit) => unit.code((module) => emit(module, placed)));
  return {
    curvature(c, t, q, v) {
      code().curvature(t, addressOf(q), addressOf(v), addressOf(c));
    },
    jacobianRate(L, t, q, v) {
      code().jacobianRate(t, addressOf(q), addressOf(v), addressOf(L));
    },
  };
}

function emit(module: Module, placed: PlacedModel): void {
  const add = (name: string, make: (c: PlacedRows) => Program): void => {
    const kernels = placed.constraints.map((c, k) => emitKernel(module, `_${name}${k}`, make(c), c.tables));
    module.func(name, { t: "f64", q: "i32", v: "i32", out: "i32" }, "void", (_, p) =>
      kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.q), v: get(p.v), out: [get(p.out)] })),
    );
  };
  add("curvature", (c) => curvatureProgram(c.calculus, c.row));
  add("jacobianRate", (c) => jacobianRateProgram(c.calculus, c.entries, c.base));
}

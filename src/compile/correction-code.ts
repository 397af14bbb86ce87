/** The linear corrections of small systems (`Corrections` in `core/`), each a straight-line kernel of `fused.ts`. */

import { addressOf } from "../core/arena.js";
import type { Corrections } from "../core/constraints.js";
import type { CompiledRoutine } from "../core/routine.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import { linked } from "../step/index.js";
import { get, i32, type Module, type WasmExports } from "../wasm/index.js";
import { once } from "./small-system.js";

const parameters = { t: "f64", q: "i32", v: "i32", alpha: "i32", out: "i32" } as const;

/** Adds `correctPositions` and `correctVelocities`, each (t, q, v, alpha, out). */
export function emitCorrections(
  module: Module,
  programs: { readonly position: Program; readonly velocity: Program },
): void {
  const kernels = [
    ["correctPositions", emitKernel(module, "_position", programs.position, once)],
    ["correctVelocities", emitKernel(module, "_velocity", programs.velocity, once)],
  ] as const;
  for (const [name, kernel] of kernels)
    module.func(name, parameters, "void", (_, p) => {
      const [sizes, margin, moved] = [0, 16, 24].map((offset) => i32.add(get(p.out), i32.const(offset)));
      const out = [moved, sizes, margin];
      return [callKernel(kernel, { t: get(p.t), q: get(p.q), v: get(p.v), y: get(p.alpha), out })];
    });
}

export function makeCorrections(code: WasmExports, memory: WebAssembly.Memory): Corrections {
  const routine = (name: string): CompiledRoutine => ({
    code: code[name],
    memory,
    link: linked,
    infallible: true,
  });
  return {
    positions(out, t, q, v, alpha) {
      code.correctPositions(t, addressOf(q), addressOf(v), addressOf(alpha), addressOf(out));
    },
    velocities(out, t, q, v, alpha) {
      code.correctVelocities(t, addressOf(q), addressOf(v), addressOf(alpha), addressOf(out));
    },
    compiled: { positions: routine("correctPositions"), velocities: routine("correctVelocities") },
  };
}

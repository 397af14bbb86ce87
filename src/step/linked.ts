/**
 * A program in WebAssembly, linked with the system's own code. The function contains no addresses, so all runs of a
 * system share one instance, and all systems that bind the same program share one module. The engine's optimisations of
 * the code are therefore kept.
 */

import { addressOf, type CompiledRate, type F64, type Link, type Program } from "../core/index.js";
import { instantiate, Module, type WasmExports } from "../wasm/index.js";
import { emitStep } from "./emit.js";
import { entry } from "./remember.js";

const modules = new WeakMap<Program, WebAssembly.Module>();
const instances = new WeakMap<CompiledRate["code"], WeakMap<Program, WasmExports>>();

/** The code is made at the first run. */
export const linked: Link = (program, arena, arrays, rate) => {
  let code: WasmExports[string] = (...given) => {
    code = instanceOf(program, rate).step;
    return code(...given);
  };
  const { numbers: names, weights, evaluations } = program;
  const numbers = arena.f64(names.length + evaluations.length);
  const constants = arena.f64(weights.length);
  constants.set(weights);
  const bound = program.arrays.flatMap(({ name, given }) => (given ? [] : [arrays[name]]));
  const table = arena.i32(bound.length + 2);
  table.set([...bound, constants, numbers].map(addressOf));
  const places = addressOf(table);
  const count = names.length;
  const address = (x: F64 | undefined): number => (x === undefined ? 0 : addressOf(x));
  return {
    numbers,
    run: (integer, a, b) => rate.judge(code(integer, address(a), address(b), places), numbers[count]),
    evaluated: (index) => numbers[count + index],
  };
};

function instanceOf(program: Program, { code, memory }: CompiledRate): WasmExports {
  const made = entry(instances, code, () => new WeakMap<Program, WasmExports>());
  return entry(made, program, () => {
    const compiled = entry(modules, program, () => {
      const module = new Module();
      emitStep(module, program, [module.hostFunction("rate", ["f64", "i32", "i32"], "i32")]);
      return new WebAssembly.Module(module.toBytes());
    });
    return instantiate(compiled, memory, { rate: code });
  });
}

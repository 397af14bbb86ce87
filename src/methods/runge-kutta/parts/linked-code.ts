/**
 * Generated code of methods that calls a compiled right-hand side. It has no addresses in it, so that all runs of a system
 * share one instance, and all systems of one dimension one module: what the engine has learnt about it stays.
 */

import type { CompiledRate } from "../../../core/index.js";
import { type Func, instantiate, Module, type WasmExports } from "../../../wasm/index.js";

const modules = new WeakMap<object, Map<number, WebAssembly.Module>>();
const instances = new WeakMap<CompiledRate["code"], Map<object, WasmExports>>();

/** The code of a method for states of `dimension`, linked with `rate`; `method` stands for what `emit` writes. */
export function linkedCode(
  { code, memory }: CompiledRate,
  method: object,
  dimension: number,
  emit: (module: Module, rate: Func<"i32">) => void,
): WasmExports {
  const made = entry(instances, code, () => new Map<object, WasmExports>());
  return entry(made, method, () => {
    const known = entry(modules, method, () => new Map<number, WebAssembly.Module>());
    const compiled = entry(known, dimension, () => {
      const module = new Module();
      emit(module, module.hostFunction("rate", ["f64", "i32", "i32"], "i32"));
      return new WebAssembly.Module(module.toBytes());
    });
    return instantiate(compiled, memory, { rate: code });
  });
}

function entry<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/**
 * A WebAssembly module under construction: functions are added one by one and may call those added before. The memory
 * is always imported (`env.memory`), so that several modules work on one system's memory.
 */

import type { Code, Func, Local, Statement, Type } from "./code.js";
import { flatten, typeByte } from "./code.js";
import { section, unsigned, utf8, vector } from "./encoding.js";
/** A 32-bit address space: 4 GB. */
export const mostPages = 65536;

/** The body under construction: hands out locals. */
export class FunctionBuilder {
  readonly locals: Type[] = [];
  private readonly arity: number;

  constructor(arity: number) {
    this.arity = arity;
  }

  local<T extends Type>(type: T): Local<T> {
    this.locals.push(type);
    return { type, index: this.arity + this.locals.length - 1 };
  }
}

type Params = Readonly<Record<string, Type>>;
type Arguments<P extends Params> = { readonly [K in keyof P]: Local<P[K]> };

interface Definition {
  readonly name: string | undefined;
  readonly params: readonly Type[];
  readonly result: Type | "void";
  readonly body: number[];
}

interface HostImport {
  readonly name: string;
  readonly params: readonly Type[];
  readonly result: Type | "void";
}

export class Module {
  private readonly definitions: Definition[] = [];
  private readonly imports: HostImport[] = [];
  private readonly shared = new Map<string, unknown>();

  /** A host function `env.name`; all imports come before the first definition. */
  hostFunction<R extends Type | "void">(name: string, params: readonly Type[], result: R): Func<R> {
    if (this.definitions.length > 0) throw new Error("wasm module: imports come before definitions");
    this.imports.push({ name, params, result });
    return { index: this.imports.length - 1, params, result };
  }

  /**
   * Add a function. `body` receives a builder for locals and the parameters by name, and returns its statements; in a
   * function with a result the last one is the value. Exported under `name` unless `name` starts with "_".
   */
  func<P extends Params, R extends Type | "void">(
    name: string,
    params: P,
    result: R,
    body: (f: FunctionBuilder, p: Arguments<P>) => readonly Code[],
  ): Func<R> {
    const types = Object.values(params);
    const builder = new FunctionBuilder(types.length);
    const locals: Record<string, Local> = {};
    Object.entries(params).forEach(([key, type], index) => {
      locals[key] = { type, index };
    });
    const code = body(builder, locals as Arguments<P>);
    const last = code.at(-1)?.type ?? "void";
    if (last !== result) throw new Error(`wasm function ${name}: ends with ${last}, declared ${result}`);
    if (code.slice(0, -1).some((c) => c.type !== "void"))
      throw new Error(`wasm function ${name}: a value is left over`);
    const bytes: number[] = vector(builder.locals.map((type) => [1, typeByte[type]]));
    for (const c of code) flatten(c.bytes, bytes);
    bytes.push(0x0b);
    const exported = name.startsWith("_") ? undefined : name;
    this.definitions.push({ name: exported, params: types, result, body: bytes });
    return { index: this.imports.length + this.definitions.length - 1, params: types, result };
  }

  /** Emit a library routine at most once per module: `make` runs on the first request for `key`. */
  once<T>(key: string, make: () => T): T {
    if (!this.shared.has(key)) this.shared.set(key, make());
    return this.shared.get(key) as T;
  }

  /** `memory` says what is imported: shared memories are another type, and have a maximum. */
  toBytes(memory: "own" | "shared" = "own"): Uint8Array<ArrayBuffer> {
    const all = [...this.imports, ...this.definitions];
    const types = all.map((f) => [
      0x60,
      ...vector(f.params.map((p) => [typeByte[p]])),
      ...vector(f.result === "void" ? [] : [[typeByte[f.result]]]),
    ]);
    const imports = [
      [...utf8("env"), ...utf8("memory"), 0x02, ...(memory === "own" ? [0x00, 1] : [0x03, 1, ...unsigned(mostPages)])],
      ...this.imports.map((f, k) => [...utf8("env"), ...utf8(f.name), 0x00, ...unsigned(k)]),
    ];
    const exports = this.definitions.flatMap((f, k) =>
      f.name === undefined ? [] : [[...utf8(f.name), 0x00, ...unsigned(this.imports.length + k)]],
    );
    const bodies = this.definitions.map((f) => unsigned(f.body.length).concat(f.body));
    return Uint8Array.from(
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00].concat(
        section(1, vector(types)),
        section(2, vector(imports)),
        section(3, vector(this.definitions.map((_, k) => unsigned(this.imports.length + k)))),
        section(7, vector(exports)),
        section(10, vector(bodies)),
      ),
    );
  }
}

export type WasmExports = Readonly<Record<string, (...args: number[]) => number>>;

/** Compile and instantiate synchronously on the given memory. */
export function instantiate(
  module: Module | WebAssembly.Module,
  memory: WebAssembly.Memory,
  host: Readonly<Record<string, (...args: number[]) => number | undefined>> = {},
): WasmExports {
  const compiled = module instanceof Module ? new WebAssembly.Module(module.toBytes()) : module;
  const instance = new WebAssembly.Instance(compiled, { env: { memory, ...host } });
  return instance.exports as unknown as WasmExports;
}

export type { Statement };

/**
 * A WebAssembly module under construction: functions are added one by one and may call those added before. The memory
 * is always imported (`env.memory`), so that several modules work on one system's memory.
 */

import type { Code, Func, Local, Statement, Type } from "./code.js";
import { flatten, typeByte } from "./code.js";
import { section, unsigned, utf8, vector } from "./encoding.js";

/** The largest size of a memory in pages of 64 kB: 32-bit addresses reach 4 GB. */
export const mostPages = 65536;

/** Hands out the locals of a function whose body is being built. */
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
/** The parameters of a function, as its body reads them. */
export type Arguments<P extends Params> = { readonly [K in keyof P]: Local<P[K]> };

interface Definition {
  readonly name: string | undefined;
  readonly params: readonly Type[];
  readonly result: Type | "void";
  readonly body: Uint8Array;
}

interface HostImport {
  readonly name: string;
  readonly params: readonly Type[];
  readonly result: Type | "void";
}

/** Makes room for an array in the memory on which a module will run. */
export type Place = (length: number) => Float64Array;

/** The address of an array that several modules read; undefined if it is not in the memory. */
export type Placed = (values: Float64Array) => number | undefined;

export class Module {
  private readonly definitions: Definition[] = [];
  private readonly imports: HostImport[] = [];
  private readonly shared = new Map<string, unknown>();
  private readonly place: Place | undefined;
  private readonly placed: Placed | undefined;

  /** `place` makes room for constant arrays; a module without it cannot have any. `placed` knows arrays that are in place. */
  constructor(place?: Place, placed?: Placed) {
    this.place = place;
    this.placed = placed;
  }

  /** The address of a constant array, which is placed on the first request for `key`. */
  constants(key: string, values: Float64Array): number {
    return this.once(key, () => {
      const known = this.placed?.(values);
      if (known !== undefined) return known;
      if (this.place === undefined)
        throw new Error(`wasm module: a module with constant arrays needs a memory to place them; "${key}" has none`);
      const placed = this.place(values.length);
      placed.set(values);
      return placed.byteOffset;
    });
  }

  /** Import the host function `env.name`. All imports must be declared before the first definition. */
  hostFunction<R extends Type | "void">(name: string, params: readonly Type[], result: R): Func<R> {
    if (this.definitions.length > 0)
      throw new Error(
        `wasm module: host functions must be imported before the first definition; "${name}" comes later`,
      );
    this.imports.push({ name, params, result });
    return { index: this.imports.length - 1, params, result };
  }

  /**
   * Add a function. `body` receives a builder for locals and the parameters by name, and returns the statements; in a
   * function with a result the last one is its value. The function is exported unless its name starts with "_".
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
    if (last !== result)
      throw new Error(`wasm function ${name}: the body must end with ${result}; it ends with ${last}`);
    if (code.slice(0, -1).some((c) => c.type !== "void"))
      throw new Error(`wasm function ${name}: only the last statement may leave a value; drop the others`);
    const bytes: number[] = vector(builder.locals.map((type) => [1, typeByte[type]]));
    for (const c of code) flatten(c.bytes, bytes);
    bytes.push(0x0b);
    const exported = name.startsWith("_") ? undefined : name;
    this.definitions.push({ name: exported, params: types, result, body: new Uint8Array(bytes) });
    return { index: this.imports.length + this.definitions.length - 1, params: types, result };
  }

  /** Emit a library routine at most once per module: `make` runs on the first request for `key`. */
  once<T>(key: string, make: () => T): T {
    if (!this.shared.has(key)) this.shared.set(key, make());
    return this.shared.get(key) as T;
  }

  /** `memory` is the kind of memory that is imported: a shared one has a type of its own, with a maximal size. */
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
    const before = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00].concat(
      section(1, vector(types)),
      section(2, vector(imports)),
      section(3, vector(this.definitions.map((_, k) => unsigned(this.imports.length + k)))),
      section(7, vector(exports)),
    );
    // the bodies are nearly everything, so they are copied once, as blocks
    const count = unsigned(this.definitions.length);
    const lengths = this.definitions.map(({ body }) => unsigned(body.length));
    const size = this.definitions.reduce((sum, { body }, k) => sum + lengths[k].length + body.length, count.length);
    const head = [...before, 10, ...unsigned(size), ...count];
    const out = new Uint8Array(head.length + size - count.length);
    out.set(head);
    let at = head.length;
    this.definitions.forEach(({ body }, k) => {
      out.set(lengths[k], at);
      out.set(body, at + lengths[k].length);
      at += lengths[k].length + body.length;
    });
    return out;
  }
}

export type WasmExports = Readonly<Record<string, (...args: number[]) => number>>;

/** Instantiate a module synchronously on the given memory; compile it first if necessary. */
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

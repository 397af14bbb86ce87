/**
 * Where a system's tables and code are placed. Generated code contains the addresses of tables, so every workspace of a
 * system keeps the same arrays at the same addresses: the first workspace that needs an array decides its address, and
 * the system's `Blueprint` remembers it, together with the compiled code and the contents of the tables that belong to
 * the code. Later workspaces only instantiate that code and copy those tables.
 */

import { type Arena, addressed, type F64, type I32 } from "../core/arena.js";
import { alignedSize, firstAddress, type LinearMemory } from "../memory/linear-memory.js";
import { instantiate, Module, type WasmExports } from "../wasm/index.js";

type HostFunctions = Parameters<typeof instantiate>[2];

/** The code of a unit, and the tables that were made while it was emitted. */
interface Emitted {
  readonly module: WebAssembly.Module;
  readonly found: unknown;
  readonly tables: readonly { readonly address: number; readonly bytes: Uint8Array }[];
}

/** What all workspaces of a system share. Entries are only ever added. */
export class Blueprint {
  /** The first address that is not used by an array. */
  end = firstAddress;
  /** Addresses of the arrays of each unit, in the order in which they are asked for. */
  readonly addresses = new Map<string, number[]>();
  readonly emitted = new Map<string, Emitted>();
  readonly facts = new Map<string, unknown>();
  /** Addresses of constant arrays that all code of the system reads. */
  readonly shared = new Map<Float64Array, number>();
}

/** One workspace's memory with the blueprint of its system. */
export class Site {
  readonly memory: LinearMemory;
  private readonly blueprint: Blueprint;
  private readonly instances = new Map<string, number>();

  constructor(memory: LinearMemory, blueprint: Blueprint) {
    this.memory = memory;
    this.blueprint = blueprint;
  }

  /** Makes a group of arrays and code. `make` must ask for the same arrays in the same order in every workspace. */
  unit<T>(key: string, make: (unit: Unit) => T): T {
    return make(new Unit(key, this.memory, this.blueprint));
  }

  /** The same, but made when it is first asked for. */
  lazily<T>(key: string, make: (unit: Unit) => T): () => T {
    let made: { readonly value: T } | undefined;
    return () => {
      made ??= { value: this.unit(key, make) };
      return made.value;
    };
  }

  /** A unit of which a run may need several: the first, second, … call since `forget` each get their own arrays. */
  instance<T>(key: string, make: (unit: Unit) => T): T {
    const count = this.instances.get(key) ?? 0;
    this.instances.set(key, count + 1);
    return make(new Unit(`${key} ${count}`, this.memory, this.blueprint, "reused"));
  }

  /** Makes the instances that were handed out available again. */
  forget(): void {
    this.instances.clear();
  }

  /** A value that follows from the model alone and is computed once for all workspaces. */
  fact<T>(key: string, find: () => T): T {
    const { facts } = this.blueprint;
    if (!facts.has(key)) facts.set(key, find());
    return facts.get(key) as T;
  }
}

export class Unit implements Arena {
  readonly memory: WebAssembly.Memory;
  readonly buffer: ArrayBuffer;
  private readonly key: string;
  private readonly owner: LinearMemory;
  private readonly blueprint: Blueprint;
  private readonly addresses: number[];
  private readonly use: "new" | "reused";
  private taken = 0;
  private modules = 0;

  /** With "reused", the arrays may hold values of an earlier run and are cleared. */
  constructor(key: string, owner: LinearMemory, blueprint: Blueprint, use: "new" | "reused" = "new") {
    this.use = use;
    this.key = key;
    this.owner = owner;
    this.memory = owner.memory;
    this.buffer = owner.buffer;
    this.blueprint = blueprint;
    this.addresses = blueprint.addresses.get(key) ?? [];
    blueprint.addresses.set(key, this.addresses);
  }

  f64(length: number): F64 {
    return addressed(new Float64Array(this.buffer, this.take(8 * length), length));
  }

  i32(length: number): I32 {
    return addressed(new Int32Array(this.buffer, this.take(4 * length), length));
  }

  /** Places constants once for all code of the system. */
  share(values: Float64Array): void {
    const placed = this.f64(values.length);
    placed.set(values);
    this.blueprint.shared.set(values, placed.byteOffset);
  }

  /** Instantiates the code that `emit` writes on this memory. The code is emitted and compiled in the first workspace
   * only. */
  code(emit: (module: Module, tables: Arena) => void, host: HostFunctions = {}): WasmExports {
    return this.codeWith(emit, host).code;
  }

  /** The same, together with the result of `emit`, which must not depend on the memory (a sparse pattern, for
   * example). */
  codeWith<T>(
    emit: (module: Module, tables: Arena) => T,
    host: HostFunctions = {},
  ): { readonly code: WasmExports; readonly found: T } {
    const key = `${this.key} ${this.modules++}`;
    const known = this.blueprint.emitted.get(key);
    if (known !== undefined) {
      for (const { address, bytes } of known.tables) {
        this.place(address, bytes.length);
        new Uint8Array(this.buffer, address, bytes.length).set(bytes);
      }
      return { code: instantiate(known.module, this.memory, host), found: known.found as T };
    }
    const tables: (F64 | I32)[] = [];
    const keep = <T extends F64 | I32>(table: T): T => {
      tables.push(table);
      return table;
    };
    const module = new Module(
      (length) => keep(this.f64(length)),
      (values) => this.blueprint.shared.get(values),
    );
    const found = emit(module, {
      buffer: this.buffer,
      f64: (length) => keep(this.f64(length)),
      i32: (length) => keep(this.i32(length)),
    });
    const compiled = new WebAssembly.Module(module.toBytes());
    this.blueprint.emitted.set(key, {
      module: compiled,
      found,
      tables: tables.map((t) => ({
        address: t.byteOffset,
        bytes: new Uint8Array(this.buffer, t.byteOffset, t.byteLength).slice(),
      })),
    });
    return { code: instantiate(compiled, this.memory, host), found };
  }

  private take(bytes: number): number {
    const address = this.addresses[this.taken] ?? this.blueprint.end;
    this.place(address, bytes);
    if (this.use === "reused") new Uint8Array(this.buffer, address, bytes).fill(0);
    return address;
  }

  private place(address: number, bytes: number): void {
    const end = address + alignedSize(bytes);
    this.owner.claim(end);
    this.addresses[this.taken++] = address;
    this.blueprint.end = Math.max(this.blueprint.end, end);
  }
}

const sites = new WeakMap<object, Site>();

/** The site of a workspace, for code beside its mechanics: events, observables, forces in links. */
export function siteOf(workspace: object): Site {
  const site = sites.get(workspace);
  if (site === undefined) throw new Error("this workspace was not made by a compiled system");
  return site;
}

export function setSite(workspace: object, site: Site): void {
  sites.set(workspace, site);
}

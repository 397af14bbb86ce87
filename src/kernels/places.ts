/** Addresses in the body of a kernel's loop, each computed into a local when it is first asked for. */

import { type FunctionBuilder, get, type I32, i32, type Local, type Statement, set } from "../wasm/index.js";
import type { Place } from "./lanes.js";
import type { Tables } from "./tables.js";

/** Places with equal keys have equal addresses. */
export interface KeyedPlace extends Place {
  readonly key: string;
}

export class Places {
  private readonly f: FunctionBuilder;
  private readonly tables: Tables;
  /** The instance of the first lane. */
  private readonly i: Local<"i32">;
  /** Where locals are set. */
  private readonly code: Statement[];
  private readonly locals = new Map<string, Local<"i32">>();

  constructor(f: FunctionBuilder, tables: Tables, i: Local<"i32">, code: Statement[]) {
    this.f = f;
    this.tables = tables;
    this.i = i;
    this.code = code;
  }

  /** A local that is set when it is first asked for. */
  private address(key: string, make: () => I32): I32 {
    let local = this.locals.get(key);
    if (local === undefined) {
      local = this.f.local("i32");
      this.code.push(set(local, make()));
      this.locals.set(key, local);
    }
    return get(local);
  }

  /**
   * The first coordinate of a node in an array, in one lane. Arithmetic sequences with one stride share an address, and the
   * rest is a constant offset.
   */
  node(base: Local<"i32">, node: number, lane: number): KeyedPlace {
    const { tables, i } = this;
    const column = tables.index[node];
    if (column.kind === "table") {
      const offset = (): I32 => i32.load(i32.shl(get(i), i32.const(2)), column.address + 4 * lane);
      const at = this.address(`node ${node} ${lane}`, offset);
      return { key: `${base.index} ${node} ${lane}`, address: i32.add(get(base), at), offset: 0 };
    }
    const { base: first, stride } = column;
    // a constant offset must not be negative, and neither may the address without it
    return this.strided(base, stride, stride < 0 ? 0 : first + lane * stride, stride < 0 ? first + lane * stride : 0);
  }

  /** Entry `entry` + `ahead` + `stride` times the instance of an array; the address has `ahead` in it. */
  strided(base: Local<"i32">, stride: number, entry: number, ahead = 0): KeyedPlace {
    const key = `${base.index} ${stride} ${ahead}`;
    const address = this.address(`strided ${key}`, () => {
      const moved = i32.add(get(base), i32.mul(get(this.i), i32.const(8 * stride)));
      return ahead === 0 ? moved : i32.add(moved, i32.const(8 * ahead));
    });
    return { key, address, offset: 8 * entry };
  }
}

/** Generates code that reads the supernode records of `sparse-tables.ts`. */

import type { FunctionBuilder, I32, Local, Statement, Type } from "../wasm/index.js";
import { get, i32, select, seq, set } from "../wasm/index.js";
import type { Sequence } from "./paths.js";

export const plus = (a: I32, b: I32): I32 => i32.add(a, b);
/** Sets a pointer to entry `start` + `shift` strides of an array; the pointer then walks by `bytes` times the stride. */
export const pointTo = (
  p: Local<"i32">,
  array: I32,
  { start, stride }: Sequence,
  bytes: number,
  shift = 0,
): Statement => set(p, plus(array, i32.const(bytes * (start + shift * stride))));
/** The k-th word at p. */
export const word = (p: Local<"i32">, k: number): I32 => i32.load(get(p), 4 * k);
export const locals = <T extends Type>(f: FunctionBuilder, type: T, count: number): Local<T>[] =>
  Array.from({ length: count }, () => f.local(type));

/** The supernode that a function is working on. */
export class SupernodeRecord {
  /** Address of the record. */
  readonly address: Local<"i32">;
  readonly first: Local<"i32">;
  readonly width: Local<"i32">;
  readonly block: Local<"i32">;
  readonly rows: Local<"i32">;
  /** The end of the list of rows, or the position of row k in it. */
  readonly rowsEnd: Local<"i32">;

  constructor(f: FunctionBuilder) {
    this.address = f.local("i32");
    this.first = f.local("i32");
    this.width = f.local("i32");
    this.block = f.local("i32");
    this.rows = f.local("i32");
    this.rowsEnd = f.local("i32");
  }

  /** Read the record at `address`, with all its rows. */
  open(): Statement {
    return seq(this.read(), set(this.rowsEnd, word(this.address, 7)));
  }

  /** Read the record that a pair (address, 4 r) of the program points to, with the rows before row r. */
  openEntry(pair: Local<"i32">): Statement {
    return seq(set(this.address, word(pair, 0)), this.read(), set(this.rowsEnd, plus(get(this.rows), word(pair, 1))));
  }

  private read(): Statement {
    return seq(
      set(this.first, word(this.address, 0)),
      set(this.width, word(this.address, 1)),
      set(this.block, word(this.address, 2)),
      set(this.rows, word(this.address, 3)),
    );
  }

  isSingle(): I32 {
    return i32.eq(get(this.width), i32.const(8));
  }

  /** Set `at` to the offset of the row at `rowsEnd` in the blocks, and `length` to its bytes left of the diagonal. */
  locateRow(at: Local<"i32">, length: Local<"i32">): Statement {
    return seq(
      set(length, i32.sub(get(this.rowsEnd), get(this.rows))),
      set(at, plus(get(this.block), i32.mul(i32.shr(get(length), i32.const(2)), get(this.width)))),
      set(length, i32.shl(get(length), i32.const(1))),
      set(length, select(i32.lt(get(length), get(this.width)), get(length), get(this.width))),
    );
  }
}

/**
 * Norms in WebAssembly. `scaledNorm`: the same operations in the same order, with two quotients at a time. The largest of
 * several magnitudes is the same number in every order.
 */

import type { Tolerances } from "../core/index.js";
import {
  advance,
  type Code,
  choose,
  type Func,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  i64x2,
  type Local,
  loop,
  loopWhile,
  type Module,
  type Statement,
  select,
  set,
  type V128,
  when,
} from "../wasm/index.js";
import { unrolled } from "./combine-code.js";

/** Adds (error, before, after, atol, rtol) -> norm, for vectors of n entries. */
export function normCode(module: Module, n: number, norm: Tolerances["norm"]): Func<"f64"> {
  const parameters = { error: "i32", before: "i32", after: "i32", atol: "i32", rtol: "f64" } as const;
  return module.func(`_${norm}`, parameters, "f64", (f, p) => {
    const [sum, e, part, x, y] = Array.from({ length: 5 }, () => f.local("f64"));
    const [e2, x2, y2, part2, rtol2] = Array.from({ length: 5 }, () => f.local("v128"));
    const added = (part: Code<"f64">): Statement =>
      set(sum, norm === "rms" ? f64.add(get(sum), f64.mul(part, part)) : f64.max(get(sum), f64.abs(part)));
    /** Adds one entry, at an offset from the addresses. */
    const term = (offset: number): Statement[] => {
      const value = (address: I32): Code<"f64"> => f64.load(address, offset);
      const scale = f64.add(value(get(p.atol)), f64.mul(get(p.rtol), select(f64.gt(get(x), get(y)), get(x), get(y))));
      return [
        set(e, value(get(p.error))),
        set(x, f64.abs(value(get(p.before)))),
        set(y, f64.abs(value(get(p.after)))),
        set(part, select(f64.eq(get(e), f64.const(0)), f64.const(0), f64.div(get(e), scale))),
        added(get(part)),
      ];
    };
    /** Adds two entries, divided together and added one after the other; `at` makes the addresses, to which the offset
     * is added. */
    const pair = (at: (address: I32) => I32, offset: number): Statement[] => {
      const value = (address: I32): V128 => f64x2.load(at(address), offset);
      const larger = f64x2.choose(get(x2), get(y2), f64x2.gt(get(x2), get(y2)));
      const scale = f64x2.add(value(get(p.atol)), f64x2.mul(get(rtol2), larger));
      const none = f64x2.const(0, 0);
      return [
        set(e2, value(get(p.error))),
        set(x2, f64x2.abs(value(get(p.before)))),
        set(y2, f64x2.abs(value(get(p.after)))),
        set(part2, f64x2.choose(none, f64x2.div(get(e2), scale), f64x2.eq(get(e2), none))),
        set(part, f64x2.lane(get(part2), 0)),
        added(get(part)),
        set(part, f64x2.lane(get(part2), 1)),
        added(get(part)),
      ];
    };
    const i = f.local("i32");
    const pairs = n - (n % 2);
    const all = [
      set(rtol2, f64x2.splat(get(p.rtol))),
      ...(n <= unrolled
        ? Array.from({ length: pairs / 2 }, (_, k) => pair((address) => address, 16 * k)).flat()
        : [
            loop(
              i,
              i32.const(0),
              i32.const(8 * pairs),
              16,
              pair((address) => i32.add(address, get(i)), 0),
            ),
          ]),
      ...(pairs < n ? term(8 * pairs) : []),
    ];
    return [...all, norm === "rms" ? f64.sqrt(f64.div(get(sum), f64.const(Math.max(n, 1)))) : get(sum)];
  });
}

/**
 * Adds (x, bytes) -> max |x_i|, NaN if an entry is NaN. `pmax` passes over NaN, which a mask remembers; four maxima run
 * side by side, because each has to wait for the one before.
 */
export function largestCode(module: Module): Func<"f64"> {
  return module.func("_largest", { x: "i32", bytes: "i32" }, "f64", (f, p) => {
    const [i, entries, mask, last] = [f.local("i32"), f.local("v128"), f.local("v128"), f.local("f64")];
    const most = Array.from({ length: 4 }, () => f.local("v128"));
    const at = i32.add(get(p.x), get(i));
    const pair = (k: number): Statement[] => [
      set(entries, f64x2.load(at, 16 * k)),
      set(mask, i64x2.or(get(mask), f64x2.ne(get(entries), get(entries)))),
      set(most[k], f64x2.pmax(get(most[k]), f64x2.abs(get(entries)))),
    ];
    const [first, second, third, fourth] = most.map((one) => get(one));
    const both = f64x2.pmax(f64x2.pmax(first, second), f64x2.pmax(third, fourth));
    const whole = (bytes: number): I32 => i32.and(get(p.bytes), i32.const(-bytes));
    return [
      loop(i, i32.const(0), whole(64), 64, [0, 1, 2, 3].flatMap(pair)),
      loopWhile(i32.lt(get(i), whole(16)), [...pair(0), advance(i, 16)]),
      when(i32.lt(get(i), get(p.bytes)), [set(last, f64.load(at))]),
      set(entries, both),
      choose(
        f64x2.anyTrue(get(mask)),
        f64.const(Number.NaN),
        f64.max(f64.max(f64x2.lane(get(entries), 0), f64x2.lane(get(entries), 1)), f64.abs(get(last))),
      ),
    ];
  });
}

/** Adds (A, rowStart, column, x, 4 rows) -> the largest sum of |A_ij x_j| over the rows i. */
export function largestRowCode(module: Module): Func<"f64"> {
  const parameters = { A: "i32", rowStart: "i32", column: "i32", x: "i32", rows: "i32" } as const;
  return module.func("_largestRow", parameters, "f64", (f, p) => {
    const [i, k, end] = [f.local("i32"), f.local("i32"), f.local("i32")];
    const [sum, most] = [f.local("f64"), f.local("f64")];
    const place = (x: Local<"i32">, index: I32, shift: number): I32 =>
      i32.add(get(x), i32.shl(index, i32.const(shift)));
    const column = i32.load(place(p.column, get(k), 2));
    const product = f64.mul(f64.load(place(p.A, get(k), 3)), f64.load(place(p.x, column, 3)));
    return [
      loop(i, i32.const(0), get(p.rows), 4, [
        set(sum, f64.const(0)),
        set(end, i32.load(i32.add(get(p.rowStart), get(i)), 4)),
        loop(k, i32.load(i32.add(get(p.rowStart), get(i))), get(end), 1, [
          set(sum, f64.add(get(sum), f64.abs(product))),
        ]),
        when(f64.gt(get(sum), get(most)), [set(most, get(sum))]),
      ]),
      get(most),
    ];
  });
}

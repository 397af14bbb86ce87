/** `scaledNorm` in WebAssembly: the same operations in the same order, with two quotients at a time. */

import type { Tolerances } from "../core/index.js";
import {
  type Code,
  type Func,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  loop,
  type Module,
  type Statement,
  select,
  set,
  type V128,
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

/** The norms of `Tolerances` in WebAssembly: the operations of the error-controlled pacer in its order. */

import type { Tolerances } from "../core/index.js";
import {
  type Code,
  type Func,
  f64,
  get,
  type I32,
  i32,
  loop,
  type Module,
  type Statement,
  select,
  set,
} from "../wasm/index.js";

const unrolled = 16;

/** Adds (error, before, after, atol, rtol) -> norm, for vectors of n entries. */
export function normCode(module: Module, n: number, norm: Tolerances["norm"]): Func<"f64"> {
  const parameters = { error: "i32", before: "i32", after: "i32", atol: "i32", rtol: "f64" } as const;
  return module.func(`_${norm}`, parameters, "f64", (f, p) => {
    const [sum, e, part, x, y] = Array.from({ length: 5 }, () => f.local("f64"));
    /** One entry more, at an offset from addresses or from addresses and a local. */
    const term = (at: (address: I32) => I32, offset: number): Statement[] => {
      const value = (address: I32): Code<"f64"> => f64.load(at(address), offset);
      const scale = f64.add(value(get(p.atol)), f64.mul(get(p.rtol), select(f64.gt(get(x), get(y)), get(x), get(y))));
      return [
        set(e, value(get(p.error))),
        set(x, f64.abs(value(get(p.before)))),
        set(y, f64.abs(value(get(p.after)))),
        set(part, select(f64.eq(get(e), f64.const(0)), f64.const(0), f64.div(get(e), scale))),
        norm === "rms"
          ? set(sum, f64.add(get(sum), f64.mul(get(part), get(part))))
          : set(sum, f64.max(get(sum), f64.abs(get(part)))),
      ];
    };
    const i = f.local("i32");
    const all =
      n <= unrolled
        ? Array.from({ length: n }, (_, k) => term((address) => address, 8 * k)).flat()
        : [
            loop(
              i,
              i32.const(0),
              i32.const(8 * n),
              8,
              term((address) => i32.add(address, get(i)), 0),
            ),
          ];
    return [...all, norm === "rms" ? f64.sqrt(f64.div(get(sum), f64.const(Math.max(n, 1)))) : get(sum)];
  });
}

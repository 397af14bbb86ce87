/**
 * WebAssembly for sums of products over static lists: straight-line code for short lists, a table-driven loop for long
 * ones.
 */

import type { Arena } from "../core/arena.js";
import { type Func, f64, get, i32, loop, loopWhile, type Module, type Statement, set } from "../wasm/index.js";
import type { ProductList } from "./constraint-pattern.js";

const unrollLimit = 160;

/** A function (left, right, out): out[s] = sum over the list of left[a] * right[b]. */
export function emitProducts(module: Module, name: string, list: ProductList, arena: Arena): Func<"void"> {
  const entries = list.start.length - 1;
  const params = { left: "i32", right: "i32", out: "i32" } as const;
  if (list.a.length <= unrollLimit)
    return module.func(name, params, "void", (_, p) => {
      const code: Statement[] = [];
      for (let s = 0; s < entries; s++) {
        let sum = f64.const(0);
        for (let k = list.start[s]; k < list.start[s + 1]; k++) {
          const product = f64.mul(f64.load(get(p.left), 8 * list.a[k]), f64.load(get(p.right), 8 * list.b[k]));
          sum = k === list.start[s] ? product : f64.add(sum, product);
        }
        code.push(f64.store(get(p.out), sum, 8 * s));
      }
      return code;
    });

  // end of each entry's run as an address, then (a, b) as byte offsets, interleaved
  const ends = arena.i32(entries);
  const pairs = arena.i32(2 * list.a.length);
  for (let s = 0; s < entries; s++) ends[s] = pairs.byteOffset + 8 * list.start[s + 1];
  for (let k = 0; k < list.a.length; k++) {
    pairs[2 * k] = 8 * list.a[k];
    pairs[2 * k + 1] = 8 * list.b[k];
  }
  return module.func(name, params, "void", (f, p) => {
    const s = f.local("i32");
    const at = f.local("i32");
    const end = f.local("i32");
    const sum = f.local("f64");
    const value = f64.mul(
      f64.load(i32.add(get(p.left), i32.load(get(at)))),
      f64.load(i32.add(get(p.right), i32.load(get(at), 4))),
    );
    return [
      set(at, i32.const(pairs.byteOffset)),
      loop(s, i32.const(0), i32.const(4 * entries), 4, [
        set(end, i32.load(get(s), ends.byteOffset)),
        set(sum, f64.const(0)),
        loopWhile(i32.lt(get(at), get(end)), [
          set(sum, f64.add(get(sum), value)),
          set(at, i32.add(get(at), i32.const(8))),
        ]),
        f64.store(i32.add(get(p.out), i32.shl(get(s), i32.const(1))), get(sum)),
      ]),
    ];
  });
}

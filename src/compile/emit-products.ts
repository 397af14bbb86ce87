/**
 * WebAssembly for sums of products over static lists: straight-line code for short lists; for long ones, loops with fixed
 * strides where entries repeat (`product-runs.ts`), and loops over tables elsewhere. The order of the terms is the same.
 */

import type { Arena } from "../core/arena.js";
import { append } from "../core/lists.js";
import {
  type Arguments,
  advance,
  type F64,
  type Func,
  type FunctionBuilder,
  f64,
  get,
  type I32,
  i32,
  type Local,
  loop,
  loopWhile,
  type Module,
  type Statement,
  set,
} from "../wasm/index.js";
import type { ProductList } from "./constraint-pattern.js";
import { type ProductRun, productRuns } from "./product-runs.js";

/** Shorter lists are straight-line code, whose sums do not begin with 0. */
const unrollLimit = 160;
export const isUnrolled = (list: ProductList): boolean => list.a.length <= unrollLimit;

const params = { left: "i32", right: "i32", out: "i32" } as const;

/** A function (left, right, out): out[s] = sum over the list of left[a] * right[b]. */
export function emitProducts(module: Module, name: string, list: ProductList, arena: Arena): Func<"void"> {
  const entries = list.start.length - 1;
  if (isUnrolled(list)) return module.func(name, params, "void", (_, p) => straightLine(list, p));

  // end of each entry's sum as an address, then (a, b) as byte offsets, interleaved
  const ends = arena.i32(entries);
  const pairs = arena.i32(2 * list.a.length);
  for (let s = 0; s < entries; s++) ends[s] = pairs.byteOffset + 8 * list.start[s + 1];
  for (let k = 0; k < list.a.length; k++) {
    pairs[2 * k] = 8 * list.a[k];
    pairs[2 * k + 1] = 8 * list.b[k];
  }
  const runs = productRuns(list);
  return module.func(name, params, "void", (f, p) => {
    const byTable = tableLoop(f, p, ends.byteOffset, (s) => pairs.byteOffset + 8 * list.start[s]);
    let done = 0;
    const code: Statement[] = [];
    for (const run of runs) {
      append(code, byTable(done, run.first));
      append(code, strided(f, p, list, run));
      done = run.first + run.period * run.periods;
    }
    return [...code, ...byTable(done, entries)];
  });
}

function straightLine(list: ProductList, p: Arguments<typeof params>): Statement[] {
  const code: Statement[] = [];
  for (let s = 0; s < list.start.length - 1; s++) {
    let sum = f64.const(0);
    for (let k = list.start[s]; k < list.start[s + 1]; k++) {
      const product = f64.mul(f64.load(get(p.left), 8 * list.a[k]), f64.load(get(p.right), 8 * list.b[k]));
      sum = k === list.start[s] ? product : f64.add(sum, product);
    }
    code.push(f64.store(get(p.out), sum, 8 * s));
  }
  return code;
}

/** The entries from `begin` to `end` - 1, read from the tables. */
function tableLoop(
  f: FunctionBuilder,
  p: Arguments<typeof params>,
  ends: number,
  start: (s: number) => number,
): (begin: number, end: number) => Statement[] {
  const [s, at, end] = [f.local("i32"), f.local("i32"), f.local("i32")];
  const sum = f.local("f64");
  const value = f64.mul(
    f64.load(i32.add(get(p.left), i32.load(get(at)))),
    f64.load(i32.add(get(p.right), i32.load(get(at), 4))),
  );
  return (first, last) => {
    if (first === last) return [];
    return [
      set(at, i32.const(start(first))),
      loop(s, i32.const(4 * first), i32.const(4 * last), 4, [
        set(end, i32.load(get(s), ends)),
        set(sum, f64.const(0)),
        loopWhile(i32.lt(get(at), get(end)), [set(sum, f64.add(get(sum), value)), advance(at, 8)]),
        f64.store(i32.add(get(p.out), i32.shl(get(s), i32.const(1))), get(sum)),
      ]),
    ];
  };
}

/**
 * A run: one period is straight-line code in which every factor is loaded once. Factors that advance by the same number share
 * a pointer.
 */
function strided(f: FunctionBuilder, p: Arguments<typeof params>, list: ProductList, run: ProductRun): Statement[] {
  const { first, period, periods } = run;
  const from = list.start[first];
  const [out, end] = [f.local("i32"), f.local("i32")];
  const body: Statement[] = [];
  const loaded = new Map<string, Local<"f64">>();
  const pointers: { readonly at: Local<"i32">; readonly start: I32; readonly by: number }[] = [];
  /** Reads the factor of a product of the first period. */
  const reader = (array: Local<"i32">, indices: Int32Array, strides: Int32Array): ((k: number) => F64) => {
    const lowest = new Map<number, number>();
    strides.forEach((by, k) => {
      lowest.set(by, Math.min(lowest.get(by) ?? Number.POSITIVE_INFINITY, indices[from + k]));
    });
    const pointer = new Map<number, Local<"i32">>();
    for (const [by, low] of lowest) {
      const at = f.local("i32");
      pointer.set(by, at);
      pointers.push({ at, start: i32.add(get(array), i32.const(8 * low)), by });
    }
    return (k) => {
      const [by, index] = [strides[k - from], indices[k]];
      const at = pointer.get(by)!;
      const key = `${at.index} ${index}`;
      let local = loaded.get(key);
      if (local === undefined) {
        local = f.local("f64");
        body.push(set(local, f64.load(get(at), 8 * (index - lowest.get(by)!))));
        loaded.set(key, local);
      }
      return get(local);
    };
  };
  const left = reader(p.left, list.a, run.left);
  const right = reader(p.right, list.b, run.right);
  for (let s = 0; s < period; s++) {
    // the sum begins with 0, as in the loop over tables, because 0 + x is not x for x = -0
    let sum = f64.const(0);
    for (let k = list.start[first + s]; k < list.start[first + s + 1]; k++)
      sum = f64.add(sum, f64.mul(left(k), right(k)));
    body.push(f64.store(get(out), sum, 8 * s));
  }
  return [
    ...pointers.map(({ at, start }) => set(at, start)),
    set(out, i32.add(get(p.out), i32.const(8 * first))),
    set(end, i32.add(get(out), i32.const(8 * period * periods))),
    loopWhile(i32.lt(get(out), get(end)), [
      ...body,
      ...pointers.map(({ at, by }) => advance(at, 8 * by)),
      advance(out, 8 * period),
    ]),
  ];
}

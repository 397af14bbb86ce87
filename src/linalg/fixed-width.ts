/**
 * The kernels of `supernode-kernels.ts` for a supernode of known width, in one function: row k of L in a supernode of w columns, by
 * forward substitution with the rows above it, then L_kj = z_j / d_j. Columns are unrolled, so that z stays in registers, and
 * products are added in the same order, which keeps the bits.
 */

import { append } from "../core/lists.js";
import type { F64, Func, I32, Local, Module, Statement, V128 } from "../wasm/index.js";
import { advance, f64, f64x2, get, i32, loopWhile, ret, set, when } from "../wasm/index.js";
import { locals, plus } from "./supernode-record.js";
import type { Analysis } from "./symbolic-factor.js";

/** Wider supernodes are left to the kernels with loops, and so are widths that have a smaller share of all products. */
const widest = 16;
const leastShare = 0.1;

/** The widths of which an analysis has so many products that they deserve kernels of their own, at most four. */
export function commonWidths({ structure, supernodes }: Analysis): number[] {
  const products = new Map<number, number>();
  let all = 0;
  for (let s = 0; s < supernodes; s++) {
    const width = structure.first[s + 1] - structure.first[s];
    const below = structure.rowStart[s + 1] - structure.rowStart[s] - width;
    // row r of the supernode takes a triangle, and one product of width w for each row between
    const count = (width ** 3 / 6 + (below * width * width) / 2 + (below * below * width) / 2) | 0;
    products.set(width, (products.get(width) ?? 0) + count);
    all += count;
  }
  return [...products]
    .filter(([width, count]) => width > 1 && width <= widest && count > leastShare * all)
    .sort(([, a], [, b]) => b - a)
    .map(([width]) => width);
}

/** `row(work, z, block, rows, end, inverse)`: the r-th row of a supernode, 4 r = end - rows; returns sum_j L_kj z_j. */
export function fixedWidthRow(module: Module, w: number): Func<"f64"> {
  const params = { work: "i32", z: "i32", block: "i32", rows: "i32", end: "i32", inverse: "i32" } as const;
  return module.once(`linalg.row${w}`, () =>
    module.func(`_linalg.row${w}`, params, "f64", (f, p) => {
      const pairs = locals(f, "v128", w >> 1);
      const single = f.local("f64");
      const [lanes, even, above] = [f.local("v128"), f.local("f64"), f.local("f64")];
      const [at, row, target] = locals(f, "i32", 3);

      /** Sets `even` to the sum of `length` products with z: those of pairs, which `pair` gives, and of the last one. */
      const sum = (length: number, pair: (k: number) => V128, last: () => F64): Statement[] => {
        const count = length >> 1;
        if (count === 0) return [set(even, last())];
        return [
          ...Array.from({ length: count }, (_, k) => set(lanes, k === 0 ? pair(k) : f64x2.add(get(lanes), pair(k)))),
          set(even, f64x2.lane(get(lanes), 0)),
          ...(length % 2 === 1 ? [set(even, f64.add(get(even), last()))] : []),
          set(even, f64.add(get(even), f64x2.lane(get(lanes), 1))),
        ];
      };
      const withRow = (base: Local<"i32">, offset: number, length: number): Statement[] =>
        sum(
          length,
          (k) => f64x2.mul(f64x2.load(get(base), offset + 16 * k), get(pairs[k])),
          () => f64.mul(f64.load(get(base), offset + 8 * (length - 1)), get(single)),
        );
      /** L_kj = z_j / d_j for the first columns, and z = 0; leaves the sum of L_kj z_j in `even`. */
      const finish = (base: Local<"i32">, offset: number, length: number): Statement[] => {
        const scaled = Array.from({ length: length >> 1 }, () => f.local("v128"));
        const one = f.local("f64");
        return [
          ...scaled.map((each, k) => set(each, f64x2.mul(get(pairs[k]), f64x2.load(get(p.inverse), 16 * k)))),
          ...(length % 2 === 1 ? [set(one, f64.mul(get(single), f64.load(get(p.inverse), 8 * (length - 1))))] : []),
          ...sum(
            length,
            (k) => f64x2.mul(get(scaled[k]), get(pairs[k])),
            () => f64.mul(get(one), get(single)),
          ),
          ...scaled.flatMap((each, k) => [
            f64x2.store(get(base), get(each), offset + 16 * k),
            f64x2.store(get(p.z), f64x2.const(0, 0), 16 * k),
          ]),
          ...(length % 2 === 1
            ? [
                f64.store(get(base), get(one), offset + 8 * (length - 1)),
                f64.store(get(p.z), f64.const(0), 8 * (length - 1)),
              ]
            : []),
        ];
      };

      const code: Statement[] = [];
      for (let i = 0; i < w; i++) {
        const own: F64 = f64.load(get(p.z), 8 * i);
        // z_i, which is `single` until its pair is complete
        if (i > 0) append(code, withRow(p.block, 8 * i * w, i));
        const value = i === 0 ? own : f64.sub(own, get(even));
        if (i % 2 === 0) code.push(set(single, value));
        else code.push(set(above, value), set(pairs[i >> 1], f64x2.pair(get(single), get(above))));
        if (i + 1 < w)
          code.push(
            when(i32.eq(get(p.end), plus(get(p.rows), i32.const(4 * (i + 1)))), [
              ...finish(p.block, 8 * (i + 1) * w, i + 1),
              ret(get(even)),
            ]),
          );
      }
      const next: I32 = plus(get(p.rows), i32.const(4 * w));
      return [
        ...code,
        set(at, plus(get(p.block), i32.const(8 * w * w))),
        set(row, next),
        loopWhile(i32.lt(get(row), get(p.end)), [
          ...withRow(at, 0, w),
          set(target, plus(get(p.work), i32.load(get(row)))),
          f64.store(get(target), f64.sub(f64.load(get(target)), get(even))),
          advance(at, 8 * w),
          advance(row, 4),
        ]),
        // the loop ends at row k itself
        ...finish(at, 0, w),
        get(even),
      ];
    }),
  );
}

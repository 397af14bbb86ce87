/**
 * Dense kernels on one supernode of at least two columns, as functions of a WebAssembly module. Addresses and lengths
 * are in bytes. A supernode is given by its block (row by row, `width` bytes per row), the list of its rows (offsets into
 * a work row) and `z`, the part of the work row that belongs to its own columns.
 *
 * A sum over columns adds even and odd terms separately, (p0 + p2 + ...) + (p1 + p3 + ...), in the two lanes of a SIMD
 * register. The unrolled factorisation adds in the same order.
 */

import type { F64, Func, FunctionBuilder, I32, Local, Module, Statement } from "../wasm/index.js";
import {
  f64,
  f64x2,
  get,
  i32,
  loop,
  loopDown,
  loopWhile,
  ret,
  select,
  seq,
  set,
  when,
  yielding,
} from "../wasm/index.js";

const plus = (a: I32, b: I32): I32 => i32.add(a, b);
const bump = (p: Local<"i32">, by: I32): Statement => set(p, plus(get(p), by));

/** The sum of a_c b_c over `length` bytes of doubles. */
function dot(f: FunctionBuilder): (a: I32, b: I32, length: I32) => F64 {
  const c = f.local("i32");
  const lanes = f.local("v128");
  const even = f.local("f64");
  return (a, b, length) => {
    const product = f64x2.mul(f64x2.load(plus(a, get(c))), f64x2.load(plus(b, get(c))));
    return yielding(
      [
        when(
          i32.eq(length, i32.const(8)),
          [set(even, f64.mul(f64.load(a), f64.load(b)))],
          [
            set(lanes, f64x2.mul(f64x2.load(a), f64x2.load(b))),
            loop(c, i32.const(16), i32.sub(length, i32.const(8)), 16, [set(lanes, f64x2.add(get(lanes), product))]),
            set(even, f64x2.lane(get(lanes), 0)),
            when(i32.lt(get(c), length), [
              set(even, f64.add(get(even), f64.mul(f64.load(plus(a, get(c))), f64.load(plus(b, get(c)))))),
            ]),
            set(even, f64.add(get(even), f64x2.lane(get(lanes), 1))),
          ],
        ),
      ],
      get(even),
    );
  };
}

/** work_i -= sum_j L_ij z_j for the rows of the list from the second up to `end`: forward substitution. */
export function eliminate(module: Module): Func<"void"> {
  const params = { work: "i32", z: "i32", block: "i32", rows: "i32", end: "i32", width: "i32" } as const;
  return module.once("linalg.eliminate", () =>
    module.func("_linalg.eliminate", params, "void", (f, p) => {
      const sum = dot(f);
      const length = f.local("i32");
      const corner = f.local("i32");
      const target = f.local("i32");
      const subtract = (bytes: I32): Statement =>
        seq(
          set(target, plus(get(p.work), i32.load(get(p.rows)))),
          f64.store(get(target), f64.sub(f64.load(get(target)), sum(get(p.block), get(p.z), bytes))),
        );
      const next = [bump(p.block, get(p.width)), bump(p.rows, i32.const(4))];
      return [
        // the supernode's own rows, a triangle
        set(corner, plus(get(p.rows), i32.shr(get(p.width), i32.const(1)))),
        set(corner, select(i32.lt(get(p.end), get(corner)), get(p.end), get(corner))),
        ...next,
        set(length, i32.const(8)),
        loopWhile(i32.lt(get(p.rows), get(corner)), [subtract(get(length)), bump(length, i32.const(8)), ...next]),
        // the rows below
        loopWhile(i32.lt(get(p.rows), get(p.end)), [subtract(get(p.width)), ...next]),
      ];
    }),
  );
}

/**
 * Compute row k of L from z, its part of L D: store L_kj = z_j / d_j in `row` and clear z. Returns sum_j L_kj y_j, where
 * y is `z` itself or, in a general factorisation, the same part of D U.
 */
export function finish(module: Module): Func<"f64"> {
  const params = { row: "i32", z: "i32", y: "i32", inverse: "i32", length: "i32" } as const;
  return module.once("linalg.finish", () =>
    module.func("_linalg.finish", params, "f64", (f, p) => {
      const c = f.local("i32");
      const lanes = f.local("v128");
      const pair = f.local("v128");
      const one = f.local("f64");
      const even = f.local("f64");
      const at = (base: Local<"i32">): I32 => plus(get(base), get(c));
      const scaleOne: Statement = set(one, f64.mul(f64.load(at(p.z)), f64.load(at(p.inverse))));
      const scalePair: Statement = set(pair, f64x2.mul(f64x2.load(at(p.z)), f64x2.load(at(p.inverse))));
      const keepOne = [f64.store(at(p.row), get(one)), f64.store(at(p.z), f64.const(0))];
      const keepPair = [f64x2.store(at(p.row), get(pair)), f64x2.store(at(p.z), f64x2.const(0, 0))];
      const productOne: F64 = f64.mul(get(one), f64.load(at(p.y)));
      const productPair = f64x2.mul(get(pair), f64x2.load(at(p.y)));
      return [
        when(i32.eq(get(p.length), i32.const(8)), [scaleOne, set(even, productOne), ...keepOne, ret(get(even))]),
        scalePair,
        set(lanes, productPair),
        ...keepPair,
        loop(c, i32.const(16), i32.sub(get(p.length), i32.const(8)), 16, [
          scalePair,
          set(lanes, f64x2.add(get(lanes), productPair)),
          ...keepPair,
        ]),
        set(even, f64x2.lane(get(lanes), 0)),
        when(i32.lt(get(c), get(p.length)), [scaleOne, set(even, f64.add(get(even), productOne)), ...keepOne]),
        f64.add(get(even), f64x2.lane(get(lanes), 1)),
      ];
    }),
  );
}

/** z_j -= sum_i L_ij work_i over all rows below the diagonal: backward substitution. */
export function substituteBack(module: Module): Func<"void"> {
  const params = { work: "i32", z: "i32", block: "i32", rows: "i32", end: "i32", width: "i32" } as const;
  return module.once("linalg.substituteBack", () =>
    module.func("_linalg.substituteBack", params, "void", (f, p) => {
      const c = f.local("i32");
      const at = f.local("i32");
      const row = f.local("i32");
      const below = f.local("i32");
      const lanes = f.local("v128");
      const one = f.local("f64");
      const entry = () => plus(get(p.work), i32.load(get(row)));
      const z = () => plus(get(p.z), get(c));
      return [
        // the rows below, two columns at a time
        set(below, plus(get(p.block), i32.shr(i32.mul(get(p.width), get(p.width)), i32.const(3)))),
        bump(p.rows, i32.shr(get(p.width), i32.const(1))),
        loop(c, i32.const(0), i32.sub(get(p.width), i32.const(8)), 16, [
          set(lanes, f64x2.load(z())),
          set(at, plus(get(below), get(c))),
          loop(row, get(p.rows), get(p.end), 4, [
            set(lanes, f64x2.sub(get(lanes), f64x2.mul(f64x2.load(get(at)), f64x2.loadSplat(entry())))),
            bump(at, get(p.width)),
          ]),
          f64x2.store(z(), get(lanes)),
        ]),
        when(i32.lt(get(c), get(p.width)), [
          set(one, f64.load(z())),
          set(at, plus(get(below), get(c))),
          loop(row, get(p.rows), get(p.end), 4, [
            set(one, f64.sub(get(one), f64.mul(f64.load(get(at)), f64.load(entry())))),
            bump(at, get(p.width)),
          ]),
          f64.store(z(), get(one)),
        ]),
        // the triangle, from its last row up
        set(at, get(below)),
        loopDown(row, i32.sub(get(p.width), i32.const(8)), i32.const(0), 8, [
          bump(at, i32.sub(i32.const(0), get(p.width))),
          set(one, f64.load(plus(get(p.z), get(row)))),
          loop(c, i32.const(0), get(row), 8, [
            f64.store(z(), f64.sub(f64.load(z()), f64.mul(f64.load(plus(get(at), get(c))), get(one)))),
          ]),
        ]),
      ];
    }),
  );
}

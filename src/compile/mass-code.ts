/** Routines in WebAssembly for masses with blocks: M and M^-1 at q, and products with them. */

import type { F64 } from "../core/arena.js";
import { callKernel, emitKernel } from "../kernels/index.js";
import {
  advance,
  type Func,
  type FunctionBuilder,
  f64,
  get,
  type I32,
  i32,
  type Local,
  loop,
  type Module,
  ret,
  type Statement,
  set,
  when,
} from "../wasm/index.js";
import { blockProgram } from "./derive.js";
import type { MassPlan } from "./mass.js";

export interface MassCode {
  /** (q, t) -> 0, or 1 + the index of the block that is not positive definite: M and M^-1 at q. */
  readonly refresh: Func<"i32">;
  /** (out, x): out = M^-1 x; the arrays must not overlap. */
  readonly applyInverse: Func<"void">;
  /** (out, x): out += M^-1 x. */
  readonly addInverse: Func<"void">;
  /** (out, x): out = M x; the arrays must not overlap. */
  readonly apply: Func<"void">;
}

/** Emits the routines for masses with blocks, once per module. */
export function emitMass(module: Module, plan: MassPlan): MassCode {
  return module.once("mass", () => emit(module, plan));
}

function emit(module: Module, plan: MassPlan): MassCode {
  const { tables, blocks } = plan;
  const bytes = 8 * plan.constant.length;
  const kernels = plan.kinetics.map(({ placed, entries, slots }, k) =>
    emitKernel(module, `_mass${k}`, blockProgram(placed.calculus, entries), { ...placed.tables, slots }),
  );

  const refresh = module.func("refreshMass", { q: "i32", t: "f64" }, "i32", (f, p) => {
    const i = f.local("i32");
    const copy = (to: number, from: number): Statement =>
      loop(i, i32.const(0), i32.const(bytes), 8, [f64.store(get(i), f64.load(get(i), from), to)]);
    return [
      copy(plan.matrix.byteOffset, plan.constant.byteOffset),
      ...kernels.map((kernel) =>
        callKernel(kernel, { t: get(p.t), q: get(p.q), out: [i32.const(plan.matrix.byteOffset)] }),
      ),
      ...mirror(f, plan),
      copy(plan.inverses.byteOffset, plan.matrix.byteOffset),
      ...invert(f, plan),
      i32.const(0),
    ];
  });

  const product = (name: string, values: F64, add = false): Func<"void"> =>
    module.func(name, { out: "i32", x: "i32" }, "void", (f, p) => {
      const [b, r, c, size, at, list] = Array.from({ length: 6 }, () => f.local("i32"));
      const sum = f.local("f64");
      const member = (k: Local<"i32">): I32 => i32.load(i32.add(get(list), i32.shl(get(k), i32.const(2))));
      return [
        set(at, i32.const(values.byteOffset)),
        set(list, i32.const(tables.members.byteOffset)),
        loop(b, i32.const(0), i32.const(4 * blocks.length), 4, [
          set(size, i32.load(get(b), tables.size.byteOffset)),
          loop(r, i32.const(0), get(size), 1, [
            set(sum, f64.const(0)),
            loop(c, i32.const(0), get(size), 1, [
              set(sum, f64.add(get(sum), f64.mul(f64.load(get(at)), f64.load(i32.add(get(p.x), member(c)))))),
              advance(at, 8),
            ]),
            f64.store(
              i32.add(get(p.out), member(r)),
              add ? f64.add(f64.load(i32.add(get(p.out), member(r))), get(sum)) : get(sum),
            ),
          ]),
          set(list, i32.add(get(list), i32.shl(get(size), i32.const(2)))),
        ]),
      ];
    });

  return {
    refresh,
    applyInverse: product("applyInverseMass", plan.inverses),
    addInverse: product("addInverseMass", plan.inverses, true),
    apply: product("applyMass", plan.matrix),
  };
}

/**
 * Loops over the blocks; `body` receives the block's index (times 4), its size, and a function for the address of an
 * entry.
 */
function eachBlock(
  f: FunctionBuilder,
  plan: MassPlan,
  values: F64,
  body: (b: Local<"i32">, size: I32, entry: (row: Local<"i32">, col: Local<"i32">) => I32) => Statement[],
): Statement[] {
  const [b, size, first] = Array.from({ length: 3 }, () => f.local("i32"));
  const entry = (row: Local<"i32">, col: Local<"i32">): I32 =>
    i32.add(get(first), i32.shl(i32.add(i32.mul(get(row), get(size)), get(col)), i32.const(3)));
  const offset = i32.shl(i32.load(get(b), plan.tables.first.byteOffset), i32.const(3));
  return [
    loop(b, i32.const(0), i32.const(4 * plan.blocks.length), 4, [
      set(size, i32.load(get(b), plan.tables.size.byteOffset)),
      set(first, i32.add(i32.const(values.byteOffset), offset)),
      ...body(b, get(size), entry),
    ]),
  ];
}

/** Copies the lower triangle of every block to the upper one. */
function mirror(f: FunctionBuilder, plan: MassPlan): Statement[] {
  const [r, c] = [f.local("i32"), f.local("i32")];
  return eachBlock(f, plan, plan.matrix, (_, size, entry) => [
    loop(r, i32.const(1), size, 1, [loop(c, i32.const(0), get(r), 1, [f64.store(entry(c, r), f64.load(entry(r, c)))])]),
  ]);
}

/**
 * Inverts every block in place by Gauss–Jordan, without pivoting because M is positive definite. Returns 1 + the
 * block's index on failure.
 */
function invert(f: FunctionBuilder, plan: MassPlan): Statement[] {
  const [k, r, c] = Array.from({ length: 3 }, () => f.local("i32"));
  const factor = f.local("f64");
  return eachBlock(f, plan, plan.inverses, (b, size, entry) => [
    loop(k, i32.const(0), size, 1, [
      set(factor, f64.load(entry(k, k))),
      when(i32.eqz(f64.gt(get(factor), f64.const(0))), [returnBlock(b)]),
      f64.store(entry(k, k), f64.const(1)),
      loop(c, i32.const(0), size, 1, [f64.store(entry(k, c), f64.div(f64.load(entry(k, c)), get(factor)))]),
      loop(r, i32.const(0), size, 1, [
        when(i32.ne(get(r), get(k)), [
          set(factor, f64.load(entry(r, k))),
          f64.store(entry(r, k), f64.const(0)),
          loop(c, i32.const(0), size, 1, [
            f64.store(entry(r, c), f64.sub(f64.load(entry(r, c)), f64.mul(get(factor), f64.load(entry(k, c))))),
          ]),
        ]),
      ]),
    ]),
  ]);
}

const returnBlock = (b: Local<"i32">): Statement => ret(i32.add(i32.shr(get(b), i32.const(2)), i32.const(1)));

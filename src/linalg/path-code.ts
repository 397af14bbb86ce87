/**
 * Elimination along paths (`paths.ts`): loops with fixed strides, without tables and work rows. The operations and their
 * order are those of `loop-factor.ts` and `loop-solve.ts`, so the bits are equal; what the next row needs stays in locals.
 */

import type { F64, FunctionBuilder, I32, Local, Statement } from "../wasm/index.js";
import { f64, get, i32, loop, loopDown, ret, set, when } from "../wasm/index.js";
import type { Path, Sequence } from "./paths.js";
import { type Alarm, isNotFinite, type Sides, whenSmall } from "./pivot.js";
import type { Layout } from "./sparse-tables.js";
import { advance, locals, plus } from "./supernode-record.js";

/** Sets a pointer to entry `start` + `shift` strides of an array; the pointer then walks by `bytes` times the stride. */
const pointTo = (p: Local<"i32">, array: I32, { start, stride }: Sequence, bytes: number, shift = 0): Statement =>
  set(p, plus(array, i32.const(bytes * (start + shift * stride))));

interface FactorArguments {
  readonly store: Local<"i32">;
  readonly lower: Local<"i32">;
  readonly upper: Local<"i32">;
  readonly dropped: Local<"i32">;
  readonly tolerance: Local<"f64">;
  readonly mark: Local<"i32">;
}

/** The rows of a path: L_k = a / d_(k-1) and d_k = a_kk - L_k a', with a' = a in a symmetric matrix. */
export function pathFactor(
  f: FunctionBuilder,
  path: Path,
  layout: Layout,
  p: FactorArguments,
  alarm: Alarm | undefined,
): Statement[] {
  const sides = layout.blocks.length as Sides;
  const [flag, diagonalAt, k, bad] = locals(f, "i32", 4);
  const [from, to] = [locals(f, "i32", sides), locals(f, "i32", sides)];
  const [z, L] = [locals(f, "f64", sides), locals(f, "f64", sides)];
  const [d, diagonal, inverse] = locals(f, "f64", 3);
  const values = path.flipped ? [p.upper, p.lower] : [p.lower, p.upper];
  const inverses = plus(get(p.store), i32.const(layout.inverse));
  const row = i32.shr(i32.sub(get(flag), get(p.dropped)), i32.const(2));
  return [
    pointTo(flag, get(p.dropped), path.original, 4),
    pointTo(diagonalAt, get(p.lower), path.diagonal, 8),
    ...from.map((pointer, side) => pointTo(pointer, get(values[side]), path.slot, 8)),
    ...to.map((pointer, side) =>
      pointTo(pointer, plus(get(p.store), i32.const(layout.blocks[side])), path.block, 8),
    ),
    set(inverse, f64.load(inverses, 8 * (path.from - 1))),
    loop(k, i32.const(8 * path.from), i32.const(8 * path.to), 8, [
      set(bad, i32.load(get(flag))),
      when(i32.eqz(get(bad)), [
        set(diagonal, f64.load(get(diagonalAt))),
        ...z.map((value, side) => set(value, f64.load(get(from[side])))),
        ...L.map((entry, side) => set(entry, f64.mul(get(z[side]), get(inverse)))),
        set(d, f64.sub(get(diagonal), f64.mul(get(L[0]), get(z[sides - 1])))),
        whenSmall(
          sides,
          get(d),
          get(diagonal),
          get(p.tolerance),
          [
            when(i32.or(i32.eqz(get(p.mark)), isNotFinite(get(d))), [ret(row)]),
            i32.store(get(flag), i32.const(1)),
            set(bad, i32.const(1)),
          ],
          alarm,
        ),
      ]),
      when(
        get(bad),
        [...L.map((entry) => set(entry, f64.const(0))), set(inverse, f64.const(0))],
        [set(inverse, f64.div(f64.const(1), get(d)))],
      ),
      ...to.map((pointer, side) => f64.store(get(pointer), get(L[side]))),
      f64.store(plus(inverses, get(k)), get(inverse)),
      advance(flag, 4 * path.original.stride),
      advance(diagonalAt, 8 * path.diagonal.stride),
      ...from.map((pointer) => advance(pointer, 8 * path.slot.stride)),
      ...to.map((pointer) => advance(pointer, 8 * path.block.stride)),
    ]),
  ];
}

interface SolveArguments {
  readonly store: Local<"i32">;
  readonly x: Local<"i32">;
}

/** Forward substitution from column `from` - 1 to row `to` - 1, with the right-hand side in its original order. */
export function pathForward(f: FunctionBuilder, path: Path, layout: Layout, p: SolveArguments): Statement[] {
  const [k, x, entry] = locals(f, "i32", 3);
  const value = f.local("f64");
  const work = (offset: I32): I32 => plus(plus(get(p.store), i32.const(layout.work[0])), offset);
  return [
    pointTo(x, get(p.x), path.original, 8),
    pointTo(entry, plus(get(p.store), i32.const(layout.blocks[0])), path.block, 8),
    set(value, f64.load(work(i32.const(8 * (path.from - 1))))),
    loop(k, i32.const(8 * path.from), i32.const(8 * path.to), 8, [
      set(value, f64.sub(f64.load(get(x)), f64.mul(f64.load(get(entry)), get(value)))),
      f64.store(work(get(k)), get(value)),
      advance(x, 8 * path.original.stride),
      advance(entry, 8 * path.block.stride),
    ]),
  ];
}

/** Division by D and backward substitution from column `to` - 2 to `from` - 1; rows of the path go to their original place. */
export function pathBackward(f: FunctionBuilder, path: Path, layout: Layout, p: SolveArguments): Statement[] {
  const [k, x, entry] = locals(f, "i32", 3);
  const value = f.local("f64");
  const length = path.to - path.from;
  const work = (offset: I32): I32 => plus(plus(get(p.store), i32.const(layout.work[0])), offset);
  const inverse = (offset: I32): F64 => f64.load(plus(get(p.store), offset), layout.inverse);
  const upper = layout.blocks.at(-1)!;
  /** Row `row` leaves the work row. */
  const moved = (row: I32): Statement[] => [
    f64.store(get(x), get(value)),
    f64.store(work(row), f64.const(0)),
    advance(x, -8 * path.original.stride),
  ];
  const eliminated = (column: I32): Statement =>
    set(
      value,
      f64.sub(f64.mul(f64.load(work(column)), inverse(column)), f64.mul(f64.load(get(entry)), get(value))),
    );
  const last = i32.const(8 * (path.to - 1));
  const before = i32.const(8 * (path.from - 1));
  return [
    pointTo(x, get(p.x), path.original, 8, length - 1),
    pointTo(entry, plus(get(p.store), i32.const(upper)), path.block, 8, length - 1),
    set(value, f64.load(work(last))),
    ...moved(last),
    loopDown(k, i32.const(8 * (path.to - 2)), before, 8, [
      eliminated(get(k)),
      ...moved(get(k)),
      advance(entry, -8 * path.block.stride),
    ]),
    eliminated(before),
    f64.store(work(before), get(value)),
  ];
}

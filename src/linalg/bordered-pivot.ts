/** The test of a pivot in a bordered system. See `border.ts`. */

import type { Arguments, FunctionBuilder, Local, Statement } from "../wasm/index.js";
import { f64, get, i32, ret, set, when } from "../wasm/index.js";
import { type BorderTables, latePivot } from "./border.js";
import { type Alarm, type factorParams, isNotFinite, type Sides, whenSmall } from "./pivot.js";
import { plus } from "./supernode-record.js";

interface PivotLocals extends Pick<Arguments<typeof factorParams>, "store" | "tolerance" | "mark"> {
  /** 4 times the original index of the row. */
  readonly row: Local<"i32">;
  readonly d: Local<"f64">;
  readonly reference: Local<"f64">;
}

/**
 * A small pivot of an ordinary row is increased by its reference, and the row is noted as late, while there is room for it
 * and rows are not being marked; otherwise it is judged as in any matrix. The border only has to be finite, and of its sign.
 */
export function borderedPivot(
  f: FunctionBuilder,
  { store, tolerance, mark, row, d, reference }: PivotLocals,
  refuse: readonly Statement[],
  sides: Sides,
  border: BorderTables,
  alarm: Alarm | undefined,
): Statement {
  const at = f.local("i32");
  const { late } = border;
  const count = () => i32.load(get(store), late.count);
  const becomeLate = [
    set(at, plus(get(store), i32.shl(count(), i32.const(4)))),
    i32.store(get(at), i32.shl(get(row), i32.const(1)), late.records),
    f64.store(get(at), get(reference), late.records + 8),
    i32.store(get(store), plus(count(), i32.const(1)), late.count),
    set(d, f64.add(get(d), get(reference))),
  ];
  const judge = whenSmall(sides, get(d), get(reference), get(tolerance), refuse, undefined);
  const mayBeLate = i32.and(
    i32.and(i32.eqz(get(mark)), i32.lt(count(), i32.const(late.most))),
    i32.eqz(isNotFinite(get(d))),
  );
  const small = [when(mayBeLate, becomeLate, [judge])];
  const size = sides === 1 ? f64.neg(get(d)) : f64.abs(get(d));
  return when(
    i32.lt(get(row), i32.const(4 * border.from)),
    [whenSmall(sides, get(d), get(reference), f64.const(latePivot), small, alarm)],
    [when(i32.or(i32.eqz(f64.gt(size, f64.const(0))), isNotFinite(get(d))), [ret(i32.shr(get(row), i32.const(2)))])],
  );
}

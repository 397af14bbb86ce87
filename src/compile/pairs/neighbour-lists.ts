/**
 * Keeps lists of neighbours up to date: they are rebuilt when a site has moved by more than half of the skin since the
 * last rebuild. When a list does not fit, lists are not used and all pairs are visited, which takes longer but gives
 * the same bits.
 */

import {
  call,
  type Func,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  i32,
  loop,
  type Module,
  ret,
  type Statement,
  set,
  when,
  yielding,
} from "../../wasm/index.js";
import type { PairTables, SiteTables } from "./pair-tables.js";

/**
 * Adds a function () that calls the functions in `make` one after the other when a site has moved by half of the skin.
 */
export function emitPrepare(module: Module, tables: PairTables, make: readonly Func<"void">[]): Func<"void"> {
  const { field, sites, reference } = tables;
  const far = (field.skin / 2) ** 2;
  const moved = module.func("_moved", {}, "i32", (f) => {
    let from = reference.byteOffset;
    const check = sites.flatMap((site) => {
      const code = lookAt(f, site, from, field.dim, far);
      from += 8 * site.x.length;
      return code;
    });
    return [...check, i32.eqz(i32.load(i32.const(tables.known.byteOffset)))];
  });
  return module.func("_prepare", {}, "void", () => [
    when(
      call(moved),
      make.map((each) => call(each)),
    ),
  ]);
}

/**
 * Returns 1 when a member is far from its reference position: tests two members at a time, then the last one if the
 * number is odd.
 */
function lookAt(f: FunctionBuilder, site: SiteTables, reference: number, dim: number, far: number): Statement[] {
  const count = site.offsets.length;
  const [i, d, two] = [f.local("i32"), f.local("f64"), f.local("v128")];
  const shifts = Array.from({ length: dim }, (_, c) => 8 * c * count);
  const { byteOffset } = site.x;
  const squares = shifts.map((shift) =>
    yielding(
      [set(two, f64x2.sub(f64x2.load(get(i), byteOffset + shift), f64x2.load(get(i), reference + shift)))],
      f64x2.mul(get(two), get(two)),
    ),
  );
  const square = shifts.map((shift) =>
    yielding(
      [set(d, f64.sub(f64.load(get(i), byteOffset + shift), f64.load(get(i), reference + shift)))],
      f64.mul(get(d), get(d)),
    ),
  );
  // a distance that is not a number does not rebuild the lists; the force will report it
  return [
    loop(i, i32.const(0), i32.const(8 * (count - (count % 2))), 16, [
      when(f64x2.anyTrue(f64x2.gt(squares.reduce(f64x2.add), f64x2.const(far, far))), [ret(i32.const(1))]),
    ]),
    ...(count % 2 === 0 ? [] : [when(f64.gt(square.reduce(f64.add), f64.const(far)), [ret(i32.const(1))])]),
  ];
}

/** Called on the host before lists are made: remembers where the sites are. */
export function rememberPlaces({ sites, reference, known }: PairTables): void {
  let from = 0;
  for (const { x } of sites) {
    reference.set(x, from);
    from += x.length;
  }
  known[0] = 1;
}

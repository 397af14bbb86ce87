/** Functions given by a table, in WebAssembly: the operations of `evaluatePiecewise`, in the same order. */

import { mostDerivatives, type Piecewise, pieceWidth } from "../symbolic/piecewise.js";
import { type Code, call, type F64, type Func, f64, f64x2, get, i32, type Module, select, set } from "../wasm/index.js";

/** Derivative `order` of the function at one double. */
export function tableFunction(module: Module, table: Piecewise, order: number): Func<"f64"> {
  const label = `table ${table.name} ${order}`;
  return module.once(label, () => addFunction(module, table, Math.min(order, mostDerivatives)));
}

/** The same at two doubles; each lane is evaluated by the scalar function. */
export function tablePairFunction(module: Module, table: Piecewise, order: number): Func<"v128"> {
  return module.once(`table ${table.name} ${order} pair`, () => {
    const one = tableFunction(module, table, order);
    const lane = (x: Code<"v128">, k: 0 | 1) => call(one, f64x2.lane(x, k));
    return module.func("_table_pair", { x: "v128" }, "v128", (_, { x }) => [
      f64x2.pair(lane(get(x), 0), lane(get(x), 1)),
    ]);
  });
}

function addFunction(module: Module, table: Piecewise, order: number): Func<"f64"> {
  const { name, period, levels } = table;
  const breaks = module.constants(`table ${name} breaks`, table.breaks);
  const pieces = module.constants(`table ${name} pieces`, table.pieces);
  return module.func("_table", { x: "f64" }, "f64", (f, { x }) => {
    const [at, row, u] = [f.local("f64"), f.local("i32"), f.local("f64")];
    const { add, sub, mul, div, floor } = f64;
    const number = f64.const;
    const reduced =
      period === undefined
        ? get(x)
        : sub(get(x), mul(number(period.length), floor(div(sub(get(x), number(period.from)), number(period.length)))));
    // `row` counts pieces first, and is then turned into the byte offset of a row
    const search = Array.from({ length: levels }, (_, k) => 2 ** (levels - 1 - k)).map((step) =>
      set(
        row,
        i32.add(
          get(row),
          select(
            f64.ge(get(at), f64.load(i32.shl(get(row), i32.const(3)), breaks + 8 * (step - 1))),
            i32.const(step),
            i32.const(0),
          ),
        ),
      ),
    );
    const c = (k: number): F64 => f64.load(get(row), pieces + 8 * (k + 1));
    const values = [
      () => add(mul(add(mul(add(mul(c(3), get(u)), c(2)), get(u)), c(1)), get(u)), c(0)),
      () => add(mul(add(mul(mul(number(3), c(3)), get(u)), mul(number(2), c(2))), get(u)), c(1)),
      () => add(mul(mul(number(6), c(3)), get(u)), mul(number(2), c(2))),
      () => mul(number(6), c(3)),
    ];
    return [
      set(at, reduced),
      set(row, i32.const(0)),
      ...search,
      set(row, i32.mul(get(row), i32.const(8 * pieceWidth))),
      set(u, sub(get(at), f64.load(get(row), pieces))),
      values[order](),
    ];
  });
}

/** Functions given by a table, in WebAssembly: the operations of `evaluatePiecewise`, in the same order. */

import { orderAlong, type Piecewise, pieceWidth, type TableAxis } from "../symbolic/piecewise.js";
import {
  type Code,
  call,
  type F64,
  type Func,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  i32,
  type Module,
  select,
  set,
} from "../wasm/index.js";

/** Derivative `order` of the function at one double, or at two for two arguments. */
export function tableFunction(module: Module, table: Piecewise, order: number): Func<"f64"> {
  const [along, across] = [orderAlong(order, 0), orderAlong(order, 1)];
  return module.once(`table ${table.name} ${order}`, () =>
    table.axes.length === 1
      ? module.func("_table", { x: "f64" }, "f64", (f, { x }) => {
          const first = place(module, f, table, 0, get(x));
          const row = i32.mul(get(first.piece), i32.const(8 * pieceWidth));
          const base = module.constants(`table ${table.name}`, table.coefficients);
          return [
            ...first.statements,
            set(first.piece, row),
            polynomial(along, (k) => f64.load(get(first.piece), base + 8 * k), first.u),
          ];
        })
      : module.func("_table", { x: "f64", y: "f64" }, "f64", (f, { x, y }) => {
          const [first, second] = [place(module, f, table, 0, get(x)), place(module, f, table, 1, get(y))];
          const pieces = i32.const(table.axes[1]!.origins.length);
          const cell = i32.add(i32.mul(get(first.piece), pieces), get(second.piece));
          const base = module.constants(`table ${table.name}`, table.coefficients);
          const powers = [0, 1, 2, 3].map(() => f.local("f64"));
          const coefficient = (k: number) => (l: number) => f64.load(get(first.piece), base + 8 * (pieceWidth * k + l));
          return [
            ...first.statements,
            ...second.statements,
            set(first.piece, i32.mul(cell, i32.const(8 * pieceWidth * pieceWidth))),
            ...powers.map((power, k) =>
              set(power, k < along ? f64.const(0) : polynomial(across, coefficient(k), second.u)),
            ),
            polynomial(along, (k) => get(powers[k]), first.u),
          ];
        }),
  );
}

/** The same at two doubles; each lane is evaluated by the scalar function. */
export function tablePairFunction(module: Module, table: Piecewise, order: number): Func<"v128"> {
  return module.once(`table ${table.name} ${order} pair`, () => {
    const one = tableFunction(module, table, order);
    const lanes = (...args: Code<"v128">[]) =>
      f64x2.pair(
        call(one, ...args.map((arg) => f64x2.lane(arg, 0))),
        call(one, ...args.map((arg) => f64x2.lane(arg, 1))),
      );
    return table.axes.length === 1
      ? module.func("_table_pair", { x: "v128" }, "v128", (_, { x }) => [lanes(get(x))])
      : module.func("_table_pair", { x: "v128", y: "v128" }, "v128", (_, { x, y }) => [lanes(get(x), get(y))]);
  });
}

/** Finds the piece along an axis and the argument of its polynomial. */
function place(module: Module, f: FunctionBuilder, { name, axes }: Piecewise, axis: 0 | 1, x: F64) {
  const { breaks, levels, origins, period } = axes[axis] as TableAxis;
  const [at, piece, u] = [f.local("f64"), f.local("i32"), f.local("f64")];
  const { sub, mul, div, floor } = f64;
  const number = f64.const;
  const ends = module.constants(`table ${name} breaks ${axis}`, breaks);
  const zeros = module.constants(`table ${name} origins ${axis}`, origins);
  const search = Array.from({ length: levels }, (_, k) => 2 ** (levels - 1 - k)).map((step) =>
    set(
      piece,
      i32.add(
        get(piece),
        select(
          f64.ge(get(at), f64.load(i32.shl(get(piece), i32.const(3)), ends + 8 * (step - 1))),
          i32.const(step),
          i32.const(0),
        ),
      ),
    ),
  );
  const statements = [
    set(at, x),
    ...(period === undefined
      ? []
      : [
          set(
            at,
            sub(
              get(at),
              mul(number(period.length), floor(div(sub(get(at), number(period.from)), number(period.length)))),
            ),
          ),
        ]),
    set(piece, i32.const(0)),
    ...search,
    set(u, sub(get(at), f64.load(i32.shl(get(piece), i32.const(3)), zeros))),
  ];
  return { statements, piece, u };
}

/** Derivative `order` of a polynomial of u. */
function polynomial(order: number, c: (k: number) => F64, u: Parameters<typeof get<"f64">>[0]): F64 {
  const { add, mul } = f64;
  const number = f64.const;
  const values = [
    () => add(mul(add(mul(add(mul(c(3), get(u)), c(2)), get(u)), c(1)), get(u)), c(0)),
    () => add(mul(add(mul(mul(number(3), c(3)), get(u)), mul(number(2), c(2))), get(u)), c(1)),
    () => add(mul(mul(number(6), c(3)), get(u)), mul(number(2), c(2))),
    () => mul(number(6), c(3)),
  ];
  return values[order]();
}

/** The values of the border of a bordered system, in WebAssembly. See `border-plan.ts`. */

import type { Arena, F64 } from "../core/arena.js";
import { call, type Func, f64, get, type I32, i32, loop, type Module, type Statement, when } from "../wasm/index.js";
import type { BorderPlan } from "./border-plan.js";
import { emitProducts } from "./emit-products.js";

export interface BorderCode {
  /** S: W_H and -1 / M_H. */
  symmetric(W: I32, G: I32, out: I32): Statement[];
  /** G G^T: G_H and -1. */
  plain(G: I32, out: I32): Statement[];
  /** G1 W0^T: W0_H on one side, G1_H on the other, and -1. */
  general(W0: I32, G1: I32, lower: I32, upper: I32): Statement[];
}

export function emitBorder(module: Module, border: BorderPlan, inverses: F64, arena: Arena): BorderCode {
  const [entries, mass, diagonal] = border.starts;
  const at = (out: I32, start: number): I32 => i32.add(out, i32.const(8 * start));
  const table = (name: string, places: Int32Array, sign: 1 | -1): Func<"void"> =>
    emitGather(module, name, places, sign, arena);
  const [fromW, fromG] = [table("_borderW", border.inW, 1), table("_borderG", border.inG, 1)];
  const fromMass = table("_borderMass", border.inMass, -1);
  const ones = arena.f64(1);
  ones[0] = 1;
  const unit = table(
    "_borderUnit",
    Int32Array.from(border.isDiagonal, (is) => (is ? 0 : -1)),
    -1,
  );
  const references = emitProducts(module, "_borderDiagonal", border.diagonal, arena);
  const squares = emitProducts(module, "_borderSquares", ofG(border), arena);
  const identity = (out: I32): Statement => call(unit, i32.const(ones.byteOffset), at(out, mass));
  return {
    symmetric: (W, G, out) => [
      call(fromW, W, at(out, entries)),
      call(fromMass, i32.const(inverses.byteOffset), at(out, mass)),
      call(references, W, G, at(out, diagonal)),
    ],
    plain: (G, out) => [call(fromG, G, at(out, entries)), identity(out), call(squares, G, G, at(out, diagonal))],
    general: (W0, G1, lower, upper) => [
      call(fromW, W0, at(lower, entries)),
      call(fromG, G1, at(upper, entries)),
      identity(lower),
      identity(upper),
      call(references, W0, G1, at(lower, diagonal)),
    ],
  };
}

/** The diagonal of G G^T. */
const ofG = ({ diagonal }: BorderPlan): BorderPlan["diagonal"] => ({ ...diagonal, a: diagonal.b });

/** (from, out): out[k] = sign from[places[k]], and 0 where the place is -1. */
function emitGather(module: Module, name: string, places: Int32Array, sign: 1 | -1, arena: Arena): Func<"void"> {
  const offsets = arena.i32(places.length);
  for (let k = 0; k < places.length; k++) offsets[k] = places[k] < 0 ? -1 : 8 * places[k];
  return module.func(name, { from: "i32", out: "i32" }, "void", (f, p) => {
    const k = f.local("i32");
    const offset = () => i32.load(get(k), offsets.byteOffset);
    const target = i32.add(get(p.out), i32.shl(get(k), i32.const(1)));
    const value = f64.load(i32.add(get(p.from), offset()));
    return [
      loop(k, i32.const(0), i32.const(4 * places.length), 4, [
        when(
          i32.lt(offset(), i32.const(0)),
          [f64.store(target, f64.const(0))],
          [f64.store(target, sign === 1 ? value : f64.neg(value))],
        ),
      ]),
    ];
  });
}

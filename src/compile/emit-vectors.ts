/** Small vector routines for generated code: unrolled when short, bulk operations or loops when long. */

import {
  copyMemory,
  type FunctionBuilder,
  f64,
  get,
  type I32,
  i32,
  loop,
  type Statement,
  zeroMemory,
} from "../wasm/index.js";

const unrollLimit = 24;

/** x[0 … n) = 0 */
export function zero(x: I32, n: number): Statement[] {
  if (n > unrollLimit) return [zeroMemory(x, i32.const(8 * n))];
  return Array.from({ length: n }, (_, k) => f64.store(x, f64.const(0), 8 * k));
}

/** to[0 … n) = from[0 … n) */
export function copy(to: I32, from: I32, n: number): Statement[] {
  if (n > unrollLimit) return [copyMemory(to, from, i32.const(8 * n))];
  return Array.from({ length: n }, (_, k) => f64.store(to, f64.load(from, 8 * k), 8 * k));
}

/** out[k] = x[k] * y[k] */
export function multiplyInto(f: FunctionBuilder, out: I32, x: I32, y: I32, n: number): Statement[] {
  if (n <= unrollLimit)
    return Array.from({ length: n }, (_, k) => f64.store(out, f64.mul(f64.load(x, 8 * k), f64.load(y, 8 * k)), 8 * k));
  const k = f.local("i32");
  return [
    loop(k, i32.const(0), i32.const(8 * n), 8, [
      f64.store(i32.add(out, get(k)), f64.mul(f64.load(i32.add(x, get(k))), f64.load(i32.add(y, get(k))))),
    ]),
  ];
}

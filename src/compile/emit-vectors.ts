/** Small vector routines for generated code: unrolled when short, bulk operations or loops when long. */

import {
  copyMemory,
  type FunctionBuilder,
  f64,
  f64x2,
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
  const [to, a, b] = [out, x, y].map((first) => i32.add(first, get(k)));
  const two = (at: number): Statement => f64x2.store(to, f64x2.mul(f64x2.load(a, at), f64x2.load(b, at)), at);
  const whole = n - (n % 8);
  return [
    loop(k, i32.const(0), i32.const(8 * whole), 64, [two(0), two(16), two(32), two(48)]),
    ...Array.from({ length: n - whole }, (_, j) =>
      f64.store(to, f64.mul(f64.load(a, 8 * j), f64.load(b, 8 * j)), 8 * j),
    ),
  ];
}

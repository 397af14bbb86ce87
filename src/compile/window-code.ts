/**
 * The micro-integration of filtering methods inside WebAssembly (Ariel section 3.2, Sanz-Serna section 3): velocity Verlet in the
 * stiff view from (t, q, v) to both sides, with weighted sums over the points as they pass,
 *
 *     q* = q + sum w_k u_k,   v* = sum w_k v_k,   a* = sum w_k a_k,   a'* = sum d_k a_k,      u_k = q_k - q, a = M^-1 f
 *
 * over k = -steps … steps, w even and d odd in k. Displacements are integrated instead of positions, so that 2 steps + 1
 * roundings of q do not add up: g is read off q* to the last digits. Forces that read v see v_h + h/2 a, the explicit
 * second-order guess. One force per step, and one for the point itself.
 */

import type { F64, I32, Statement } from "../wasm/index.js";
import {
  call,
  type Func,
  type FunctionBuilder,
  f64,
  get,
  i32,
  type Local,
  loop,
  type Module,
  set,
} from "../wasm/index.js";
import { copy, multiplyInto, zero } from "./emit-vectors.js";
import type { MassPlan } from "./mass.js";
import type { MassCode } from "./mass-code.js";

const unrollLimit = 24;
/** Work arrays of n entries: u, q, v, predicted v, a, a at the point itself, and one for the masses. */
export const windowWork = 7;

/** Add (t, y, h, steps, even, odd, out, work): sums of one window into out = (q*, v*, a*, a'*). */
export function emitWindow(
  module: Module,
  force: Func<"void">,
  mass: MassPlan,
  massCode: MassCode | undefined,
  n: number,
): void {
  const params = {
    t: "f64",
    y: "i32",
    h: "f64",
    steps: "i32",
    even: "i32",
    odd: "i32",
    out: "i32",
    work: "i32",
  } as const;
  module.func("window", params, "void", (f, p) => {
    const part = (base: Local<"i32">, k: number): I32 => i32.add(get(base), i32.const(8 * n * k));
    const [u, q, v, guess, a, a0, spare] = Array.from({ length: windowWork }, (_, k) => part(p.work, k));
    const [q0, v0] = [get(p.y), part(p.y, 1)];
    const [sumQ, sumV, sumA, sumD] = [0, 1, 2, 3].map((k) => part(p.out, k));
    const step = f.local("f64");
    const half = f.local("f64");
    const [w, d] = [f.local("f64"), f.local("f64")];
    const k = f.local("i32");
    const time = f.local("f64");

    const accelerate = (t: F64, at: I32, velocity: I32, to: I32): Statement[] => [
      call(force, t, at, velocity, to),
      ...(massCode === undefined
        ? multiplyInto(f, to, to, i32.const(mass.inverses.byteOffset), n)
        : [...copy(spare, to, n), call(massCode.applyInverse, to, spare)]),
    ];
    /** x += factor y, entry by entry, for several pairs in one sweep. */
    const sweep = (lines: (at: (x: I32) => F64, put: (x: I32, value: F64) => Statement) => Statement[]): Statement[] =>
      each(f, n, lines);
    const weight = (table: Local<"i32">): F64 => f64.load(i32.add(get(table), i32.shl(get(k), i32.const(3))));

    const side = (sign: 1 | -1): Statement[] => [
      set(step, sign === 1 ? get(p.h) : f64.neg(get(p.h))),
      set(half, f64.mul(f64.const(0.5), get(step))),
      ...zero(u, n),
      ...copy(v, v0, n),
      ...copy(a, a0, n),
      loop(k, i32.const(1), i32.add(get(p.steps), i32.const(1)), 1, [
        // half a kick, then drift
        ...sweep((at, put) => [
          put(v, f64.add(at(v), f64.mul(get(half), at(a)))),
          put(u, f64.add(at(u), f64.mul(get(step), at(v)))),
          put(q, f64.add(at(q0), at(u))),
          put(guess, f64.add(at(v), f64.mul(get(half), at(a)))),
        ]),
        set(time, f64.add(get(p.t), f64.mul(f64.fromI32(get(k)), get(step)))),
        ...accelerate(get(time), q, guess, a),
        set(w, weight(p.even)),
        set(d, sign === 1 ? weight(p.odd) : f64.neg(weight(p.odd))),
        // the other half, and the sums
        ...sweep((at, put) => [
          put(v, f64.add(at(v), f64.mul(get(half), at(a)))),
          put(sumQ, f64.add(at(sumQ), f64.mul(get(w), at(u)))),
          put(sumV, f64.add(at(sumV), f64.mul(get(w), at(v)))),
          put(sumA, f64.add(at(sumA), f64.mul(get(w), at(a)))),
          put(sumD, f64.add(at(sumD), f64.mul(get(d), at(a)))),
        ]),
      ]),
    ];

    return [
      ...accelerate(get(p.t), q0, v0, a0),
      set(w, f64.load(get(p.even))),
      ...zero(sumQ, n),
      ...zero(sumD, n),
      ...sweep((at, put) => [put(sumV, f64.mul(get(w), at(v0))), put(sumA, f64.mul(get(w), at(a0)))]),
      ...side(1),
      ...side(-1),
      ...sweep((at, put) => [put(sumQ, f64.add(at(q0), at(sumQ)))]),
    ];
  });
}

/** Statements for every entry k < n: unrolled when short. */
function each(
  f: FunctionBuilder,
  n: number,
  lines: (at: (x: I32) => F64, put: (x: I32, value: F64) => Statement) => Statement[],
): Statement[] {
  if (n <= unrollLimit)
    return Array.from({ length: n }, (_, k) =>
      lines(
        (x) => f64.load(x, 8 * k),
        (x, value) => f64.store(x, value, 8 * k),
      ),
    ).flat();
  const k = f.local("i32");
  const to = (x: I32): I32 => i32.add(x, get(k));
  return [
    loop(
      k,
      i32.const(0),
      i32.const(8 * n),
      8,
      lines(
        (x) => f64.load(to(x)),
        (x, value) => f64.store(to(x), value),
      ),
    ),
  ];
}

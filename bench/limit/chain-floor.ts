/**
 * The loops of `chain-eliminated.c` in WebAssembly, written by hand for this one chain: what the same arithmetic costs in the
 * engine, without anything that generated code for models needs. It bounds what taut can reach.
 */

import {
  type F64,
  f64,
  get,
  i32,
  instantiate,
  type Local,
  loop,
  loopDown,
  Module,
  type Statement,
  set,
} from "../../src/wasm/index.js";

/** One evaluation for n rods at rest in the horizontal; returns the last bead's acceleration in y. */
export function chainFloor(n: number): () => number {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((88 * n + 1024) / 65536) });
  const [q, v, a, rows] = [64, 64 + 16 * n, 64 + 32 * n, 64 + 48 * n];
  const module = new Module();
  module.func("accelerations", { w: "f64", gravity: "f64" }, "void", (f, p) => {
    const numbers = <K extends string>(...names: K[]) =>
      Object.fromEntries(names.map((name) => [name, f.local("f64")])) as Record<K, Local<"f64">>;
    const i = f.local("i32");
    const row = f.local("i32");
    const z = numbers(
      "px",
      "py",
      "pu",
      "pv",
      "dx",
      "dy",
      "x",
      "y",
      "u",
      "v",
      "off",
      "below",
      "pivot",
      "last",
      "fx",
      "fy",
    );
    const { mul, add, sub } = f64;
    const { dx, dy, px, py, pu, pv, x, y, u, off, below, pivot, last, fx, fy } = z;
    const dot = (a: Local<"f64">, b: Local<"f64">, c: Local<"f64">, d: Local<"f64">): F64 =>
      add(mul(get(a), get(b)), mul(get(c), get(d)));
    const [u2, v2] = [u, z.v];
    const at = (array: number, k: number): F64 => f64.load(get(i), array + 8 * k);
    const forward = (factor: F64, gravity: F64 | undefined): Statement[] => [
      set(x, sub(at(q, 0), get(px))),
      set(y, sub(at(q, 1), get(py))),
      set(u2, sub(at(v, 0), get(pu))),
      set(v2, sub(at(v, 1), get(pv))),
      set(off, mul(f64.neg(dot(x, dx, y, dy)), get(p.w))),
      set(below, mul(get(off), get(pivot))),
      set(
        last,
        sub(
          gravity === undefined ? dot(u2, u2, v2, v2) : add(dot(u2, u2, v2, v2), mul(get(y), gravity)),
          mul(get(below), get(last)),
        ),
      ),
      set(pivot, f64.div(f64.const(1), sub(mul(mul(factor, dot(x, x, y, y)), get(p.w)), mul(get(below), get(off))))),
      f64.store(get(row), get(x), rows),
      f64.store(get(row), get(y), rows + 8),
      f64.store(get(row), get(last), rows + 16),
      f64.store(get(row), get(pivot), rows + 24),
      f64.store(get(row), get(off), rows + 32),
      set(px, at(q, 0)),
      set(py, at(q, 1)),
      set(pu, at(v, 0)),
      set(pv, at(v, 1)),
      set(dx, get(x)),
      set(dy, get(y)),
      set(row, i32.add(get(row), i32.const(40))),
    ];
    const entry = (k: number): F64 => f64.load(get(row), rows + 8 * k);
    const [next, nx, ny, up] = [last, px, py, off];
    return [
      ...forward(f64.const(1), get(p.gravity)),
      loop(i, i32.const(16), i32.const(16 * n), 16, forward(f64.const(2), undefined)),
      ...[next, nx, ny, up].map((one) => set(one, f64.const(0))),
      loopDown(i, i32.const(16 * (n - 1)), i32.const(-16), 16, [
        set(row, i32.sub(get(row), i32.const(40))),
        set(next, mul(sub(entry(2), mul(get(up), get(next))), entry(3))),
        set(fx, mul(entry(0), get(next))),
        set(fy, mul(entry(1), get(next))),
        f64.store(get(i), mul(get(p.w), sub(get(nx), get(fx))), a),
        f64.store(get(i), add(get(p.gravity), mul(get(p.w), sub(get(ny), get(fy)))), a + 8),
        set(nx, get(fx)),
        set(ny, get(fy)),
        set(up, entry(4)),
      ]),
    ];
  });
  const { accelerations } = instantiate(module, memory);
  const places = new Float64Array(memory.buffer, q, 2 * n);
  for (let k = 0; k < n; k++) places[2 * k] = (k + 1) / n;
  const result = new Float64Array(memory.buffer, a, 2 * n);
  return () => {
    accelerations(n, -9.81);
    return result[2 * n - 1];
  };
}

/**
 * Operations that go entry by entry, in one loop over two entries at a time. Each round runs all operations in their
 * order.
 */

import { append } from "../core/index.js";
import type { Sweep, Value, Vector } from "../core/program.js";
import {
  copyMemory,
  type F64,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  type Local,
  loop,
  type Statement,
  set,
  type V128,
  zeroMemory,
} from "../wasm/index.js";
import { unrolled } from "./combine-code.js";

/** Writes of longer vectors have reached the cache before they are read. */
const waiting = 64;

/**
 * `fresh` is a vector that was just written entry by entry and is therefore read entry by entry; `combineCode` explains
 * why.
 */
export function sweepCode(
  f: FunctionBuilder,
  sweeps: readonly Sweep[],
  address: (x: Vector) => I32,
  value: (x: Value) => F64,
  fresh: Vector | undefined,
): Statement[] {
  const n = sweeps[0].out.length;
  const [only] = sweeps;
  if (sweeps.length === 1 && n > unrolled) {
    if (only.kind === "copy") return [copyMemory(address(only.out), address(only.x), i32.const(8 * n))];
    if (only.kind === "zero") return [zeroMemory(address(only.out), i32.const(8 * n))];
  }
  const pairs = n - (n % 2);
  const code: Statement[] = [];

  /** Factors in both lanes, computed before the loop. */
  const factors = new Map<Sweep, Local<"v128">>();
  for (const sweep of sweeps) {
    if ((sweep.kind !== "scale" && sweep.kind !== "addScaled") || sweep.a === 1) continue;
    const local = f.local("v128");
    code.push(set(local, f64x2.splat(value(sweep.a))));
    factors.set(sweep, local);
  }
  const isFresh = ({ array, offset }: Vector): boolean =>
    n <= waiting && array === fresh?.array && offset >= fresh.offset && offset < fresh.offset + fresh.length;
  /** The entries of each vector that are already in locals in this round. */
  const known = new Map<string, Local<"v128">>();
  const key = (x: Vector): string => `${x.array} ${x.offset}`;

  /** Entries `k` and `k` + 1 after the addresses that `at` makes. */
  const pair = (at: (x: Vector) => I32, k: number): Statement[] => {
    const seen = new Set<string>();
    const statements: Statement[] = [];
    const localOf = (x: Vector): Local<"v128"> => {
      const local = known.get(key(x)) ?? f.local("v128");
      known.set(key(x), local);
      return local;
    };
    const read = (x: Vector): V128 => {
      const local = localOf(x);
      if (!seen.has(key(x))) {
        const base = at(x);
        const lanes = isFresh(x)
          ? f64x2.loadHigh(base, f64x2.loadLow(base, 8 * k), 8 * k + 8)
          : f64x2.load(base, 8 * k);
        statements.push(set(local, lanes));
        seen.add(key(x));
      }
      return get(local);
    };
    for (const sweep of sweeps) {
      const result = pairOf(sweep, read, factors.get(sweep));
      const local = localOf(sweep.out);
      statements.push(set(local, result), f64x2.store(at(sweep.out), get(local), 8 * k));
      seen.add(key(sweep.out));
    }
    return statements;
  };

  if (n <= unrolled) for (let k = 0; k < pairs; k += 2) append(code, pair(address, k));
  else {
    const i = f.local("i32");
    code.push(
      loop(
        i,
        i32.const(0),
        i32.const(8 * pairs),
        16,
        pair((x) => i32.add(address(x), get(i)), 0),
      ),
    );
  }
  if (pairs < n)
    for (const sweep of sweeps) {
      const one = oneOf(sweep, (x) => f64.load(address(x), 8 * pairs), value);
      code.push(f64.store(address(sweep.out), one, 8 * pairs));
    }
  return code;
}

/** A product with 1 is left out, because 1 y has the bits of y. */
function pairOf(sweep: Sweep, read: (x: Vector) => V128, factor: Local<"v128"> | undefined): V128 {
  const times = (x: Vector): V128 => (factor === undefined ? read(x) : f64x2.mul(get(factor), read(x)));
  switch (sweep.kind) {
    case "copy":
      return read(sweep.x);
    case "zero":
      return f64x2.const(0, 0);
    case "scale":
      return times(sweep.x);
    case "addScaled":
      return f64x2.add(read(sweep.x), times(sweep.y));
  }
}

function oneOf(sweep: Sweep, read: (x: Vector) => F64, value: (x: Value) => F64): F64 {
  switch (sweep.kind) {
    case "copy":
      return read(sweep.x);
    case "zero":
      return f64.const(0);
    case "scale":
      return f64.mul(value(sweep.a), read(sweep.x));
    case "addScaled":
      return f64.add(read(sweep.x), f64.mul(value(sweep.a), read(sweep.y)));
  }
}

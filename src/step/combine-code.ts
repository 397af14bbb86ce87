/** `combine` in WebAssembly: the same sums in the same order, hence the same bits, two entries at a time. */

import type { Row } from "../core/program.js";
import {
  type F64,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  loop,
  type Statement,
  set,
  type V128,
} from "../wasm/index.js";

/** Code for vectors up to this length is unrolled; longer ones take a loop. */
export const unrolled = 16;

/**
 * out[i] = y[i] + h (a_1 k_1[i] + a_2 k_2[i] + …) for i < n, with 0 for y when there is none. The weights are read from
 * memory at `weights`, one after the other. The codes of addresses and of h are repeated, so callers must pass locals
 * or constants. The stage at `fresh` was just written entry by entry and is read in the same way, because a read of
 * both entries together has to wait until both are in the cache (half the time of a step of a small system).
 */
export function combineCode(
  f: FunctionBuilder,
  n: number,
  out: I32,
  y: I32 | undefined,
  h: F64,
  K: I32,
  { count, at }: Row,
  weights: I32,
  fresh: number,
): Statement[] {
  const pairs = n - (n % 2);
  const hPair = f.local("v128");
  const a = Array.from({ length: count }, () => f.local("v128"));
  const code = [set(hPair, f64x2.splat(h)), ...a.map((local, j) => set(local, f64x2.loadSplat(weights, 8 * j)))];

  const read = (K: I32, j: number, offset: number): V128 => {
    const first = 8 * (at[j] + offset);
    return at[j] === fresh ? f64x2.loadHigh(K, f64x2.loadLow(K, first), first + 8) : f64x2.load(K, first);
  };

  /** Entries `offset` and `offset` + 1 after the given addresses. */
  const pair = (out: I32, y: I32 | undefined, K: I32, offset: number): Statement => {
    const terms = a.map((weight, j) => f64x2.mul(get(weight), read(K, j, offset)));
    const sum = terms.reduce((left, term) => f64x2.add(left, term));
    const start = y === undefined ? f64x2.const(0, 0) : f64x2.load(y, 8 * offset);
    return f64x2.store(out, f64x2.add(start, f64x2.mul(get(hPair), sum)), 8 * offset);
  };
  if (n <= unrolled) for (let i = 0; i < pairs; i += 2) code.push(pair(out, y, K, i));
  else {
    const i = f.local("i32");
    const from = (address: I32): I32 => i32.add(address, get(i));
    code.push(
      loop(i, i32.const(0), i32.const(8 * pairs), 16, [pair(from(out), y === undefined ? y : from(y), from(K), 0)]),
    );
  }

  if (pairs < n) {
    const terms = a.map((_, j) => f64.mul(f64.load(weights, 8 * j), f64.load(K, 8 * (at[j] + pairs))));
    const sum = terms.reduce((left, term) => f64.add(left, term));
    const start = y === undefined ? f64.const(0) : f64.load(y, 8 * pairs);
    code.push(f64.store(out, f64.add(start, f64.mul(h, sum)), 8 * pairs));
  }
  return code;
}

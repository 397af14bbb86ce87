/**
 * Operations on four numbers in single precision, and on the same 128 bits as four integers. Numbers in single precision
 * exist in vectors only: they are loaded, converted and stored four or two at a time.
 */

import { type I32, join, loadOp, op1, op2, simd, storeOp, type V128 } from "./code.js";
import { type Bytes, single } from "./encoding.js";

const fourTimes = (bytes: Bytes): number[] => Array.from({ length: 4 }, () => bytes).flat();

export const f32x4 = {
  /** The number nearest to `value` in all lanes. */
  const: (value: number): V128 => join("v128", [[...simd(12), ...fourTimes(single(value))]]),
  load: loadOp("v128", 2, ...simd(0)),
  loadSplat: loadOp("v128", 2, ...simd(9)),
  store: storeOp<"v128">(2, ...simd(11)),
  gt: op2<"v128", "v128">("v128", ...simd(68)),
  abs: op1<"v128", "v128">("v128", ...simd(224)),
  neg: op1<"v128", "v128">("v128", ...simd(225)),
  sqrt: op1<"v128", "v128">("v128", ...simd(227)),
  add: op2<"v128", "v128">("v128", ...simd(228)),
  sub: op2<"v128", "v128">("v128", ...simd(229)),
  mul: op2<"v128", "v128">("v128", ...simd(230)),
  div: op2<"v128", "v128">("v128", ...simd(231)),
  min: op2<"v128", "v128">("v128", ...simd(232)),
  max: op2<"v128", "v128">("v128", ...simd(233)),
  floor: op1<"v128", "v128">("v128", ...simd(104)),
  /** Four numbers from two doubles and two doubles, each rounded once. */
  demote: (low: V128, high: V128): V128 => {
    const half = (doubles: V128): V128 => join("v128", [doubles, simd(94)]);
    const lanes = [...Array.from({ length: 8 }, (_, k) => k), ...Array.from({ length: 8 }, (_, k) => 16 + k)];
    return join("v128", [half(low), half(high), [...simd(13), ...lanes]]);
  },
  /** The first two numbers as doubles. */
  promoteLow: op1<"v128", "v128">("v128", ...simd(95)),
  /** The last two numbers as doubles; `v` is evaluated twice, so it should be a local. */
  promoteHigh: (v: V128): V128 => {
    const swapped = Array.from({ length: 16 }, (_, k) => (k + 8) % 16);
    return f32x4.promoteLow(join("v128", [v, v, [...simd(13), ...swapped]]));
  },
};

export const i32x4 = {
  const: (lanes: readonly number[]): V128 => {
    const bytes = lanes.flatMap((lane) => [0, 8, 16, 24].map((shift) => (lane >>> shift) & 0xff));
    return join("v128", [[...simd(12), ...bytes]]);
  },
  splat: (value: I32): V128 => join("v128", [value, simd(17)]),
  gt: op2<"v128", "v128">("v128", ...simd(59)),
  add: op2<"v128", "v128">("v128", ...simd(174)),
};

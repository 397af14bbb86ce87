/**
 * The two WebAssembly machines for which the algebra is compiled: `scalar` works on one double with i32 truth values, and
 * `pair` works on two doubles with lane masks. The same operation gives the same bits on both.
 */

import { type Code, call, type Func, f64, f64x2, i32, i64, i64x2, select, type Type } from "../wasm/index.js";

/** Instructions of a machine with doubles of type `V` and truth values of type `M`. */
export interface Machine<V extends Type, M extends Type> {
  readonly value: V;
  const(v: number): Code<V>;
  readonly one: Readonly<Record<One, (a: Code<V>) => Code<V>>>;
  readonly two: Readonly<Record<Two, (a: Code<V>, b: Code<V>) => Code<V>>>;
  lt(a: Code<V>, b: Code<V>): Code<M>;
  eq(a: Code<V>, b: Code<V>): Code<M>;
  and(a: Code<M>, b: Code<M>): Code<M>;
  or(a: Code<M>, b: Code<M>): Code<M>;
  not(a: Code<M>): Code<M>;
  select(c: Code<M>, yes: Code<V>, no: Code<V>): Code<V>;
  any(c: Code<M>): Code<"i32">;
  lookup(table: Func<"f64">, index: Code<V>): Code<V>;
}
export type One = "neg" | "abs" | "sqrt" | "floor" | "pow2" | "exponent" | "mantissa" | "head";
export type Two = "add" | "sub" | "mul" | "div" | "min" | "max" | "copysign";

const signBit = 1n << 63n;
const fraction = (1n << 52n) - 1n;
const headBits = ~((1n << 27n) - 1n);
/** The bits of 1 and of 2^52; 2^52 + n has n in its low bits. */
const oneBits = 0x3ffn << 52n;
const bigBits = 0x433n << 52n;
const big = 2 ** 52 + 1023;

export const scalar: Machine<"f64", "i32"> = {
  value: "f64",
  const: f64.const,
  one: {
    neg: f64.neg,
    abs: f64.abs,
    sqrt: f64.sqrt,
    floor: f64.floor,
    pow2: (k) => f64.fromBits(i64.shl(i64.bits(f64.add(k, f64.const(big))), i64.const(52n))),
    exponent: (x) =>
      f64.sub(f64.fromBits(i64.or(i64.shrUnsigned(i64.bits(x), i64.const(52n)), i64.const(bigBits))), f64.const(big)),
    mantissa: (x) => f64.fromBits(i64.or(i64.and(i64.bits(x), i64.const(fraction)), i64.const(oneBits))),
    head: (x) => f64.fromBits(i64.and(i64.bits(x), i64.const(headBits))),
  },
  two: f64,
  lt: f64.lt,
  eq: f64.eq,
  and: i32.and,
  or: i32.or,
  not: i32.eqz,
  select,
  any: (c) => c,
  lookup: (table, index) => call(table, index),
};

const bits = i64x2.splatConst;

export const pair: Machine<"v128", "v128"> = {
  value: "v128",
  const: (v) => f64x2.const(v, v),
  one: {
    neg: f64x2.neg,
    abs: f64x2.abs,
    sqrt: f64x2.sqrt,
    floor: f64x2.floor,
    pow2: (k) => i64x2.shl(f64x2.add(k, f64x2.const(big, big)), i32.const(52)),
    exponent: (x) => f64x2.sub(i64x2.or(i64x2.shrUnsigned(x, i32.const(52)), bits(bigBits)), f64x2.const(big, big)),
    mantissa: (x) => i64x2.or(i64x2.and(x, bits(fraction)), bits(oneBits)),
    head: (x) => i64x2.and(x, bits(headBits)),
  },
  two: { ...f64x2, copysign: (a, b) => f64x2.choose(b, a, bits(signBit)) },
  lt: f64x2.lt,
  eq: f64x2.eq,
  and: i64x2.and,
  or: i64x2.or,
  not: i64x2.not,
  select: (c, yes, no) => f64x2.choose(yes, no, c),
  any: f64x2.anyTrue,
  lookup: (table, index) => {
    // the index is a local, so reading it twice costs nothing
    const lane = (k: 0 | 1) => call(table, f64x2.lane(index, k));
    return f64x2.pair(lane(0), lane(1));
  },
};

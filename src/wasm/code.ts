/**
 * Typed WebAssembly expressions. An expression is its type and its bytes, built inside out, so that generated code
 * reads like arithmetic:  `f64.store(y, f64.add(f64.load(y), f64.mul(a, f64.load(x))))`.
 * The opcodes are those of the WebAssembly core specification 2.0 (numeric, memory and fixed-width SIMD instructions).
 * Relaxed SIMD is left out on purpose: its results differ between engines.
 */

import { type Bytes, double, signed32, signed64, unsigned } from "./encoding.js";

export type Type = "i32" | "i64" | "f64" | "v128";
export interface Code<T extends Type | "void" = Type | "void"> {
  readonly type: T;
  readonly bytes: Rope;
}
/** A tree of bytes. It is flattened once, at the end, so that nesting expressions copies nothing. */
export type Rope = readonly (number | Rope)[];
export type I32 = Code<"i32">;
export type I64 = Code<"i64">;
export type F64 = Code<"f64">;
export type V128 = Code<"v128">;
export type Statement = Code<"void">;

/** A local variable or parameter of the function being built. */
export interface Local<T extends Type = Type> {
  readonly type: T;
  readonly index: number;
}

/** A function of the module, callable from the code of later functions. */
export interface Func<R extends Type | "void" = Type | "void"> {
  readonly index: number;
  readonly params: readonly Type[];
  readonly result: R;
}

export const typeByte: Record<Type | "void", number> = { i32: 0x7f, i64: 0x7e, f64: 0x7c, v128: 0x7b, void: 0x40 };

/** Builds an instruction: the code of its operands, then its bytes. For files that define instructions. */
export function join<T extends Type | "void">(type: T, parts: readonly (Code | Bytes)[]): Code<T> {
  return { type, bytes: parts.map((part) => ("bytes" in part ? part.bytes : part)) };
}

/** Append the bytes of a rope to `out`. */
export function flatten(rope: Rope, out: number[]): void {
  for (const part of rope) {
    if (typeof part === "number") out.push(part);
    else flatten(part, out);
  }
}

// ---- locals, calls, sequencing ----

export const get = <T extends Type>(l: Local<T>): Code<T> => join(l.type, [[0x20, ...unsigned(l.index)]]);
export const set = <T extends Type>(l: Local<T>, value: Code<T>): Statement =>
  join("void", [value, [0x21, ...unsigned(l.index)]]);
export const tee = <T extends Type>(l: Local<T>, value: Code<T>): Code<T> =>
  join(l.type, [value, [0x22, ...unsigned(l.index)]]);
export const call = <R extends Type | "void">(f: Func<R>, ...args: readonly Code[]): Code<R> => {
  if (args.length !== f.params.length || args.some((a, k) => a.type !== f.params[k]))
    throw new Error(`wasm call: the arguments must be (${f.params}); got (${args.map((a) => a.type)})`);
  return join(f.result, [...args, [0x10, ...unsigned(f.index)]]);
};
export const drop = (value: Code): Statement => join("void", [value, [0x1a]]);
export const seq = (...statements: readonly Statement[]): Statement => sequence(statements);
/** The statements of a list one after the other. */
export const sequence = (statements: readonly Statement[]): Statement => join("void", statements);
/** Run statements, then yield a value. */
export const yielding = <T extends Type>(statements: readonly Statement[], value: Code<T>): Code<T> =>
  join(value.type, [...statements, value]);
/** Return from the function; `value` is omitted in a function without a result. */
export const ret = (value?: Code): Statement => join("void", value ? [value, [0x0f]] : [[0x0f]]);
export const select = <T extends "i32" | "i64" | "f64">(cond: I32, yes: Code<T>, no: Code<T>): Code<T> =>
  join(yes.type, [yes, no, cond, [0x1b]]);

// ---- control flow ----

export const when = (cond: I32, yes: readonly Statement[], no: readonly Statement[] = []): Statement =>
  no.length === 0
    ? join("void", [cond, [0x04, 0x40], ...yes, [0x0b]])
    : join("void", [cond, [0x04, 0x40], ...yes, [0x05], ...no, [0x0b]]);
export const choose = <T extends Type>(cond: I32, yes: Code<T>, no: Code<T>): Code<T> =>
  join(yes.type, [cond, [0x04, typeByte[yes.type]], yes, [0x05], no, [0x0b]]);
/** Statements that `br` can leave. `when` opens one level, and so do `block` and `choose`; loops open two. */
export const block = (body: readonly Statement[]): Statement => join("void", [[0x02, 0x40], ...body, [0x0b]]);
/** Jump to the end of the block that is `levels` levels further out; 0 is the innermost one. */
export const br = (levels: number): Statement => join("void", [[0x0c, ...unsigned(levels)]]);
/** `while (cond) body`. */
export const loopWhile = (cond: I32, body: readonly Statement[]): Statement =>
  join("void", [[0x02, 0x40, 0x03, 0x40], i32.eqz(cond), [0x0d, 1], ...body, [0x0c, 0, 0x0b, 0x0b]]);
/** `i += step`. */
export const advance = (i: Local<"i32">, step: number): Statement => set(i, i32.add(get(i), i32.const(step)));
/** `for (i = from; i < to; i += step) body`, signed comparison; `to` is evaluated in every iteration, so keep it simple. */
export const loop = (i: Local<"i32">, from: I32, to: I32, step: number, body: readonly Statement[]): Statement =>
  seq(set(i, from), loopWhile(i32.lt(get(i), to), [...body, advance(i, step)]));
/** `for (i = from; i > to; i -= step) body`, signed comparison. */
export const loopDown = (i: Local<"i32">, from: I32, to: I32, step: number, body: readonly Statement[]): Statement =>
  seq(set(i, from), loopWhile(i32.gt(get(i), to), [...body, set(i, i32.sub(get(i), i32.const(step)))]));

// ---- memory ----

/** Set `bytes` bytes from `address` to zero. */
export const zeroMemory = (address: I32, bytes: I32): Statement =>
  join("void", [address, i32.const(0), bytes, [0xfc, 11, 0]]);
/** Copy `bytes` bytes; the ranges may overlap. */
export const copyMemory = (to: I32, from: I32, bytes: I32): Statement =>
  join("void", [to, from, bytes, [0xfc, 10, 0, 0]]);

// ---- operations by type ----

export const op2 =
  <A extends Type, R extends Type>(result: R, ...bytes: number[]) =>
  (a: Code<A>, b: Code<A>): Code<R> =>
    join(result, [a, b, bytes]);
export const op1 =
  <A extends Type, R extends Type>(result: R, ...bytes: number[]) =>
  (a: Code<A>): Code<R> =>
    join(result, [a, bytes]);
export const simd = (code: number) => [0xfd, ...unsigned(code)] as [number, number] | [number, number, number];
export const loadOp =
  <T extends Type>(type: T, align: number, ...bytes: number[]) =>
  (address: I32, offset = 0): Code<T> =>
    join(type, [address, [...bytes, align, ...unsigned(offset)]]);
export const storeOp =
  <T extends Type>(align: number, ...bytes: number[]) =>
  (address: I32, value: Code<T>, offset = 0): Statement =>
    join("void", [address, value, [...bytes, align, ...unsigned(offset)]]);

export const i32 = {
  const: (value: number): I32 => join("i32", [[0x41, ...signed32(value)]]),
  load: loadOp("i32", 2, 0x28),
  store: storeOp<"i32">(2, 0x36),
  eqz: op1<"i32", "i32">("i32", 0x45),
  eq: op2<"i32", "i32">("i32", 0x46),
  ne: op2<"i32", "i32">("i32", 0x47),
  lt: op2<"i32", "i32">("i32", 0x48),
  gt: op2<"i32", "i32">("i32", 0x4a),
  le: op2<"i32", "i32">("i32", 0x4c),
  ge: op2<"i32", "i32">("i32", 0x4e),
  add: op2<"i32", "i32">("i32", 0x6a),
  sub: op2<"i32", "i32">("i32", 0x6b),
  mul: op2<"i32", "i32">("i32", 0x6c),
  and: op2<"i32", "i32">("i32", 0x71),
  or: op2<"i32", "i32">("i32", 0x72),
  shl: op2<"i32", "i32">("i32", 0x74),
  shr: op2<"i32", "i32">("i32", 0x75),
  wrap: op1<"i64", "i32">("i32", 0xa7),
  /** Truncate a double; saturates instead of trapping. */
  truncate: op1<"f64", "i32">("i32", 0xfc, 2),
};

export const i64 = {
  const: (value: bigint): I64 => join("i64", [[0x42, ...signed64(value)]]),
  add: op2<"i64", "i64">("i64", 0x7c),
  sub: op2<"i64", "i64">("i64", 0x7d),
  mul: op2<"i64", "i64">("i64", 0x7e),
  and: op2<"i64", "i64">("i64", 0x83),
  or: op2<"i64", "i64">("i64", 0x84),
  xor: op2<"i64", "i64">("i64", 0x85),
  shl: op2<"i64", "i64">("i64", 0x86),
  shr: op2<"i64", "i64">("i64", 0x87),
  shrUnsigned: op2<"i64", "i64">("i64", 0x88),
  eq: op2<"i64", "i32">("i32", 0x51),
  ltUnsigned: op2<"i64", "i32">("i32", 0x54),
  extend: op1<"i32", "i64">("i64", 0xac),
  bits: op1<"f64", "i64">("i64", 0xbd),
};

export const f64 = {
  const: (value: number): F64 => join("f64", [[0x44, ...double(value)]]),
  load: loadOp("f64", 3, 0x2b),
  store: storeOp<"f64">(3, 0x39),
  eq: op2<"f64", "i32">("i32", 0x61),
  ne: op2<"f64", "i32">("i32", 0x62),
  lt: op2<"f64", "i32">("i32", 0x63),
  gt: op2<"f64", "i32">("i32", 0x64),
  le: op2<"f64", "i32">("i32", 0x65),
  ge: op2<"f64", "i32">("i32", 0x66),
  abs: op1<"f64", "f64">("f64", 0x99),
  neg: op1<"f64", "f64">("f64", 0x9a),
  ceil: op1<"f64", "f64">("f64", 0x9b),
  floor: op1<"f64", "f64">("f64", 0x9c),
  trunc: op1<"f64", "f64">("f64", 0x9d),
  nearest: op1<"f64", "f64">("f64", 0x9e),
  sqrt: op1<"f64", "f64">("f64", 0x9f),
  add: op2<"f64", "f64">("f64", 0xa0),
  sub: op2<"f64", "f64">("f64", 0xa1),
  mul: op2<"f64", "f64">("f64", 0xa2),
  div: op2<"f64", "f64">("f64", 0xa3),
  min: op2<"f64", "f64">("f64", 0xa4),
  max: op2<"f64", "f64">("f64", 0xa5),
  copysign: op2<"f64", "f64">("f64", 0xa6),
  fromI32: op1<"i32", "f64">("f64", 0xb7),
  fromI64: op1<"i64", "f64">("f64", 0xb9),
  fromBits: op1<"i64", "f64">("f64", 0xbf),
};

/** Operations on two doubles at a time. */
export const f64x2 = {
  const: (lo: number, hi: number): V128 => join("v128", [[...simd(12), ...double(lo), ...double(hi)]]),
  splat: op1<"f64", "v128">("v128", ...simd(20)),
  load: loadOp("v128", 3, ...simd(0)),
  loadSplat: loadOp("v128", 3, ...simd(10)),
  /** Low lane from memory, high lane zero. */
  loadLow: loadOp("v128", 3, ...simd(93)),
  /** Replace the high lane from memory. */
  loadHigh: (address: I32, lanes: V128, offset = 0): V128 =>
    join("v128", [address, lanes, [...simd(87), 3, ...unsigned(offset), 1]]),
  store: storeOp<"v128">(3, ...simd(11)),
  lane: (v: V128, k: 0 | 1): F64 => join("f64", [v, [...simd(33), k]]),
  /** (a.low, b.low) */
  lows: (a: V128, b: V128): V128 => shuffle(a, b, 0, 2),
  /** (a.high, b.high) */
  highs: (a: V128, b: V128): V128 => shuffle(a, b, 1, 3),
  pair: (lo: F64, hi: F64): V128 => join("v128", [f64x2.splat(lo), hi, [...simd(34), 1]]),
  eq: op2<"v128", "v128">("v128", ...simd(71)),
  ne: op2<"v128", "v128">("v128", ...simd(72)),
  lt: op2<"v128", "v128">("v128", ...simd(73)),
  gt: op2<"v128", "v128">("v128", ...simd(74)),
  /** Bitwise choice: mask ? a : b. */
  choose: (a: V128, b: V128, mask: V128): V128 => join("v128", [a, b, mask, simd(82)]),
  anyTrue: op1<"v128", "i32">("i32", ...simd(83)),
  abs: op1<"v128", "v128">("v128", ...simd(236)),
  neg: op1<"v128", "v128">("v128", ...simd(237)),
  sqrt: op1<"v128", "v128">("v128", ...simd(239)),
  add: op2<"v128", "v128">("v128", ...simd(240)),
  sub: op2<"v128", "v128">("v128", ...simd(241)),
  mul: op2<"v128", "v128">("v128", ...simd(242)),
  div: op2<"v128", "v128">("v128", ...simd(243)),
  min: op2<"v128", "v128">("v128", ...simd(244)),
  max: op2<"v128", "v128">("v128", ...simd(245)),
  /** a < b ? b : a, lane by lane: one instruction, where `max` takes ten because of NaN. */
  pmax: op2<"v128", "v128">("v128", ...simd(247)),
  floor: op1<"v128", "v128">("v128", ...simd(117)),
};

/** Operations on the same 128 bits, as two integers or bit by bit. */
export const i64x2 = {
  splatConst: (value: bigint): V128 => {
    const bytes = Array.from({ length: 8 }, (_, k) => Number((value >> BigInt(8 * k)) & 0xffn));
    return join("v128", [[...simd(12), ...bytes, ...bytes]]);
  },
  not: op1<"v128", "v128">("v128", ...simd(77)),
  and: op2<"v128", "v128">("v128", ...simd(78)),
  or: op2<"v128", "v128">("v128", ...simd(80)),
  shl: (v: V128, bits: I32): V128 => join("v128", [v, bits, simd(203)]),
  shrUnsigned: (v: V128, bits: I32): V128 => join("v128", [v, bits, simd(205)]),
  sub: op2<"v128", "v128">("v128", ...simd(209)),
  /** The top bit of each lane, as bits 0 and 1; for the mask of a comparison, these are its truth values. */
  bits: op1<"v128", "i32">("i32", ...simd(196)),
};

function shuffle(a: V128, b: V128, first: number, second: number): V128 {
  const lane = (k: number) => Array.from({ length: 8 }, (_, byte) => 8 * k + byte);
  return join("v128", [a, b, [...simd(13), ...lane(first), ...lane(second)]]);
}

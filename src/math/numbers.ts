/** The algebra on JavaScript numbers: the functions of the host, and the oracle of the generated code. */

import type { Algebra } from "./algebra.js";

const view = new DataView(new ArrayBuffer(8));

function fromWords(high: number, low: number): number {
  view.setInt32(0, high);
  view.setInt32(4, low);
  return view.getFloat64(0);
}

function highWord(x: number): number {
  view.setFloat64(0, x);
  return view.getInt32(0);
}

const signed = (x: number): boolean => x < 0 || Object.is(x, -0);

export const numbers: Algebra<number, boolean> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
  neg: (a) => -a,
  abs: (a) => Math.abs(a),
  sqrt: (a) => Math.sqrt(a),
  floor: (a) => Math.floor(a),
  copysign: (a, b) => (signed(a) === signed(b) ? a : -a),

  pow2: (k) => fromWords((k + 1023) << 20, 0),
  exponent: (x) => (highWord(x) >>> 20) - 1023,
  mantissa: (x) => fromWords((highWord(x) & 0xfffff) | 0x3ff00000, view.getInt32(4)),
  head: (x) => fromWords(highWord(x), view.getInt32(4) & 0xf8000000),

  lt: (a, b) => a < b,
  eq: (a, b) => a === b,
  and: (a, b) => a && b,
  or: (a, b) => a || b,
  not: (a) => !a,
  select: (c, yes, no) => (c ? yes : no),

  rare: (c, usual, slow) => (c ? slow() : usual),
  lookup: (_name, table, index) => table[index] ?? Number.NaN,
};

/**
 * Factorisation and solution of a bordered system with late rows (`border.ts`), around those of its matrix with increased
 * diagonals. Each late row k is one update of rank 1, in turn: with B the matrix so far, u = B^-1 e_k and sigma its increase,
 *
 *     (B - sigma e_k e_k^T)^-1 b = x + gamma x_k u,      x = B^-1 b,      gamma = sigma / (1 - sigma u_k).
 *
 * 1 - sigma u_k is the pivot that row k has as the last one, relative to itself with sigma added: row k depends on the
 * others where it vanishes.
 */

import type { Func, FunctionBuilder, I32, Local, Module, Statement } from "../wasm/index.js";
import { call, f64, get, i32, loop, ret, set, when, zeroMemory } from "../wasm/index.js";
import type { BorderTables } from "./border.js";
import { factorParams, generalParams, solveParams } from "./pivot.js";
import { plus } from "./supernode-record.js";

export function borderedFactor(
  module: Module,
  name: string,
  n: number,
  { late, sides }: BorderTables,
  [factor, solve]: readonly [Func<"i32">, Func<"void">],
): [Func<"i32">, Func<"void">] {
  const bytes = 8 * n;

  /** x += gamma x_k u for late rows whose records are before `last`. */
  const correct = module.func(`${name}Correct`, { ...solveParams, last: "i32" }, "void", (f, p) => {
    const [record, u, k] = [f.local("i32"), f.local("i32"), f.local("i32")];
    const factorOfRow = f.local("f64");
    const target: I32 = plus(get(p.x), get(k));
    return [
      set(u, plus(get(p.store), i32.const(late.vectors))),
      loop(record, plus(get(p.store), i32.const(late.records)), get(p.last), 16, [
        set(factorOfRow, f64.mul(f64.load(plus(get(p.x), i32.load(get(record)))), f64.load(get(record), 8))),
        loop(k, i32.const(0), i32.const(bytes), 8, [
          f64.store(target, f64.add(f64.load(target), f64.mul(get(factorOfRow), f64.load(plus(get(u), get(k)))))),
        ]),
        set(u, plus(get(u), i32.const(bytes))),
      ]),
    ];
  });

  const endOfRecords = (store: Local<"i32">): I32 =>
    plus(plus(get(store), i32.const(late.records)), i32.shl(i32.load(get(store), late.count), i32.const(4)));

  /** The vectors and factors of the late rows; returns -1 or the first that depends on the others. */
  const prepare = (f: FunctionBuilder, store: Local<"i32">, tolerance: Local<"f64">): Statement[] => {
    const [record, end, u] = [f.local("i32"), f.local("i32"), f.local("i32")];
    const [sigma, rest] = [f.local("f64"), f.local("f64")];
    const inU: I32 = plus(get(u), i32.load(get(record)));
    const size = sides === 1 ? get(rest) : f64.abs(get(rest));
    return [
      set(u, plus(get(store), i32.const(late.vectors))),
      set(end, endOfRecords(store)),
      loop(record, plus(get(store), i32.const(late.records)), get(end), 16, [
        zeroMemory(get(u), i32.const(bytes)),
        f64.store(inU, f64.const(1)),
        call(solve, get(store), get(u)),
        call(correct, get(store), get(u), get(record)),
        set(sigma, f64.load(get(record), 8)),
        set(rest, f64.sub(f64.const(1), f64.mul(get(sigma), f64.load(inU)))),
        when(i32.eqz(f64.gt(size, get(tolerance))), [ret(i32.shr(i32.load(get(record)), i32.const(3)))]),
        f64.store(get(record), f64.div(get(sigma), get(rest)), 8),
        set(u, plus(get(u), i32.const(bytes))),
      ]),
    ];
  };

  const bordered = module.func(name, sides === 1 ? factorParams : generalParams, "i32", (f, p) => {
    const given = p as typeof p & { readonly upper?: Local<"i32"> };
    const { store, lower, dropped, tolerance, mark } = given;
    const status = f.local("i32");
    const values = given.upper === undefined ? [get(lower)] : [get(lower), get(given.upper)];
    return [
      i32.store(get(store), i32.const(0), late.count),
      set(status, call(factor, get(store), ...values, get(dropped), get(tolerance), get(mark))),
      when(i32.ne(get(status), i32.const(-1)), [ret(get(status))]),
      ...prepare(f, store, tolerance),
      i32.const(-1),
    ];
  });
  const solved = module.func(`${name}Solve`, solveParams, "void", (_, p) => [
    call(solve, get(p.store), get(p.x)),
    when(i32.load(get(p.store), late.count), [call(correct, get(p.store), get(p.x), endOfRecords(p.store))]),
  ]);
  return [bordered, solved];
}

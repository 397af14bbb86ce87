/** Matrices for the tests of this folder, and a factorisation of one with everything it needs. */

import { LinearMemory } from "../memory/linear-memory.js";
import { instantiate, Module } from "../wasm/index.js";
import { denseLu } from "./dense-lu.js";
import type { SymmetricPattern } from "./pattern.js";
import { emitFactor, factorBytes } from "./sparse-factor.js";
import { analyse } from "./symbolic-factor.js";

/** Seeded uniform numbers in [0, 1). */
export function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A matrix stored by slots: `lower` holds the entries (i, j), i >= j, and `upper` the entries (j, i). */
export interface Matrix extends SymmetricPattern {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The nonzeros of a dense matrix, with the slots in shuffled order, or row by row. */
export function matrix(dense: readonly (readonly number[])[], seed: number | "by rows" = 1): Matrix {
  const n = dense.length;
  const slots: [number, number][] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) if (i === j || dense[i][j] !== 0 || dense[j][i] !== 0) slots.push([i, j]);
  const next = uniform(seed === "by rows" ? 0 : seed);
  for (let k = slots.length - 1; k > 0 && seed !== "by rows"; k--) {
    const other = Math.floor(next() * (k + 1));
    [slots[k], slots[other]] = [slots[other], slots[k]];
  }
  return {
    n,
    rows: Int32Array.from(slots, ([i]) => i),
    cols: Int32Array.from(slots, ([, j]) => j),
    lower: Float64Array.from(slots, ([i, j]) => dense[i][j]),
    upper: Float64Array.from(slots, ([i, j]) => dense[j][i]),
  };
}

export const square = (n: number, entry: (i: number, j: number) => number): number[][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j)));

/** G G^T of the rows of G. */
export const gram = (G: readonly (readonly number[])[]): number[][] =>
  square(G.length, (i, j) => G[i].reduce((sum, g, k) => sum + g * G[j][k], 0));

/** m random rows of `n` numbers, `filled` of which are nonzero. */
export function rows(m: number, n: number, filled: number, seed: number): number[][] {
  const next = uniform(seed);
  return Array.from({ length: m }, () => {
    const row: number[] = Array(n).fill(0);
    for (let k = 0; k < filled; k++) row[Math.floor(next() * n)] = 2 * next() - 1;
    return row;
  });
}

/** A positive definite matrix with a random sparse pattern. */
export const randomSpd = (n: number, filled: number, seed: number): number[][] =>
  gram(rows(n, n, filled, seed).map((row, i) => row.map((x, j) => (i === j ? 2 : x))));

/** A matrix with the same pattern and unsymmetric values. */
export function unsymmetric(dense: number[][], seed: number): number[][] {
  const next = uniform(seed);
  return dense.map((row, i) => row.map((x, j) => (i === j ? 1.5 * x : x * (0.5 + next()))));
}

export function factorisation(m: Matrix, options: { unroll?: boolean; paths?: boolean } = {}) {
  const analysis = analyse(m);
  const bytes = factorBytes(analysis, options);
  const memory = new LinearMemory(
    bytes + 2 * analysis.storeBytes + analysis.generalStoreBytes + 16 * m.rows.length + 12 * m.n + 1024,
  );
  const module = new Module();
  const before = memory.used;
  emitFactor(module, analysis, memory, { ...options, name: "A", general: true });
  const taken = memory.used - before;
  const store = memory.f64(analysis.storeBytes / 8);
  const otherStore = memory.f64(analysis.storeBytes / 8);
  const generalStore = memory.f64(analysis.generalStoreBytes / 8);
  const lower = memory.f64(m.rows.length);
  const upper = memory.f64(m.rows.length);
  const x = memory.f64(m.n);
  const dropped = memory.i32(m.n);
  lower.set(m.lower);
  upper.set(m.upper);
  const wasm = instantiate(module, memory.memory);
  const at = (array: { byteOffset: number }) => array.byteOffset;
  const solveWith =
    (name: string, own: Float64Array) =>
    (b: ArrayLike<number>, from = own) => {
      x.set(b);
      wasm[name](at(from), at(x));
      return x.slice();
    };
  return {
    analysis,
    bytes,
    taken,
    store,
    otherStore,
    generalStore,
    dropped,
    lower,
    factor: (tolerance = 1e-10, mark = 0, to = store) =>
      wasm["A.factor"](at(to), at(lower), at(dropped), tolerance, mark),
    solve: solveWith("A.solve", store),
    factorGeneral: (tolerance = 1e-10, mark = 0) =>
      wasm["A.factorGeneral"](at(generalStore), at(lower), at(upper), at(dropped), tolerance, mark),
    solveGeneral: solveWith("A.solveGeneral", generalStore),
  };
}

export function denseSolve(dense: readonly (readonly number[])[], b: ArrayLike<number>): Float64Array {
  const lu = denseLu(dense.length);
  const x = Float64Array.from(b);
  lu.factor(Float64Array.from(dense.flat()));
  lu.solve(x);
  return x;
}

export const times = (dense: readonly (readonly number[])[], x: Float64Array) =>
  Float64Array.from(dense, (row) => row.reduce((sum, a, j) => sum + a * x[j], 0));
export const error = (a: Float64Array, b: Float64Array) =>
  a.reduce((max, x, i) => Math.max(max, Math.abs(x - b[i])), 0) / b.reduce((max, x) => Math.max(max, Math.abs(x)), 1);
export const bits = (a: Float64Array) => new BigUint64Array(a.slice().buffer);
export const rhs = (n: number, seed = 9) => Float64Array.from({ length: n }, uniform(seed));
export const band = (n: number, ...values: number[]) => square(n, (i, j) => values[Math.abs(i - j)] ?? 0);
export const onGrid = (i: number, j: number, w: number) =>
  Math.abs((i % w) - (j % w)) + Math.abs(Math.trunc(i / w) - Math.trunc(j / w));

export const zoo: Record<string, number[][]> = {
  "one row": [[4]],
  chain: band(200, 2.5, -1),
  band: band(120, 9, -2, 1, 0.5),
  arrow: square(80, (i, j) => (i === j ? 90 : i * j === 0 ? 1 : 0)),
  grid: square(144, (i, j) => [4.5, -1][onGrid(i, j, 12)] ?? 0),
  "three-dimensional net": square(
    108,
    (i, j) => ([9, -1][onGrid(Math.trunc(i / 3), Math.trunc(j / 3), 6)] ?? 0) * (i % 3 === j % 3 ? 1 : 0.2),
  ),
  "separate blocks": square(60, (i, j) =>
    Math.trunc(i / 4) === Math.trunc(j / 4) ? (i === j ? 5 : 1 + (i + j) / 100) : 0,
  ),
  dense: randomSpd(15, 15, 3),
  random: randomSpd(100, 2, 4),
};

// condition numbers in the zoo stay below 1e3, so that 1e-12 leaves a margin over n cond eps
export const close = 1e-12;

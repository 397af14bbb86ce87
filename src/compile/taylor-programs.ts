/**
 * Kernel programs for Taylor coefficients along a motion q(t) = sum of q_k t^k: coefficient k of what a law contributes,
 * from q_0 … q_(k+1) and, for reactions, lambda_0 … lambda_(k-1). Coefficient j of the coordinates lies j n entries after
 * the first, coefficient j of the multipliers j m entries; v is q_1.
 */

import type { Program } from "../kernels/index.js";
import { add, type Expr, gradient, mul, neg, sub, taylor } from "../symbolic/index.js";
import type { LawCalculus, RowEntry } from "./derive.js";
import { multiplyRows, reactions, storeRows } from "./derive.js";

type Seeds = Map<Expr, readonly Expr[]>;

/** Taylor series of coordinates, velocities and time when q_0 … q_last are known and the others are zero. */
function motion(c: LawCalculus, last: number, n: number): Seeds {
  const one = c.time.graph.num(1);
  const q = Array.from({ length: last }, (_, k) => c.coefficients(k + 1, n));
  const seeds: Seeds = new Map([[c.time, [one]]]);
  c.q.forEach((x, i) => {
    seeds.set(x, q.map((coefficient) => coefficient[i])); // biome-ignore format: one line says it
    seeds.set(
      c.v[i],
      q.slice(1).map((coefficient, k) => mul(c.time.graph.num(k + 2), coefficient[i])),
    );
  });
  return seeds;
}

/** Coefficient k of expressions of (t, q, v), from q_0 … q_last. */
function coefficientOf(
  c: LawCalculus,
  exprs: readonly Expr[],
  k: number,
  last: number,
  n: number,
  more?: Seeds,
): Expr[] {
  const seeds = motion(c, last, n);
  for (const [symbol, coefficients] of more ?? []) seeds.set(symbol, coefficients);
  return taylor(exprs, seeds, k).map((coefficients) => coefficients[k]);
}

/** Coefficient k of -grad V. */
export const potentialCoefficient = (c: LawCalculus, k: number, n: number): Program =>
  c.program(c.scatter(coefficientOf(c, gradient(c.law.outputs[0], c.q), k, k + 1, n).map(neg)));

/** Coefficient k of forces. */
export const forceCoefficient = (c: LawCalculus, k: number, n: number): Program =>
  c.program(c.scatter(coefficientOf(c, c.law.outputs, k, k + 1, n)));

/** Coefficient k of T_q - d/dt T_v without what q_(k+2) adds to it, which is -(k+1)(k+2) M q_(k+2). */
export function kineticCoefficient(c: LawCalculus, k: number, n: number): Program {
  const [T] = c.law.outputs;
  const ahead = coefficientOf(c, gradient(T, c.q), k, k + 1, n);
  const momentum = coefficientOf(c, gradient(T, c.v), k + 1, k + 1, n);
  return c.program(c.scatter(ahead.map((d, i) => sub(d, mul(c.time.graph.num(k + 1), momentum[i])))));
}

/** Coefficient k of -G^T lambda without -G^T lambda_k: the rows of the law begin at `row`, of `m` in all. */
export function reactionCoefficient(
  c: LawCalculus,
  entries: readonly RowEntry[],
  row: number,
  k: number,
  n: number,
  m: number,
): Program {
  const rows = c.law.outputs.length;
  const lambda = (j: number) => c.law.outputs.map((_, i) => c.entry("y", j * m + row + i, rows));
  const known = Array.from({ length: k }, (_, j) => lambda(j));
  const seeds: Seeds = new Map(
    known[0].map((symbol, i) => [symbol, known.slice(1).map((coefficient) => coefficient[i])]),
  );
  const forces = reactions(c, entries, known[0]);
  return c.program(c.scatter(coefficientOf(c, forces, k, k, n, seeds).map(neg)));
}

/** Rows of (k+1)(k+2) g_(k+2), coefficient k of g'', without what q_(k+2) adds, plus G w from stored entries. */
export function curvatureCoefficient(
  c: LawCalculus,
  entries: readonly RowEntry[],
  row: number,
  base: number,
  k: number,
  n: number,
): Program {
  const factor = c.time.graph.num((k + 1) * (k + 2));
  const curvature = coefficientOf(c, c.law.outputs, k + 2, k + 1, n);
  const products = multiplyRows(c, entries, base);
  return c.program(storeRows(curvature.map((g, i) => add(mul(factor, g), products[i])), row, 0)); // biome-ignore format: one line says it
}

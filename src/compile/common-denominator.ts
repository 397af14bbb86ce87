/**
 * Removes a common denominator s from rows of G, as in G = (a - b)^T / |a - b| for rods. The same motion follows from s
 * G and s c with multipliers lambda / s. Where s is a square root it cancels everywhere: the accelerations of a chain
 * of rods need no root, and the elimination does not have to wait for one.
 */

import { div, type Expr, isConst, mul, substitute, topologicalOrder } from "../symbolic/index.js";

export type Row = ReadonlyMap<number, Expr>;

export interface ScaledRow {
  /** s G, or G. */
  readonly row: Row;
  /** s, or 1. */
  readonly scale: Expr;
  /** s x, simplified if x has the same denominator. */
  scaled(x: Expr): Expr;
}

export function withoutDenominator(row: Row): ScaledRow {
  const entries = [...row.values()];
  for (const reciprocal of topologicalOrder(entries)) {
    if (reciprocal.op !== "div" || !isConst(reciprocal.args[0], 1)) continue;
    const scale = reciprocal.args[1];
    const multiplied = multiplier(reciprocal, scale);
    const products = entries.map(multiplied);
    if (products.some((product) => product === undefined)) continue;
    return {
      row: new Map([...row.keys()].map((k, i) => [k, products[i]!])),
      scale,
      scaled: (x) => multiplied(x) ?? mul(scale, x),
    };
  }
  const one = entries[0].graph.num(1);
  return { row, scale: one, scaled: (x) => x };
}

/** s x for an x that is homogeneous of degree 1 in 1/s; otherwise undefined. */
function multiplier(reciprocal: Expr, scale: Expr): (x: Expr) => Expr | undefined {
  const { graph } = scale;
  const one = graph.num(1);
  // for s = sqrt(u) the simplifier turns 1/s/s into 1/u, which is not a multiple of 1/s
  const squares = new Map(scale.op === "sqrt" ? [[div(reciprocal, scale), div(one, scale.args[0])]] : []);
  const ones = new Map([
    [reciprocal, one],
    [scale, one],
  ]);
  return (x) => {
    const [tidy] = substitute([x], squares);
    return degree(tidy, reciprocal, scale) === 1 ? substitute([tidy], ones)[0] : undefined;
  };
}

/** The power of 1/s that multiplies x; NaN when x has no such factor. */
function degree(x: Expr, reciprocal: Expr, scale: Expr): number {
  const degrees = new Map<Expr, number>();
  for (const e of topologicalOrder([x])) {
    const [a = 0, b = 0] = e.args.map((arg) => degrees.get(arg)!);
    degrees.set(e, e === reciprocal ? 1 : e === scale ? -1 : rule(e.op, a, b));
  }
  return degrees.get(x)!;
}

function rule(op: Expr["op"], a: number, b: number): number {
  switch (op) {
    case "mul":
      return a + b;
    case "div":
      return a - b;
    case "add":
    case "sub":
      return a === b ? a : Number.NaN;
    case "neg":
      return a;
    default:
      return a === 0 && b === 0 ? 0 : Number.NaN;
  }
}

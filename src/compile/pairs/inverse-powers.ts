/**
 * Energies that are sums of powers of u = 1/r, V = sum c_k u^k, as most pair energies are. Their forces need no
 * symbolic differentiation,
 *
 *     w = sum k c_k u^(k+2) = u^2 sum_even k c_k u^k + u^3 sum_odd k c_k u^(k-1),
 *
 * two polynomials in u^2.
 */

import { add, type Expr, mul, neg, sub } from "../../symbolic/index.js";

/** Coefficients by power; r and u do not occur in them. */
type Powers = ReadonlyMap<number, Expr>;

const highest = 40;

/** The coefficients of V, if it is such a sum. */
export function inversePowers(V: Expr, r: Expr, u: Expr): Powers | undefined {
  const memo = new Map<Expr, Powers | undefined>();
  const of = (e: Expr): Powers | undefined => {
    if (!memo.has(e)) memo.set(e, read(e));
    return memo.get(e);
  };
  const read = (e: Expr): Powers | undefined => {
    if (e === u) return new Map([[1, e.graph.num(1)]]);
    if (e === r) return undefined;
    const args = e.args.map(of);
    if (args.some((arg) => arg === undefined)) return undefined;
    const parts = args as Powers[];
    if (parts.every(isFree)) return new Map([[0, e]]);
    switch (e.op) {
      case "neg":
        return scaled(parts[0], neg);
      case "add":
        return sum(parts[0], parts[1], add);
      case "sub":
        return sum(parts[0], parts[1], sub);
      case "mul":
        return product(parts[0], parts[1]);
      default:
        return undefined;
    }
  };
  return of(V);
}

const isFree = (powers: Powers): boolean => [...powers.keys()].every((k) => k === 0);

const scaled = (powers: Powers, by: (c: Expr) => Expr): Powers => new Map([...powers].map(([k, c]) => [k, by(c)]));

function sum(a: Powers, b: Powers, join: (x: Expr, y: Expr) => Expr): Powers {
  const result = new Map(a);
  for (const [k, c] of b) result.set(k, join(a.get(k) ?? c.graph.num(0), c));
  return result;
}

function product(a: Powers, b: Powers): Powers | undefined {
  const result = new Map<number, Expr>();
  for (const [i, x] of a)
    for (const [j, y] of b) {
      if (i + j > highest) return undefined;
      const before = result.get(i + j);
      result.set(i + j, before === undefined ? mul(x, y) : add(before, mul(x, y)));
    }
  return result;
}

/** The weight of the force in the symbols of u^2 and u^3. */
export function weightOf(powers: Powers, square: Expr, cube: Expr): Expr {
  const { graph } = square;
  const half = (parity: 0 | 1): Expr =>
    horner(
      [...powers].flatMap(([k, c]) =>
        k > 0 && k % 2 === parity ? [[(k - parity) / 2, mul(graph.num(k), c)] as const] : [],
      ),
      square,
    );
  return add(mul(square, half(0)), mul(cube, half(1)));
}

/** Evaluates a polynomial with few terms by Horner's rule, with powers of x to bridge the gaps. */
function horner(terms: readonly (readonly [number, Expr])[], x: Expr): Expr {
  const { graph } = x;
  const falling = [...terms].sort(([a], [b]) => b - a);
  return falling.reduce((value, [k, c], n) => {
    const next = falling[n + 1]?.[0] ?? 0;
    return mul(add(value, c), power(x, k - next));
  }, graph.num(0));
}

function power(x: Expr, k: number): Expr {
  if (k === 0) return x.graph.num(1);
  if (k % 2 === 1) return mul(x, power(x, k - 1));
  const root = power(x, k / 2);
  return mul(root, root);
}

/**
 * Taylor arithmetic on expressions: the coefficients of f(x(t)) in powers of t, as expressions of the coefficients of x.
 *
 * Sums, products, quotients, roots and powers use their well-known recurrences. Every other function uses the calculus
 * table: e' = sum of (de/da) a', so that
 *
 *     e_k = 1/k sum over arguments a, j = 1 … k, of j a_j (de/da)_(k-j),
 *
 * which needs the derivative, itself an expression, only to one order less. A choice chooses all its coefficients by its
 * condition at t = 0.
 */
import { choice, partials } from "./derivative-rules.js";
import { log, select } from "./elementary.js";
import { type Expr, isConst } from "./expr.js";
import { topologicalOrder } from "./order.js";
import { add, div, mul, neg, sub } from "./simplify.js";

/**
 * Coefficients 0 … `order` of each of `fs`. `seeds` gives the coefficients 1, 2, … of the nodes that move (missing ones
 * are zero); coefficient 0 of every node is the node itself.
 */
export function taylor(fs: readonly Expr[], seeds: ReadonlyMap<Expr, readonly Expr[]>, order: number): Expr[][] {
  const known = new Map<Expr, Expr[]>();
  const needed = topologicalOrder(fs);

  /** Coefficient k of e. Those of its arguments up to k, and of every node up to k - 1, are known or quick to find. */
  function coefficient(e: Expr, k: number): Expr {
    let found = known.get(e);
    if (found === undefined) {
      found = [e];
      known.set(e, found);
    }
    while (found.length <= k) found.push(next(e, found, found.length));
    return found[k];
  }

  /** Coefficient k >= 1 of e from its own lower coefficients. */
  function next(e: Expr, own: readonly Expr[], k: number): Expr {
    const zero = e.graph.num(0);
    const seed = seeds.get(e);
    if (seed !== undefined) return seed[k - 1] ?? zero;
    const [a, b] = e.args;
    const at = (x: Expr, j: number) => coefficient(x, j);
    /** The sum over j = from … to of term(j). */
    const sum = (from: number, to: number, term: (j: number) => Expr): Expr => {
      let total = zero;
      for (let j = from; j <= to; j++) total = add(total, term(j));
      return total;
    };

    const chosen = choice(e);
    if (chosen !== undefined) return select(chosen.condition, at(chosen.yes, k), at(chosen.no, k));
    switch (e.op) {
      case "const":
      case "symbol":
      case "floor":
        return zero;
      case "add":
        return add(at(a, k), at(b, k));
      case "sub":
        return sub(at(a, k), at(b, k));
      case "neg":
        return neg(at(a, k));
      case "mul":
        return a === b ? square(k, (j) => at(a, j)) : sum(0, k, (j) => mul(at(a, j), at(b, k - j)));
      case "div":
        return div(
          sub(
            at(a, k),
            sum(1, k, (j) => mul(at(b, j), own[k - j])),
          ),
          b,
        ); // c b = a
      case "sqrt":
        return div(
          sub(
            at(a, k),
            square(k, (j) => (j === 0 || j === k ? zero : own[j])),
          ),
          mul(e.graph.num(2), e),
        ); // c c = a
      case "pow": {
        if (isConst(b)) {
          // a c' = b a' c
          const term = (j: number) => mul(e.graph.num(b.value * j - (k - j)), mul(at(a, j), own[k - j]));
          return div(sum(1, k, term), mul(e.graph.num(k), a));
        }
        const exponent = mul(b, log(a)); // c' = c (b log a)'
        return over(
          k,
          sum(1, k, (j) => mul(e.graph.num(j), mul(at(exponent, j), own[k - j]))),
        );
      }
      default:
        return over(
          k,
          partials[e.op].reduce((total, partial, i) => {
            const arg = e.args[i];
            if (arg === undefined) return total;
            const slope = partial(e, e.args[0], e.args[1]);
            const terms = sum(1, k, (j) => mul(e.graph.num(j), mul(at(arg, j), at(slope, k - j))));
            return add(total, terms);
          }, zero),
        );
    }
  }

  // order by order, arguments first, so that the recursion above only visits the derivatives of functions
  for (let k = 0; k <= order; k++) for (const e of needed) coefficient(e, k);
  return fs.map((f) => known.get(f)!);
}

/** Coefficient k of x x, with each product computed once. */
function square(k: number, x: (j: number) => Expr): Expr {
  const { graph } = x(0);
  let total = graph.num(0);
  for (let j = 0; 2 * j < k; j++) total = add(total, mul(x(j), x(k - j)));
  total = mul(graph.num(2), total);
  return k % 2 === 0 ? add(total, mul(x(k / 2), x(k / 2))) : total;
}

const over = (k: number, e: Expr): Expr => mul(e.graph.num(1 / k), e);

/**
 * Derivatives of expressions, as expressions of the same graph.
 *
 * - `gradient` works backwards from one function to all variables, at a small multiple of the cost of the function;
 * - `tangent` works forwards and gives the derivatives of many functions along one direction, such as time;
 * - `jacobian` is a gradient for each row, and `hessian` is the lower triangle of the tangents of the gradient.
 *
 * A variable is any node, normally a symbol. It is independent: its own arguments do not vary with it. Entries that
 * are zero because the function does not depend on the variable are never built, and those that simplify to zero are
 * left out of the sparse results. Nothing here recurses, so a graph may be as deep as memory allows.
 */
import { choice, partials } from "./derivative-rules.js";
import { select } from "./elementary.js";
import { type Expr, isConst } from "./expr.js";
import { topologicalOrder } from "./order.js";
import { add, mul } from "./simplify.js";

/** One entry of a sparse matrix of expressions; `jacobian` and `hessian` return lists of them. */
export interface Entry {
  readonly row: number;
  readonly col: number;
  readonly expr: Expr;
}

/**
 * The derivatives of `f` with respect to each of `xs`.
 *
 * @example
 * const graph = new Graph();
 * const x = graph.symbol("x");
 * const f = parseScalar("sin(x)", { graph, lookup: () => x });
 * gradient(f, [x]).map((slope) => toText(slope)); // ["cos(x)"]
 */
export function gradient(f: Expr, xs: readonly Expr[]): Expr[] {
  const slopes = sparseGradient(f, xs);
  return xs.map((x) => slopes.get(x) ?? f.graph.num(0));
}

/**
 * The directional derivatives of `fs` when each key of `seeds` moves at the rate of its value.
 *
 * @example
 * const graph = new Graph();
 * const [x, v] = [graph.symbol("x"), graph.symbol("v")];
 * const f = parseScalar("sin(x)", { graph, lookup: () => x });
 * tangent([f], new Map([[x, v]])).map((rate) => toText(rate)); // ["v*cos(x)"]
 */
export function tangent(fs: readonly Expr[], seeds: ReadonlyMap<Expr, Expr>): Expr[] {
  const rates = new Map<Expr, Expr>(seeds);
  for (const e of topologicalOrder(fs)) {
    if (rates.has(e)) continue;
    const rate = rateOf(e, rates);
    if (rate !== undefined && !isConst(rate, 0)) rates.set(e, rate);
  }
  return fs.map((f) => rates.get(f) ?? f.graph.num(0));
}

/**
 * The derivatives of each of `fs` (rows) with respect to each of `xs` (columns), by rows, without zeros.
 *
 * @example
 * const graph = new Graph();
 * const [x, y] = [graph.symbol("x"), graph.symbol("y")];
 * jacobian([x, y], [x, y]).map(({ row, col }) => [row, col]); // [[0, 0], [1, 1]]
 */
export function jacobian(fs: readonly Expr[], xs: readonly Expr[]): Entry[] {
  return fs.flatMap((f, row) => nonzero(gradient(f, xs).map((expr, col) => ({ row, col, expr }))));
}

/**
 * The second derivatives of `f`: the lower triangle (`row >= col`), by columns, without zeros.
 *
 * @example
 * const graph = new Graph();
 * const x = graph.symbol("x");
 * const f = parseScalar("sin(x)", { graph, lookup: () => x });
 * hessian(f, [x]).map(({ expr }) => toText(expr)); // ["-sin(x)"]
 */
export function hessian(f: Expr, xs: readonly Expr[]): Entry[] {
  const slopes = gradient(f, xs);
  return xs.flatMap((_, col) => hessianColumn(slopes, xs, col));
}

/** One column of the Hessian, from the first derivatives. */
export function hessianColumn(slopes: readonly Expr[], xs: readonly Expr[], col: number): Entry[] {
  const column = tangent(slopes.slice(col), new Map([[xs[col], xs[col].graph.num(1)]]));
  return nonzero(column.map((expr, i) => ({ row: col + i, col, expr })));
}

function nonzero(entries: Entry[]): Entry[] {
  return entries.filter(({ expr }) => !isConst(expr, 0));
}

/** The rate of `e` from the rates of its arguments; undefined when none of them moves. */
function rateOf(e: Expr, rates: ReadonlyMap<Expr, Expr>): Expr | undefined {
  const chosen = choice(e);
  if (chosen !== undefined) {
    const [yes, no] = [rates.get(chosen.yes), rates.get(chosen.no)];
    const zero = e.graph.num(0);
    return yes || no ? select(chosen.condition, yes ?? zero, no ?? zero) : undefined;
  }
  let sum: Expr | undefined;
  partials[e.op].forEach((partial, i) => {
    const rate = rates.get(e.args[i]);
    if (rate === undefined) return;
    const term = mul(partial(e, e.args[0], e.args[1]), rate);
    sum = sum === undefined ? term : add(sum, term);
  });
  return sum;
}

type Slopes = Map<Expr, Expr>;

/**
 * The gradient without its zeros.
 *
 * Backward sweeps stop at choices (`select`, `min`, `max`), whose gradients are the choice between the gradients of
 * their branches; those are swept first, innermost choice first. See `derivative-rules.ts` for the reason.
 */
function sparseGradient(f: Expr, xs: readonly Expr[]): Slopes {
  const { graph } = f;
  const variables = new Set(xs);
  const order = topologicalOrder([f]);

  // 1. find the nodes that depend on a variable
  const active = new Set<Expr>();
  for (const e of order) {
    const { yes, no } = choice(e) ?? {};
    const sources = yes && no ? [yes, no] : e.args.slice(0, partials[e.op].length);
    if (variables.has(e) || sources.some((source) => active.has(source))) active.add(e);
  }

  // 2. compute the gradient of each choice
  const chosen = new Map<Expr, Slopes>();
  for (const e of order) {
    const either = choice(e);
    if (either !== undefined && active.has(e) && !variables.has(e)) {
      chosen.set(e, mix(either.condition, sweep(either.yes), sweep(either.no)));
    }
  }

  // 3. compute the gradient of the whole
  return sweep(f);

  /** Reverse accumulation from `root` to the variables, across choices whose gradients are known. */
  function sweep(root: Expr): Slopes {
    const slopes: Slopes = new Map();
    const adjoints: Slopes = new Map([[root, graph.num(1)]]);
    if (!active.has(root)) return slopes;

    for (const e of topologicalOrder([root]).reverse()) {
      const adjoint = adjoints.get(e);
      if (adjoint === undefined) continue;
      if (variables.has(e)) {
        accumulate(slopes, e, adjoint);
        continue;
      }
      for (const [x, slope] of chosen.get(e) ?? []) accumulate(slopes, x, mul(adjoint, slope));
      partials[e.op].forEach((partial, i) => {
        const arg = e.args[i];
        if (active.has(arg)) accumulate(adjoints, arg, mul(adjoint, partial(e, e.args[0], e.args[1])));
      });
    }
    return slopes;
  }
}

function accumulate(sums: Slopes, key: Expr, term: Expr): void {
  const sum = sums.get(key);
  sums.set(key, sum === undefined ? term : add(sum, term));
}

/** `condition > 0 ? yes : no`, for each variable. */
function mix(condition: Expr, yes: Slopes, no: Slopes): Slopes {
  const zero = condition.graph.num(0);
  const mixed: Slopes = new Map();
  for (const x of [...yes.keys(), ...no.keys()]) {
    mixed.set(x, select(condition, yes.get(x) ?? zero, no.get(x) ?? zero));
  }
  return mixed;
}

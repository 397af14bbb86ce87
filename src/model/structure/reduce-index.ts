/**
 * The index of y' = F(t, y, z), 0 = h(t, y, z), equation by equation, and the same system with an index of at most 2.
 *
 * C. C. Pantelides, The consistent initialization of differential-algebraic systems, SIAM J. Sci. Stat. Comput. 9 (1988);
 * J. D. Pryce, A simple structural analysis method for DAEs, BIT 41 (2001). An equation that contains unknowns can
 * determine one of them. One that contains none is differentiated, with y' = F, until it does. Equations that compete
 * for fewer unknowns than they are, which a matching finds, are differentiated together: all but one of them determine
 * these unknowns, whose derivatives become unknowns, and the one that is left must hold without being imposed.
 *
 * The result has three kinds of equations: rows that determine unknowns as they stand; rows of (t, y) that determine
 * unknowns by their first derivative, which is left to numbers (`differentiated`); and hidden equations.
 */

import { type Expr, gradient, isConst, substitute, symbolsOf, tangent } from "../../symbolic/index.js";
import { competitors, largestMatching } from "./matching.js";
import type { Samples } from "./samples.js";

/** An equation of the model. */
export interface Equation {
  readonly name: string;
  readonly where: string;
  readonly expr: Expr;
}

/** A first-order system with algebraic variables, as expressions. */
export interface AlgebraicEquations {
  readonly time: Expr;
  readonly states: readonly Expr[];
  readonly rates: readonly Expr[];
  readonly variables: readonly Expr[];
  readonly equations: readonly Equation[];
  /** Rates that are not known as expressions: no derivative may contain them. */
  readonly opaque?: ReadonlySet<Expr>;
}

/** An equation of the model, or a derivative of it. */
export interface Row {
  /** Its place among the equations of the model. */
  readonly origin: number;
  /** How often it has been differentiated, without the derivative that is left to numbers. */
  readonly times: number;
  readonly expr: Expr;
  readonly differentiated: boolean;
  /** The unknown that it determines in the matching, by its place. */
  readonly determines: number;
}

export interface ReducedIndex {
  readonly rows: readonly Row[];
  readonly hidden: readonly Pick<Row, "origin" | "times" | "expr">[];
  /** The variables of the model, then the derivatives of some of them. */
  readonly unknowns: readonly Expr[];
  /** Index of each equation of the model: one more than how often it is differentiated. */
  readonly indices: readonly number[];
}

/** An equation that no unknown can make true, or whose derivative is not known. */
export class Unenforceable extends Error {
  readonly origin: number;
  readonly isOpaque: boolean;

  constructor(origin: number, isOpaque = false) {
    super("an equation cannot be enforced by the variables");
    this.origin = origin;
    this.isOpaque = isOpaque;
  }
}

/** Below this fraction of the sum of its absolute terms, a sum counts as zero. */
const cancelled = 1e-14;

interface Active {
  readonly origin: number;
  times: number;
  expr: Expr;
}

export function reduceIndex(system: AlgebraicEquations, samples: Samples): ReducedIndex {
  const { time, states, rates, variables, equations, opaque } = system;
  const { graph } = time;
  /** What moves at a known rate: time, states, and unknowns that earlier equations determine. */
  const moves = new Map<Expr, Expr>([[time, graph.num(1)], ...states.map((y, k) => [y, rates[k]] as const)]);
  const unknowns = [...variables];
  const known = new Set(variables);
  /** Unknowns that no equation determines yet. */
  const open = new Set(variables);
  const settled: Row[] = [];
  const hidden: Pick<Row, "origin" | "times" | "expr">[] = [];
  const active: Active[] = equations.map(({ expr }, origin) => ({ origin, times: 0, expr }));
  const most = states.length + variables.length + 1;
  const termsOf = actions(system);
  /** The unknowns that act on the derivative of an equation of (t, y). */
  const slopes = (h: Expr, at: Samples): Expr[] =>
    [...termsOf(h)].filter(([, products]) => !vanishes(products, at)).map(([unknown]) => unknown);

  function derivative({ expr, origin }: Active): Expr {
    const [rate] = tangent([expr], moves);
    if (opaque !== undefined && symbolsOf([rate]).some((symbol) => opaque.has(symbol)))
      throw new Unenforceable(origin, true);
    return rate;
  }

  /** Takes the derivative of an equation, which remains as a hidden one. */
  function advance(row: Active, next: Expr): void {
    hidden.push({ origin: row.origin, times: row.times, expr: row.expr });
    row.expr = next;
    row.times++;
    if (row.times > most) throw new Unenforceable(row.origin);
  }

  /** Differentiates a row until it, or its first derivative, contains open unknowns; returns them. */
  function findUnknowns(row: Active): { readonly differentiated: boolean; readonly columns: readonly Expr[] } {
    for (;;) {
      const own = slopesIn(row.expr, (symbol) => known.has(symbol)).map(([unknown]) => unknown);
      const columns = own.filter((unknown) => open.has(unknown));
      if (columns.length > 0) return { differentiated: false, columns };
      let next = derivative(row);
      if (own.length === 0) {
        const acting = slopes(row.expr, samples);
        const first = acting.filter((unknown) => open.has(unknown));
        if (first.length > 0) return { differentiated: true, columns: first };
        // unknowns that cancel may have any value
        const gone = symbolsOf([next]).filter((symbol) => known.has(symbol) && !acting.includes(symbol));
        [next] = substitute([next], new Map(gone.map((unknown) => [unknown, graph.num(0)])));
      }
      if (slopesIn(next, (symbol) => moves.has(symbol) && symbol !== time).length === 0)
        throw new Unenforceable(row.origin);
      advance(row, next);
    }
  }

  for (;;) {
    // 1. which unknowns each row can determine, those that contain some first
    const found = active.map((row) => ({ row, ...findUnknowns(row) }));
    found.sort((a, b) => Number(a.differentiated) - Number(b.differentiated));
    const columns = [...open];
    const place = new Map(columns.map((unknown, k) => [unknown, k]));
    const incidence = found.map((each) => each.columns.map((unknown) => place.get(unknown)!));
    const matching = largestMatching(incidence, columns.length);
    const left = matching.columnOf.indexOf(-1);

    // 2. done when every row determines an unknown of its own
    if (left < 0) {
      found.forEach(({ row, differentiated }, k) => {
        settled.push({ ...row, differentiated, determines: unknowns.indexOf(columns[matching.columnOf[k]]) });
      });
      break;
    }

    // 3. otherwise the rows that compete with the one left out are differentiated with it
    const { rows, columns: shared } = competitors(incidence, matching, left);
    for (const k of shared) {
      const unknown = columns[k];
      const rate = graph.symbol(`${unknown.name}'`);
      samples.place(rate, 0);
      moves.set(unknown, rate);
      unknowns.push(rate);
      known.add(rate);
      open.add(rate);
      open.delete(unknown);
    }
    for (const k of rows) {
      const { row, differentiated } = found[k];
      if (differentiated) advance(row, derivative(row));
      if (k === left) advance(row, derivative(row));
      else {
        const determines = unknowns.indexOf(columns[matching.columnOf[k]]);
        settled.push({ ...row, differentiated: false, determines });
        row.expr = derivative(row);
        row.times++;
      }
    }
  }

  const indices = equations.map(() => 1);
  for (const { origin, times, differentiated } of settled)
    indices[origin] = Math.max(indices[origin], times + (differentiated ? 2 : 1));
  settled.sort((a, b) => a.origin - b.origin || a.times - b.times);
  return { rows: settled, hidden, unknowns, indices };
}

/** The symbols of an expression for which `isWanted` holds, with its derivatives by them, where these are not zero. */
export function slopesIn(expr: Expr, isWanted: (symbol: Expr) => boolean): (readonly [Expr, Expr])[] {
  const symbols = symbolsOf([expr]).filter(isWanted);
  const slopes = gradient(expr, symbols);
  return symbols.map((symbol, k) => [symbol, slopes[k]] as const).filter(([, slope]) => !isConst(slope, 0));
}

/** The terms of h_y F_z for an equation h of (t, y), by z. */
export function actions({ states, rates, variables }: AlgebraicEquations) {
  const place = new Map(states.map((y, k) => [y, k]));
  const isVariable = new Set(variables);
  const inRates = new Map<number, ReturnType<typeof slopesIn>>();
  return (h: Expr): Map<Expr, [Expr, Expr][]> => {
    const terms = new Map<Expr, [Expr, Expr][]>();
    for (const [y, expr] of slopesIn(h, (symbol) => place.has(symbol))) {
      const k = place.get(y)!;
      const slopes = inRates.get(k) ?? slopesIn(rates[k], (symbol) => isVariable.has(symbol));
      inRates.set(k, slopes);
      for (const [unknown, slope] of slopes) {
        const list = terms.get(unknown);
        if (list === undefined) terms.set(unknown, [[expr, slope]]);
        else list.push([expr, slope]);
      }
    }
    return terms;
  };
}

/** Whether a sum of products is zero at every point where it is finite. */
function vanishes(products: readonly (readonly [Expr, Expr])[], samples: Samples): boolean {
  if (products.length === 1) return false;
  const values = samples.of(products.flat());
  let isSeen = false;
  for (let i = 0; i < samples.count; i++) {
    let sum = 0;
    let size = 0;
    for (let k = 0; k < products.length; k++) {
      const term = values[2 * k][i] * values[2 * k + 1][i];
      sum += term;
      size += Math.abs(term);
    }
    if (!Number.isFinite(size)) continue;
    isSeen = true;
    if (Math.abs(sum) > cancelled * size) return false;
  }
  return isSeen;
}

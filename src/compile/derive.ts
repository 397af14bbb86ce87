/**
 * Turns a law into its kernel programs: takes the derivatives that each evaluation needs symbolically, and fuses those
 * that are needed together. q, v, t and the parameters are the law's own symbols; directions (w), weights (u),
 * multipliers (y), Jacobian entries (g) and omega² get symbols here.
 */

import { append, ModelError } from "../core/index.js";
import { buildProgram, type Input, type Program, type Target } from "../kernels/index.js";
import type { Law } from "../model/lowered.js";
import {
  add,
  type Expr,
  gradient,
  hessianColumn,
  isConst,
  jacobian,
  mul,
  neg,
  sub,
  substitute,
  tangent,
} from "../symbolic/index.js";

type Result = { readonly expr: Expr; readonly target: Target };

/** One stored entry of a constraint row: component, and the stencil coordinate it belongs to. */
export interface RowEntry {
  readonly component: number;
  readonly node: number;
  readonly comp: number;
  readonly expr: Expr;
}

/** A local second derivative: stencil coordinates (row >= column as numbered over the stencil) and its expression. */
export interface BlockEntry {
  readonly row: number;
  readonly col: number;
  readonly expr: Expr;
}

/** The longest function (bytes) that engines compile, and what a result and an instruction take at most. */
const longestFunction = 7_654_321;
const [bytesPerOutput, bytesPerInstruction] = [75, 16];

const tooLong = ({ where }: Law): ModelError =>
  new ModelError(
    where,
    "one law may have about 75000 second derivatives at most, as many as a law that couples 380 coordinates with each other; this one has more. Write it as a sum of laws over fewer coordinates, such as elements with repeat, or choose a method that needs forces only, such as dop853 or verlet.",
  );

/** A law with its symbols sorted by their meaning; everything below builds on it. */
export class LawCalculus {
  readonly law: Law;
  readonly time: Expr;
  /** All stencil coordinates in order, and the nodes they belong to. */
  readonly q: readonly Expr[];
  readonly v: readonly Expr[];
  readonly place: readonly { readonly node: number; readonly comp: number }[];
  private readonly inputs: Map<Expr, Input>;

  constructor(law: Law, time: Expr) {
    this.law = law;
    this.time = time;
    this.q = law.stencil.flatMap((s) => s.q);
    this.v = law.stencil.flatMap((s) => s.v);
    this.place = law.stencil.flatMap((s, node) => s.q.map((_, comp) => ({ node, comp })));
    this.inputs = new Map<Expr, Input>([[time, { from: "t" }]]);
    law.stencil.forEach((s, node) => {
      s.q.forEach((x, comp) => {
        this.inputs.set(x, { from: "q", node, comp });
      });
      s.v.forEach((x, comp) => {
        this.inputs.set(x, { from: "v", node, comp });
      });
    });
    law.params.forEach((p, column) => {
      this.inputs.set(p.symbol, { from: "param", column });
    });
  }

  program(results: readonly Result[]): Program {
    const program = buildProgram(results, this.inputs);
    if (bytesPerOutput * results.length + bytesPerInstruction * program.instructions.length > longestFunction)
      throw tooLong(this.law);
    return program;
  }

  /** The second derivatives of `f`, as `hessian` gives them; a law that has too many is refused early. */
  hessian(f: Expr, xs: readonly Expr[]): BlockEntry[] {
    const slopes = gradient(f, xs);
    const entries: BlockEntry[] = [];
    for (const col of xs.keys()) {
      append(entries, hessianColumn(slopes, xs, col));
      if (bytesPerOutput * entries.length > longestFunction) throw tooLong(this.law);
    }
    return entries;
  }

  /** A symbol for every stencil coordinate of another array over coordinates. */
  vector(from: "w" | "u"): Expr[] {
    return this.place.map(({ node, comp }) => this.input(`${from}${node}_${comp}`, { from, node, comp }));
  }

  entry(from: "y" | "g" | "omega2", offset: number, stride: number): Expr {
    return this.input(`${from}@${offset}+${stride}`, { from, offset, stride });
  }

  /** Symbols for Taylor coefficient k >= 1 of the stencil coordinates, in an array k n entries after that of q. */
  coefficients(k: number, n: number): readonly Expr[] {
    if (k === 1) return this.v;
    return this.place.map(({ node, comp }) =>
      this.input(`q${node}_${comp}^${k}`, { from: "q", node, comp: k * n + comp }),
    );
  }

  private input(name: string, input: Input): Expr {
    const symbol = this.time.graph.symbol(`#${name}`);
    this.inputs.set(symbol, input);
    return symbol;
  }

  scatter(exprs: readonly Expr[], array = 0): Result[] {
    return exprs.flatMap((expr, k) => {
      const { node, comp } = this.place[k];
      return isConst(expr, 0) ? [] : [{ expr, target: { to: "scatter", array, node, comp } as const }];
    });
  }

  /** Derivative along the motion with q'' = 0: d/dt with q' = v. */
  alongMotion(exprs: readonly Expr[]): Expr[] {
    const seeds = new Map<Expr, Expr>([[this.time, this.time.graph.num(1)]]);
    this.q.forEach((x, k) => {
      seeds.set(x, this.v[k]);
    });
    return tangent(exprs, seeds);
  }

  along(exprs: readonly Expr[], direction: readonly Expr[]): Expr[] {
    return tangent(exprs, new Map(this.q.map((x, k) => [x, direction[k]])));
  }
}

// ---- potentials (and penalties, which are potentials made from constraints) ----

/** 1/2 sum omega^2 g^2 over the components of a constraint law whose rows start at `row`. */
export function penalty(c: LawCalculus, row: number): Expr {
  const rows = c.law.outputs.length;
  const half = c.time.graph.num(0.5);
  return c.law.outputs
    .map((g, k) => mul(mul(half, c.entry("omega2", row + k, rows)), mul(g, g)))
    .reduce((a, b) => add(a, b));
}

export const energyProgram = (c: LawCalculus, V: Expr): Program =>
  c.program([{ expr: V, target: { to: "sum", array: 0 } }]);

export const gradientForceProgram = (c: LawCalculus, V: Expr): Program =>
  c.program(c.scatter(gradient(V, c.q).map((d) => neg(d))));

export const hessianTimesProgram = (c: LawCalculus, V: Expr): Program =>
  c.program(c.scatter(c.along(gradient(V, c.q), c.vector("w"))));

/** V'''[w, w]: the second derivative of the gradient along w. */
export function thirdProgram(c: LawCalculus, V: Expr): Program {
  const w = c.vector("w");
  return c.program(c.scatter(c.along(c.along(gradient(V, c.q), w), w)));
}

/** Structurally nonzero second derivatives, lower triangle over stencil coordinates. */
export function hessianEntries(c: LawCalculus, V: Expr): BlockEntry[] {
  return c.hessian(V, c.q);
}

export const blockProgram = (c: LawCalculus, entries: readonly BlockEntry[]): Program =>
  c.program(entries.map(({ expr }, column) => ({ expr, target: { to: "slot", array: 0, column } })));

// ---- constraints and invariants ----

export function rowEntries(c: LawCalculus, over: readonly Expr[] = c.q): RowEntry[] {
  return jacobian(c.law.outputs, over).map(({ row, col, expr }) => ({ component: row, ...c.place[col], expr }));
}

export const storeRows = (exprs: readonly Expr[], row: number, array: number): Result[] =>
  exprs.map((expr, k) => ({ expr, target: { to: "store", array, offset: row + k, stride: exprs.length } }));

const storeEntries = (exprs: readonly Expr[], base: number, array: number): Result[] =>
  exprs.map((expr, k) => ({ expr, target: { to: "store", array, offset: base + k, stride: exprs.length } }));

/** Expressions of a law with rows, stored where its values are. */
export const storeProgram = (c: LawCalculus, exprs: readonly Expr[], row: number): Program =>
  c.program(storeRows(exprs, row, 0));

export const valueProgram = (c: LawCalculus, row: number): Program => c.program(storeRows(c.law.outputs, row, 0));

/** G v + g_t. */
export const hiddenProgram = (c: LawCalculus, row: number): Program =>
  c.program(storeRows(c.alongMotion(c.law.outputs), row, 0));

/** c = g_qq[v, v] + 2 g_qt v + g_tt. */
export const curvatureProgram = (c: LawCalculus, row: number): Program =>
  c.program(storeRows(c.alongMotion(c.alongMotion(c.law.outputs)), row, 0));

/** Entries of d(G v + g_t)/dq, in the places of those of G. */
export const jacobianRateProgram = (c: LawCalculus, entries: readonly RowEntry[], base: number): Program =>
  c.program(storeEntries(c.alongMotion(exprsOf(entries)), base, 0));

export const jacobianProgram = (c: LawCalculus, entries: readonly RowEntry[], base: number): Program =>
  c.program(storeEntries(exprsOf(entries), base, 0));

/**
 * Computes in one pass everything that the elimination of the multipliers needs: G (out 0), c + G w with w = M^-1 f
 * (out 1), and for a diagonal mass with inverse u also G M^-1 (out 2).
 */
export function eliminationProgram(
  c: LawCalculus,
  entries: readonly RowEntry[],
  row: number,
  base: number,
  weighted: boolean,
): Program {
  const w = c.vector("w");
  const u = c.vector("u");
  const rhs = [...c.alongMotion(c.alongMotion(c.law.outputs))];
  for (const e of entries) rhs[e.component] = add(rhs[e.component], mul(e.expr, at(c, w, e)));
  const scaled = weighted ? entries.map((e) => mul(e.expr, at(c, u, e))) : [];
  return c.program([
    ...storeEntries(exprsOf(entries), base, 0),
    ...storeRows(rhs, row, 1),
    ...storeEntries(scaled, base, 2),
  ]);
}

/** Rows of G w from stored entries. */
export function multiplyRows(c: LawCalculus, entries: readonly RowEntry[], base: number): Expr[] {
  const w = c.vector("w");
  const zero = c.time.graph.num(0);
  const rows: Expr[] = c.law.outputs.map(() => zero);
  entries.forEach((e, k) => {
    rows[e.component] = add(rows[e.component], mul(c.entry("g", base + k, entries.length), at(c, w, e)));
  });
  return rows;
}

export const multiplyProgram = (c: LawCalculus, entries: readonly RowEntry[], row: number, base: number): Program =>
  c.program(storeRows(multiplyRows(c, entries, base), row, 0));

/** G^T y over the stencil coordinates, y one per component. */
export function reactions(c: LawCalculus, entries: readonly RowEntry[], y: readonly Expr[]): Expr[] {
  const sums: Expr[] = c.q.map(() => c.time.graph.num(0));
  for (const e of entries) {
    const position = positionOf(c, e);
    sums[position] = add(sums[position], mul(e.expr, y[e.component]));
  }
  return sums;
}

/** G^T y from stored entries, times the scalar argument. */
export function transposeProgram(c: LawCalculus, entries: readonly RowEntry[], row: number, base: number): Program {
  const rows = c.law.outputs.length;
  const y = c.law.outputs.map((_, k) => mul(c.time, c.entry("y", row + k, rows)));
  const stored = entries.map((e, k) => ({ ...e, expr: c.entry("g", base + k, entries.length) }));
  return c.program(c.scatter(reactions(c, stored, y)));
}

/** M^-1 G^T y from stored entries, times the scalar argument, for a diagonal mass whose inverse is the array u. */
export function weightedTransposeProgram(
  c: LawCalculus,
  entries: readonly RowEntry[],
  row: number,
  base: number,
): Program {
  const rows = c.law.outputs.length;
  const u = c.vector("u");
  const y = c.law.outputs.map((_, k) => mul(c.time, c.entry("y", row + k, rows)));
  const stored = entries.map((e, k) => ({ ...e, expr: mul(c.entry("g", base + k, entries.length), at(c, u, e)) }));
  return c.program(c.scatter(reactions(c, stored, y)));
}

/** Entries of G M^-1 for a diagonal mass whose inverse is the array u. */
export function weightProgram(c: LawCalculus, entries: readonly RowEntry[], base: number): Program {
  const u = c.vector("u");
  return c.program(
    storeEntries(
      entries.map((e, k) => mul(c.entry("g", base + k, entries.length), at(c, u, e))),
      base,
      0,
    ),
  );
}

// ---- forces, rates, kinetic energies ----

export const scatterProgram = (c: LawCalculus): Program => c.program(c.scatter(c.law.outputs));

/** Entries of M = T_vv, lower triangle. */
export function massEntries(c: LawCalculus): BlockEntry[] {
  return c.hessian(c.law.outputs[0], c.v);
}

/** T_q - d/dt(T_v) at q'' = 0: the velocity terms of a kinetic energy, as forces. */
export function kineticForces(c: LawCalculus): Expr[] {
  const [T] = c.law.outputs;
  const ahead = gradient(T, c.q);
  const behind = c.alongMotion(gradient(T, c.v));
  return ahead.map((d, k) => sub(d, behind[k]));
}

export const kineticForceProgram = (c: LawCalculus): Program => c.program(c.scatter(kineticForces(c)));

/** T_v at v = 0: the terms of the momentum that come from terms of T linear in v. */
export function momentumAtRest(c: LawCalculus): Expr[] {
  const zero = c.time.graph.num(0);
  return substitute(gradient(c.law.outputs[0], c.v), new Map(c.v.map((v) => [v, zero])));
}

export const momentumAtRestProgram = (c: LawCalculus): Program => c.program(c.scatter(momentumAtRest(c)));

/** T_q, as a force. */
export const kineticGradientProgram = (c: LawCalculus): Program =>
  c.program(c.scatter(gradient(c.law.outputs[0], c.q)));

/** The energy v T_v - T (T itself when T is quadratic in v). */
export function kineticEnergy(c: LawCalculus): Expr {
  const [T] = c.law.outputs;
  const action = gradient(T, c.v).reduce((sum, p, k) => add(sum, mul(p, c.v[k])), c.time.graph.num(0));
  return sub(action, T);
}

const exprsOf = (entries: readonly RowEntry[]): Expr[] => entries.map((e) => e.expr);

function positionOf(c: LawCalculus, e: RowEntry): number {
  return c.place.findIndex((p) => p.node === e.node && p.comp === e.comp);
}

const at = (c: LawCalculus, xs: readonly Expr[], e: RowEntry): Expr => xs[positionOf(c, e)];

/**
 * Small constrained systems: the whole right-hand side of the underlying ODE as one straight-line program. Every instance
 * of every law is written out in the system's own coordinates, and the multipliers are eliminated symbolically,
 *
 *     S = G M^-1 G^T = L D L^T,   S lambda = G M^-1 f + c,   q'' = M^-1 (f - G^T lambda),
 *
 * so that nothing travels through memory between the steps and constants (unit masses, say) fold away. Larger systems
 * run over tables; see `constraint-code.ts`.
 */

import { buildProgram, type Input, type Program } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { add, countNodes, div, type Expr, gradient, min, mul, neg, sub, substitute } from "../symbolic/index.js";
import { pivotTolerance } from "./constraint-code.js";
import { kineticForces } from "./derive.js";
import type { MassPlan } from "./mass.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";

const most = { coordinates: 24, constraints: 6, instances: 32, nodes: 4000 };

/**
 * The program: dy (out 0), lambda (out 1), and the least of d_i - tolerance S_ii (out 2), which is positive unless the
 * constraints depend on each other. Undefined for systems that are not small.
 */
export function fusedUnderlying(lowered: Lowered, placed: PlacedModel, mass: MassPlan): Program | undefined {
  const { n, graph, time, functions } = lowered;
  const { m } = placed;
  const instances = lowered.laws.reduce((sum, law) => sum + law.count, 0);
  const small = n <= most.coordinates && m <= most.constraints && instances <= most.instances;
  if (!small || m === 0 || mass.kind !== "diagonal" || functions.length > 0) return undefined;

  const zero = graph.num(0);
  const q = Array.from({ length: n }, (_, k) => graph.symbol(`#q${k}`));
  const v = Array.from({ length: n }, (_, k) => graph.symbol(`#v${k}`));
  const inverse = Array.from(lowered.massDiagonal, (x) => graph.num(1 / x));

  // 1. forces
  const f: Expr[] = q.map(() => zero);
  const addForces = (p: PlacedLaw, forces: readonly Expr[]): void => {
    for (let i = 0; i < p.law.count; i++)
      written(p, i, forces, q, v).forEach((force, position) => {
        const k = coordinate(p, position, i);
        f[k] = add(f[k], force);
      });
  };
  for (const p of placed.potentials)
    addForces(
      p,
      gradient(p.law.outputs[0], p.calculus.q).map((d) => neg(d)),
    );
  for (const p of placed.forces) addForces(p, p.law.outputs);
  for (const p of placed.kinetics) addForces(p, kineticForces(p.calculus));
  const a = f.map((force, k) => mul(force, inverse[k]));

  // 2. rows of G, and the right-hand side G a + c
  const G: Map<number, Expr>[] = Array.from({ length: m }, () => new Map());
  const rhs: Expr[] = Array.from({ length: m }, () => zero);
  for (const p of placed.constraints) {
    const c = p.calculus;
    const rows = p.law.outputs.length;
    const curvature = c.alongMotion(c.alongMotion(p.law.outputs));
    for (let i = 0; i < p.law.count; i++) {
      const slopes = written(
        p,
        i,
        p.entries.map((e) => e.expr),
        q,
        v,
      );
      written(p, i, curvature, q, v).forEach((value, component) => {
        rhs[p.row + i * rows + component] = value;
      });
      p.entries.forEach((e, k) => {
        const row = p.row + i * rows + e.component;
        const column = p.law.stencil[e.node].index[i] + e.comp;
        G[row].set(column, add(G[row].get(column) ?? zero, slopes[k]));
      });
    }
  }
  G.forEach((row, i) => {
    for (const [k, slope] of row) rhs[i] = add(rhs[i], mul(slope, a[k]));
  });

  // 3. S = L D L^T and its solution, row after row
  const { lambda, margin } = eliminate(G, rhs, inverse, zero);

  // 4. accelerations
  const reaction: Expr[] = q.map(() => zero);
  G.forEach((row, i) => {
    for (const [k, slope] of row) reaction[k] = add(reaction[k], mul(slope, lambda[i]));
  });
  const dv = a.map((free, k) => sub(free, mul(inverse[k], reaction[k])));
  if (countNodes([...dv, ...lambda, margin]) > most.nodes) return undefined;

  const inputs = new Map<Expr, Input>([[time, { from: "t" }]]);
  q.forEach((x, comp) => {
    inputs.set(x, { from: "q", node: 0, comp });
  });
  v.forEach((x, comp) => {
    inputs.set(x, { from: "v", node: 0, comp });
  });
  const store = (exprs: readonly Expr[], array: number) =>
    exprs.map((expr, offset) => ({ expr, target: { to: "store", array, offset, stride: 0 } as const }));
  return buildProgram([...store([...v, ...dv], 0), ...store(lambda, 1), ...store([margin], 2)], inputs);
}

/** Expressions of a law for instance i, in the system's coordinates and with numbers for parameters. */
function written(p: PlacedLaw, i: number, exprs: readonly Expr[], q: readonly Expr[], v: readonly Expr[]): Expr[] {
  const { law } = p;
  const map = new Map<Expr, Expr>();
  law.stencil.forEach((node) => {
    node.q.forEach((x, c) => {
      map.set(x, q[node.index[i] + c]);
    });
    node.v.forEach((x, c) => {
      map.set(x, v[node.index[i] + c]);
    });
  });
  for (const { symbol, values } of law.params) map.set(symbol, symbol.graph.num(values[values.length === 1 ? 0 : i]));
  return substitute(exprs, map);
}

function coordinate({ law, calculus }: PlacedLaw, position: number, i: number): number {
  const { node, comp } = calculus.place[position];
  return law.stencil[node].index[i] + comp;
}

function eliminate(
  G: readonly ReadonlyMap<number, Expr>[],
  rhs: readonly Expr[],
  inverse: readonly Expr[],
  zero: Expr,
): { readonly lambda: Expr[]; readonly margin: Expr } {
  const m = G.length;
  const { graph } = zero;
  const L: Expr[][] = [];
  const reciprocal: Expr[] = [];
  const x = rhs.slice();
  let margin: Expr | undefined;
  for (let i = 0; i < m; i++) {
    // row i of S, then of L D by substitution
    const row = Array.from({ length: i + 1 }, (_, j) => {
      let sum = zero;
      for (const [k, slope] of G[i]) {
        const other = G[j].get(k);
        if (other) sum = add(sum, mul(mul(slope, inverse[k]), other));
      }
      return sum;
    });
    const diagonal = row[i];
    for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) row[j] = sub(row[j], mul(row[k], L[j][k]));
    L[i] = row.slice(0, i).map((entry, j) => mul(entry, reciprocal[j]));
    let d = diagonal;
    for (let j = 0; j < i; j++) d = sub(d, mul(L[i][j], row[j]));
    reciprocal[i] = div(graph.num(1), d);
    const left = sub(d, mul(graph.num(pivotTolerance), diagonal));
    margin = margin ? min(margin, left) : left;
    for (let j = 0; j < i; j++) x[i] = sub(x[i], mul(L[i][j], x[j]));
  }
  for (let i = 0; i < m; i++) x[i] = mul(x[i], reciprocal[i]);
  for (let i = m - 1; i >= 0; i--) for (let j = i + 1; j < m; j++) x[i] = sub(x[i], mul(L[j][i], x[j]));
  return { lambda: x, margin: margin! };
}

/**
 * Small constrained systems: the whole right-hand side of the underlying ODE as one straight-line program, and the
 * corrections of positions and velocities. The multipliers are eliminated symbolically,
 *
 *     S = G M^-1 G^T = L D L^T,   S lambda = G M^-1 f + c,   q'' = M^-1 (f - G^T lambda),
 *
 * so that intermediate values stay out of memory and constants (unit masses, for example) fold away. Larger systems run
 * over tables; see `constraint-code.ts`.
 */

import type { Program } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { abs, add, div, type Expr, gradient, max, min, mul, neg, sub } from "../symbolic/index.js";
import { type Row, withoutDenominator } from "./common-denominator.js";
import { kineticForces } from "./derive.js";
import type { MassPlan } from "./mass.js";
import { alarmingPivot, pivotTolerance } from "./pivot-limits.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";
import { coordinate, type SmallSystem, smallSystem, written } from "./small-system.js";

/**
 * The program: dy (out 0), lambda (out 1), and in out 2 the least of d_i - tolerance S_ii, which is positive unless the
 * constraints depend on each other, and the same with the ratio that sets the alarm. Undefined for systems that are not
 * small.
 */
export function fusedUnderlying(lowered: Lowered, placed: PlacedModel, mass: MassPlan): Program | undefined {
  const small = smallSystem(lowered, placed, mass);
  if (small === undefined) return undefined;
  const { dy, lambda, margin, distance } = underlyingMotion(small, placed);
  // product, difference and minimum of each row, and one number
  return small.program([dy, lambda, [margin, distance]], 3 * lambda.length);
}

/** dy, lambda and the margins above as expressions, with the forces of an additional potential if there is one. */
export function underlyingMotion(small: SmallSystem, placed: PlacedModel, more?: Expr) {
  const { q, v, inverse, zero } = small;

  // 1. forces
  const f: Expr[] = more === undefined ? q.map(() => zero) : gradient(more, q).map((d) => neg(d));
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

  // 2. rows of G without common denominators, and the right-hand side G a + c
  const scaled = small.jacobian().map(withoutDenominator);
  const G = scaled.map(({ row }) => row);
  const rhs = small
    .rows((c, outputs) => c.alongMotion(c.alongMotion(outputs)))
    .map((curvature, i) =>
      [...G[i]].reduce((sum, [k, slope]) => add(sum, mul(slope, a[k])), scaled[i].scaled(curvature)),
    );

  // 3. S = L D L^T and its solution, row after row
  const { lambda, margin, distance } = eliminate(G, rhs, inverse, zero);

  // 4. accelerations
  const reaction = transposed(G, lambda, q.length, zero);
  const dv = a.map((free, k) => sub(free, mul(inverse[k], reaction[k])));
  return { dy: [...v, ...dv], lambda: lambda.map((x, i) => mul(x, scaled[i].scale)), margin, distance };
}

/**
 * The linear corrections toward the constraints as two programs, one for each level. The programs read y and the factor alpha. Out 0 receives
 * the new q or v, out 1 the largest |g|, or |G v + g_t| and |g|, and out 2 is as above.
 */
export function fusedCorrections(
  lowered: Lowered,
  placed: PlacedModel,
  mass: MassPlan,
): { readonly position: Program; readonly velocity: Program } | undefined {
  const small = smallSystem(lowered, placed, mass);
  if (small === undefined) return undefined;
  const { q, v, inverse, zero } = small;
  const alpha = small.given(0);
  const scaled = small.jacobian().map(withoutDenominator);
  const G = scaled.map(({ row }) => row);
  const g = small.rows((_, outputs) => outputs);
  const hidden = small.rows((c, outputs) => c.alongMotion(outputs));
  const largest = (residuals: readonly Expr[]): Expr => residuals.map((r) => abs(r)).reduce((a, b) => max(a, b));
  const corrected = (x: readonly Expr[], residuals: readonly Expr[], sizes: readonly Expr[]): Program | undefined => {
    const rhs = residuals.map((residual, i) => scaled[i].scaled(residual));
    const { lambda, margin } = eliminate(G, rhs, inverse, zero);
    const reaction = transposed(G, lambda, q.length, zero);
    const moved = x.map((value, k) => sub(value, mul(alpha, mul(inverse[k], reaction[k]))));
    return small.program([moved, sizes, [margin]]);
  };
  const position = corrected(q, g, [largest(g)]);
  const velocity = corrected(v, hidden, [largest(hidden), largest(g)]);
  return position && velocity && { position, velocity };
}

/** Sum over rows of G^T y. */
function transposed(G: readonly Row[], y: readonly Expr[], n: number, zero: Expr): Expr[] {
  const sum: Expr[] = Array.from({ length: n }, () => zero);
  G.forEach((row, i) => {
    for (const [k, slope] of row) sum[k] = add(sum[k], mul(slope, y[i]));
  });
  return sum;
}

function eliminate(
  G: readonly Row[],
  rhs: readonly Expr[],
  inverse: readonly Expr[],
  zero: Expr,
): { readonly lambda: Expr[]; readonly margin: Expr; readonly distance: Expr } {
  const m = G.length;
  const { graph } = zero;
  const L: Expr[][] = [];
  const reciprocal: Expr[] = [];
  const x = rhs.slice();
  const lefts: Expr[] = [];
  const distances: Expr[] = [];
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
    lefts.push(sub(d, mul(graph.num(pivotTolerance), diagonal)));
    distances.push(sub(d, mul(graph.num(alarmingPivot), diagonal)));
    for (let j = 0; j < i; j++) x[i] = sub(x[i], mul(L[i][j], x[j]));
  }
  for (let i = 0; i < m; i++) x[i] = mul(x[i], reciprocal[i]);
  for (let i = m - 1; i >= 0; i--) for (let j = i + 1; j < m; j++) x[i] = sub(x[i], mul(L[j][i], x[j]));
  const least = (values: readonly Expr[]): Expr => values.reduce((a, b) => min(a, b));
  return { lambda: x, margin: least(lefts), distance: least(distances) };
}

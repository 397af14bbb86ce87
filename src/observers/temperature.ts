/**
 * The temperature of some coordinates, as an energy: twice their kinetic energy divided by their degrees of freedom.
 * Velocities that satisfy the constraints have <m v_k^2> = kT P_kk, P = 1 - M^-1 G^T S^-1 G, so coordinate k counts as P_kk
 * of a degree of freedom. If no constraint joins the coordinates to others, these sum to their number minus the rank;
 * otherwise P is evaluated together with the velocities.
 */

import type { Problem, State } from "../core/index.js";
import { ConstraintMetric } from "../linalg/index.js";
import type { Source } from "./observables.js";

/**
 * The temperature of all coordinates, or of those in `of`. Constraints count if the formulation keeps them. Undefined if
 * the mass has blocks.
 */
export function temperature(problem: Problem, of?: Int32Array): Source | undefined {
  const mechanics = problem.workspace.mechanics!;
  const { n, inverseMass } = mechanics;
  const constraints = problem.constraints ?? problem.manifold?.constraints;
  const rank = (): number => (constraints === undefined ? 0 : constraints.m - constraints.dropped.length);
  if (of === undefined) return (s, each) => each((2 * mechanics.kinetic(s.q, s.v)) / (n - rank()));
  if (inverseMass === undefined) return undefined;

  const twiceKinetic = ({ v }: State): number => {
    let sum = 0;
    for (let i = 0; i < of.length; i++) sum += (v[of[i]] * v[of[i]]) / inverseMass[of[i]];
    return sum;
  };
  if (constraints === undefined) return (s, each) => each(twiceKinetic(s) / of.length);

  const { m, rowStart, column } = constraints;
  const inside = new Uint8Array(n);
  for (const k of of) inside[k] = 1;
  const within: number[] = Array.from({ length: m }, (_, i) => {
    const own = column.subarray(rowStart[i], rowStart[i + 1]);
    let sum = 0;
    for (const k of own) sum += inside[k];
    return sum / own.length;
  });
  if (within.every((part) => part === 0 || part === 1)) {
    const freedom = (): number =>
      of.length - within.reduce<number>((sum, part, i) => sum + (constraints.dropped.includes(i) ? 0 : part), 0);
    return (s, each) => each(twiceKinetic(s) / freedom());
  }

  const metric = new ConstraintMetric(constraints, inverseMass);
  const G = constraints.newJacobian();
  return (s, each) => {
    constraints.jacobian(G, s.t, s.q);
    let freedom = metric.evaluate(G) ? of.length : Number.NaN;
    for (let e = 0; e < column.length; e++) if (inside[column[e]] === 1) freedom -= G[e] * metric.W[e];
    each(twiceKinetic(s) / freedom);
  };
}

/** What a run has cost. Every run counts its work in these units. */

/** What a run has cost, in counts: `Solution.work`. */
export interface Work {
  /** Accepted steps. */
  steps: number;
  /** Rejected attempts. */
  rejected: number;
  /** Evaluations of the forces (or of the right-hand side of a first-order system). */
  forces: number;
  /** Evaluations of the constraint Jacobian G, or of dF/dy. */
  jacobians: number;
  /** Evaluations of Hessians of the potential. */
  hessians: number;
  /** Matrix factorisations. */
  factorisations: number;
  /** Linear solves with a factorised matrix. */
  solves: number;
  /** Projections onto the constraints (a consistent start counts as one). */
  projections: number;
  /** Iterations inside projections and inside methods that iterate. */
  iterations: number;
}

export const noWork = (): Work => ({
  steps: 0,
  rejected: 0,
  forces: 0,
  jacobians: 0,
  hessians: 0,
  factorisations: 0,
  solves: 0,
  projections: 0,
  iterations: 0,
});

/** Copies counts, before and after looks at a run that are not part of its work. Field by field this costs a few
 * nanoseconds; `Object.assign` costs as much as a small step. */
export function copyWork(to: Work, from: Work): void {
  to.steps = from.steps;
  to.rejected = from.rejected;
  to.forces = from.forces;
  to.jacobians = from.jacobians;
  to.hessians = from.hessians;
  to.factorisations = from.factorisations;
  to.solves = from.solves;
  to.projections = from.projections;
  to.iterations = from.iterations;
}

/** The work done since the counts were `before`. */
export function workSince(now: Work, before: Work): Work {
  const since = { ...now };
  for (const key of Object.keys(since) as (keyof Work)[]) since[key] -= before[key];
  return since;
}

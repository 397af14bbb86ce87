/**
 * Fixman's potential (Proc. Natl. Acad. Sci. 71 (1974) 3050). Stiff springs and rigid rods at one temperature are
 * different ensembles, however stiff the springs: integrated over velocities and over the small displacements of the
 * springs, positions on the manifold have the density exp(-V/kT) (det S)^-1/2 for springs and exp(-V/kT) for rods, S =
 * G M^-1 G^T. Adding
 *
 *     U = kT/2 log det S,      dU/dq = kT sum over i of H_i w_i,      w_i = M^-1 G^T S^-1 e_i,
 *
 * H_i the Hessian of g_i, to the potential of the rods makes the ensembles equal. Only the entries of w_i at the
 * coordinates of g_i matter, so constraints without a common coordinate share one evaluation of d(G w)/dq. A colouring
 * finds such sets; a chain needs two colours.
 */

import type { F64, Problem, SecondOrder } from "../../../core/index.js";
import { ConstraintMetric } from "../../../linalg/index.js";

export class Fixman {
  private readonly problem: Problem;
  private readonly kT: number;
  private readonly metric: ConstraintMetric;
  /** Colour of each constraint. */
  private readonly colour: Int32Array;
  private readonly colours: number;
  private readonly G: F64;
  private readonly L: F64;
  private readonly w: F64;

  constructor(problem: Problem, kT: number) {
    const { arena, n } = problem;
    const constraints = problem.constraints!;
    this.problem = problem;
    this.kT = kT;
    this.metric = new ConstraintMetric(constraints, problem.secondOrder!.mechanics.inverseMass!);
    this.colour = colouring(constraints.m, constraints.rowStart, constraints.column, n);
    this.colours = this.colour.reduce((most, c) => Math.max(most, c + 1), 0);
    this.G = constraints.newJacobian();
    this.L = constraints.newJacobian();
    this.w = arena.f64(n);
  }

  /** U at (t, q); NaN in a singular position. */
  potential(t: number, q: F64): number {
    this.problem.constraints!.jacobian(this.G, t, q);
    return this.metric.evaluate(this.G) ? 0.5 * this.kT * this.metric.logDeterminant : Number.NaN;
  }

  /** f -= dU/dq. In a singular position f becomes NaN, which ends the step. */
  addForce(f: F64, t: number, q: F64): void {
    const { problem, kT, metric, colour, colours, G, L, w } = this;
    const constraints = problem.constraints!;
    const { m, rowStart, column } = constraints;
    constraints.jacobian(G, t, q);
    if (!metric.evaluate(G)) {
      f.fill(Number.NaN);
      return;
    }
    for (let c = 0; c < colours; c++) {
      w.fill(0);
      for (let i = 0; i < m; i++)
        if (colour[i] === c) for (let e = rowStart[i]; e < rowStart[i + 1]; e++) w[column[e]] = metric.W[e];
      constraints.jacobianRate(L, t, q, w);
      for (let i = 0; i < m; i++)
        if (colour[i] === c) for (let e = rowStart[i]; e < rowStart[i + 1]; e++) f[column[e]] -= kT * L[e];
    }
  }
}

/** Adds the forces of the potential to those of a rigid problem. */
export function withFixman(problem: Problem, kT: number): Problem {
  const fixman = new Fixman(problem, kT);
  const { mechanics, part, force } = problem.secondOrder!;
  const secondOrder: SecondOrder = {
    mechanics,
    part,
    force(f, t, q, v) {
      force(f, t, q, v);
      fixman.addForce(f, t, q);
    },
  };
  return { ...problem, secondOrder };
}

/** Gives each constraint the first colour that no constraint with a common coordinate has. */
function colouring(m: number, rowStart: Int32Array, column: Int32Array, n: number): Int32Array {
  const colour = new Int32Array(m);
  const taken = Array.from({ length: n }, () => new Set<number>());
  for (let i = 0; i < m; i++) {
    const mine = Array.from(column.subarray(rowStart[i], rowStart[i + 1]), (k) => taken[k]);
    while (mine.some((set) => set.has(colour[i]))) colour[i]++;
    for (const set of mine) set.add(colour[i]);
  }
  return colour;
}

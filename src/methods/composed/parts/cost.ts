/**
 * What work costs, in evaluations of the right-hand side at hand. Costs are computed from counts, so that decisions are
 * the same on every machine. The rule:
 *
 *     cost = forces + projections + colours·jacobians + (factor·factorisations + solve·solves) / size
 *
 * with these weights, for N unknowns of which each depends on `colours` others on average:
 *
 *     factor    36 for sparse matrices, 1.5 N + N^2/40 for dense ones
 *     solve     7 for sparse matrices, 3 + 0.3 N for dense ones, with the vector operations of Newton's iteration
 *     size      1 for an ordinary right-hand side, 1 + N^2/25 where a mass M(q) is inverted, 3 where multipliers are
 *               eliminated, three times as much where it is not generated code
 *
 * Jacobians, factorisations and solves are those of the method itself: a projection counts as one evaluation, and what an
 * evaluation factorises to eliminate multipliers belongs to it. Jacobians by differences cost the evaluations that they
 * take. The weights were measured once as processor time, on 56 generated systems of 2 to 200 unknowns; costs by this
 * rule are within a factor of 2.5 of the time there, which depends on how expensive the right-hand side is.
 */

import type { ByteReader, ByteWriter, Problem, Work } from "../../../core/index.js";

/** Matrices of more unknowns than this, and with fewer entries than this fraction of all, are factorised sparse. */
const small = 16;
const full = 0.4;

export interface Weights {
  readonly jacobian: number;
  readonly factorisation: number;
  readonly solve: number;
  /** An operation on a vector of unknowns, of which explicit steps make a few in every evaluation. */
  readonly vector: number;
}

export function weightsOf(problem: Problem): Weights {
  const { dimension: N, rate, workspace } = problem;
  const jacobian = rate?.jacobian?.();
  const entries = jacobian?.rows.length ?? N * N;
  const isSparse = N > small && entries <= full * N * N;
  const isVarying = workspace.mechanics?.mass === "varying";
  const isSlow = rate?.compiled === undefined && !isVarying;
  const size = (eliminates(problem) ? 3 : isVarying ? 1 + (N * N) / 25 : 1) * (isSlow ? 3 : 1);
  return {
    jacobian: jacobian === undefined ? 0 : entries / N,
    factorisation: (isSparse ? 36 : 1.5 * N + (N * N) / 40) / size,
    solve: (isSparse ? 7 : 3 + 0.3 * N) / size,
    vector: 0.25 / size,
  };
}

const eliminates = ({ secondOrder, manifold }: Problem): boolean =>
  secondOrder === undefined && manifold?.constraints !== undefined;

const counted = ["forces", "jacobians", "factorisations", "solves", "projections"] as const satisfies (keyof Work)[];

/** Adds up what a run costs: call `begin` before every attempt of a step and `end` after it. */
export class CostMeter {
  readonly weights: Weights;
  private readonly work: Work;
  private readonly eliminates: boolean;
  /** The cost up to the last call, and the counts then. */
  private cost = 0;
  private readonly last = new Float64Array(counted.length);

  constructor(problem: Problem) {
    this.weights = weightsOf(problem);
    this.work = problem.work;
    this.eliminates = eliminates(problem);
    this.clear();
  }

  clear(): void {
    this.cost = 0;
    this.look();
  }

  begin(): void {
    this.cost = this.total;
    this.look();
  }

  /** `spared` evaluations were not necessary because dense output had made them; what it costs must not depend on that. */
  end(spared: number): void {
    const { weights, work, last } = this;
    const forces = work.forces - last[0];
    const inside = this.eliminates ? forces : 0;
    this.cost +=
      spared +
      forces +
      weights.jacobian * Math.max(0, work.jacobians - last[1] - inside) +
      weights.factorisation * Math.max(0, work.factorisations - last[2] - inside) +
      weights.solve * Math.max(0, work.solves - last[3] - inside);
    this.look();
  }

  /** The cost so far, between attempts. Evaluations there serve readers, who look inside steps, and must not change the run. */
  get total(): number {
    return this.cost + (this.work.projections - this.last[4]);
  }

  save(to: ByteWriter): void {
    to.number(this.cost);
    to.numbers(this.last.map((count, k) => this.work[counted[k]] - count));
  }

  restore(from: ByteReader): void {
    this.cost = from.number();
    const since = from.numbers();
    this.last.forEach((_, k) => {
      this.last[k] = this.work[counted[k]] - since[k];
    });
  }

  private look(): void {
    for (let k = 0; k < counted.length; k++) this.last[k] = this.work[counted[k]];
  }
}

/**
 * Hidden equations that contain algebraic variables, at the states of a run. They must vanish although no right-hand side
 * imposes them. Hidden equations of states alone are among the invariants of the workspace, which the ledger measures.
 */

import { copyWork, type F64, type KeptInvariants, noWork, type Problem, type State } from "../core/index.js";

export class HiddenResiduals {
  readonly names: readonly string[];
  private readonly kept: KeptInvariants;
  /** The place of the first of them among what solutions keep. */
  private readonly first: number;
  private readonly work: Problem["work"];
  private readonly before = noWork();
  private readonly h: F64;
  private readonly H: F64;
  private readonly dimension: number;
  /** The start of the iteration for the variables: a look leaves it to the run as it was. */
  private readonly carried: Float64Array;

  constructor({ arena, work, dimension }: Problem, kept: KeptInvariants, first: number, names: readonly string[]) {
    this.names = names;
    this.kept = kept;
    this.first = first;
    this.work = work;
    this.dimension = dimension;
    this.h = arena.f64(kept.count);
    this.H = arena.f64(kept.count * dimension);
    this.carried = new Float64Array(kept.carried?.length ?? 0);
  }

  /** Writes their residuals at `s` from `at` on. */
  measure(out: Float64Array, at: number, s: State): void {
    this.looking(() => this.kept.residual(this.h, s.t, s.y));
    for (let k = 0; k < this.names.length; k++) out[at + k] = Math.abs(this.h[this.first + k]);
  }

  /** sum |dh/dy_i| tol_i for each of them, from `at` on. */
  changes(out: Float64Array, at: number, s: State, tolerance: F64): void {
    const { first, dimension: n, H } = this;
    this.looking(() => this.kept.jacobian(H, s.t, s.y));
    for (let k = 0; k < this.names.length; k++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += Math.abs(H[(first + k) * n + i]) * tolerance[i];
      out[at + k] = sum;
    }
  }

  private looking(look: () => void): void {
    const { carried } = this.kept;
    copyWork(this.before, this.work);
    if (carried !== undefined) this.carried.set(carried);
    look();
    carried?.set(this.carried);
    copyWork(this.work, this.before);
  }
}

/** Undefined where every hidden equation of the problem is one of states alone. */
export function hiddenResiduals(problem: Problem): HiddenResiduals | undefined {
  const { algebraic, coupled } = problem.workspace;
  const { hidden } = algebraic ?? coupled?.algebraic ?? {};
  const kept = problem.manifold?.invariants;
  if (hidden === undefined || kept === undefined || hidden.ofStates === hidden.count) return undefined;
  return new HiddenResiduals(problem, kept, hidden.ofStates, hidden.names.slice(hidden.ofStates));
}

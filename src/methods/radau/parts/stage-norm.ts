/**
 * The size of Newton's corrections: root mean square over the components of y and the three stages, in units of the
 * tolerance of the estimate or, without tolerances, of the largest component of q and of v. Multipliers are not
 * measured, because an error of lambda shows in v.
 */

import type { F64, Pacer, Problem } from "../../../core/index.js";
import { normInf } from "../../../linalg/vector.js";
import type { Point, StageSystem } from "./stage-system.js";

const epsilon = 2 ** -52;

export class StageNorm {
  private readonly system: StageSystem;
  private readonly problem: Problem;
  private readonly unit: F64;

  constructor(system: StageSystem, problem: Problem) {
    this.system = system;
    this.problem = problem;
    this.unit = problem.arena.f64(problem.dimension);
  }

  /** Measures in the pacer's tolerances; `least` is the size that a step of h must resolve. */
  inTolerances(pacer: Pacer, base: Point, h: number, least: number): void {
    const { unit, system, problem } = this;
    pacer.scale(unit, base.y);
    if (system.velocityPower === 0) return;
    // when only positions are imposed, rounding of q causes errors of eps |q| / h in v
    const noise = (100 * epsilon * normInf(base.q)) / (least * Math.abs(h));
    for (let i = problem.n; i < unit.length; i++) if (unit[i] < noise) unit[i] = noise;
  }

  /**
   * Measures relative to the largest components at the start and at the end of the step, separately for q and v, and for
   * each state beside them.
   */
  inLargest(base: Point, last: Point): void {
    const { unit, problem } = this;
    let half = problem.n > 0 ? problem.n : unit.length;
    for (let from = 0; from < unit.length; from += half) {
      if (from > 0 && from >= 2 * problem.n) half = 1;
      let largest = 0;
      for (let i = from; i < from + half; i++) {
        largest = Math.max(largest, Math.abs(base.y[i]), Math.abs(base.y[i] + last.y[i]));
      }
      for (let i = from; i < from + half; i++) unit[i] = largest === 0 ? 1 : largest;
    }
  }

  size(W: readonly Point[]): number {
    const { unit } = this;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const { y } = W[k];
      for (let i = 0; i < y.length; i++) {
        const part = y[i] === 0 ? 0 : y[i] / unit[i];
        sum += part * part;
      }
    }
    return Math.sqrt(sum / (3 * Math.max(unit.length, 1)));
  }
}

/**
 * The leapfrog with constraints that a `Keeper` enforces: the step of RATTLE around any solver of its two sets of
 * equations,
 *
 *     v_h = v_0 + h/2 M^-1 f_0,   q_1 = q_0 + h v_h,   `positions`;   v_1 = v_h + h/2 M^-1 f_1,   `velocities`
 *
 * for methods that depend on the start of the step only, without history or multipliers.
 */

import type { Diagnosis, F64, Problem, State, Status } from "../../../core/index.js";
import { type LongVectors, longVectors } from "../../../linalg/long-vectors.js";
import type { ForcesAt } from "../../leapfrog/parts/forces-at.js";
import { KickedStepper } from "../../leapfrog/parts/kicked-stepper.js";

/** Keeps the constraints of one run. */
export interface Keeper extends Pick<Diagnosis, "residual" | "warning"> {
  /** Moves q along M^-1 G(q0)^T onto the constraints, and changes v by that displacement divided by h. */
  positions(q: F64, v: F64, q0: F64, h: number): Status;
  /** Makes v tangential at q. */
  velocities(v: F64, q: F64): Status;
}

export class KeptLeapfrogStepper extends KickedStepper {
  readonly diagnosis: Diagnosis;
  private readonly keeper: Keeper;
  private readonly vectors: LongVectors;

  constructor(problem: Problem, keeper: Keeper) {
    super(problem);
    this.keeper = keeper;
    this.diagnosis = keeper;
    this.vectors = longVectors(problem.arena, problem.n);
  }

  protected move(next: State, s: State, h: number, from: ForcesAt, to: ForcesAt): Status {
    // 1. half a kick, then drift, then the positions
    const { vectors } = this;
    vectors.addScaled(next.v, s.v, h / 2, from.a);
    vectors.addScaled(next.q, s.q, h, next.v);
    const status = this.keeper.positions(next.q, next.v, s.q, h);
    if (status !== "ok") return status;

    // 2. the other half of the kick, then the velocities
    to.evaluate(next);
    vectors.axpy(next.v, h / 2, to.a);
    return this.keeper.velocities(next.v, next.q);
  }
}

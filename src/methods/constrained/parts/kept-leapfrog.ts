/**
 * The leapfrog with constraints that a `Keeper` enforces (`leapfrog-text.ts`): the step of RATTLE around any solver of
 * its two sets of equations, for methods that depend on the start of the step only, without history or multipliers.
 */

import type { CompiledRoutines, Diagnosis, F64, Problem, State, Status, Step } from "../../../core/index.js";
import { longVectors } from "../../../linalg/long-vectors.js";
import { bindStep, together } from "../../../step/index.js";
import { accelerationCalls, type ForcesAt } from "../../leapfrog/parts/forces-at.js";
import { KickedStepper } from "../../leapfrog/parts/kicked-stepper.js";
import { kept, type LeapfrogText, leapfrogText } from "../../leapfrog/parts/leapfrog-text.js";

/** Keeps the constraints of one run. */
export interface Keeper extends Pick<Diagnosis, "residual" | "warning"> {
  /** Moves q along M^-1 G(q0)^T onto the constraints, and changes v by that displacement divided by h. */
  positions(q: F64, v: F64, q0: F64, h: number): Status;
  /** Makes v tangential at q. */
  velocities(v: F64, q: F64): Status;
  /** The code behind both, where it is generated: (h, q, q0, v) and (q, v). */
  readonly compiled?: CompiledRoutines<"positions" | "velocities">;
}

export class KeptLeapfrogStepper extends KickedStepper {
  readonly diagnosis: Diagnosis;
  private readonly text: LeapfrogText;
  /** The step with the first forces at its start and the second ones at its end, and the other way round. */
  private readonly steps: readonly Step[];

  constructor(problem: Problem, keeper: Keeper) {
    super(problem);
    const { arena, n } = problem;
    const calls = together(accelerationCalls(problem), {
      host: {
        positions: (v, h, q, q0) => keeper.positions(q, v, q0, h),
        velocities: (v, _, q) => keeper.velocities(v, q),
      },
      compiled: keeper.compiled,
    });
    const sum = longVectors(arena, n).addScaled;
    this.diagnosis = keeper;
    this.text = leapfrogText(kept, n);
    this.steps = [this.both, this.both.toReversed()].map(([from, to]) =>
      bindStep(this.text.program, arena, { a0: from.a, a1: to.a }, calls, { sum }),
    );
  }

  protected move(next: State, s: State, h: number, from: ForcesAt): Status {
    const step = this.steps[from === this.both[0] ? 0 : 1];
    step.numbers[this.text.t.index] = s.t;
    step.numbers[this.text.h.index] = h;
    return step.run(0, s.q, s.v, next.q, next.v);
  }
}

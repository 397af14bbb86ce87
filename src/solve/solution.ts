import {
  type Failure,
  type Handover,
  multiplierCount,
  multipliersAt,
  type PassedInstant,
  type Problem,
  type Redundancy,
  type StartReport,
  type State,
  type Status,
  type Verdict,
  type Work,
} from "../core/index.js";
import type { Ledger, LedgerSummary, Trajectory } from "../observers/index.js";
import type { FoundEvent } from "./event-finder.js";

/**
 * What a run returns: plain data outside the arena, except for `trajectory` and `series`, which are read on demand.
 */
export interface Solution {
  /** "ok", or why the run ended early. */
  readonly status: Status;
  /** The last state: at the end, at the event that ended the run, or the last good one before a failure. */
  readonly t: number;
  readonly y: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /**
   * KKT multipliers of that (q, v), unless the formulation has its own; their limits at a singular position that was
   * passed; undefined where they are not defined.
   */
  readonly lambda: Float64Array | undefined;
  readonly events: readonly FoundEvent[];
  /** The event that ended the run. */
  readonly stoppedBy?: FoundEvent;
  readonly work: Work;
  readonly ledger: LedgerSummary;
  /** The ledger at the saved times, column by column. */
  readonly series: Pick<Ledger, "columns" | "series">;
  readonly trajectory: Trajectory;
  readonly start: StartReport | undefined;
  /** Names of the constraints found redundant at the start. */
  readonly dropped: readonly string[];
  /** The redundant constraints with their joints, and which multipliers they leave undetermined; only if there are any. */
  readonly redundancy?: Redundancy;
  /** The instants at which constraints were dependent and which the run has passed by continuation. */
  readonly passages: readonly PassedInstant[];
  /** Remarks of the formulation about the run, in sentences. */
  readonly notes: readonly string[];
  /** When and why one method handed over to another; empty for single methods. */
  readonly handovers: readonly Handover[];
  /** Warnings of the method, one sentence each. */
  readonly warnings: readonly string[];
  /** What the model keeps, and whether the run kept it; empty when there is nothing to watch. */
  readonly conscience: readonly Verdict[];
  /** How far the end is known; only if the run was verified. */
  readonly verification?: Verification;
  readonly failure?: Failure;
}

/** How far the end of a run agrees with that of the same run with a smaller tolerance or step. */
export interface Verification {
  /** The tolerance or the step of the other run. */
  readonly against: { readonly rtol: number } | { readonly step: number };
  /** The largest difference of a component at the end, as a fraction of how far that component has moved; absent where the other run
   * failed. */
  readonly difference?: number;
  /** The name of this component, as in the tables of results; absent where the ends are equal. */
  readonly worst?: string;
  /** The end is not known, and this is the time until which the two runs agree to a hundredth of the motion. */
  readonly knownUntil?: number;
  /** Why the other run failed, and when: what it met there, this run went over. */
  readonly failed?: { readonly t: number; readonly message: string };
}

/**
 * Makes a function that computes the multipliers of a state: undefined where G M^-1 G^T is singular, empty without
 * constraints.
 */
export function multipliersOf(problem: Problem): (s: State) => Float64Array | undefined {
  const lambda = problem.arena.f64(multiplierCount(problem.workspace));
  return (s) => {
    if (lambda.length === 0) return new Float64Array(0);
    const status = multipliersAt(lambda, problem, s);
    return status === "ok" && lambda.every(Number.isFinite) ? Float64Array.from(lambda) : undefined;
  };
}

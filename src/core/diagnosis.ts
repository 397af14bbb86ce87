/**
 * What a part (`Stepper`, `Problem` or `Projector`) knows about its last call or about its run beyond the status. A part
 * gives what it has; the members are read when a run fails or ends, so they may be computed on request.
 */
export interface Diagnosis {
  /** Why the last call was not "ok", with the measured numbers, when the status alone does not explain it. */
  readonly reason?: string | undefined;
  /** The largest constraint residual after the last attempt, for methods that solve for constraints; it explains the
   * status "diverged". */
  readonly residual?: number | undefined;
  /** For methods that solve equations: the component of y that stopped the last attempt. It is the component of the
   * largest correction, of the vanished pivot or of the rate that is not finite; -1 when unknown. */
  readonly culprit?: number;
  /** One sentence that warns the user although the run goes on; undefined while there is nothing to warn about. */
  readonly warning?: string | undefined;
  /** What the reader of a report should know about the run, in sentences. */
  notes?(): readonly string[];
  /** For methods made of two: when one handed over to the other, and why. */
  readonly handovers?: readonly Handover[];
}

/** Records that one method handed over to another at an accepted step; a `Solution` lists them. */
export interface Handover {
  readonly t: number;
  readonly from: string;
  readonly to: string;
  /** One sentence that gives the numbers behind the decision. */
  readonly reason: string;
}

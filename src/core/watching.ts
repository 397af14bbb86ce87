/** The parts that watch a run, which systems bring along: the conscience, and what ends steps at switches. */

import type { ByteReader, ByteWriter } from "./bytes.js";
import type { Controller } from "./controller.js";
import type { Method } from "./method.js";
import type { Projection, ProjectWhen } from "./projection.js";
import type { State } from "./state.js";
import type { Trouble } from "./trouble.js";
import type { Verdict } from "./verdict.js";
import type { WatchedKind } from "./watched.js";

/** What the parts that watch a run must know of it; the options of `solve` have this shape. */
export interface WatchedRun {
  readonly method: Method;
  readonly controller: Controller;
  readonly projection?: Projection;
  readonly when?: ProjectWhen;
  readonly ledger?: "step" | "saved";
  readonly accept?: readonly WatchedKind[];
}

/** What the ledger has measured at a state already. */
export interface Measured {
  readonly energy: number;
  /** How far it may be off, because the work of forces without a written potential is integrated numerically. */
  readonly energyError: number;
  /** The account of the energy, if it is kept. */
  readonly account?: Balance | undefined;
  readonly positionResidual: number;
  readonly velocityResidual: number;
  readonly worstConstraint: string | undefined;
  invariant(k: number): number;
}

/** How far the account of the energy is open at the last measurement, and how far that may be off. */
export interface Balance {
  readonly remainder: number;
  readonly uncertainty: number;
}

/** Compares what the model keeps with what a run has kept. `conscience` of a `Workspace` makes it for one run. */
export interface Conscience {
  /** The verdict that ends the run, once there is one. */
  readonly broken: Verdict | undefined;
  begin(s: State): void;
  /** Looks at the end of an accepted step of length h, which the ledger has measured. */
  step(s: State, h: number): void;
  /** Looks at a state that is shown at time t and that the ledger has just measured. */
  shown(t: number): void;
  /** The run has ended at `s`. */
  end(s: State): void;
  /** What became of every watched quantity so far, at time t. */
  verdicts(t: number): readonly Verdict[];
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}

/** Saves states of a run between those of regular times. The caller of `solve` may bring it along. */
export interface StatesBetween {
  begin(s: State): void;
  /** Samples the step from `s` to `end`; `inside` gives the state at a part of it. */
  sample(s: State, end: State, inside: (theta: number) => State): void;
  /** Keeps what is to be shown up to time `until` of the step of length h from `s`. */
  collect(s: State, h: number, until: number, inside: (theta: number) => State | undefined): void;
  /** Shows what was kept, before the state at the end of the interval. */
  deliver(end: State, show: (s: State) => void): void;
  /** A state was saved at the end of an interval: a new one begins. */
  saved(s: State): void;
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}

/** Ends the steps of a run at switches that depend on the state. `watch` of `StateSwitches` makes it for one run. */
export interface SwitchWatch {
  /** A potential or a constraint that jumps, once one was passed. */
  readonly trouble: Trouble | undefined;
  /** The length of the next attempt; NaN when the run decides. */
  readonly plan: number;
  /** Whether the next attempt is to cross a switch. Its length is next to nothing, so its error is not estimated. */
  readonly isCrossing: boolean;
  /** Whether the accepted step has crossed a switch. */
  readonly crosses: boolean;
  /** A sentence about a switch that steps pass without ending there. */
  readonly warning?: string | undefined;
  clear(): void;
  /** Gives the approach up. */
  abandon(): void;
  /** An attempt of length h from `s` was rejected for another reason: whether it is to be made again with the length `plan`,
   * because it was on its way to a switch. Gives the approach up otherwise. */
  retries(s: State, h: number, full: number): boolean;
  /** Steps have become too short at `s` in a run of length `span`: the trouble, if a switch is the reason. */
  holdsAt(s: State, h: number, span: number): Trouble | undefined;
  /** What a checkpoint stores. */
  numbers: readonly number[];
  /** Looks at an attempt of length |h| from `s` to `end`, where a whole step has the length `full` and `norm` is the error
   * in tolerances. False if it is to be made again; `plan` is then its new length. */
  accepts(s: State, end: State, h: number, full: number, norm: number): boolean;
}

/** Where the steps of a run end and begin at switches of time. `watch` of `TimeSwitches` makes it for one run. */
export interface SwitchSchedule {
  /** Steps must end here, just before the next switch; NaN while none is known. */
  readonly before: number;
  /** Looks at the constraints at a switch; undefined when the run has none to keep. */
  readonly crossing: TimeCrossing | undefined;
  /** A sentence about switches that steps pass without ending there. */
  readonly warning: string | undefined;
  /** Forgets the switches of an earlier run. */
  forget(): void;
  /** Looks for switches as far as a step of length h from t could reach, in a run that began at t0. Returns the time just
   * after the switch if t has come to one, and otherwise NaN. */
  reach(t: number, h: number, t0: number): number;
}

/** Looks at the constraints of a run where laws switch with time. */
export interface TimeCrossing {
  /** A constraint that jumps, once one was passed. */
  trouble: Trouble | undefined;
  /** Whether the velocities of `s`, just before a switch, do not fit the constraints just after it. */
  changesVelocities(s: State, after: number): boolean;
}

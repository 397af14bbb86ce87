/** The data of a run's report: only numbers and strings, so that they can come from memory or from a result folder. */

import type { Status, Work } from "../core/index.js";
import type { RecordedScene } from "./motion.js";

/** A named column of numbers over some times. */
export interface NamedValues {
  readonly name: string;
  readonly values: ArrayLike<number>;
  /** Default: none. */
  readonly unit?: string;
}

/** A scene: positions over time on a line, an animation in the plane, and an animation with projections in space. */
export interface ScenePicture extends RecordedScene {
  readonly kind: "scene";
}

/** Any other coordinates, which are drawn over time. */
export interface CoordinatesPicture {
  readonly kind: "coordinates";
  readonly times: ArrayLike<number>;
  readonly coordinates: readonly NamedValues[];
}

export type Picture = ScenePicture | CoordinatesPicture;

/** Quantities over time; every column has the length of `times`. */
export interface LedgerData {
  readonly times: ArrayLike<number>;
  /** Total energy; the report shows its deviation from the first value. Default: not shown. */
  readonly energy?: ArrayLike<number>;
  /** What has changed the energy; the report shows it instead of the deviation. Default: not shown. */
  readonly account?: {
    readonly kinetic: { readonly initial: number; readonly final: number };
    readonly potential: { readonly initial: number; readonly final: number };
    readonly putIn: number;
    readonly dissipated: number;
    readonly remainder: number;
    readonly largestRemainder: number;
    readonly sources: readonly { readonly name: string; readonly kind: string; readonly energy: number }[];
    /** Kinetic and potential energy, and what was put in and dissipated, over time. */
    readonly curves: readonly NamedValues[];
  };
  /** Units of the energy and of residuals. Default: none. */
  readonly energyUnit?: string;
  readonly residualUnits?: { readonly position: string; readonly velocity: string };
  /** A remark for models whose energy is not constant, for example "The damper takes energy out." Default: none. */
  readonly energyNote?: string;
  /** Largest |g| at each time. Default: not shown. */
  readonly position?: ArrayLike<number>;
  /** Largest |G v + g_t| at each time. Default: not shown. */
  readonly velocity?: ArrayLike<number>;
  /** One column per constraint, of those with the largest multipliers. Default: none. */
  readonly multipliers?: readonly NamedValues[];
  /** The largest change of the energy and the largest |g| over all steps of the run, not only the saved ones. Default:
   * those of the columns. */
  readonly largest?: { readonly energy?: number; readonly position?: number };
  /** How many constraints there are. Default: as many as `multipliers`. */
  readonly constraints?: number;
}

/**
 * A measured observable in a report: a mean with its error, and the curves that belong to it. `observableData` makes
 * it.
 */
export interface ObservableData {
  readonly name: string;
  readonly mean: number;
  readonly error: number;
  readonly effective: number;
  readonly curves: readonly {
    readonly title: string;
    /** Labels of the axes. */
    readonly x: string;
    readonly y: string;
    readonly at: ArrayLike<number>;
    readonly value: ArrayLike<number>;
    readonly error: ArrayLike<number>;
  }[];
}

/** The data of a run's report: `runReportData` collects them, and `runReport` shows them. */
export interface RunReportData {
  /** Name of the model. */
  readonly title: string;
  /** A sentence about the model. Default: none. */
  readonly description?: string;
  readonly status: Status;
  /** Why the run ended early, with numbers and advice. Needed unless the status is "ok". */
  readonly message?: string;
  /** The time at which the run ended. */
  readonly t: number;
  /** Unit of time. Default: none. */
  readonly timeUnit?: string;
  readonly picture?: Picture;
  /** Outputs of the model at the times of the ledger; each is drawn over time. Default: none. */
  readonly outputs?: readonly NamedValues[];
  /** Sizes of the forces and torques in joints at the times of the ledger: those with the largest ones, how many joints
   * there are, and whether the motion leaves some undetermined. Default: not shown. */
  readonly reactions?: {
    readonly force: readonly NamedValues[];
    readonly torque: readonly NamedValues[];
    readonly joints: number;
    readonly open: boolean;
  };
  readonly ledger: LedgerData;
  readonly work: Readonly<Work>;
  /** Formulation, method, projection, tolerances and other settings, with the reason of each choice. */
  readonly settings: readonly { readonly name: string; readonly value: string; readonly why?: string }[];
  /** The consistent start. Default: not shown. */
  readonly start?: {
    /** "project", "check" or "assume". */
    readonly policy: string;
    /** The coordinates and velocities that it changed. */
    readonly moved: readonly { readonly name: string; readonly from: number; readonly to: number }[];
    /** How many it changed, where `moved` has the largest changes only. */
    readonly count?: number;
  };
  /** Sentences about decisions, and those that a reader of the results must not miss. Default: none. */
  readonly notes?: readonly string[];
  readonly warnings?: readonly string[];
  /** Redundant constraints that were left out of the run. */
  readonly dropped?: readonly { readonly name: string; readonly why?: string }[];
  /** Quantities that the model keeps, by how much they changed in the run, and their thresholds. Default: not shown. */
  readonly watched?: readonly {
    readonly quantity: string;
    readonly deviation: number;
    readonly threshold: number;
    readonly verdict: string;
  }[];
  /** Observables measured along the run, with errors. Default: none. */
  readonly observables?: readonly ObservableData[];
  readonly events?: readonly { readonly t: number; readonly name: string; readonly note?: string }[];
  /** The resolved input as text. */
  readonly model: string;
  /** Small print, for example version and hash of the input. Default: none. */
  readonly footer?: string;
}

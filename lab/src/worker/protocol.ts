/** The messages between the page and the worker; all are plain data. */

import type {
  Choice,
  Comparison,
  Fact,
  FrameLayout,
  ModelScene,
  ObservableData,
  Offers,
  ProjectionResult,
  RunJson,
  RunSettings,
} from "taut";

/** One way to run the model. */
export interface LaneRequest {
  readonly text: string;
  /** The parsed text, if it is known: models of the gallery are parsed when the lab is built. */
  readonly data?: unknown;
  readonly settings: RunSettings;
  /** Values that replace those of the model's parameters. */
  readonly set: Readonly<Record<string, number>>;
}

/** A lane that is ready to run, before its first step. */
export interface Opened {
  readonly title: string;
  readonly about: string;
  readonly choice: Choice;
  /** The picture; its states have `arrows` more entries, the places and forces of the reactions of joints. */
  readonly scene: ModelScene;
  readonly arrows: number;
  readonly names: readonly string[];
  readonly constraintNames: readonly string[];
  /** Coordinates; 0 for a first-order system. */
  readonly n: number;
  readonly layout: FrameLayout;
  readonly from: number;
  readonly until: number;
  /** Whether the clock and the plots are logarithmic in time, because the run is long. */
  readonly logTime: boolean;
  readonly omega: number;
  /** Parameters that are plain numbers in the model. */
  readonly parameters: Readonly<Record<string, number>>;
  /** The same without the values that replace those of the file. */
  readonly fileParameters: Readonly<Record<string, number>>;
  /** The names of the model's outputs and of its events, which plots may use. */
  readonly outputs: readonly string[];
  readonly events: readonly string[];
  /** The units of what is plotted; only if the model declares units. */
  readonly units?: ShownUnits;
  /** The settings of the run: those of the file, overridden by those of the lane. */
  readonly settings: RunSettings;
}

/** Units of the axes of plots; undefined where the model does not tell. */
export interface ShownUnits {
  readonly time: string;
  readonly energy: string;
  readonly position?: string;
  readonly velocity?: string;
  /** Of every entry of the state that can be plotted. */
  readonly y: readonly (string | undefined)[];
  /** Of the multipliers, if all shown have the same. */
  readonly lambda?: string;
}

/** Frames of a lane since the last chunk. */
export interface Chunk {
  readonly lane: number;
  /** The opening of the lane to which the chunk belongs. */
  readonly generation: number;
  readonly rows: Float64Array;
  /** The tensions of springs, and the places and forces of the arrows at joints, for each of the rows. */
  readonly extras: Float64Array;
  /** The errors and warnings of the run so far; absent if they are the same as in the chunk before. */
  readonly account?: RunAccount;
  readonly status: "running" | "ok" | "failed" | "stopped";
  /** Why the run failed; empty if it did not. */
  readonly message: string;
}

/** The largest errors of a run so far, at its accepted steps, as its ledger has them. */
export interface RunAccount {
  /** Largest |g| and |G v + g_t|; absent without constraints. */
  readonly position?: number;
  readonly velocity?: number;
  /** The largest distance of the energy from its start; absent without an energy. */
  readonly energy?: number;
  /** Whether the energy must be kept; without this, its change is a result and not an error. */
  readonly keepsEnergy: boolean;
  /** What is questionable about the run so far, a sentence each. */
  readonly warnings: readonly string[];
}

/** The observables of a lane so far. */
export interface Measured {
  readonly generation: number;
  readonly t: number;
  readonly observables: readonly ObservableData[];
}

/** One error in the text of a model, with the message of the command line. */
export interface TextProblem {
  readonly message: string;
  /** The range of characters in the text. */
  readonly from: number;
  readonly to: number;
}

/** Places and velocities by name, `a` and `a'`. */
export type StartValues = Readonly<Record<string, readonly number[] | number>>;

/** The result of a projection. */
export type ProjectedPoint = ProjectionResult;

/** A projection; `refusal` says why it cannot be used for the model. */
export interface ProjectionOffer {
  readonly name: string;
  readonly refusal?: string;
}

/** How far the end of a run agrees with that of a more accurate one. */
export interface Verified {
  readonly line: string;
  /** The time until which the motion is known, where its end is not. */
  readonly knownUntil?: number;
}

/** What is known about a model before it is run, in words. */
export interface Explained {
  readonly facts: readonly Fact[];
  readonly advice: readonly string[];
}

/** An error, as messages that can be shown. */
export interface LabError {
  readonly messages: readonly string[];
}

export type { Comparison, Offers, RunJson, RunSettings };

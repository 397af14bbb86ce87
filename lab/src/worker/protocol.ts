/** What the page and the worker say to each other; everything is plain data. */

import type {
  Choice,
  Comparison,
  FrameLayout,
  ModelLink,
  ObservableData,
  Offers,
  ProjectionResult,
  RunJson,
  RunSettings,
} from "taut";

/** One way to run the model. */
export interface LaneRequest {
  readonly text: string;
  /** What the text says, where that is known: models of the gallery are read when the lab is built. */
  readonly data?: unknown;
  readonly settings: RunSettings;
  /** Parameters that replace the model's. */
  readonly set: Readonly<Record<string, number>>;
}

/** A lane that is ready to run, before its first step. */
export interface Opened {
  readonly title: string;
  readonly about: string;
  readonly choice: Choice;
  readonly scene: ScenePlan;
  readonly names: readonly string[];
  readonly constraintNames: readonly string[];
  /** Coordinates; 0 for a first-order system. */
  readonly n: number;
  readonly layout: FrameLayout;
  readonly from: number;
  readonly until: number;
  readonly every: number;
  readonly omega: number;
  /** Parameters that are plain numbers in the model. */
  readonly parameters: Readonly<Record<string, number>>;
  /** The settings in force, the file's and the lane's together. */
  readonly settings: RunSettings;
}

/** A scene without functions: moving anchors come with the frames. */
export interface ScenePlan {
  readonly dimension: 0 | 1 | 2 | 3;
  readonly points: readonly PlannedPoint[];
  readonly links: readonly ModelLink[];
}

export interface PlannedPoint {
  readonly name: string;
  readonly offset: number;
  readonly mass: number;
  readonly at: readonly number[];
  /** Number among the anchors that move; -1 when it does not. */
  readonly moving: number;
}

/** Frames of a lane since the last chunk. */
export interface Chunk {
  readonly lane: number;
  /** Which opening of the lane it belongs to. */
  readonly generation: number;
  readonly rows: Float64Array;
  /** Positions of the moving anchors, then the tensions of springs, for each of the rows. */
  readonly extras: Float64Array;
  /** Milliseconds of computing so far, without those for the frames. */
  readonly spent: number;
  readonly status: "running" | "ok" | "failed";
  /** Why it failed. */
  readonly message: string;
}

/** The observables of a lane, as far as it has come. */
export interface Measured {
  readonly generation: number;
  readonly t: number;
  readonly observables: readonly ObservableData[];
}

/** One thing that is wrong with a model, with the words of the command line. */
export interface TextProblem {
  readonly message: string;
  /** Characters of the text, from and to. */
  readonly from: number;
  readonly to: number;
}

/** Places and velocities by name, `a` and `a'`. */
export type StartValues = Readonly<Record<string, readonly number[] | number>>;

/** What a projection has made of a point. */
export type ProjectedPoint = ProjectionResult;

/** How an error arrives: with words that can be shown. */
export interface LabError {
  readonly messages: readonly string[];
}

export type { Comparison, Offers, RunJson, RunSettings };

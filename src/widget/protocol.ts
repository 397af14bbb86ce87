/** The messages between the page and the worker of `<taut-lab>`; all are plain data. */

import type { ModelScene } from "../scene/index.js";

/** What the page asks the worker for. Answers to an older `generation` are no longer wanted. */
export type Request = ReadRequest | RunRequest;

export interface ReadRequest {
  readonly kind: "read";
  readonly generation: number;
  readonly text: string;
  /** The name of the model in messages. */
  readonly file: string;
  /** The address of the model, beside which it may name further files; undefined for a model inside the page. */
  readonly address: string | undefined;
}

export interface RunRequest {
  readonly kind: "run";
  readonly generation: number;
  /** Lanes separated by commas, as `method` or `formulation/method/projection`; empty for the model's own settings. */
  readonly lanes: string;
  /** Values that replace those of the model's parameters. */
  readonly set: Readonly<Record<string, number>>;
  readonly omega: number | undefined;
  /** Expressions whose values along the runs are wanted. */
  readonly plots: readonly string[];
}

export type Answer = Described | LaneOpened | LaneRows | Failed;

/** A model that can be drawn at its start, before any part of the solver is loaded. */
export interface Described {
  readonly kind: "described";
  readonly generation: number;
  readonly title: string;
  readonly scene: ModelScene;
  readonly names: readonly string[];
  readonly t0: number;
  readonly start: Float64Array;
  /** The parameters that are numbers. */
  readonly parameters: Readonly<Record<string, number>>;
  readonly omega: number;
}

/** A lane that is ready to run. */
export interface LaneOpened {
  readonly kind: "opened";
  readonly generation: number;
  readonly lane: number;
  /** Formulation and method, by name. */
  readonly label: string;
  readonly scene: ModelScene;
  readonly names: readonly string[];
  /** The number of coordinates; 0 for a first-order system. */
  readonly n: number;
  readonly from: number;
  readonly until: number;
}

/** Frames of a lane since the last message. */
export interface LaneRows {
  readonly kind: "rows";
  readonly generation: number;
  readonly lane: number;
  readonly times: Float64Array;
  readonly states: Float64Array;
  /** The tension of every link, frame by frame; NaN where it is not known. */
  readonly tensions: Float64Array;
  readonly status: "running" | "ok" | "failed";
  /** Why the run failed. */
  readonly message: string;
  /** The values of the expressions from the first frame to the last, if they were computed anew. */
  readonly values?: readonly Float64Array[];
  /** The last state of a run that is over, as `taut run` gives it. */
  readonly final?: { readonly t: number; readonly y: Float64Array };
}

export interface Failed {
  readonly kind: "failed";
  readonly generation: number;
  readonly messages: readonly string[];
}

/**
 * An experiment measures what a paper published and returns items and figures. What the paper printed lives beside the
 * experiment as data and is only ever compared with. Every item says what its reference is, how close is close enough, and
 * why, before it is run.
 */

import type { Item, Kind } from "./item.js";

/** One experiment of `taut reproduce`, an element of `experiments` of `taut/papers`. */
export interface Experiment {
  /** Paper and section: `ariel.2.2`. */
  readonly id: string;
  /** Key of the paper: "ariel". */
  readonly paper: string;
  readonly title: string;
  run(context: ExperimentContext): Promise<Outcome> | Outcome;
}

export interface Outcome {
  readonly items: readonly Item[];
  readonly figures: readonly Figure[];
}

/** What an experiment is given for one run. */
export interface ExperimentContext {
  /** Run the short version of a long experiment; it states its own expectation for that. */
  readonly quick: boolean;
  /** Report the part that is done, 0 to 1. */
  progress(fraction: number): void;
  /** Long experiments await this now and then, so that the caller can do other work. It rejects when the run must end. */
  pause(): Promise<void>;
  /** Where long runs store checkpoints when they must end early, and find them again. Absent: nothing is stored. */
  readonly checkpoints?: CheckpointShelf;
}

export interface CheckpointShelf {
  read(name: string): Uint8Array | undefined;
  write(name: string, bytes: Uint8Array): void;
  /** Called when the experiment is complete and the checkpoint is of no further use. */
  remove(name: string): void;
}

/** Where outcomes of finished experiments are stored, so that a reproduction that was interrupted does not repeat them. */
export interface OutcomeShelf {
  read(id: string): Outcome | undefined;
  write(id: string, outcome: Outcome): void;
}

/** Reference curves and measured ones in the same axes, for the reports of `reproduce`. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

export interface Axis {
  readonly label: string;
  /** Default: linear. */
  readonly scale?: "linear" | "log";
}

export interface Series {
  readonly name: string;
  /** Where the curve comes from; only "printed" ones are the paper's. */
  readonly kind: Kind | "measured";
  /** Series of one group share a colour: a reference curve and its measured counterpart have the same group. */
  readonly group?: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

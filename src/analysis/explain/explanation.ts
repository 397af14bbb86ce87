import type { Status } from "../../core/index.js";
import type { Choice } from "../../run/choice.js";
import type { Spectrum } from "../../solve/index.js";

/** What is known about a model before it is run; plain data. Frequencies are in radians per time. */
export interface Explanation {
  readonly model: string | null;
  readonly kind: "first-order" | "mechanics" | "constrained";
  /** Entries of the state: positions and velocities, or the states of a first-order system. */
  readonly dimension: number;
  readonly coordinates: number;
  readonly constraints: number;
  /** Independent constraints at the projected start; null where that cannot be said. */
  readonly rank: number | null;
  /** Coordinates minus rank. */
  readonly freedom: number | null;
  /** Constraints that follow from the others. */
  readonly redundant: readonly string[];
  /** What the constraints are made of, counted; null without constraints. */
  readonly structure: StructureFindings | null;
  /** The constraint at which the start is a singular position. */
  readonly singular: string | null;
  readonly start: StartFindings | null;
  /** The motion of the constraints as stiff springs; null without constraints or where it is not defined. */
  readonly fast: FastFindings | null;
  /** The motion itself, constraints kept; null where the right-hand side breaks off. */
  readonly slow: SlowFindings | null;
  /** Fast over slow frequency in the stiff view, when its omega is given; of unconstrained systems the fastest decay over the rest of the motion. */
  readonly stiffness: number | null;
  /** What a run would use, and why. */
  readonly choice: Choice;
  /** What the chosen method says of its options, where it says something: temperature, friction, seed. */
  readonly note: string | null;
  /** What the first steps of a run with a fixed step came to; null where steps are found by tolerance, or none was taken. */
  readonly trial: TrialFindings | null;
  /** Sentences to act on. */
  readonly advice: readonly string[];
}

export interface StructureFindings {
  /** Constraints that keep a distance, triangles of them that are alone, rigid bodies. */
  readonly distances: number;
  readonly triangles: number;
  readonly bodies: number;
  /** Methods made for such constraints that would take this model. */
  readonly methods: readonly string[];
}

export interface StartFindings {
  readonly status: string;
  /** As stated it satisfies the constraints, to rounding. */
  readonly consistent: boolean;
  /** Largest |g| and |G v + g_t| as stated and after the projection. */
  readonly position: { readonly before: number; readonly after: number };
  readonly velocity: { readonly before: number; readonly after: number };
  /** Largest displacement of a coordinate and of a velocity by the projection. */
  readonly moved: { readonly q: number; readonly v: number };
  /** The constraint that the stated start misses most. */
  readonly worst: string | null;
}

export interface FastFindings {
  readonly largest: number;
  readonly smallest: number;
  /** Nobody gives an omega, so the usual one was taken. */
  readonly omegaAssumed: boolean;
  /** Energy of the fast motion in the stated start. */
  readonly energy: number;
  /** Its ratio to the energy that the slow motion moves. */
  readonly energyRatio: number;
  /** Mode by mode, slowest first; only of small systems. */
  readonly modes: readonly { readonly frequency: number; readonly energy: number }[] | null;
}

export interface TrialFindings {
  /** Accepted steps, and the time after them. */
  readonly steps: number;
  readonly t: number;
  readonly status: Status;
  /** The run was over: there was no more to try. */
  readonly complete: boolean;
}

export interface SlowFindings extends Spectrum {
  /** Time in which the motion changes: one over its largest rate. */
  readonly timeScale: number;
}

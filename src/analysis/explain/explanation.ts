import type { EquationIndex, Status, Switch } from "../../core/index.js";
import type { Choice } from "../../run/choice.js";
import type { Redundancy, Spectrum } from "../../solve/index.js";

/**
 * What is known about a model before it is run, as plain data; `explain` returns it. Frequencies are in radians per
 * unit of time.
 */
export interface Explanation {
  readonly model: string | null;
  readonly kind: "first-order" | "mechanics" | "constrained";
  /** Entries of the state: positions and velocities, or the states of a first-order system. */
  readonly dimension: number;
  readonly coordinates: number;
  /** States beside coordinates. */
  readonly states: number;
  readonly constraints: number;
  /** The number of independent constraints at the projected start; null where it is not known. */
  readonly rank: number | null;
  /** Coordinates minus rank. */
  readonly freedom: number | null;
  /** Constraints that follow from the others. */
  readonly redundant: readonly string[];
  /** The joints that these belong to, and which multipliers and joint reactions are not determined; null if there are none. */
  readonly redundancy: Redundancy | null;
  /** The kinds of the constraints, counted; null without constraints. */
  readonly structure: StructureFindings | null;
  /** The constraint at which the start is singular, if it is. */
  readonly singular: string | null;
  readonly start: StartFindings | null;
  /** The motion of the constraints if they are stiff springs; null without constraints or where it is not defined. */
  readonly fast: FastFindings | null;
  /** The motion with rigid constraints; null where the right-hand side cannot be evaluated. */
  readonly slow: SlowFindings | null;
  /**
   * The ratio of fast to slow frequencies if omega is given; without constraints, of the fastest decay to all other
   * rates.
   */
  readonly stiffness: number | null;
  /** The equations that determine algebraic variables, with their indices; empty without algebraic variables. */
  readonly equations: readonly EquationIndex[];
  /** Functions with cuts and kinks in the laws of the model. */
  readonly switches: readonly Switch[];
  /** What a run would use, and why. */
  readonly choice: Choice;
  /** The symbols of the units of all numbers here; rates and frequencies are in radians per unit of time. Only if the
   * model declares units. */
  readonly units?: {
    readonly name: string;
    readonly length: string;
    readonly mass: string;
    readonly time: string;
    readonly energy: string;
    readonly residual?: { readonly position: string; readonly velocity: string };
  };
  /** A note of the chosen method about its options (temperature, friction, seed), if it has one. */
  readonly note: string | null;
  /** The result of the first steps of a run with a fixed step; null with error control, or if no step was taken. */
  readonly trial: TrialFindings | null;
  /** Advice, one sentence or more in each entry. */
  readonly advice: readonly string[];
}

export interface StructureFindings {
  /** The numbers of constraints that keep a distance, of isolated triangles of them, and of rigid bodies. */
  readonly distances: number;
  readonly triangles: number;
  readonly bodies: number;
  /** Methods for such constraints that accept this model. */
  readonly methods: readonly string[];
}

export interface StartFindings {
  readonly status: string;
  /** Whether the start as given satisfies the constraints, up to rounding. */
  readonly consistent: boolean;
  /** The largest |g| and |G v + g_t| before and after the projection. */
  readonly position: { readonly before: number; readonly after: number };
  readonly velocity: { readonly before: number; readonly after: number };
  /** Largest displacement of a coordinate and of a velocity by the projection. */
  readonly moved: { readonly q: number; readonly v: number };
  /** The constraint that the start as given violates most. */
  readonly worst: string | null;
}

export interface FastFindings {
  readonly largest: number;
  readonly smallest: number;
  /** Whether the default omega was used because none is given. */
  readonly omegaAssumed: boolean;
  /** The energy of the fast motion in the start as given. */
  readonly energy: number;
  /** The ratio of this energy to that of the slow motion. */
  readonly energyRatio: number;
  /** Each mode, the slowest first; only for small systems. */
  readonly modes: readonly { readonly frequency: number; readonly energy: number }[] | null;
}

export interface TrialFindings {
  /** The number of accepted steps, and the time after them. */
  readonly steps: number;
  readonly t: number;
  readonly status: Status;
  /** Whether the trial reached the end of the run. */
  readonly complete: boolean;
}

export interface SlowFindings extends Spectrum {
  /** The time in which the motion changes: one over its largest rate. */
  readonly timeScale: number;
}

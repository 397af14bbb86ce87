import type { F64 } from "./arena.js";
import type { Status } from "./status.js";

/**
 * An instant at which the constraints of a run were dependent, and which the run has passed by continuation: its time,
 * the constraints, and what became of the multipliers.
 */
export interface Passage {
  readonly t: number;
  /** Names of the constraints that depend on each other there. */
  readonly constraints: readonly string[];
  /** Names of the joints that these belong to; empty in models without joints. */
  readonly joints: readonly string[];
  /** "limits": all multipliers have limits at t, and results show them. "unbounded": they grow like 1 / (t - time). */
  readonly multipliers: "limits" | "unbounded";
}

/** A passed instant with the multipliers of the interval around it, where the equations do not give them reliably. */
export interface PassedInstant extends Passage {
  /** Half the length of the interval. */
  readonly reach: number;
  /** Whether `t` is in the interval. */
  holds(t: number): boolean;
  /** The multipliers at a time in the interval; "singular" at the instant itself if they are unbounded. */
  multipliersAt(lambda: F64, t: number): Status;
}

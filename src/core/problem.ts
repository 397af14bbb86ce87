/**
 * A problem is what a formulation makes from a system and what a method steps: y' = F(t, y) - B(t, y) z, 0 = h(t, y).
 * Either the multipliers are eliminated or penalised and `rate` is complete, or they are left to the method
 * (`constraints`).
 */

import type { Arena, F64 } from "./arena.js";
import type { Checkpoint } from "./checkpoint.js";
import type { Constraints } from "./constraints.js";
import type { Diagnosis } from "./diagnosis.js";
import type { Mechanics } from "./mechanics.js";
import type { Observer } from "./observer.js";
import type { Rate } from "./rate.js";
import type { CompiledRoutines } from "./routine.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";
import type { Rotations } from "./structure.js";
import type { Work } from "./work.js";
import type { Algebraic, Manifold, Workspace } from "./workspace.js";

/** The space of the states of a `Problem`, with its memory and its counters. */
export interface Space {
  readonly workspace: Workspace;
  readonly arena: Arena;
  readonly work: Work;
  readonly dimension: number;
  /** Coordinates of mechanics (0 for first-order systems): q is y[0, n), v is y[n, 2n). */
  readonly n: number;
}

/**
 * What a formulation makes of a system and what a method steps: a right-hand side, or forces and constraints that are
 * left to the method. `Formulation.apply` makes it.
 */
export interface Problem extends Space {
  /** Name of the formulation. */
  readonly name: string;

  /** The complete right-hand side; undefined when constraints are left to the method. */
  readonly rate?: Rate;
  /** The second-order structure M q'' = force, with the forces of this formulation. */
  readonly secondOrder?: SecondOrder;
  /** Constraints that the method itself must keep (rigid view). */
  readonly constraints?: Constraints;
  /** Algebraic variables that the method itself must solve for. */
  readonly algebraic?: Algebraic;

  /** The manifold on which exact solutions stay although the right-hand side does not enforce it; projections return to
   * it. */
  readonly manifold?: Manifold;
  /** How bodies turn that every solution of `rate` keeps rigid, so that a method may step their rotation in place of
   * their directors. */
  readonly rotations?: Rotations | undefined;
  /** For formulations that follow a slow motion. */
  readonly slow?: SlowTraits;
  /** What results show, where it is more than the state. */
  readonly results?: Results;
  /** Exact solutions of this formulation keep the energy, the momenta and the constraints that the model keeps. "nearly": they stay near the
   * constraints by forces that also dissipate, so that they keep momenta, gain no energy, and are off the constraints by little. */
  readonly conserves?: boolean | "nearly";
  /** What a run calls on behalf of the formulation. */
  readonly hooks?: RunHooks;
  /** Why the last evaluation was not "ok", and notes about the run. */
  readonly diagnosis?: Diagnosis;
}

/** How a formulation follows slow motions: `slow` of a `Problem`. */
export interface SlowTraits {
  /** The power of 1/omega in the error; projections onto slow motions use the same power. */
  readonly order?: number;
  /** The rate (1/time) at which deviations from the slow motion decay, or at which they oscillate; inner steps damp
   * them. */
  readonly decay?: number;
  readonly rotation?: number;
}

/** Values that a formulation computes from a state: `results` of a `Problem`. */
export interface Results {
  /** The energy that this formulation conserves in the absence of dissipation. */
  energy?(t: number, y: F64): number;
  /** The formulation's multipliers at (t, q, v), if they are not the KKT multipliers of the rigid view. */
  multipliers?(lambda: F64, t: number, q: F64, v: F64): Status;
  /** The algebraic variables at (t, y), if the problem has any. */
  variables?(z: F64, t: number, y: F64): Status;
}

/** What a run calls on behalf of a formulation: `hooks` of a `Problem`. */
export interface RunHooks {
  /** Called with the start as given, before it is made consistent, so that the formulation can remember what it needs.
   * It may move the start. */
  begin?(s: State): void;
  /** Observes the run on behalf of the formulation. */
  readonly observer?: Observer;
  /** Saves what one evaluation passes to the next, such as the start of an iteration; absent if nothing is passed on. */
  readonly checkpoint?: Checkpoint;
}

/** The structure M q'' = force of a `Problem`, for methods that need forces. */
export interface SecondOrder {
  readonly mechanics: Mechanics;
  /** Which forces `force` contains, in the terms of `Derivatives`: "all" includes the penalties, "soft" does not. */
  readonly part: "soft" | "all";
  force(f: F64, t: number, q: F64, v: F64): void;
  /** The code of `force` followed by `mechanics.accelerate`, where it is generated. */
  readonly compiled?: CompiledRoutines<"accelerations"> | undefined;
}

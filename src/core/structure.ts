import type { Pacer } from "./controller.js";
import type { Problem } from "./problem.js";
import type { Stepper } from "./stepper.js";

/**
 * The structure of a system's constraints, for methods that exploit it. It is found from the form of the laws; the
 * names of the model and its elements play no part. A point has a scalar mass and is identified by the index of its
 * first coordinate. A constraint row need not belong to any of these structures.
 */
export interface Structure {
  readonly distances: Distances;
  readonly triangles: Triangles;
  readonly bodies: Bodies;
  readonly pins: Pins;
}

/** Constraints that keep a distance between two points, or between a point and a fixed place: g = phi(|a - b|). */
export interface Distances {
  readonly count: number;
  /** Number of components of a point. */
  readonly dimension: number;
  /** The constraint row of each distance. */
  readonly rows: Int32Array;
  /** Two entries per distance: its points. The second is -1 when the other end is a fixed place. */
  readonly ends: Int32Array;
  /** `dimension` entries per distance: the fixed place, or zeros when both ends are points. */
  readonly places: Float64Array;
  readonly lengths: Float64Array;
}

/** Sets of three points in space whose mutual distances are kept and which no other constraint touches. */
export interface Triangles {
  readonly count: number;
  /** Three entries per triangle. */
  readonly points: Int32Array;
  /** Three entries per triangle: the distances between points 0 and 1, 1 and 2, 2 and 0. */
  readonly lengths: Float64Array;
}

/**
 * Rigid bodies, each given by its directors: unit vectors at right angles to each other. A body in space has three or
 * two of them, or a single one that the model marks as a direction.
 */
export interface Bodies {
  readonly count: number;
  /** Number of components of a director. */
  readonly dimension: number;
  /** Three entries per body, -1 for a missing director. */
  readonly directors: Int32Array;
  /** Three entries per body: the masses of the directors, which are the body's Euler moments; 0 for a missing
   * director. */
  readonly moments: Float64Array;
  /** Number of constraint rows that hold the directors of all bodies. */
  readonly rows: number;
}

/** Rigid bodies as runs step and measure them: `rotations` of `Mechanics`. */
export interface Rotations {
  readonly bodies: Bodies;
  /** The stepper that `bind` makes, for the problem in quaternions and angular velocities if a body can turn. */
  stepper(problem: Problem, bind: (problem: Problem) => Stepper): Stepper;
  /** The pacer with errors of bodies measured in their own axes; positions are y[0, n), velocities y[n, 2n). */
  pacer(pacer: Pacer, n: number, dimension: number): Pacer;
}

/**
 * Points x that are tied to the directors d of a body by x + sum arm_k d_k = place. A ball joint to the world ties the
 * body's centre in this way.
 */
export interface Pins {
  readonly count: number;
  readonly points: Int32Array;
  /** The index of each pin's body. */
  readonly bodies: Int32Array;
  /** Three entries per pin. */
  readonly arms: Float64Array;
  readonly places: Float64Array;
}

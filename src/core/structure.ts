/**
 * What the constraints of a system are made of, as special methods ask for it. It is found from the form of the laws: which
 * names the model or its elements have plays no part. Points have a mass that is a number, and are named by their first
 * coordinate. A row may be in none of it.
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
  /** Components of a point. */
  readonly dimension: number;
  /** Constraint row of each. */
  readonly rows: Int32Array;
  /** Two each: the points; the second is -1 for a fixed place. */
  readonly ends: Int32Array;
  /** `dimension` each: the fixed place; zeros between two points. */
  readonly places: Float64Array;
  readonly lengths: Float64Array;
}

/** Three points in space, all distances kept, that no other constraint touches. */
export interface Triangles {
  readonly count: number;
  /** Three each. */
  readonly points: Int32Array;
  /** Three each: between the points 0 and 1, 1 and 2, 2 and 0. */
  readonly lengths: Float64Array;
}

/** Unit vectors at right angles, the directors of a rigid body: three or two in space, or one, which is then marked as a direction. */
export interface Bodies {
  readonly count: number;
  /** Three each, -1 where there is none. */
  readonly directors: Int32Array;
  /** Three each: masses of the directors, the Euler moments of the body; 0 where there is none. */
  readonly moments: Float64Array;
  /** Constraint rows that the directors of all bodies take. */
  readonly rows: number;
}

/** Points x that are tied to the directors d of a body by x + sum arm_k d_k = place, as a ball joint to the world ties its centre. */
export interface Pins {
  readonly count: number;
  readonly points: Int32Array;
  /** Number of the body of each. */
  readonly bodies: Int32Array;
  /** Three each. */
  readonly arms: Float64Array;
  readonly places: Float64Array;
}

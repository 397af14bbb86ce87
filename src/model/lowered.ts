/**
 * What a model becomes before derivatives are taken: laws on stencils, with an index table and a parameter table each.
 * Nothing here is expanded: a chain of 100,000 rods is one law and its tables.
 */

import type { Units } from "../core/units.js";
import type { Expr, Graph } from "../symbolic/index.js";

export type LawKind = "potential" | "constraint" | "force" | "kinetic" | "rate" | "invariant";

/** One law, instantiated `count` times. */
export interface Law {
  readonly kind: LawKind;
  /** The element's name in the file (`rod`, `potential`), for messages. */
  readonly name: string;
  /** Path in the file, for messages: `elements[2].rod`. */
  readonly where: string;
  /**
   * The law itself, in the local symbols below. potential, kinetic: [V]. constraint, invariant: one per component.
   * force, rate: one per stencil coordinate, node after node (structural zeros are constant 0).
   */
  readonly outputs: readonly Expr[];
  readonly stencil: readonly StencilNode[];
  readonly params: readonly Param[];
  readonly count: number;
  /** Name of component `c` of instance `i` (constraints and invariants): `rod[3]`, `crank`. */
  componentName(i: number, c: number): string;
  /** Path in the file of instance `i`, when instances of several entries share the law; otherwise `where`. */
  instanceWhere?(i: number): string;
  /** omega of instance i's constraint rows in the stiff view; undefined = the run's omega. */
  readonly omega?: Float64Array;
}

/** A node of the stencil: `dim` consecutive coordinates. */
export interface StencilNode {
  readonly dim: number;
  /** Local symbols of the coordinates, their velocities. */
  readonly q: readonly Expr[];
  readonly v: readonly Expr[];
  /** First coordinate (0 … n-1) of the node for each instance. */
  readonly index: Int32Array;
}

/** A parameter of the law: one value for all instances, or one each. */
export interface Param {
  readonly symbol: Expr;
  readonly values: Float64Array;
}

/** A named group of coordinates in `q`: a point, a family of points, or a single coordinate. */
export interface CoordinateGroup {
  readonly name: string;
  /** Coordinates per member; 1 for scalar coordinates. */
  readonly dim: number;
  /** "coordinate": a scalar `theta`; "point": a vector; "state": an entry of y of a first-order system; "algebraic": of z. */
  readonly kind: "coordinate" | "point" | "state" | "algebraic";
  /** A point that is a direction and not a place. */
  readonly direction?: boolean;
  /** Members; 1 for single ones. `repeat` lists the extents of a family: [n] or [rows, columns]. */
  readonly count: number;
  readonly repeat?: readonly number[];
  /** First coordinate in q. */
  readonly offset: number;
}

/** A fixed or moving anchor that elements may refer to; kept for drawing. */
export interface Anchor {
  readonly name: string;
  /** Constant position, or the expressions in `t` when it moves. */
  readonly at: readonly number[];
  readonly motion?: readonly Expr[];
}

/** Lines to draw between points (rods, springs), as coordinate offsets or anchors; only for pictures. */
export interface Links {
  readonly element: string;
  readonly style: "rod" | "spring" | "line";
  readonly law: Law;
  /** Per instance: [from, to]; a non-negative number is an offset into q, a negative one -1-k is anchor k. */
  readonly ends: Int32Array;
  /** First constraint row of instance 0, when the lines are constraints (colouring by multiplier); else -1. */
  readonly firstRow: number;
}

/**
 * Energies between all pairs of sites that are not of one molecule: an implicit pair table. `potential` is one law on one
 * pair of kinds of sites, of their distance and its inverse.
 */
export interface PairField {
  /** Path of the first pair element, and the names of all, for messages. */
  readonly where: string;
  readonly names: readonly string[];
  readonly dim: number;
  readonly groups: readonly PairGroup[];
  /** Symbols of the distance r and of 1/r in `potential`. */
  readonly r: Expr;
  readonly u: Expr;
  /** The symbols of numbers that differ between members, on either side of a pair. */
  readonly numbers: ReadonlyMap<Expr, { readonly side: "a" | "b"; readonly name: string }>;
  /** V between two kinds of sites; undefined where nothing acts. */
  potential(a: PairSite, b: PairSite): Expr | undefined;
  /** Nothing acts beyond; V is shifted so that it and its slope vanish there. Infinity: none. */
  readonly cutoff: number;
  /** How much farther than the cut-off neighbours are looked for. */
  readonly skin: number;
  /** Edges of a periodic box. */
  readonly box?: readonly number[];
}

/** Molecules of one kind: member i of all sites together. */
export interface PairGroup {
  readonly name: string;
  readonly count: number;
  readonly sites: readonly PairSite[];
}

export interface PairSite {
  readonly name: string;
  /** First coordinate of each member. */
  readonly index: Int32Array;
  /** One value for all members, or one each. */
  readonly numbers: ReadonlyMap<string, Float64Array>;
}

export interface Lowered {
  readonly name: string;
  readonly graph: Graph;
  readonly time: Expr;
  readonly order: "second" | "first";
  /** Coordinates (second order) or states (first order). */
  readonly n: number;
  /** Algebraic variables of a first-order system; they come after its n states in stencils and in q0. */
  readonly algebraic: number;
  readonly groups: readonly CoordinateGroup[];
  readonly anchors: readonly Anchor[];
  readonly links: readonly Links[];
  /** One per coordinate: `a_x`, `theta`, `bead[3]_y`; computed on demand so that large models do not pay for it. */
  coordinateName(k: number): string;
  readonly q0: Float64Array;
  /** Empty for first order. */
  readonly v0: Float64Array;
  readonly t0: number;
  /** Some law has taken numbers from the start, as the length of a rod is unless it is given. */
  readonly startInLaws: boolean;
  /** Diagonal of the constant mass matrix (zeros where a block or a kinetic energy supplies it). */
  readonly massDiagonal: Float64Array;
  /** Dense symmetric blocks of the constant mass matrix: the coordinates and the row-major values. */
  readonly massBlocks: readonly { readonly index: Int32Array; readonly values: Float64Array }[];
  readonly laws: readonly Law[];
  /** Energies between all pairs of sites. */
  readonly pairs?: PairField;
  /** Default omega of the stiff view. */
  readonly omega: number;
  /** The model itself says how stiff its constraints are. */
  readonly omegaGiven: boolean;
  /** Dimension of space of the points (0 when there are none). */
  readonly space: number;
  /** What the numbers mean, when the model says so. */
  readonly units?: Units;
  /** Library only: forces given as functions (the model is then opaque). */
  readonly functions: readonly ForceFunction[];
  /** The events of the run section. */
  readonly events?: readonly EventLaw[];
  /** The expressions of its observables. */
  readonly readings?: readonly ReadingLaw[];
}

/** An observable's expressions, which count alike. */
export interface ReadingLaw {
  readonly name: string;
  readonly laws: readonly Law[];
}

/** The escape hatch of the library: f is added to the forces; the optional Jacobians are dense row-major n x n. */
export interface ForceFunction {
  readonly name: string;
  readonly force: (f: Float64Array, t: number, q: Float64Array, v: Float64Array) => void;
  readonly jacobian?: (dq: Float64Array, dv: Float64Array, t: number, q: Float64Array, v: Float64Array) => void;
  readonly readsVelocity: boolean;
}

/** An event of the run section: where the law's only output changes sign. */
export interface EventLaw {
  readonly name: string;
  readonly direction: -1 | 0 | 1;
  readonly stop: boolean;
  /** Of kind "invariant": a function of q, v and t with one instance. */
  readonly law: Law;
}

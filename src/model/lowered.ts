/**
 * A lowered model, before derivatives are taken: laws on stencils, each with an index table and a parameter table.
 * Nothing is expanded: a chain of 100,000 rods is one law and its tables.
 */

import type { Holder, Part, Receiver } from "../core/part.js";
import type { UnitLabels, Units } from "../core/units.js";
import type { EquationIndex } from "../core/workspace.js";
import type { Expr, Graph } from "../symbolic/index.js";
import type { ShapeKind } from "./body-inertia.js";
import type { DrawnColour, DrawnKind } from "./drawing.js";

export type { Holder, Receiver } from "../core/part.js";

/**
 * "hidden": equations of a first-order system that hold because derivatives of them are imposed; "balance": equations
 * beside coordinates that contain algebraic variables.
 */
export type LawKind = "potential" | "constraint" | "force" | "kinetic" | "rate" | "invariant" | "hidden" | "balance";

/** One law, instantiated `count` times. */
export interface Law {
  readonly kind: LawKind;
  /** The element's name in the file (`rod`, `potential`), for messages. */
  readonly name: string;
  /** Path in the file, for messages: `elements[2].rod`. */
  readonly where: string;
  /**
   * The law itself, in the local symbols below. A potential or kinetic energy has one output, constraints and invariants
   * one per component, and forces and rates one per stencil coordinate, node by node (structural zeros are constant 0).
   */
  readonly outputs: readonly Expr[];
  readonly stencil: readonly StencilNode[];
  readonly params: readonly Param[];
  readonly count: number;
  /** Name of component `c` of instance `i` (constraints and invariants): `rod[3]`, `crank`. */
  componentName(i: number, c: number): string;
  /** Name of the constraint or joint of which component `c` of instance `i` is a part; its own name when it is whole. */
  wholeName?(i: number, c: number): string;
  /** Whether the constraints are those of bodies or of joints, whose names are then those of the wholes. */
  readonly part?: Part["kind"];
  /** Path in the file of output `c` of instance `i`, when several entries share the law; otherwise `where`. */
  instanceWhere?(i: number, c: number): string;
  /** Angles of joints that forces read as numbers; they are continued over the cut of atan2, as in constraints. */
  readonly angles?: readonly Expr[];
  /** Some parameters follow the motion, such as the references of continued angles. */
  readonly followed?: boolean;
  /** Constraints of first-order systems that determine algebraic variables by their first derivative (index 2). */
  readonly differentiated?: boolean;
  /** The same forces for the stiff view, if the law reads multipliers: there lambda is omega^2 g. */
  readonly penalised?: Law;
  /** omega of the constraint rows of each instance in the stiff view; if undefined, the omega of the run is used. */
  readonly omega?: Float64Array;
}

/** A node of the stencil: `dim` consecutive coordinates. */
export interface StencilNode {
  readonly dim: number;
  /** Local symbols of the coordinates and of their velocities. */
  readonly q: readonly Expr[];
  readonly v: readonly Expr[];
  /** First coordinate (0 … n-1) of the node for each instance. */
  readonly index: Int32Array;
}

/** A parameter of the law: one value for all instances, or one for each. */
export interface Param {
  readonly symbol: Expr;
  readonly values: Float64Array;
  /** The place of a state or algebraic variable beside the coordinates, (s, w), that the parameter follows. */
  readonly slot?: number;
  /** The row of the constraint whose multiplier the parameter follows. */
  readonly multiplier?: number;
  /** The row of the constraint whose stiffness omega^2 in the stiff view the parameter is. */
  readonly omega2?: number;
}

/** A named group of coordinates in `q`: a point, a family of points, or a single coordinate. */
export interface CoordinateGroup {
  readonly name: string;
  /** Coordinates per member; 1 for scalar coordinates. */
  readonly dim: number;
  /** "coordinate": a scalar `theta`; "point": a vector; "state": an entry of y of a first-order system; "algebraic": of z. */
  readonly kind: "coordinate" | "point" | "state" | "algebraic";
  /** Whether the point is a direction and not a place. */
  readonly direction?: boolean;
  /** The number of members. `repeat` lists the extents of a family: [n] or [rows, columns]. */
  readonly count: number;
  readonly repeat?: readonly number[];
  /** First coordinate in q. */
  readonly offset: number;
}

/** A fixed or moving anchor that elements may refer to; pictures show it. */
export interface Anchor {
  readonly name: string;
  /** Constant position, or the expressions in `t` when it moves. */
  readonly at: readonly number[];
  readonly motion?: readonly Expr[];
}

/** The bodies and joints of a model, as tables like those of points and elements. */
export interface LoweredMachine {
  readonly bodies: readonly LoweredBodies[];
  readonly joints: readonly LoweredJoints[];
  /** Places on bodies, and directions, in the order of the file. */
  readonly places: readonly LoweredPlaces[];
}

/** A body, or a family of bodies. Columns have one entry for all members, or one for each. */
export interface LoweredBodies {
  readonly name: string;
  readonly dimension: 2 | 3;
  readonly count: number;
  readonly repeat?: readonly number[];
  /** First coordinate of the centre of mass of member 0; that of member i is `dimension * i` further. */
  readonly centre: number;
  /** The same of the director along each principal axis; -1 for a missing one. In the plane there is one. */
  readonly directors: readonly number[];
  /** The origin of the body from the centre of mass, along the directors. */
  readonly origin: readonly Float64Array[];
  /** The axes of the body, in which the file gives places, along the directors. */
  readonly axes: readonly (readonly number[])[];
  /** What the body is made of; the shape is around the centre of mass, along the axes of the body. */
  readonly shape?: { readonly kind: ShapeKind; readonly sizes: readonly Float64Array[] };
}

/** A joint, or a family of joints. */
export interface LoweredJoints {
  readonly name: string;
  /** Its kind in the file: "hinge", "slider", … */
  readonly kind: string;
  readonly where: string;
  readonly count: number;
  readonly repeat?: readonly number[];
  readonly ends: readonly [LoweredJointEnd, LoweredJointEnd];
  /** The names of its angle and travel in expressions. */
  readonly coordinates: readonly { readonly name: string; readonly kind: "angle" | "travel" }[];
  /** Row `first + each * i + c` of the constraints is component c of instance i; missing for bushings. */
  readonly rows?: { readonly first: number; readonly each: number };
}

/** One side of a joint, for each instance. */
export interface LoweredJointEnd {
  /** Number of the body in `bodies`; -1 for the world. */
  readonly body: number;
  readonly members: Int32Array;
  /** The place and the axis along the directors of the body (0 along missing ones), or in space for the world. */
  readonly place: readonly Float64Array[];
  readonly axis?: readonly Float64Array[];
}

/** A place on a body, or a direction, with a member for each member of the body. */
export interface LoweredPlaces {
  readonly name: string;
  readonly body: number;
  readonly direction: boolean;
  /** Components along the directors, from the centre of mass for a place. */
  readonly local: readonly Float64Array[];
}

/** Lines between points (rods, springs) that pictures draw; their ends are coordinate offsets or anchors. */
export interface Links {
  readonly element: string;
  readonly style: "rod" | "spring" | "damper" | "rope" | "line";
  readonly law: Law;
  /**
   * [from, to] for each instance; a number below n is an offset into q, n + k is place k of bodies (counted over all members
   * of all of `machine.places`), and a negative number -1-k is anchor k.
   */
  readonly ends: Int32Array;
  /** The first constraint row of instance 0 if the lines are constraints, so that multipliers can colour them; or -1. */
  readonly firstRow: number;
}

/** A plane or a line on which elements hold points: a place of it, and its unit normal or direction. */
export interface Surface {
  readonly style: "plane" | "guide";
  readonly through: readonly number[];
  readonly unit: readonly number[];
}

/** A force or torque that elements apply: where it acts, and its vector; a torque in the plane has one component. */
export interface ShownLoad {
  readonly kind: "force" | "torque";
  readonly name: string;
  readonly place: readonly Expr[];
  readonly load: readonly Expr[];
}

/** A thing of the `draw` section. Its places are expressions of the motion, or numbers in the axes of its body. */
export interface DrawnThing {
  readonly kind: DrawnKind;
  readonly places: readonly (readonly Expr[])[];
  readonly along?: readonly Expr[];
  /** The direction of the second edge of a box. */
  readonly across?: readonly Expr[];
  readonly size?: readonly number[];
  readonly radius?: number;
  readonly length?: number;
  readonly words?: string;
  readonly colour?: DrawnColour;
  /** The body, or the family of bodies, in whose axes places are; with `instead`, in place of its own picture. */
  readonly body?: string;
  readonly instead?: true;
  readonly closed: boolean;
  readonly dashed: boolean;
  readonly grounded: boolean;
}

/** What pictures show beside points and links. */
export interface Shown {
  readonly surfaces: readonly Surface[];
  readonly loads: readonly ShownLoad[];
  readonly things: readonly DrawnThing[];
  /** The dimension of the picture: that of the points, or of the drawn things; 0 if there are none. */
  readonly space: number;
  /** Edges of the periodic box. */
  readonly box?: readonly number[];
}

/**
 * Energies between all pairs of sites that are not in the same molecule: an implicit pair table. `potential` is one law
 * for one pair of kinds of sites, as an expression of their distance and its inverse.
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
  /** The symbols of properties that differ between members, on either side of a pair. */
  readonly numbers: ReadonlyMap<Expr, { readonly side: "a" | "b"; readonly name: string }>;
  /** V between two kinds of sites; undefined if no element acts between them. */
  potential(a: PairSite, b: PairSite): Expr | undefined;
  /** No force acts beyond it; V is shifted so that it and its slope vanish there. Infinity means no cut-off. */
  readonly cutoff: number;
  /** The extra distance beyond the cut-off within which neighbours are listed. */
  readonly skin: number;
  /** Edges of a periodic box. */
  readonly box?: readonly number[];
  /** Forces are computed in single precision and summed in double; see `compileSystem`. */
  readonly precision?: "mixed";
}

/** Molecules of one kind: member i of every site belongs to molecule i. */
export interface PairGroup {
  readonly name: string;
  readonly count: number;
  readonly sites: readonly PairSite[];
}

export interface PairSite {
  readonly name: string;
  /** First coordinate of each member. */
  readonly index: Int32Array;
  /** One value for all members, or one for each. */
  readonly numbers: ReadonlyMap<string, Float64Array>;
  /** Massless sites only: the first coordinates of the points that carry each member, and their weights; `index` is that
   * of the first. */
  readonly carriers?: readonly { readonly index: Int32Array; readonly weight: number }[];
}

/**
 * First-order states s and algebraic variables w beside coordinates. Their laws are those of a first-order system with
 * the states y = (q, v, s) and the variables w; laws of mechanics read s and w as parameters.
 */
export interface CoupledLaws {
  readonly states: number;
  readonly algebraic: number;
  /** Rates of q and s (the place of v stays empty), equations of w, hidden equations and invariants. */
  readonly laws: readonly Law[];
  readonly structure?: AlgebraicStructure;
  /** Some force reads s or w. */
  readonly drives: boolean;
}

/** The structure of a first-order system with algebraic variables, whose laws have their index reduced to at most 2. */
export interface AlgebraicStructure {
  /** Names of the unknowns that come after the algebraic variables in stencils: derivatives of some of them. */
  readonly added: readonly string[];
  readonly equations: readonly EquationIndex[];
}

/**
 * A model as laws on stencils, each with an index table and a parameter table: `lower` makes it, and `compileSystem`
 * takes it.
 */
export interface Lowered {
  readonly name: string;
  /** Sentences about what the numbers of the model decided: bodies that have fewer directors. */
  readonly notes?: readonly string[];
  /** The bodies and joints, for pictures and reactions; only where there are bodies. */
  readonly machine?: LoweredMachine;
  readonly graph: Graph;
  readonly time: Expr;
  readonly order: "second" | "first";
  /** Coordinates (second order) or states (first order). */
  readonly n: number;
  /** Algebraic variables of a first-order system; they come after its n states in stencils and in q0. Those beside
   * coordinates are in `coupled`. */
  readonly algebraic: number;
  /** States and algebraic variables beside coordinates. */
  readonly coupled?: CoupledLaws;
  /** Which equations determine the algebraic variables, and how; only where there are some. */
  readonly structure?: AlgebraicStructure;
  readonly groups: readonly CoordinateGroup[];
  readonly anchors: readonly Anchor[];
  readonly links: readonly Links[];
  readonly shown: Shown;
  /** The name of a coordinate: `a_x`, `theta`, `bead[3]_y`. It is computed on demand, which keeps large models fast. */
  coordinateName(k: number): string;
  readonly q0: Float64Array;
  /** Empty for first-order systems. */
  readonly v0: Float64Array;
  readonly t0: number;
  /** Coordinates of points and bodies marked `hold`, which stay where they are while a start is made consistent. */
  readonly held?: Int32Array;
  /** Whether a law has taken numbers from the start, such as the default length of a rod. */
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
  /** Whether the model itself gives the stiffness of its constraints. */
  readonly omegaGiven: boolean;
  /** Dimension of space of the points (0 when there are none). */
  readonly space: number;
  /** The units of the numbers, if the model gives them. */
  readonly units?: Units;
  /** The units of the results, if the model gives units. */
  readonly labels?: UnitLabels;
  /** Library only: forces given as functions (the model is then opaque). */
  readonly functions: readonly ForceFunction[];
  /** The events of the run section. */
  readonly events?: readonly EventLaw[];
  /** The expressions of the observables of the run section. */
  readonly readings?: readonly ReadingLaw[];
  /** The outputs of the model. */
  readonly outputs?: Outputs;
}

/** A column of results that the model defines. */
export interface OutputColumn {
  readonly name: string;
  /** An angle whose turns are counted, so that it does not jump by 2 pi. */
  readonly continuous: boolean;
  readonly unit?: string;
  /** A full turn of a continuous angle in its unit. Default: 2 pi. */
  readonly turn?: number;
}

/** What a symbol of an output stands for, beside coordinates, velocities and t. */
export type OutputRead =
  | { readonly from: "acceleration"; readonly coordinate: number }
  | { readonly from: "multiplier"; readonly row: number }
  /** A component of the torque of a joint on a body: entry `index` of `torques` of `Outputs`. */
  | { readonly from: "torque"; readonly index: number }
  | { readonly from: "kinetic" | "potential" | "energy" };

/** A component (0, 1, 2 for x, y, z) of the torque of a joint or constraint on a body, in the axes of the world. */
export interface OutputTorque {
  readonly holder: Holder;
  readonly on: Receiver;
  readonly component: number;
}

/** The outputs of a model: one law, with an output for each column. */
export interface Outputs {
  readonly columns: readonly OutputColumn[];
  readonly law: Law;
  readonly reads: ReadonlyMap<Expr, OutputRead>;
  readonly torques: readonly OutputTorque[];
}

/** The expressions of an observable; their values are pooled. */
export interface ReadingLaw {
  readonly name: string;
  readonly laws: readonly Law[];
}

/** A force as a function, only in the library; it is added to the forces. Optional Jacobians are dense, row by row. */
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
  /** A law of kind "invariant": a function of q, v and t with one instance. */
  readonly law: Law;
}

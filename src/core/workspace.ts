/**
 * A compiled model, and a compiled model on one memory with what belongs to a run. Every array argument must come from
 * the workspace's arena. Outputs come first. `mechanics.ts` has the equations of motion.
 */

import type { Arena, F64 } from "./arena.js";
import type { Consistency, StartProjectors } from "./consistency.js";
import type { Constraints } from "./constraints.js";
import type { Pacer } from "./controller.js";
import type { Mechanics } from "./mechanics.js";
import type { Meter, MeterOptions } from "./meter.js";
import type { Makeup, Part } from "./part.js";
import type { Problem } from "./problem.js";
import type { Projector } from "./projector.js";
import type { Rate, SparseJacobian } from "./rate.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";
import type { DenseOutput } from "./stepper.js";
import type { Trouble } from "./trouble.js";
import type { UnitLabels, Units } from "./units.js";
import type { Conscience, Measured, SwitchSchedule, SwitchWatch, WatchedRun } from "./watching.js";
import type { Work } from "./work.js";

/**
 * A compiled model: names, tables and code, shared by all runs. A system never changes and holds no memory of its own;
 * each run takes a workspace. `compileSystem`, `ode` and `secondOrder` make systems.
 */
export interface System {
  readonly name: string;
  /** Entries of `y`: 2 n for mechanics, and the states beside them. */
  readonly dimension: number;
  /** One name per entry of `y`; for mechanics the coordinates, then their velocities (`theta'`), then states. */
  readonly names: readonly string[];
  /** Coordinates of mechanics; 0 for first-order systems. */
  readonly n: number;
  /** Names that go with the multipliers: those of the constraints for mechanics, and those of the algebraic
   * variables. */
  readonly constraintNames: readonly string[];
  /** The body or joint that each constraint comes from; absent in models without bodies. */
  readonly constraintParts?: readonly (Part | undefined)[] | undefined;
  /** Bodies, points, joints and constraints by their names; absent when equations are functions. */
  readonly makeup?: Makeup;
  /** Coordinates that keep their values while a start is made consistent; absent when all may move. */
  readonly held?: Int32Array;
  /** Nothing in the model reads `t`. */
  readonly autonomous: boolean;
  readonly initialTime: number;
  /** The start as the model states it (not made consistent). */
  readonly initial: Float64Array;
  /** A model with a function in it cannot be hashed, shared or sent. */
  readonly opaque: boolean;
  /** What the numbers mean, when the model says so. */
  readonly units?: Units;
  /** The units of its results, when the model declares units. */
  readonly labels?: UnitLabels;
  /** Functions with cuts and kinks in the laws; absent when laws are functions, which cannot be looked into. */
  readonly switches?: readonly Switch[];
  /** The laws are known to have derivatives of every order: no function with a kink is in them, no table, and nothing that
   * cannot be looked into. */
  readonly isAnalytic?: boolean;
  /** Times at which laws switch; absent when they do not. */
  readonly timeSwitches?: TimeSwitches | undefined;
  /** Sentences about functions in the laws that do not have values everywhere: tables without an outside. */
  readonly limits?: readonly string[];
  /** Memory, counters and stiffnesses for one run, with room for at least `room` bytes of work arrays. `release`
   * returns the memory; a workspace that is never released is left to the garbage collector. */
  workspace(options?: { readonly room?: number }): Workspace;
}

/** Times at which laws switch because an argument of `where`, `floor`, … depends on time alone. */
export interface TimeSwitches {
  /** The first switch on the way from one time to another, which may be an earlier one. */
  next(from: number, to: number): SwitchTime;
  /** The part that ends the steps of one run at these switches, up to the end of the run, and along pulses of time that are shorter than the
   * longest step; undefined where neither are met. */
  watch(
    problem: Problem,
    run: WatchedRun,
    until: number,
    direction: number,
    maxStep: number,
  ): SwitchSchedule | undefined;
}

export interface SwitchTime {
  /** Whether there is a switch. Otherwise there is none until `after`, which is `to`, or less when the search took too
   * long. */
  readonly found: boolean;
  /** Times just before and just after the switch, a few rounding errors apart. */
  readonly before: number;
  readonly after: number;
  /** The function that switches, and the law. */
  readonly name: string;
  /** Nothing switches there: a step must end, and the next one goes on as it would anywhere. */
  readonly isSmooth?: boolean;
}

/** The arguments of functions that are not smooth, such as `where` and `floor`, as far as they depend on the state. */
export interface StateSwitches {
  readonly count: number;
  /** 1 for arguments that switch at every integer, and 0 for those that switch at zero. */
  readonly atIntegers: Uint8Array;
  /** 1 for arguments that read multipliers or algebraic variables; absent when none does. */
  readonly solved?: Uint8Array;
  /** The arguments at (t, y); `z` has the multipliers and then the algebraic variables, where arguments read any. */
  evaluate(out: F64, t: number, y: F64, z?: F64): void;
  /** The function and the law of argument k. */
  describe(k: number): Switch;
  /** The part that ends the steps of one run at these switches. */
  watch(problem: Problem, run: WatchedRun, dense: DenseOutput | undefined): SwitchWatch;
}

/** The branches of the angles of a run. Each angle is continuous within half a turn of its reference. */
export interface Branches {
  /** Takes the principal values as references, as at the start of a run. */
  clear(): void;
  /** Moves the references along to the angles at an accepted state. */
  follow(t: number, q: F64): void;
  /** The length of a step of h from `s`, or of a shorter one in which no angle turns too far at its present rate. */
  within(s: State, h: number): number;
  /** Infinity, unless an angle turns so far in the step of h from `s` to `end` that its branch would be lost; then the length
   * of a step in which none does. */
  room(s: State, end: State, h: number): number;
  /** The trouble with such a step where steps are fixed. */
  lost(s: State, end: State, h: number): Trouble;
  /** The references, for checkpoints. */
  references(): Float64Array;
  restore(references: ArrayLike<number>): void;
}

/** A function with a cut, where its value jumps, or with a kink, where its slope does, in one law of a model. */
export interface Switch {
  readonly function: string;
  readonly kind: "cut" | "kink";
  readonly law: "potential" | "constraint" | "force" | "kinetic" | "rate";
  /** Name of the element and its path in the file. */
  readonly name: string;
  readonly where: string;
}

/**
 * A system on a memory of its own, with counters and stiffnesses, for one run at a time: `System.workspace` makes it.
 */
export interface Workspace {
  readonly system: System;
  readonly name: string;
  readonly arena: Arena;
  readonly work: Work;
  /** Entries of `y`: 2 n for mechanics, and the states beside them. */
  readonly dimension: number;
  /** One name per entry of `y`; for mechanics the coordinates, then their velocities (`theta'`), then states. */
  readonly names: readonly string[];
  /** Nothing in the model reads `t`. */
  readonly autonomous: boolean;
  readonly initialTime: number;
  /** The start as the model states it (not made consistent). */
  readonly initial: F64;
  readonly mechanics?: Mechanics;
  /** First-order systems only: dy = F(t, y). */
  readonly rate?: Rate;
  /** First-order systems with algebraic variables only, instead of `rate`. */
  readonly algebraic?: Algebraic;
  /** States and algebraic variables beside the coordinates of mechanics. */
  readonly coupled?: Coupled;
  /** Quantities kept at their starting value, `h(t, y) = h(t0, y0)`; none when empty. */
  readonly invariants?: Invariants;
  /** Angles in constraints and potentials, which follow the motion over the cut of atan2; absent when there are none. */
  readonly branches?: Branches;
  /** Whether all entries of an array are finite, by generated code. */
  readonly allFinite?: (x: F64) => boolean;
  /** Where laws switch because of the state; absent when they do not. */
  readonly stateSwitches?: StateSwitches | undefined;
  /** Binds the projection onto constraints and invariants that makes starts consistent and repairs states that are
   * shown. Systems that have either bring it along, so that the others need not carry it. */
  exact?(on: OnManifold): Projector;
  /** Measures mechanics for the ledger of a run. Mechanics brings it along. */
  meter?(problem: Problem, options: MeterOptions): Meter;
  /** How runs treat constraints that are violated at the start, redundant or dependent. Systems with constraints bring it
   * along. */
  consistency?(problem: Problem, projectors: StartProjectors): Consistency;
  /** The conscience of a run on this problem; undefined if the problem keeps nothing that can be watched. Systems whose
   * laws may keep something bring it along. */
  conscience?(problem: Problem, run: WatchedRun, pacer: Pacer, measured: Measured): Conscience | undefined;
  /** Finds algebraic variables from the states. Systems that have such variables bring it along. */
  eliminate?(gamma?: number): Elimination;
  /** A model with a function in it cannot be hashed, shared or sent. */
  readonly opaque: boolean;
  /** What the numbers mean, when the model says so. */
  readonly units?: Units;
  /** The units of its results, when the model declares units. */
  readonly labels?: UnitLabels;
  /** Sets the stiffnesses that a problem on this workspace reads: `omega` for every constraint, or the model's own when
   * undefined. Throws a `TautError` when an earlier problem on this workspace reads other stiffnesses. */
  stiffen(omega: number | undefined): void;
  /** Calls `look` without side effects: afterwards stiffnesses, dropped rows, counters and memory are as they were
   * before. */
  aside<T>(look: () => T): T;
  /** Returns the workspace to the state in which it was made. Arrays taken from it before must not be used any more. */
  reset(): void;
  /** Arrays taken from the arena from now on belong to a lease; the result ends it and gives their memory back. */
  lease(): () => void;
  /** Total bytes for work arrays, used and free. */
  readonly room: number;
  /** Returns the memory. No part of the workspace may be used afterwards. */
  release(): void;
}

/**
 * The algebraic variables of a `Workspace`: y' = F(t, y, z), 0 = h(t, y, z), and w = (y, z). The index is at most 2 in
 * these equations, whatever it is in the model: z has the variables of the model, then derivatives of some of them, and
 * each row of h either contains z, or contains none and determines some by its derivative.
 */
export interface Algebraic {
  /** Variables of the model, the first entries of z, and their names. */
  readonly count: number;
  readonly names: readonly string[];
  /** Entries of z, which are as many as the rows of h, and their names; `rowNames` are those of the rows. */
  readonly unknowns: number;
  readonly unknownNames: readonly string[];
  readonly rowNames: readonly string[];
  /** 1 for each row of h that determines z by its derivative. */
  readonly differentiated: Uint8Array;
  /** The equations of the model, with their indices, and the largest index. */
  readonly equations: readonly EquationIndex[];
  readonly index: number;
  /** What holds beside h = 0 because derivatives of it are in h; absent when there is nothing. */
  readonly hidden?: HiddenEquations;
  /** The invariants of the model. */
  readonly invariants?: Invariants | undefined;
  /** z enters h and F linearly, so that one step finds both. */
  readonly linear: boolean;
  /** Guesses of z at the start. */
  readonly guess: F64;
  /** (F, h) at (t, w). Counts one force. */
  evaluate(f: F64, t: number, w: F64): void;
  /** d(F, h)/dw; rows of h and columns of z come last. */
  readonly jacobian: SparseJacobian;
  /** d(h_w u + h_t)/dw along a direction u, rows of h from 0; made when first asked for. */
  readonly constraintRate: {
    readonly rows: Int32Array;
    readonly cols: Int32Array;
    /** Room for the values, one for all users of the workspace. */
    readonly values: F64;
    evaluate(values: F64, t: number, w: F64, u: F64): void;
  };
  /** The partial derivative of h in time. */
  timeSlope(h: F64, t: number, w: F64): void;
}

/**
 * First-order states s and algebraic variables w beside the coordinates of a `Workspace`: y = (q, v, s), and
 *
 *     M q'' = f(t, q, v, s, w) - grad V(q, s, w) - G^T lambda,   s' = r(t, q, v, s, w),   0 = a(t, q, v, s, w)
 */
export interface Coupled {
  /** The number of states s, which are the last entries of y, and their names. */
  readonly states: number;
  readonly names: readonly string[];
  /** Some force reads s or w. */
  readonly drives: boolean;
  /** w and its equations, for the states y. F has the rates of q and s only: the accelerations are those of mechanics. */
  readonly algebraic?: Algebraic;
  /** The entries of dy that belong to s, for models without w. */
  rate(dy: F64, t: number, y: F64): void;
  /** Its derivatives by y, in rows from 2 n on; for models without w. */
  rateSlopes(): SparseJacobian;
  /** Hands s of y, and w from entry `first` of an array, to the forces, which use them until the next call. */
  drive(y: F64, w: F64 | undefined, first: number): void;
  /** The problem of mechanics with the states beside its coordinates. */
  join(problem: Problem): Problem;
}

/**
 * Finds the algebraic variables z of (t, y): `eliminate` of a `Workspace` makes it, with Baumgarte's return to h = 0 at
 * the rate gamma, and allocates its work arrays.
 */
export interface Elimination {
  /** (F, h) of the last solution, and w = (y, z). */
  readonly f: F64;
  readonly w: F64;
  /** The z from which an iteration starts; undefined when it starts at 0. */
  readonly carried: F64 | undefined;
  /** What solutions keep although the eliminated right-hand side does not enforce it; undefined if there is nothing. */
  readonly kept: KeptInvariants | undefined;
  /** Computes z of (t, y) in the tail of `w` and F in `f`. */
  solve(t: number, y: F64): Status;
  /** d/dy of F(t, y, z(t, y)); undefined for large systems. */
  jacobian(): SparseJacobian | undefined;
  /** The same and dz/dy at the last solution; undefined for large systems. */
  slopes(): EliminatedSlopes | undefined;
  /** What is wrong where the last solution failed, by the names of equations and variables. */
  explanation(): string | undefined;
}

/** Dense derivatives of an `Elimination`, row by row: of F and of z by y. */
export interface EliminatedSlopes {
  readonly F: Float64Array;
  readonly z: Float64Array;
  /** At the last solution, at the time t. */
  evaluate(t: number): void;
}

/** An equation of a model that determines algebraic variables: `equations` of `Algebraic`. */
export interface EquationIndex {
  readonly name: string;
  /** One more than the number of derivatives that are taken of it. */
  readonly index: number;
  /** The variable that it determines. */
  readonly determines?: string;
}

/** Equations of (t, w) that solutions fulfil although they are not imposed: `hidden` of `Algebraic`. */
export interface HiddenEquations {
  readonly count: number;
  readonly names: readonly string[];
  /** How many of them, the first ones, contain no z. */
  readonly ofStates: number;
  value(h: F64, t: number, w: F64): void;
  /** Derivatives by w. */
  readonly jacobian: SparseJacobian;
}

/** The invariants of a `Workspace`: smooth functions of (t, y) that the exact solution keeps. */
export interface Invariants {
  readonly count: number;
  readonly names: readonly string[];
  /** h(t, y). */
  value(h: F64, t: number, y: F64): void;
  /** Dense rows of H = dh/dy, row by row, `count * dimension` entries. */
  jacobian(H: F64, t: number, y: F64): void;
}

/**
 * The manifold of a `Problem`: constrained positions and velocities, invariants, or both. Projections return to it.
 */
export interface Manifold {
  /** g(q, t) = 0 and G v + g_t = 0, when there are constraints. */
  readonly constraints?: Constraints;
  readonly mechanics?: Mechanics;
  /** h(t, y) - h(t0, y0) = 0. */
  readonly invariants?: KeptInvariants;
}

/** The invariants of a `Manifold`, measured from the values they had at the start. */
export interface KeptInvariants {
  readonly count: number;
  readonly names: readonly string[];
  /** h(t, y) - h0. */
  residual(h: F64, t: number, y: F64): void;
  jacobian(H: F64, t: number, y: F64): void;
  /** One column of B in y' = f - B z per invariant, where the invariants hold because of algebraic variables z (index
   * 2). */
  input?(B: readonly F64[], t: number, y: F64): void;
  /** What one evaluation passes on to the next, such as the start of an iteration; undefined if nothing is passed on. */
  readonly carried?: F64 | undefined;
  /** Takes the present values as the ones to keep. */
  keep(s: State): void;
}

/** What a projection onto the manifold needs of a `Problem`. */
export interface OnManifold {
  readonly arena: Arena;
  readonly work: Work;
  readonly dimension: number;
  readonly n: number;
  readonly manifold?: Manifold;
}

/**
 * Reactions: the force and the torque of a joint, and the force of any other constraint, on what it holds. They follow from
 * the multipliers and the Jacobian at a state; `wrench.ts` has the equations.
 */

import { weakConstraints } from "../consistency/weak-constraints.js";
import { append, type F64, multiplierCount, multipliersAt, newState, type Problem, type State } from "../core/index.js";
import type { Holder, Receiver } from "../model/index.js";
import type { Solution } from "../solve/index.js";
import { axesOf, cross, placeOf, type RowWrench, type Vector } from "./wrench.js";

/** The reaction of one joint or constraint on one part, at the saved times. Every list has one entry per component. */
export interface Reaction {
  /** The joint or constraint. */
  readonly of: string;
  /** The body, point or coordinate on which it acts. */
  readonly on: string;
  /** The axes of the components: "world", or a body. */
  readonly axes: string;
  readonly force: readonly Float64Array[];
  /** The torque at `place`: three components in space and one in the plane. Empty unless a body is acted on. */
  readonly torque: readonly Float64Array[];
  /** Where the force acts, in the axes of the world. Empty for coordinates. */
  readonly place: readonly Float64Array[];
  /** Whether the motion determines each component. Redundant constraints leave some undetermined; their values belong to the
   * multipliers with the least sum of squares. */
  readonly determined: { readonly force: readonly boolean[]; readonly torque: readonly boolean[] };
}

/** A reaction that is asked for: a joint or constraint, the part on which it acts, and the body whose axes are used, if any. */
export interface Asked {
  readonly holder: Holder;
  readonly on: Receiver;
  readonly axes?: Receiver;
}

/** A component of the forces without effect below this fraction of the largest is zero. */
const negligible = 1e-7;

/** Measures reactions at states of a problem. */
export class ReactionMeter {
  private readonly problem: Problem;
  private readonly G: F64;
  /** The components of the last measurement in the axes of the world. */
  readonly force: Vector = [0, 0, 0];
  readonly torque: Vector = [0, 0, 0];
  readonly place: Vector = [0, 0, 0];

  constructor(problem: Problem) {
    this.problem = problem;
    this.G = problem.workspace.mechanics!.constraints.newJacobian();
  }

  /** Sets the state to which the following measurements belong. */
  look({ t, q }: State): void {
    const { work, workspace } = this.problem;
    const before = work.jacobians;
    workspace.mechanics!.constraints.jacobian(this.G, t, q);
    work.jacobians = before;
  }

  /** The reaction of `holder` on `on` in the axes of the world, at the state of the last `look`. */
  measure(holder: Holder, on: Receiver, q: F64, multipliers: ArrayLike<number>): void {
    const { force, torque, place } = this;
    const rows = holder.rows.map((row) => this.row(row, on, q));
    force.fill(0);
    torque.fill(0);
    rows.forEach((row, k) => {
      const lambda = multipliers[holder.rows[k]];
      for (let i = 0; i < 3; i++) {
        force[i] += lambda * row.force[i];
        torque[i] += lambda * row.torque[i];
      }
    });
    place.fill(0);
    if (on.kind === "coordinate") return;
    const arm: Vector = on.kind === "body" ? placeOf(rows) : [0, 0, 0];
    const moment = cross(arm, force);
    for (let i = 0; i < 3; i++) torque[i] -= moment[i];
    for (let i = 0; i < on.dim; i++) place[i] = q[on.offset + i] + arm[i];
  }

  /** The force and the torque about the centre that row `row` exerts with the multiplier 1. */
  private row(row: number, { offset, dim, directors }: Receiver, q: F64): RowWrench {
    const { rowStart, column } = this.problem.workspace.mechanics!.constraints;
    const force: Vector = [0, 0, 0];
    const torque: Vector = [0, 0, 0];
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
      const coordinate = column[k];
      const value = -this.G[k];
      if (coordinate >= offset && coordinate < offset + dim) force[coordinate - offset] += value;
      for (const at of directors) {
        if (at < 0 || coordinate < at || coordinate >= at + dim) continue;
        const c = coordinate - at;
        const d: Vector = [q[at], q[at + 1], dim === 3 ? q[at + 2] : 0];
        const single: Vector = [0, 0, 0];
        single[c] = value;
        const turned = cross(d, single);
        for (let i = 0; i < 3; i++) torque[i] += turned[i];
      }
    }
    return { force, torque };
  }
}

/** States of a run, one after the other, with their multipliers where they are known. */
interface Saved {
  readonly times: Float64Array;
  readonly states: Float64Array;
  readonly multipliers?: Float64Array | undefined;
}

/** Reactions at the saved times of a solution, on a problem that nothing else uses. */
export function reactionsAlong(problem: Problem, solution: Solution, asked: readonly Asked[]): readonly Reaction[] {
  const { trajectory } = solution;
  const multipliers = trajectory.m === multiplierCount(problem.workspace) ? trajectory.multipliers() : undefined;
  return reactionsOf(problem, solution, { times: trajectory.times(), states: trajectory.states(), multipliers }, asked);
}

/** The same at the end of a solution only. */
export function reactionsAtEnd(problem: Problem, solution: Solution, asked: readonly Asked[]): readonly Reaction[] {
  const { t, y, lambda } = solution;
  return reactionsOf(problem, solution, { times: Float64Array.of(t), states: y, multipliers: lambda }, asked);
}

/** The place and the force of each reaction at states whose multipliers are known, one row of numbers for each state. */
export function forcesAlong(
  problem: Problem,
  { times, states, multipliers }: Required<Saved> & { readonly multipliers: Float64Array },
  asked: readonly Asked[],
): Float64Array<ArrayBuffer> {
  const { arena, dimension, n, workspace } = problem;
  const meter = new ReactionMeter(problem);
  const s = newState(arena, dimension, n);
  const m = multiplierCount(workspace);
  const width = asked.reduce((sum, { on }) => sum + 2 * on.dim, 0);
  const rows = new Float64Array(width * times.length);
  let at = 0;
  times.forEach((t, i) => {
    s.t = t;
    s.y.set(states.subarray(i * dimension, (i + 1) * dimension));
    meter.look(s);
    const lambda = multipliers.subarray(i * m, (i + 1) * m);
    for (const { holder, on } of asked) {
      meter.measure(holder, on, s.q, lambda);
      for (const part of [meter.place, meter.force]) for (let c = 0; c < on.dim; c++) rows[at++] = part[c];
    }
  });
  return rows;
}

function reactionsOf(problem: Problem, solution: Solution, saved: Saved, asked: readonly Asked[]): readonly Reaction[] {
  const { arena, dimension, n, workspace } = problem;
  const meter = new ReactionMeter(problem);
  const s = newState(arena, dimension, n);
  const { times, states } = saved;
  prepareMultipliers(problem, solution);
  const multipliers = saved.multipliers ?? multipliersOf(problem, saved);
  const m = multiplierCount(workspace);
  const made = asked.map(({ on }) => ({
    force: columns(on.kind === "coordinate" ? 1 : on.dim, times.length),
    torque: columns(on.kind !== "body" ? 0 : on.dim === 2 ? 1 : 3, times.length),
    place: columns(on.kind === "coordinate" ? 0 : on.dim, times.length),
  }));
  const show = (i: number): void => {
    s.t = times[i];
    s.y.set(states.subarray(i * dimension, (i + 1) * dimension));
    meter.look(s);
  };
  for (let i = 0; i < times.length; i++) {
    show(i);
    const lambda = multipliers.subarray(i * m, (i + 1) * m);
    asked.forEach(({ holder, on, axes }, k) => {
      meter.measure(holder, on, s.q, lambda);
      const shown = inAxes(meter, axes, s.q);
      const { force, torque, place } = made[k];
      put(force, i, shown.force);
      put(torque, i, torqueOf(shown.torque, torque.length));
      put(place, i, meter.place);
    });
  }
  if (times.length > 0) show(times.length - 1);
  const open = openComponents(problem, solution, s, meter, asked);
  return asked.map(({ holder, on, axes }, k) => {
    const { force, torque, place } = made[k];
    const isKnown = (values: readonly number[], length: number): boolean[] =>
      Array.from({ length }, (_, c) => values[c] === 0);
    return {
      ...{ of: holder.name, on: on.name, axes: axes?.name ?? "world" },
      ...{ force, torque, place },
      determined: {
        force: isKnown(open[k].force, force.length),
        torque: isKnown(torqueOf(open[k].torque, torque.length), torque.length),
      },
    };
  });
}

/** The torque in the plane is the third component. */
const torqueOf = (torque: readonly number[], length: number): readonly number[] =>
  length === 1 ? [torque[2]] : torque;

const columns = (count: number, length: number): Float64Array[] =>
  Array.from({ length: count }, () => new Float64Array(length));

function put(to: readonly Float64Array[], i: number, values: readonly number[]): void {
  for (let c = 0; c < to.length; c++) to[c][i] = values[c];
}

/** The components in the axes of a body; a bar does not determine all of its axes. */
function inAxes(
  { force, torque }: ReactionMeter,
  axes: Receiver | undefined,
  q: F64,
): { force: Vector; torque: Vector } {
  const directions = axes && axesOf(q, axes.directors, axes.dim);
  const turned = (v: Vector): Vector =>
    directions === undefined ? [...v] : (directions.map((d) => v[0] * d[0] + v[1] * d[1] + v[2] * d[2]) as Vector);
  return { force: turned(force), torque: turned(torque) };
}

/** The multipliers of all states; NaN where they are not defined. */
function multipliersOf(problem: Problem, { times, states }: Saved): Float64Array {
  const m = multiplierCount(problem.workspace);
  const s = newState(problem.arena, problem.dimension, problem.n);
  const lambda = problem.arena.f64(m);
  const all = new Float64Array(m * times.length);
  times.forEach((t, i) => {
    s.t = t;
    s.y.set(states.subarray(i * s.y.length, (i + 1) * s.y.length));
    if (multipliersAt(lambda, problem, s) !== "ok") lambda.fill(Number.NaN);
    all.set(lambda, i * m);
  });
  return all;
}

/** Lets the problem of a finished run, on another workspace, give the multipliers that the run itself had. */
export function prepareMultipliers(
  problem: Problem,
  { passages, dropped }: Pick<Solution, "passages" | "dropped">,
): void {
  const { constraints, constraintNames } = problem.workspace.mechanics ?? {};
  if (constraints === undefined) return;
  if (dropped.length > 0) {
    const names = new Set(dropped);
    constraints.drop(constraintNames!.flatMap((name, row) => (names.has(name) ? [row] : [])));
  }
  const passed = constraints.singular?.passed;
  passed?.splice(0);
  if (passed !== undefined) append(passed, passages);
}

/** For each reaction asked for, its components in multipliers without effect, with zeros where there are none. */
function openComponents(
  problem: Problem,
  { dropped }: Solution,
  s: State,
  meter: ReactionMeter,
  asked: readonly Asked[],
): readonly { readonly force: Vector; readonly torque: Vector }[] {
  const nothing = { force: [0, 0, 0] as Vector, torque: [0, 0, 0] as Vector };
  const idle = dropped.length === 0 ? undefined : weakConstraints(problem, problem.workspace.mechanics!).idle(s);
  if (idle === undefined) return asked.map(() => nothing);
  const found = asked.map(({ holder, on, axes }) => {
    meter.measure(holder, on, s.q, idle);
    return inAxes(meter, axes, s.q);
  });
  const largest = (which: "force" | "torque"): number =>
    found.reduce((most, each) => each[which].reduce((a, b) => Math.max(a, Math.abs(b)), most), 0);
  const scale = Math.max(
    largest("force"),
    largest("torque"),
    idle.reduce((a, b) => Math.max(a, Math.abs(b)), 0),
  );
  const cut = (v: Vector): Vector => v.map((x) => (Math.abs(x) > negligible * scale ? x : 0)) as Vector;
  return found.map(({ force, torque }) => ({ force: cut(force), torque: cut(torque) }));
}

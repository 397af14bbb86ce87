/**
 * The outputs of a model along a run: a row of values at every saved state. Accelerations, multipliers and energies are
 * those of the problem that is run, and what they cost is not counted as work. Turns of continuous angles are counted at
 * every accepted step.
 */

import { extras, firstTorque, type OutputKernel } from "../compile/outputs.js";
import {
  type ByteReader,
  type ByteWriter,
  copyWork,
  type F64,
  multiplierCount,
  multipliersAt,
  newState,
  type Observer,
  type Problem,
  type Rate,
  restoreBytes,
  type State,
  savedBytes,
} from "../core/index.js";
import type { OutputColumn } from "../model/index.js";
import { Rows } from "../observers/rows.js";
import type { Solution } from "../solve/index.js";
import { ReactionMeter } from "./reactions.js";

/** The values of a model's outputs along a run: `outputs` of a `PreparedRun`. */
export class OutputRecorder implements Observer {
  readonly columns: readonly OutputColumn[];
  private readonly kernel: OutputKernel;
  private readonly problem: Problem;
  private readonly multipliers: F64;
  private readonly extra: F64;
  private readonly dy: F64;
  private readonly reactions: ReactionMeter | undefined;
  private readonly rate: Rate | undefined;
  private readonly shown: State;
  private readonly rows: Rows;
  /** The columns of continuous angles, and their values when they were last evaluated. */
  private readonly angles: Int32Array;
  private readonly followed: Float64Array;
  private readonly turns: Float64Array;

  constructor(columns: readonly OutputColumn[], kernel: OutputKernel, problem: Problem) {
    this.columns = columns;
    this.kernel = kernel;
    this.problem = problem;
    const { arena, dimension, n, workspace } = problem;
    const { mechanics } = workspace;
    this.multipliers = arena.f64(multiplierCount(workspace));
    this.dy = arena.f64(dimension);
    this.extra = arena.f64(firstTorque(dimension) + kernel.torques.length);
    this.reactions = kernel.torques.length === 0 ? undefined : new ReactionMeter(problem);
    this.shown = newState(arena, dimension, n);
    this.rows = new Rows(columns.length);
    this.angles = Int32Array.from(columns.flatMap(({ continuous }, k) => (continuous ? [k] : [])));
    this.followed = new Float64Array(this.angles.length).fill(Number.NaN);
    this.turns = Float64Array.from(this.angles, (k) => columns[k].turn ?? 2 * Math.PI);
    // a formulation that remembers something steps a slow motion, except where it remembers algebraic variables
    const isWhole =
      problem.hooks?.checkpoint === undefined || mechanics === undefined || workspace.coupled !== undefined;
    this.rate = (isWhole ? problem.rate : undefined) ?? mechanics?.constraints.underlying;
  }

  begin(s: State): void {
    this.rows.clear();
    this.followed.fill(Number.NaN);
    this.follow(s);
  }

  step(s: State): void {
    this.follow(s);
  }

  observe(s: State): void {
    const values = this.values(s);
    this.rows.add();
    this.rows.chunk.set(values, this.rows.offset);
  }

  /** One column at the saved times of a solution. */
  column(k: number, { trajectory }: Pick<Solution, "trajectory">): Float64Array {
    return this.rows.column(k).subarray(trajectory.before);
  }

  /** The values of all columns at the end of a run. */
  final({ t, y }: Pick<Solution, "t" | "y">): Float64Array {
    this.shown.t = t;
    this.shown.y.set(y);
    this.follow(this.shown);
    return this.values(this.shown).slice();
  }

  save(to: ByteWriter): void {
    to.numbers(this.followed);
    this.rows.save(to);
  }

  restore(from: ByteReader): void {
    this.followed.set(from.numbers());
    this.rows.restore(from);
  }

  /** The values of all columns, with angles on the branch that was followed; valid until the next call. */
  private values(s: State): Float64Array {
    const values = this.evaluate(s);
    for (let i = 0; i < this.angles.length; i++)
      values[this.angles[i]] = nearestTurn(values[this.angles[i]], this.followed[i], this.turns[i]);
    return values;
  }

  private follow(s: State): void {
    if (this.angles.length === 0) return;
    const values = this.evaluate(s);
    for (let i = 0; i < this.angles.length; i++)
      this.followed[i] = nearestTurn(values[this.angles[i]], this.followed[i], this.turns[i]);
  }

  private evaluate(s: State): F64 {
    const { kernel, problem, multipliers, extra } = this;
    const { multipliers: needsLambda, accelerations, energies } = kernel.needs;
    if (!needsLambda && !accelerations && !energies) return kernel.evaluate(s.t, s.y, multipliers, extra);
    // an evaluation that leaves something for the next one would change the run
    const remembered = problem.hooks?.checkpoint;
    const history = remembered && savedBytes(remembered);
    const before = { ...problem.work };
    if (needsLambda && multipliersAt(multipliers, problem, s) !== "ok") multipliers.fill(Number.NaN);
    if (energies) this.takeEnergies(s);
    if (accelerations) this.takeAccelerations(s);
    if (this.reactions !== undefined) this.takeTorques(s, this.reactions);
    copyWork(problem.work, before);
    if (history !== undefined) restoreBytes(remembered, history);
    return kernel.evaluate(s.t, s.y, multipliers, extra);
  }

  private takeEnergies({ t, y, q, v }: State): void {
    const { extra, problem } = this;
    const { mechanics } = problem.workspace;
    extra[extras.kinetic] = mechanics?.kinetic(q, v) ?? Number.NaN;
    extra[extras.potential] = mechanics?.potential?.(t, q) ?? Number.NaN;
    extra[extras.energy] = problem.results?.energy?.(t, y) ?? Number.NaN;
  }

  private takeTorques(s: State, reactions: ReactionMeter): void {
    const { extra, kernel, problem, multipliers } = this;
    reactions.look(s);
    kernel.torques.forEach(({ holder, on, component }, k) => {
      reactions.measure(holder, on, s.q, multipliers);
      extra[firstTorque(problem.dimension) + k] = reactions.torque[component];
    });
  }

  /** Second derivatives of coordinates, or rates of states. */
  private takeAccelerations({ t, y }: State): void {
    const { extra, dy, problem, rate } = this;
    if (rate === undefined || rate(dy, t, y) !== "ok") dy.fill(Number.NaN);
    for (let k = problem.n; k < dy.length; k++) extra[extras.acceleration + k - problem.n] = dy[k];
  }
}

/** The angle on the turn that is nearest to `before`; the angle itself if nothing was before. */
function nearestTurn(angle: number, before: number, turn: number): number {
  return Number.isNaN(before) ? angle : angle + turn * Math.round((before - angle) / turn);
}

/**
 * Records states on a regular grid of times, or on one whose intervals grow, with multipliers, energy, residuals and the work so far, so that a run can be
 * watched while it continues. Recording does not change the run: no step is shortened to hit the grid, and evaluations for
 * frames do not count as work. Inside steps the frames show the method's dense output, or, without one, the cubic through
 * positions and velocities at both ends (a straight line for first-order systems). With `between`, states between two
 * frames are recorded too, where a component goes beyond what the frames show.
 */

import {
  copyState,
  copyWork,
  type F64,
  type Look,
  multiplierNames,
  multipliersAt,
  newState,
  noWork,
  type Observer,
  type Problem,
  type State,
  type StatesBetween,
} from "../core/index.js";
import { Rows } from "./rows.js";

/** Options of `Frames`. */
export interface FrameOptions {
  /** Interval between frames. */
  readonly every: number;
  /** The end of the run, which is a frame too. */
  readonly until: number;
  /** The distance of the k-th frame from the start, which grows with k from 0; in place of equal intervals. */
  readonly distance?: (k: number) => number;
  /** Chooses states between two frames that are recorded as well; see `turningPoints`. */
  readonly between?: StatesBetween;
}

/** Where the columns of a frame begin (`Frames.layout`); a column that does not exist is -1. */
export interface FrameLayout {
  readonly width: number;
  /** The state y: positions, then velocities, of mechanics. */
  readonly y: number;
  /** Multipliers, or algebraic variables; NaN where they are not defined. */
  readonly lambda: number;
  readonly energy: number;
  /** Largest |g| and |G v + g_t|. */
  readonly position: number;
  readonly velocity: number;
  readonly steps: number;
  readonly forces: number;
  readonly solves: number;
  /** 1 for the frames of the grid, 0 for the states between them. */
  readonly regular: number;
  /** Forces on the coordinates, with those of the constraints. */
  readonly force: number;
}

/**
 * Records states on a regular grid of times, with multipliers, energy, residuals and the work so far, so that a run can
 * be watched while it continues. Recording does not change the run.
 *
 * @example
 * let frames: Frames | undefined;
 * const observe = (problem: Problem, until: number) => (frames = new Frames(problem, { every: 1 / 60, until }));
 * const { run } = prepareRun(pendulum, { observe });
 * run.advance(0);
 * frames?.begin(run.state);
 * run.advance(100);
 * frames?.take(); // the rows recorded since the last call
 */
export class Frames implements Observer {
  readonly layout: FrameLayout;
  private readonly problem: Problem;
  private readonly options: FrameOptions;
  private rows: Rows;
  private readonly direction: number;
  private readonly t0: number;
  /** The number of constraints of mechanics. */
  private readonly m: number;
  private readonly lambda: F64;
  private readonly g: F64;
  private readonly f: F64;
  private readonly G: F64 | undefined;
  /** The ends of the previous and of this step, a frame inside it, and the state interpolated between the ends. */
  private readonly last: State;
  private readonly now: State;
  private readonly frame: State;
  private readonly between: State;
  private readonly showTurn: (s: State) => void;
  private readonly work = noWork();
  private readonly before: Problem["work"];
  private count = 0;
  /** Time of the last frame. */
  private recorded = Number.NaN;

  constructor(problem: Problem, options: FrameOptions) {
    const { workspace, arena, dimension, n } = problem;
    const { mechanics } = workspace;
    this.problem = problem;
    this.options = options;
    this.t0 = workspace.initialTime;
    this.direction = options.until < this.t0 ? -1 : 1;
    this.m = mechanics?.m ?? 0;
    this.lambda = arena.f64(multiplierNames(workspace).length);
    this.g = arena.f64(this.m);
    this.f = arena.f64(n);
    this.G = this.m > 0 ? mechanics!.constraints.newJacobian() : undefined;
    this.last = newState(arena, dimension, n);
    this.now = newState(arena, dimension, n);
    this.frame = newState(arena, dimension, n);
    this.showTurn = (s) => this.record(s, s.t, false);
    this.between = newState(arena, dimension, n);
    this.before = { ...problem.work };
    const lambda = 1 + dimension;
    const energy = lambda + this.lambda.length;
    const hasEnergy = problem.results?.energy !== undefined;
    const ledger = energy + Number(hasEnergy);
    this.layout = {
      width: ledger + 6 + n,
      y: 1,
      lambda: this.lambda.length > 0 ? lambda : -1,
      energy: hasEnergy ? energy : -1,
      position: this.m > 0 ? ledger : -1,
      velocity: this.m > 0 ? ledger + 1 : -1,
      steps: ledger + 2,
      forces: ledger + 3,
      solves: ledger + 4,
      regular: ledger + 5,
      force: n > 0 ? ledger + 6 : -1,
    };
    this.rows = new Rows(this.layout.width);
  }

  /** Record the start as the first frame. A run that fails at its start does not call this, but its caller may. */
  begin(s: State): void {
    if (this.recorded === s.t) return;
    copyState(this.last, s);
    this.record(s, s.t, true);
    this.options.between?.begin(s);
  }

  observe(): void {}

  step(s: State, look: Look): void {
    const { direction, now, last, frame } = this;
    const { between, until } = this.options;
    // what `look` returns may be the same object as `s`
    copyState(now, s);
    const h = now.t - last.t;
    const at = (t: number): State => look(t) ?? this.interpolate(now, t);
    const inside = (theta: number): State => at(last.t + theta * h);
    between?.sample(last, now, inside);
    for (let t = this.next(); (now.t - t) * direction >= 0; t = this.next()) {
      between?.collect(last, h, t, inside);
      copyState(frame, at(t));
      between?.deliver(frame, this.showTurn);
      this.record(frame, t, true);
      between?.saved(frame);
      if (t === until) break;
    }
    between?.collect(last, h, now.t, inside);
    copyState(last, now);
  }

  /** Record the last state of a run, which may end early, unless it is already a frame. */
  end(s: State): void {
    if (s.t === this.recorded) return;
    this.options.between?.deliver(s, this.showTurn);
    this.record(s, s.t, true);
  }

  /** Frames recorded since the last call, row by row. */
  take(): Float64Array<ArrayBuffer> {
    const { width } = this.layout;
    const fresh = this.rows.columns(0, width);
    this.rows = new Rows(width);
    return fresh;
  }

  /** The time of the next frame; after the last one it is NaN, which no step reaches. */
  private next(): number {
    const { every, until, distance = (k: number): number => k * every } = this.options;
    const span = Math.abs(until - this.t0);
    const at = distance(this.count);
    if (at < span * (1 - 1e-12)) return this.t0 + this.direction * at;
    return distance(this.count - 1) < span * (1 - 1e-12) ? until : Number.NaN;
  }

  /** The cubic in positions between the ends of a step, with its derivative as velocities; linear without velocities. */
  private interpolate(s: State, t: number): State {
    const { last, between } = this;
    const h = s.t - last.t;
    const x = (t - last.t) / h;
    between.t = t;
    if (s.q.length === 0) {
      for (let i = 0; i < s.y.length; i++) between.y[i] = last.y[i] + x * (s.y[i] - last.y[i]);
      return between;
    }
    for (let i = 0; i < s.q.length; i++) {
      const [a, b, va, vb] = [last.q[i], s.q[i], h * last.v[i], h * s.v[i]];
      const c = 3 * (b - a) - 2 * va - vb;
      const d = 2 * (a - b) + va + vb;
      between.q[i] = a + x * (va + x * (c + x * d));
      between.v[i] = (va + x * (2 * c + 3 * x * d)) / h;
    }
    return between;
  }

  private record(s: State, t: number, regular: boolean): void {
    const { problem, layout, rows, m, work } = this;
    const { mechanics } = problem.workspace;
    copyWork(work, problem.work);
    rows.add();
    const { chunk, offset } = rows;
    chunk[offset] = t;
    chunk[offset + layout.regular] = Number(regular);
    for (let i = 0; i < s.y.length; i++) chunk[offset + layout.y + i] = s.y[i];
    if (layout.energy >= 0) chunk[offset + layout.energy] = problem.results!.energy!(t, s.y);
    if (mechanics !== undefined) mechanics.force(this.f, t, s.q, s.v);
    if (m > 0) this.recordResiduals(chunk, offset, s, t);
    if (this.lambda.length > 0) this.recordMultipliers(chunk, offset, s);
    for (let i = 0; i < this.f.length; i++) chunk[offset + layout.force + i] = this.f[i];
    copyWork(problem.work, work);
    chunk[offset + layout.steps] = work.steps - this.before.steps;
    chunk[offset + layout.forces] = work.forces - this.before.forces;
    chunk[offset + layout.solves] = work.solves - this.before.solves;
    if (regular) this.count++;
    this.recorded = t;
  }

  private recordResiduals(chunk: Float64Array, offset: number, s: State, t: number): void {
    const { layout, g } = this;
    const { constraints } = this.problem.workspace.mechanics!;
    constraints.g(g, t, s.q);
    chunk[offset + layout.position] = largest(g);
    constraints.gdot(g, t, s.q, s.v);
    chunk[offset + layout.velocity] = largest(g);
  }

  /** Record multipliers and add the forces of the constraints. */
  private recordMultipliers(chunk: Float64Array, offset: number, s: State): void {
    const { layout, lambda, problem, G } = this;
    const known = multipliersAt(lambda, problem, s) === "ok";
    for (let i = 0; i < lambda.length; i++) chunk[offset + layout.lambda + i] = known ? lambda[i] : Number.NaN;
    if (!known || G === undefined) return;
    const { constraints } = problem.workspace.mechanics!;
    constraints.jacobian(G, s.t, s.q);
    constraints.addTransposed(this.f, G, lambda, -1);
  }
}

function largest(values: F64): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (!(size <= most)) most = size;
  }
  return most;
}

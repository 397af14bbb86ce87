import {
  type ByteReader,
  type ByteWriter,
  type F64,
  multiplierCount,
  multipliersAt,
  type Observer,
  type Problem,
  type State,
} from "../core/index.js";
import { Rows } from "./rows.js";

export interface TrajectoryOptions {
  /** Also save the multipliers of every saved (q, v); each costs about one evaluation of the underlying ODE. */
  readonly multipliers?: boolean;
}

/** The saved times and states, and on request their multipliers: `Solution.trajectory`. */
export class Trajectory implements Observer {
  readonly dimension: number;
  /** The number of multipliers per row; 0 when they are not saved. */
  readonly m: number;
  /** The number of rows of an earlier part of the run, which are stored elsewhere (a checkpoint without rows). */
  before = 0;
  private readonly rows: Rows;
  private readonly problem: Problem;
  private readonly lambda: F64;

  constructor(problem: Problem, { multipliers = false }: TrajectoryOptions = {}) {
    this.problem = problem;
    this.dimension = problem.dimension;
    this.m = multipliers ? multiplierCount(problem.workspace) : 0;
    this.lambda = problem.arena.f64(this.m);
    this.rows = new Rows(1 + this.dimension + this.m);
  }

  get length(): number {
    return this.rows.length;
  }

  /** Remove all states. */
  clear(): void {
    this.before = 0;
    this.rows.clear();
  }

  observe(s: State): void {
    const { rows, dimension, m, lambda } = this;
    rows.add();
    const { chunk, offset } = rows;
    chunk[offset] = s.t;
    for (let i = 0; i < dimension; i++) chunk[offset + 1 + i] = s.y[i];
    if (m === 0) return;
    const status = multipliersAt(lambda, this.problem, s);
    for (let i = 0; i < m; i++) chunk[offset + 1 + dimension + i] = status === "ok" ? lambda[i] : Number.NaN;
  }

  /** Saved times. */
  times(): Float64Array<ArrayBuffer> {
    return this.rows.column(0);
  }

  /** Saved states, `dimension` numbers per row. */
  states(): Float64Array<ArrayBuffer> {
    return this.rows.columns(1, 1 + this.dimension);
  }

  /** One component of y at all saved times. */
  component(index: number): Float64Array<ArrayBuffer> {
    return this.rows.column(1 + index);
  }

  /** Multipliers, `m` numbers per row: KKT, or the formulation's own; NaN where they are not defined (S is singular). */
  multipliers(): Float64Array<ArrayBuffer> {
    return this.rows.columns(1 + this.dimension, this.rows.width);
  }

  /** Without rows a checkpoint stays small; the resumed trajectory then begins after the saved part. */
  save(to: ByteWriter, withRows = true): void {
    to.number(withRows ? this.before : this.before + this.length);
    to.number(Number(withRows));
    if (withRows) this.rows.save(to);
  }

  restore(from: ByteReader): void {
    this.before = from.number();
    if (from.number() === 1) this.rows.restore(from);
  }
}

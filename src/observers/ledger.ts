/**
 * Measures the errors of a run: the largest position and velocity residuals of the constraints, and the energy,
 * invariants and momenta with their largest deviations. Maxima are over the accepted steps and the saved states; saved
 * states also add a row to the series. Constraints are measured in every formulation: in the stiff view |g| is the
 * stretch. The energy contains the potentials of forces that have one although it is not written, as zero at the start.
 */

import type { ByteReader, ByteWriter, F64, Observer, Problem, State } from "../core/index.js";
import { type Momenta, momenta } from "./momenta.js";
import { PathWork } from "./path-work.js";
import { Rows } from "./rows.js";

export interface LedgerOptions {
  /** Measure after every accepted step and at saved states ("step"), or at saved states only ("saved"). */
  readonly every?: "step" | "saved";
  /** How accurately work is integrated, as a part of itself, where forces have a potential which is not written. Default:
   * 1e-12. */
  readonly accuracy?: number;
  /** Also measure linear and angular momentum, if the system knows which coordinates are points. */
  readonly momenta?: boolean;
}

/** A quantity that should be conserved: its initial and final values, and its largest deviation. */
export interface Kept {
  readonly initial: number;
  readonly final: number;
  readonly maxDeviation: number;
}

/** The largest residuals of a run, and its energy and momenta with their largest deviations: `Solution.ledger`. */
export interface LedgerSummary {
  /** Largest |g|. */
  readonly position: number;
  /** Largest |G v + g_t|. */
  readonly velocity: number;
  /** The constraint that had the largest |g|, and the time. */
  readonly worst?: { readonly constraint: string; readonly t: number };
  /** Absent for first-order systems. */
  readonly energy?: Kept;
  readonly invariants: Readonly<Record<string, Kept>>;
  readonly momenta: Readonly<Record<string, Kept>>;
}

/** Columns of the series before those of the kept quantities. */
const fixed = 3;

/** The column of an invariant beside `others`, which may have a quantity of the same name. */
export function invariantColumn(name: string, others: readonly string[]): string {
  return others.includes(name) ? `invariant ${name}` : name;
}

export class Ledger implements Observer {
  /** Whether `step` measures. */
  readonly everyStep: boolean;
  /** Names of the columns of the series: t, position, velocity, then energy, invariants and momenta if they exist. */
  readonly columns: readonly string[];
  /** The first quantity (a constraint or a column) whose value was infinite or NaN. Such values are not in the maxima. */
  broken: string | undefined;
  private readonly problem: Problem;
  private readonly m: number;
  private readonly g: F64;
  private readonly gdot: F64;
  private readonly h: F64;
  private readonly watch: Momenta | undefined;
  private readonly momentum: Float64Array;
  private readonly hasEnergy: boolean;
  /** The work of forces that have a potential which is not written; undefined when there are none. */
  private readonly work: PathWork | undefined;
  /** The conserved quantities (energy, invariants, momenta) now and at the start, and their largest deviations. */
  private readonly now: Float64Array;
  private readonly initial: Float64Array;
  private readonly deviation: Float64Array;
  private readonly rows: Rows;
  private t = 0;
  private positionNow = 0;
  private velocityNow = 0;
  private position = 0;
  private velocity = 0;
  private worstRow = -1;
  private worstTime = 0;

  constructor(
    problem: Problem,
    { every = "step", momenta: watchMomenta = false, accuracy = 1e-12 }: LedgerOptions = {},
  ) {
    const { arena, workspace } = problem;
    const { mechanics, invariants } = workspace;
    this.problem = problem;
    this.everyStep = every === "step";
    this.m = mechanics?.m ?? 0;
    this.g = arena.f64(this.m);
    this.gdot = arena.f64(this.m);
    this.h = arena.f64(invariants?.count ?? 0);
    this.watch = watchMomenta && mechanics !== undefined ? momenta(mechanics, arena.f64(mechanics.n)) : undefined;
    this.momentum = new Float64Array(this.watch?.names.length ?? 0);
    this.hasEnergy = problem.results?.energy !== undefined;
    const { power, n = 0 } = (this.hasEnergy && workspace.autonomous && mechanics) || {};
    this.work = power && new PathWork(power, arena, n, accuracy);
    const kept = Number(this.hasEnergy) + this.h.length + this.momentum.length;
    this.now = new Float64Array(kept);
    this.initial = new Float64Array(kept);
    this.deviation = new Float64Array(kept);
    this.rows = new Rows(fixed + kept);
    const measured = ["t", "position", "velocity", ...(this.hasEnergy ? ["energy"] : [])];
    const watched = this.watch?.names ?? [];
    const others = [...measured, ...watched];
    this.columns = [...measured, ...(invariants?.names ?? []).map((name) => invariantColumn(name, others)), ...watched];
  }

  /** Record the start, with which energy and invariants are compared. */
  begin(s: State): void {
    this.rows.clear();
    this.position = 0;
    this.velocity = 0;
    this.worstRow = -1;
    this.worstTime = 0;
    this.broken = undefined;
    this.deviation.fill(0);
    this.work?.begin(s);
    this.evaluate(s);
    this.initial.set(this.now);
    this.compare();
  }

  step(s: State): void {
    if (!this.everyStep) return;
    this.measure(s);
    this.work?.advance(s);
  }

  observe(s: State): void {
    this.measure(s);
    this.record();
  }

  measure(s: State): void {
    this.evaluate(s);
    if (!this.everyStep) this.work?.advance(s);
    this.compare();
  }

  /** Add the last measurement to the series as a row. */
  record(): void {
    const { rows, now } = this;
    rows.add();
    const { chunk, offset } = rows;
    chunk[offset] = this.t;
    chunk[offset + 1] = this.positionNow;
    chunk[offset + 2] = this.velocityNow;
    for (let i = 0; i < now.length; i++) chunk[offset + fixed + i] = now[i];
  }

  /** Column `index` of the series (see `columns`), one number per saved state. */
  series(index: number): Float64Array<ArrayBuffer> {
    return this.rows.column(index);
  }

  /** The last measurement: the energy (0 when it is unknown) and the residuals of the constraints. */
  get energy(): number {
    return this.hasEnergy ? this.now[0] : 0;
  }

  /** How far the energy may be off because work is integrated numerically; not finite when that has failed. */
  get energyError(): number {
    return this.work?.error ?? 0;
  }

  /** Invariant k at the last measurement. */
  invariant(k: number): number {
    return this.now[Number(this.hasEnergy) + k];
  }

  get positionResidual(): number {
    return this.positionNow;
  }

  get velocityResidual(): number {
    return this.velocityNow;
  }

  /** The constraint that has had the largest |g| so far. */
  get worstConstraint(): string | undefined {
    return this.worstRow < 0 ? undefined : this.problem.workspace.mechanics?.constraintNames[this.worstRow];
  }

  /** A summary up to the last measurement. */
  summary(): LedgerSummary {
    const { invariants } = this.problem.workspace;
    const worst = this.worstConstraint;
    const first = Number(this.hasEnergy);
    const kept = (i: number): Kept => ({
      initial: this.initial[i],
      final: this.now[i],
      maxDeviation: this.deviation[i],
    });
    const table = (names: readonly string[], from: number) =>
      Object.fromEntries(names.map((name, i) => [name, kept(from + i)]));
    return {
      position: this.position,
      velocity: this.velocity,
      ...(worst !== undefined && { worst: { constraint: worst, t: this.worstTime } }),
      ...(this.hasEnergy && { energy: kept(0) }),
      invariants: table(invariants?.names ?? [], first),
      momenta: table(this.watch?.names ?? [], first + this.h.length),
    };
  }

  save(to: ByteWriter): void {
    to.numbers([this.t, this.positionNow, this.velocityNow]);
    to.numbers([this.position, this.velocity, this.worstRow, this.worstTime]);
    to.numbers(this.now);
    to.numbers(this.initial);
    to.numbers(this.deviation);
    this.rows.save(to);
    this.work?.save(to);
  }

  restore(from: ByteReader): void {
    [this.t, this.positionNow, this.velocityNow] = from.numbers();
    [this.position, this.velocity, this.worstRow, this.worstTime] = from.numbers();
    this.now.set(from.numbers());
    this.initial.set(from.numbers());
    this.deviation.set(from.numbers());
    this.rows.restore(from);
    this.work?.restore(from);
  }

  private evaluate(s: State): void {
    const { problem, now, h } = this;
    const { workspace } = problem;
    this.t = s.t;

    // 1. constraints
    if (this.m > 0) {
      const { constraints } = workspace.mechanics!;
      constraints.g(this.g, s.t, s.q);
      constraints.gdot(this.gdot, s.t, s.q, s.v);
      this.constraintMaxima(s.t);
    }

    // 2. energy, invariants, momenta
    let at = 0;
    if (this.hasEnergy) now[at++] = problem.results!.energy!(s.t, s.y) - (this.work?.to(s) ?? 0);
    if (h.length > 0) {
      workspace.invariants!.value(h, s.t, s.y);
      for (let i = 0; i < h.length; i++) now[at++] = h[i];
    }
    if (this.watch !== undefined) {
      this.watch.measure(this.momentum, s.q, s.v);
      for (let i = 0; i < this.momentum.length; i++) now[at++] = this.momentum[i];
    }
  }

  private constraintMaxima(t: number): void {
    const { g, gdot, m } = this;
    let position = 0;
    let velocity = 0;
    let row = 0;
    let hidden = 0;
    for (let i = 0; i < m; i++) {
      const size = Math.abs(g[i]);
      const rate = Math.abs(gdot[i]);
      if (size > position || Number.isNaN(size)) {
        position = size;
        row = i;
      }
      if (rate > velocity || Number.isNaN(rate)) {
        velocity = rate;
        hidden = i;
      }
    }
    this.positionNow = position;
    this.velocityNow = velocity;
    if (!Number.isFinite(position + velocity)) {
      this.broken ??= this.problem.workspace.mechanics!.constraintNames[Number.isFinite(position) ? hidden : row];
      return;
    }
    if (position > this.position) {
      this.position = position;
      this.worstRow = row;
      this.worstTime = t;
    }
    if (velocity > this.velocity) this.velocity = velocity;
  }

  private compare(): void {
    const { now, initial, deviation } = this;
    for (let i = 0; i < now.length; i++) {
      const distance = Math.abs(now[i] - initial[i]);
      if (!Number.isFinite(distance)) this.broken ??= this.columns[fixed + i];
      else if (distance > deviation[i]) deviation[i] = distance;
    }
  }
}

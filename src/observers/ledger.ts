/**
 * Measures the errors of a run: the largest position and velocity residuals of the constraints, and the energy,
 * invariants and momenta with their largest deviations. Maxima are over the accepted steps and the saved states; saved
 * states also add a row to the series. Constraints are measured in every formulation: in the stiff view |g| is the
 * stretch. The energy contains the potentials of forces that have one although it is not written, as zero at the start.
 */

import type {
  ByteReader,
  ByteWriter,
  EnergyAccount,
  EnergySummary,
  F64,
  Meter,
  Observer,
  Problem,
  State,
} from "../core/index.js";
import { Rows } from "./rows.js";

export interface LedgerOptions {
  /** Measure after every accepted step and at saved states ("step"), or at saved states only ("saved"). */
  readonly every?: "step" | "saved";
  /** How accurately work is integrated, as a fraction of itself, where forces have a potential which is not written. Default:
   * 1e-12. */
  readonly accuracy?: number;
  /** Also keep the account of the energy: what was put in and dissipated. Needs `every: "step"`. */
  readonly account?: boolean;
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
  /** What has changed the energy; only if it was asked for and is known. */
  readonly account?: EnergySummary;
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
  /** What changes the energy; undefined unless it was asked for and is known. */
  readonly account: EnergyAccount | undefined;
  /** The first quantity (a constraint or a column) whose value was infinite or NaN. Such values are not in the maxima. */
  broken: string | undefined;
  private readonly problem: Problem;
  private readonly h: F64;
  /** Undefined without mechanics. */
  private readonly meter: Meter | undefined;
  private readonly m: number;
  private readonly momentum: Float64Array;
  private readonly hasEnergy: boolean;
  /** The work of forces that have a potential which is not written; undefined when there are none. */
  private readonly work: Meter["work"];
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
    { every = "step", momenta = false, account = false, accuracy = 1e-12 }: LedgerOptions = {},
  ) {
    const { arena, workspace } = problem;
    const { mechanics, invariants } = workspace;
    this.problem = problem;
    this.everyStep = every === "step";
    this.m = mechanics?.m ?? 0;
    this.h = arena.f64(invariants?.count ?? 0);
    this.meter = workspace.meter?.(problem, { momenta, account: account && every === "step", accuracy });
    const watched = this.meter?.momenta?.names ?? [];
    this.momentum = new Float64Array(watched.length);
    this.hasEnergy = problem.results?.energy !== undefined;
    this.work = this.meter?.work;
    this.account = this.meter?.account;
    const kept = Number(this.hasEnergy) + this.h.length + this.momentum.length;
    this.now = new Float64Array(kept);
    this.initial = new Float64Array(kept);
    this.deviation = new Float64Array(kept);
    const more = this.account?.columns ?? [];
    this.rows = new Rows(fixed + kept + more.length);
    const measured = ["t", "position", "velocity", ...(this.hasEnergy ? ["energy"] : [])];
    const others = [...measured, ...watched, ...more];
    const named = (invariants?.names ?? []).map((name) => invariantColumn(name, others));
    this.columns = [...measured, ...named, ...watched, ...more];
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
    this.account?.begin(s, this.now[0]);
    this.compare();
  }

  step(s: State): void {
    if (!this.everyStep) return;
    this.measure(s);
    this.work?.advance(s);
    this.account?.leave();
  }

  observe(s: State): void {
    this.measure(s);
    this.record();
  }

  measure(s: State): void {
    this.evaluate(s);
    if (!this.everyStep) this.work?.advance(s);
    this.account?.measure(s, this.now[0]);
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
    this.account?.write(chunk, offset + fixed + now.length);
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
    return this.worstRow < 0 ? undefined : this.nameOf(this.worstRow);
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
      momenta: table(this.meter?.momenta?.names ?? [], first + this.h.length),
      ...(this.account && { account: this.account.summary(this.energyError) }),
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
    this.account?.save(to);
  }

  restore(from: ByteReader): void {
    [this.t, this.positionNow, this.velocityNow] = from.numbers();
    [this.position, this.velocity, this.worstRow, this.worstTime] = from.numbers();
    this.now.set(from.numbers());
    this.initial.set(from.numbers());
    this.deviation.set(from.numbers());
    this.rows.restore(from);
    this.work?.restore(from);
    this.account?.restore(from);
  }

  private evaluate(s: State): void {
    const { problem, now, h, meter } = this;
    this.t = s.t;

    // 1. constraints
    if (meter !== undefined && this.m > 0) {
      meter.constraints(s);
      this.constraintMaxima(s.t, meter);
    }

    // 2. energy, invariants, momenta
    let at = 0;
    if (this.hasEnergy) now[at++] = problem.results!.energy!(s.t, s.y) - (this.work?.to(s) ?? 0);
    if (h.length > 0) {
      problem.workspace.invariants!.value(h, s.t, s.y);
      for (let i = 0; i < h.length; i++) now[at++] = h[i];
    }
    if (this.momentum.length > 0) {
      meter!.momenta!.measure(this.momentum, s.q, s.v);
      for (let i = 0; i < this.momentum.length; i++) now[at++] = this.momentum[i];
    }
  }

  private constraintMaxima(t: number, { position, velocity, positionRow, velocityRow }: Meter): void {
    this.positionNow = position;
    this.velocityNow = velocity;
    if (!Number.isFinite(position + velocity)) {
      this.broken ??= this.nameOf(Number.isFinite(position) ? velocityRow : positionRow);
      return;
    }
    if (position > this.position) {
      this.position = position;
      this.worstRow = positionRow;
      this.worstTime = t;
    }
    if (velocity > this.velocity) this.velocity = velocity;
  }

  // names of large systems are made when they are asked for
  private nameOf(row: number): string {
    return this.problem.workspace.mechanics!.constraintNames[row];
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

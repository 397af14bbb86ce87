/**
 * The account of the energy along a run: what drives, loads and moving supports have put in, and what dampers, drag and
 * friction have taken out. The powers are integrated over every accepted step along the method's own states inside it, or, if
 * it has none, along the cubic with the positions and velocities of both ends. For the exact motion
 *
 *     kinetic + potential - put in + dissipated
 *
 * is constant; its change along a run is the remainder.
 */

import {
  type ByteReader,
  type ByteWriter,
  copyWork,
  type EnergyAccount,
  type EnergySummary,
  type F64,
  type Inside,
  multiplierCount,
  multipliersAt,
  newState,
  noWork,
  type PowerSource,
  type Powers,
  type Problem,
  type State,
  type Status,
} from "../core/index.js";
import { StepIntegral } from "./step-integral.js";

class AccountAlongSteps implements EnergyAccount {
  /** The columns that `write` fills. */
  readonly columns = ["kinetic", "potential", "put in", "dissipated", "remainder"] as const;
  readonly sources: readonly PowerSource[];
  /** Energies by source, up to the time that was asked for last: as they have changed the energy of the system. */
  private readonly energies: Float64Array;
  /** The estimated error of these. */
  uncertainty = 0;
  private readonly powers: Powers | undefined;
  private readonly problem: Problem;
  private readonly integral: StepIntegral;
  private readonly done: Float64Array;
  private doneError = 0;
  private kinetic = 0;
  private energy = 0;
  private initialKinetic = 0;
  private initialEnergy = 0;
  remainder = 0;
  private largestRemainder = 0;
  private readonly point: State;
  private readonly lambda: F64;
  private readonly power: F64;
  private readonly before = noWork();
  /** The present step. */
  private from: State | undefined;
  private end: State | undefined;
  private h = 0;
  private inside: Inside | undefined;

  /** Without `powers` nothing changes the energy. */
  constructor(problem: Problem, powers: Powers | undefined, accuracy: number) {
    const { arena, dimension, n, workspace } = problem;
    this.problem = problem;
    this.powers = powers;
    this.sources = powers?.sources ?? [];
    const { length } = this.sources;
    this.energies = new Float64Array(length);
    this.done = new Float64Array(length);
    this.point = newState(arena, dimension, n);
    this.lambda = arena.f64(multiplierCount(workspace));
    this.power = arena.f64(length);
    const isSmooth = workspace.system.isAnalytic === true;
    this.integral = new StepIntegral(length, accuracy, isSmooth, (out, x) => this.evaluate(out, x));
  }

  begin(s: State, energy: number): void {
    this.kinetic = this.problem.workspace.mechanics!.kinetic(s.q, s.v);
    this.energy = energy;
    this.initialKinetic = this.kinetic;
    this.initialEnergy = energy;
    this.remainder = 0;
    this.largestRemainder = 0;
    this.done.fill(0);
    this.energies.fill(0);
    this.doneError = 0;
    this.uncertainty = 0;
    this.integral.begin();
    this.from = undefined;
  }

  /** Begins to account for the step of length h from `s` to `end`. */
  enter(s: State, end: State, h: number, inside: Inside | undefined): void {
    this.from = s;
    this.end = end;
    this.h = h;
    this.inside = inside;
  }

  /** Counts up to a state in the present step that has this energy, and balances the account there. */
  measure(s: State, energy: number): void {
    this.to(s.t);
    this.kinetic = this.problem.workspace.mechanics!.kinetic(s.q, s.v);
    this.energy = energy;
    this.remainder = energy - this.initialEnergy - this.sum("put in") - this.sum("dissipated");
    const size = Math.abs(this.remainder);
    if (!(size <= this.largestRemainder)) this.largestRemainder = size;
  }

  /** Writes the columns of a row. */
  write(row: Float64Array, at: number): void {
    row[at] = this.kinetic;
    row[at + 1] = this.energy - this.kinetic;
    row[at + 2] = this.sum("put in");
    row[at + 3] = 0 - this.sum("dissipated");
    row[at + 4] = this.remainder;
  }

  /** The account up to the last measurement; `energyError` is the uncertainty of the energy. */
  summary(energyError: number): EnergySummary {
    const { kinetic, energy, initialKinetic, initialEnergy, remainder, largestRemainder } = this;
    const sign = (kind: PowerSource["kind"]): number => (kind === "dissipated" ? -1 : 1);
    return {
      kinetic: { initial: initialKinetic, final: kinetic },
      potential: { initial: initialEnergy - initialKinetic, final: energy - kinetic },
      ...{ putIn: this.sum("put in"), dissipated: 0 - this.sum("dissipated"), remainder, largestRemainder },
      uncertainty: this.uncertainty + energyError,
      sources: this.sources.map((source, k) => ({ ...source, energy: sign(source.kind) * this.energies[k] })),
    };
  }

  private to(t: number): void {
    const { from, h, done, energies, integral, problem, before } = this;
    if (from === undefined || done.length === 0) return;
    copyWork(before, problem.work);
    const part = (t - from.t) / h;
    if (part >= 1) integral.integrate(h);
    else {
      // states that are saved inside a step do not change how steps are integrated
      const kept = integral.numbers();
      integral.integrateParts(h, part);
      integral.restore(kept);
    }
    copyWork(problem.work, before);
    for (let k = 0; k < done.length; k++) energies[k] = done[k] + h * integral.values[k];
    this.uncertainty = this.doneError + Math.abs(h) * integral.error;
  }

  /** The present step has been counted up to its end. */
  leave(): void {
    this.done.set(this.energies);
    this.doneError = this.uncertainty;
    this.from = undefined;
  }

  save(to: ByteWriter): void {
    to.numbers(this.done);
    to.numbers([this.doneError, ...this.integral.numbers()]);
    to.numbers([this.kinetic, this.energy, this.initialKinetic, this.initialEnergy]);
    to.numbers([this.remainder, this.largestRemainder]);
  }

  restore(from: ByteReader): void {
    this.done.set(from.numbers());
    const [error, ...rest] = from.numbers();
    this.doneError = error;
    this.integral.restore(rest);
    this.energies.set(this.done);
    this.uncertainty = error;
    [this.kinetic, this.energy, this.initialKinetic, this.initialEnergy] = from.numbers();
    [this.remainder, this.largestRemainder] = from.numbers();
  }

  private sum(kind: PowerSource["kind"]): number {
    let sum = 0;
    for (let k = 0; k < this.sources.length; k++) if (this.sources[k].kind === kind) sum += this.energies[k];
    return sum;
  }

  /** The powers at a part x of the step. */
  private evaluate(out: Float64Array, x: number): void {
    const { point, problem, lambda, power, powers, from, h, inside } = this;
    point.t = from!.t + x * h;
    const found = inside === undefined ? this.interpolate(x) : inside(point.y, x);
    const isKnown = found === "ok" && (!powers!.follows || multipliersAt(lambda, problem, point) === "ok");
    if (!isKnown) {
      out.fill(Number.NaN);
      return;
    }
    powers!.evaluate(power, point.t, point.q, point.v, lambda);
    out.set(power);
  }

  /** The cubic with the positions and velocities of both ends; other states are interpolated linearly. */
  private interpolate(x: number): Status {
    const { point, from, end, h, problem } = this;
    const { n } = problem;
    const [a, b] = [from!.y, end!.y];
    for (let i = 0; i < n; i++) {
      const chord = b[i] - a[i];
      const d0 = h * a[n + i] - chord;
      const d1 = h * b[n + i] - chord;
      point.y[i] = a[i] + x * (chord + (1 - x) * ((1 - x) * d0 - x * d1));
      point.y[n + i] = (chord + (1 - x) * (1 - 3 * x) * d0 + x * (3 * x - 2) * d1) / h;
    }
    for (let i = 2 * n; i < a.length; i++) point.y[i] = a[i] + x * (b[i] - a[i]);
    return "ok";
  }
}

/** The account of a problem that moves as its model says; undefined where the powers are not known. */
export function accountOf(problem: Problem, accuracy: number): EnergyAccount | undefined {
  if (problem.results?.energy === undefined) return undefined;
  const { workspace, conserves, secondOrder } = problem;
  const { mechanics, autonomous } = workspace;
  if (conserves !== true || mechanics === undefined) return undefined;
  if (autonomous && mechanics.conservative === true) return new AccountAlongSteps(problem, undefined, accuracy);
  const { powers } = mechanics;
  const isPenalty = secondOrder?.part === "all";
  if (powers === undefined || (powers.reactive && isPenalty)) return undefined;
  return new AccountAlongSteps(problem, powers, accuracy);
}

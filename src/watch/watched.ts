/**
 * The quantities that the exact motion of a problem keeps, and how far errors of the size of the tolerance may move
 * each of them in one step: the tolerance of every component, mapped through the gradient of the quantity,
 *
 *     bound = sum |dI/dy_i| tol_i,       tol_i = atol_i + rtol |y_i| + 4 eps |y_i|
 *
 * The gradient of a potential is taken at a point moved by the tolerance, so that stiff potentials count with their
 * curvature.
 */

import {
  type F64,
  type Invariants,
  type Measured,
  type Mechanics,
  type Momenta,
  multiplierCount,
  multipliersAt,
  type Pacer,
  type Problem,
  type Rate,
  type State,
  type WatchedKind,
} from "../core/index.js";
import { type HiddenResiduals, hiddenResiduals } from "./hidden-residuals.js";
import { momenta } from "./momenta.js";
import { momentumKeeper } from "./symmetries.js";

export interface Quantity {
  readonly kind: WatchedKind;
  readonly name: string;
}

const epsilon = 2 ** -52;
/** The name of the energy of the account. */
export const accountName = "account";

export class Watched {
  readonly quantities: readonly Quantity[];
  /** Which of them the exact motion keeps; decided by `begin`. */
  readonly isKept: Uint8Array;
  /** Indices of the residuals of constraints and of their rates; -1 when there are none. */
  readonly position: number;
  readonly velocity: number;
  private readonly problem: Problem;
  /** Undefined for first-order systems, which are watched for their invariants only. */
  private readonly mechanics: Mechanics | undefined;
  private readonly momenta: Momenta | undefined;
  private readonly keptMomenta: ((s: State) => boolean[]) | undefined;
  private readonly momentum: Float64Array;
  private watchesMomenta = true;
  private readonly hasEnergy: boolean;
  /** Whether the energy is that of the account: what is left of its change when all that was put in and dissipated is subtracted. */
  readonly isAccounted: boolean;
  /** Whether the rates of the constraints hold as the constraints do. */
  private readonly keepsRates: boolean;
  /** Tolerances of y, a moved point, forces, momenta and the Jacobian. */
  private readonly tolerance: F64;
  private readonly point: F64;
  private readonly f: F64;
  private readonly p: F64;
  private readonly G: F64;
  private readonly H: F64;
  /** Multipliers and residuals of formulations that stay only near the constraints. */
  private readonly lambda: F64;
  private readonly g: F64;
  private readonly invariants: Invariants | undefined;
  private readonly hidden: HiddenResiduals | undefined;

  constructor(
    problem: Problem,
    mechanics: Mechanics | undefined,
    hasEnergy: boolean,
    hasConstraints: boolean,
    keepsRates: boolean,
    isAccounted: boolean,
  ) {
    const { arena, n, dimension } = problem;
    this.problem = problem;
    this.mechanics = mechanics;
    this.hasEnergy = hasEnergy || isAccounted;
    this.isAccounted = isAccounted;
    this.keepsRates = keepsRates;
    this.tolerance = arena.f64(dimension);
    this.point = arena.f64(n);
    this.f = arena.f64(n);
    this.p = arena.f64(n);
    this.G = mechanics?.constraints.newJacobian() ?? arena.f64(0);
    const isNear = problem.conserves === "nearly";
    this.lambda = arena.f64(isNear ? multiplierCount(problem.workspace) : 0);
    this.g = arena.f64(isNear ? mechanics!.m : 0);
    const { invariants, algebraic, coupled } = problem.workspace;
    this.invariants = invariants;
    this.hidden = hiddenResiduals(problem);
    // equations of states alone stand before the invariants of the model
    const variables = algebraic ?? coupled?.algebraic;
    const equations = variables === undefined ? 0 : (invariants?.count ?? 0) - (variables.invariants?.count ?? 0);
    this.H = arena.f64((this.invariants?.count ?? 0) * dimension);
    // a law that acts in a part of space or time only would be missed by looking for symmetries near the start
    const isSmooth = problem.workspace.system.switches?.length === 0;
    const { autonomous } = problem.workspace;
    const canKeep = isSmooth && autonomous && mechanics !== undefined && !mechanics.driven;
    this.momenta = canKeep ? momenta(mechanics, arena.f64(n)) : undefined;
    const names = this.momenta?.names ?? [];
    this.keptMomenta = this.momenta && momentumKeeper(problem, mechanics!, names.length);
    this.momentum = new Float64Array(names.length);
    const linear = mechanics?.points?.dimension ?? 0;
    this.quantities = [
      ...(this.hasEnergy ? [{ kind: "energy" as const, name: isAccounted ? accountName : "energy" }] : []),
      ...names.map((name, k) => ({ kind: k < linear ? ("momentum" as const) : ("angular-momentum" as const), name })),
      ...(invariants?.names ?? []).map((name, k) => ({
        kind: k < equations ? ("constraints" as const) : ("invariants" as const),
        name,
      })),
      ...(this.hidden?.names ?? []).map((name) => ({ kind: "constraints" as const, name })),
      ...(hasConstraints
        ? (["position", "velocity"] as const).map((name) => ({ kind: "constraints" as const, name }))
        : []),
    ];
    this.isKept = new Uint8Array(this.quantities.length);
    this.position = hasConstraints ? this.quantities.length - 2 : -1;
    this.velocity = hasConstraints ? this.quantities.length - 1 : -1;
  }

  /** The right-hand side of the motion that is watched, or that of the rigid view if the method solves for multipliers. */
  get rate(): Rate | undefined {
    const { rate, dimension, n } = this.problem;
    return rate ?? (dimension === 2 * n ? this.mechanics?.constraints.underlying : undefined);
  }

  private get firstInvariant(): number {
    return Number(this.hasEnergy) + this.momentum.length;
  }

  private get firstHidden(): number {
    return this.firstInvariant + (this.invariants?.count ?? 0);
  }

  begin(s: State): void {
    this.isKept.fill(1);
    this.watchesMomenta = true;
    if (this.velocity >= 0 && !this.keepsRates) this.isKept[this.velocity] = 0;
    this.keptMomenta?.(s).forEach((kept, k) => {
      this.isKept[Number(this.hasEnergy) + k] = Number(kept);
    });
    const first = Number(this.hasEnergy);
    this.watchesMomenta = this.isKept.subarray(first, first + this.momentum.length).includes(1);
  }

  /** Whether a quantity is the largest residual of the constraints of mechanics, or of their rates. */
  isLargest(quantity: Quantity): boolean {
    const { quantities, position, velocity } = this;
    return quantity === quantities[position] || quantity === quantities[velocity];
  }

  /** What the ledger has measured. */
  values(out: Float64Array, measured: Measured): void {
    const { energy, positionResidual, velocityResidual } = measured;
    if (this.hasEnergy) out[0] = this.isAccounted ? (measured.account?.remainder ?? 0) : energy;
    for (let k = 0; k < (this.invariants?.count ?? 0); k++) out[this.firstInvariant + k] = measured.invariant(k);
    if (this.position < 0) return;
    out[this.position] = positionResidual;
    out[this.velocity] = velocityResidual;
  }

  /** Hidden equations at `s` that the ledger does not measure. */
  measureHidden(out: Float64Array, s: State): void {
    this.hidden?.measure(out, this.firstHidden, s);
  }

  /** The momenta at `s`, if any may be kept. */
  measureMomenta(out: Float64Array, s: State): void {
    if (this.momenta === undefined || !this.watchesMomenta) return;
    this.momenta.measure(this.momentum, s.q, s.v);
    for (let k = 0; k < this.momentum.length; k++) out[Number(this.hasEnergy) + k] = this.momentum[k];
  }

  /** How far one step within the tolerances may move each quantity at `s`. */
  bounds(out: Float64Array, s: State, pacer: Pacer): void {
    const { tolerance } = this;
    pacer.scale(tolerance, s.y);
    for (let i = 0; i < tolerance.length; i++) tolerance[i] += 4 * epsilon * Math.abs(s.y[i]);
    this.changes(out, s);
  }

  /** The size of each quantity's parts, with which deviations at fixed steps of length h are compared. */
  sizes(out: Float64Array, s: State, h = Number.POSITIVE_INFINITY): void {
    const { tolerance } = this;
    const { n } = this.problem;
    let [q, v] = [0, 0];
    for (let i = 0; i < n; i++) q = Math.max(q, Math.abs(s.y[i]));
    for (let i = n; i < tolerance.length; i++) v = Math.max(v, Math.abs(s.y[i]));
    // entries that vanish still have the rounding errors of their neighbours
    for (let i = 0; i < tolerance.length; i++) tolerance[i] = Math.abs(s.y[i]) + 1e4 * epsilon * (i < n ? q : v);
    // velocities at rest have those of positions
    const least = (16 * epsilon * q) / Math.abs(h);
    for (let i = n; i < 2 * n; i++) tolerance[i] = Math.max(tolerance[i], least);
    this.changes(out, s, false);
    if (this.hasEnergy) out[0] = this.kinetic(s);
  }

  /** The kinetic energy of velocities that are as large as rounding of positions in one step, and rounding of E. */
  rounding(s: State, h: number, energy: number): number {
    const { point, mechanics } = this;
    let largest = 0;
    for (const x of s.q) largest = Math.max(largest, Math.abs(x));
    point.fill((16 * epsilon * largest) / Math.abs(h));
    return mechanics!.kinetic(s.q, point) + 1e4 * epsilon * Math.abs(energy);
  }

  kinetic(s: State): number {
    return this.mechanics?.kinetic(s.q, s.v) ?? 0;
  }

  /** The sum of |lambda_i g_i|, about twice the energy in springs that hold the constraints. */
  strain(s: State): number {
    const { lambda, g, problem, mechanics } = this;
    if (multipliersAt(lambda, problem, s) !== "ok") return 0;
    mechanics!.constraints.g(g, s.t, s.q);
    let sum = 0;
    for (let i = 0; i < g.length; i++) sum += Math.abs(lambda[i] * g[i]);
    return Number.isFinite(sum) ? sum : 0;
  }

  /** sum |dI/dy_i| tol_i for every quantity, with the numbers in `tolerance`. */
  private changes(out: Float64Array, s: State, withEnergy = true): void {
    const { problem, mechanics, tolerance, point, f, p } = this;
    const { n } = problem;

    // 0. invariants and hidden equations: their Jacobian is given
    this.invariantChanges(out, s);
    this.hidden?.changes(out, this.firstHidden, s, tolerance);
    if (mechanics === undefined) return;

    // 1. energy: dE/dq = -f and dE/dv = M v
    mechanics.momentum(p, s.q, s.v);
    if (this.hasEnergy && withEnergy) {
      for (let i = 0; i < n; i++) point[i] = s.q[i] + (i % 2 === 0 ? tolerance[i] : -tolerance[i]);
      if (problem.secondOrder === undefined) mechanics.force(f, s.t, point, s.v);
      else problem.secondOrder.force(f, s.t, point, s.v);
      let sum = 0;
      for (let i = 0; i < n; i++) sum += Math.abs(f[i]) * tolerance[i] + Math.abs(p[i]) * tolerance[n + i];
      out[0] = sum;
    }

    // 2. momenta: M tol_v, and q × M tol_v + tol_q × p
    if (this.watchesMomenta && this.momentum.length > 0) this.momentumChanges(out, Number(this.hasEnergy), s);

    // 3. constraints and their rates: |G| tol_q and |G| tol_v
    if (this.position < 0) return;
    this.constraintChanges(out, s);
  }

  private invariantChanges(out: Float64Array, s: State): void {
    const { invariants, H, tolerance } = this;
    if (invariants === undefined) return;
    invariants.jacobian(H, s.t, s.y);
    for (let k = 0; k < invariants.count; k++) {
      let sum = 0;
      for (let i = 0; i < tolerance.length; i++) sum += Math.abs(H[k * tolerance.length + i]) * tolerance[i];
      out[this.firstInvariant + k] = sum;
    }
  }

  private momentumChanges(out: Float64Array, first: number, s: State): void {
    const { mechanics, tolerance, point, f, p, quantities } = this;
    const { n } = this.problem;
    for (let i = 0; i < n; i++) point[i] = tolerance[n + i];
    mechanics!.momentum(f, s.q, point);
    let [linear, angular] = [0, 0];
    for (let i = 0; i < n; i++) {
      linear += Math.abs(f[i]);
      angular += Math.abs(s.q[i] * f[i]) + Math.abs(p[i]) * tolerance[i];
    }
    for (let at = first; at < first + this.momentum.length; at++)
      out[at] = quantities[at].kind === "momentum" ? linear : angular;
  }

  private constraintChanges(out: Float64Array, s: State): void {
    const { mechanics, tolerance } = this;
    const { n } = this.problem;
    const { m, rowStart, column } = mechanics!.constraints;
    mechanics!.constraints.jacobian(this.G, s.t, s.q);
    out[this.position] = 0;
    out[this.velocity] = 0;
    for (let i = 0; i < m; i++) {
      let [position, velocity] = [0, 0];
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        position += Math.abs(this.G[k]) * tolerance[column[k]];
        velocity += Math.abs(this.G[k]) * tolerance[n + column[k]];
      }
      out[this.position] = Math.max(out[this.position], position);
      out[this.velocity] = Math.max(out[this.velocity], velocity);
    }
  }
}

/**
 * The Ornstein-Uhlenbeck flow of the velocities at fixed positions, in one of two forms of friction:
 *
 *     "mass"   dp = -gamma p dt + sqrt(2 gamma kT) M^1/2 dW        v <- c v + sqrt(kT (1 - c^2)) w,   c = exp(-gamma h)
 *     "plain"  dp = -gamma v dt + sqrt(2 gamma kT) dW              (Tao–Owhadi eq. 4.5) the same with c_i = exp(-gamma h/m_i)
 *
 * with w of covariance M^-1. Both are exact. With constraints the velocity must stay tangential. In the first form the
 * M-orthogonal projection P after the flow is exact: it commutes with the friction, and P w has the covariance P M^-1
 * of velocities in the canonical ensemble. In the second form it does not commute, and projecting would bias
 * temperatures. The midpoint rule with a multiplier,
 *
 *     (M + h gamma/2) v_1 = (M - h gamma/2) v_0 + sqrt(2 gamma kT h) xi - G^T mu,      G v_1 + g_t = 0,
 *
 * keeps that covariance exactly, for every h (Lelièvre, Rousset, Stoltz, Math. Comp. 81 (2012) 2071).
 */

import type { ConstraintSolver, F64, Problem, State, Status } from "../../../core/index.js";
import { combine } from "../../../linalg/vector.js";
import { hostMath } from "../../../math/index.js";
import type { Bath } from "./bath.js";
import { ThermalNoise } from "./thermal-noise.js";

export class HeatBath {
  private readonly problem: Problem;
  private readonly bath: Bath;
  private readonly noise: ThermalNoise;
  private readonly start: ThermalNoise | undefined;
  private readonly solver: ConstraintSolver | undefined;
  private readonly G: F64;
  private readonly x: F64;
  private readonly w: F64;
  /** For steps of length `h`: the factor by which a velocity is kept, and the size of the noise, for each
   * coordinate. */
  private readonly kept: F64;
  private readonly added: F64;
  /** sqrt(m/(m + h gamma/2)), which scales G so that G M^-1 G^T becomes G (M + h gamma/2)^-1 G^T. */
  private readonly lighter: F64;
  private h = -1;

  constructor(problem: Problem, bath: Bath) {
    const { arena, n, constraints } = problem;
    this.problem = problem;
    this.bath = bath;
    this.noise = new ThermalNoise(problem, bath.seed, "noise");
    this.start = bath.thermal ? new ThermalNoise(problem, bath.seed, "start") : undefined;
    this.solver = constraints?.newSolver();
    this.G = constraints?.newJacobian() ?? arena.f64(0);
    this.x = arena.f64(constraints?.m ?? 0);
    this.w = arena.f64(n);
    const isPlain = bath.form === "plain";
    this.kept = arena.f64(isPlain ? n : 1);
    this.added = arena.f64(isPlain ? n : 1);
    this.lighter = arena.f64(isPlain && constraints !== undefined ? n : 0);
  }

  /** If the option `thermal` is set, replaces the velocities of `s` by tangential ones of temperature kT. */
  drawStart(s: State): Status {
    const { start, bath, w } = this;
    if (start === undefined) return "ok";
    start.draw(w, 0);
    combine(s.v, Math.sqrt(bath.kT), w, 0, w);
    return this.project(s);
  }

  /** The flow over |h| at the position of `s`, with the noise of draw `k`. In the stationary state it is its own time
   * reverse. */
  flow(s: State, h: number, k: number): Status {
    const { bath, w, kept, added, problem, noise } = this;
    if (bath.friction === 0) return "ok";
    this.prepare(Math.abs(h));
    if (bath.form === "plain" && problem.constraints !== undefined) return this.midpoint(s, k);
    if (bath.form === "mass") {
      noise.draw(w, k);
      combine(s.v, kept[0], s.v, added[0], w);
    } else {
      noise.standard(w, k);
      for (let i = 0; i < w.length; i++) s.v[i] = kept[i] * s.v[i] + added[i] * w[i];
    }
    return this.project(s);
  }

  /** The M-orthogonal projection of v onto G v + g_t = 0. */
  project(s: State): Status {
    const { constraints } = this.problem;
    const { solver, G, x } = this;
    if (constraints === undefined) return "ok";
    constraints.jacobian(G, s.t, s.q);
    const status = solver!.factor(G, s.q);
    if (status !== "ok") return status;
    constraints.gdot(x, s.t, s.q, s.v);
    solver!.solve(x);
    constraints.addWeighted(s.v, G, x, -1);
    return "ok";
  }

  private midpoint(s: State, k: number): Status {
    const constraints = this.problem.constraints!;
    const { solver, G, x, w, kept, added, lighter } = this;
    const { column } = constraints;
    // 1. make the velocity tangential, because SHAKE's is not exactly so
    let status = this.project(s);
    if (status !== "ok") return status;

    // 2. without the multiplier
    this.noise.standard(w, k);
    for (let i = 0; i < w.length; i++) s.v[i] = kept[i] * s.v[i] + added[i] * w[i];

    // 3. with the multiplier; the factor in G turns the solver's M^-1 into (M + h gamma/2)^-1
    for (let e = 0; e < column.length; e++) G[e] *= lighter[column[e]];
    status = solver!.factor(G, s.q);
    if (status !== "ok") return status;
    constraints.gdot(x, s.t, s.q, s.v);
    solver!.solve(x);
    // (M + h gamma/2)^-1 G^T x needs the scale in G a second time
    w.fill(0);
    constraints.addWeighted(w, G, x, 1);
    for (let i = 0; i < w.length; i++) s.v[i] -= lighter[i] * w[i];
    return "ok";
  }

  /** Computes the values that depend on the length of the step. */
  private prepare(h: number): void {
    if (h === this.h) return;
    this.h = h;
    const { bath, kept, added, lighter, problem } = this;
    const { kT, friction, form } = bath;
    const inverseMass = problem.secondOrder!.mechanics.inverseMass;
    for (let i = 0; i < kept.length; i++) {
      const rate = form === "mass" ? friction : friction * inverseMass![i];
      const spread = form === "mass" ? kT : kT * inverseMass![i];
      if (lighter.length > 0) {
        const half = (h * rate) / 2;
        kept[i] = (1 - half) / (1 + half);
        added[i] = Math.sqrt(4 * half * spread) / (1 + half);
        lighter[i] = Math.sqrt(1 / (1 + half));
      } else {
        kept[i] = hostMath.exp(-h * rate);
        added[i] = Math.sqrt(spread * missing(2 * h * rate));
      }
    }
  }
}

/** 1 - exp(-x) without cancellation: by its series where x is small. */
function missing(x: number): number {
  if (x > 1 / 8) return 1 - hostMath.exp(-x);
  let sum = 0;
  for (let k = 12; k > 0; k--) sum = (x / k) * (1 - sum);
  return sum;
}

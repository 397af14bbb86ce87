/**
 * BAOAB: kick (B), drift (A), bath (O), drift, kick, of lengths h/2, h/2, h, h/2, h/2 (B. Leimkuhler, C. Matthews,
 * Appl. Math. Res. Express 2013, 34). Positions of a harmonic oscillator have the exact distribution at every stable
 * step.
 *
 * With constraints g-BAOAB (the same, Proc. R. Soc. A 472 (2016) 20160138): drifts are steps of RATTLE without forces,
 * along the manifold, and velocities are projected after each part. The part of a velocity that is normal to the
 * manifold need be removed only where the next part begins, so velocities are projected in the middle, by the bath, and
 * at the end.
 */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  type DenseOutput,
  type Diagnosis,
  type F64,
  newState,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../../core/index.js";
import { addScaled, copy, fill } from "../../../linalg/vector.js";
import { PositionNewton } from "../../constrained/parts/position-newton.js";
import { ForcesAt } from "../../leapfrog/parts/forces-at.js";
import type { HeatBath } from "./heat-bath.js";

export class BaoabStepper implements Stepper {
  readonly dense: DenseOutput = { at: (out, theta) => this.interpolate(out, theta) };
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis | undefined;
  private readonly problem: Problem;
  private readonly bath: HeatBath;
  private readonly newton: PositionNewton | undefined;
  private readonly middle: State;
  private readonly G: F64;
  private readonly x: F64;
  private from: ForcesAt;
  private to: ForcesAt;
  /** For states inside a step: its start and end, and the velocities of its two drifts. */
  private readonly q0: F64;
  private readonly q1: F64;
  private readonly v0: F64;
  private readonly v1: F64;
  private h = 0;
  private steps = 0;
  /** `from` belongs to the start of the next attempt. */
  private startKnown = false;

  constructor(problem: Problem, bath: HeatBath) {
    const { arena, dimension, n, constraints } = problem;
    this.problem = problem;
    this.bath = bath;
    this.newton = constraints && new PositionNewton(problem);
    this.diagnosis = this.newton;
    this.middle = newState(arena, dimension, n);
    this.G = constraints?.newJacobian() ?? arena.f64(0);
    this.x = arena.f64(constraints?.m ?? 0);
    this.from = new ForcesAt(problem);
    this.to = new ForcesAt(problem);
    [this.q0, this.q1, this.v0, this.v1] = Array.from({ length: 4 }, () => arena.f64(n));
  }

  drawStart(s: State): Status {
    return this.bath.drawStart(s);
  }

  start(): Status {
    this.startKnown = false;
    this.steps = 0;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { problem, bath, from, to, middle, G, q0, q1, v0, v1 } = this;
    if (!this.startKnown) from.evaluate(s);
    this.startKnown = true;
    this.h = h;
    copy(q0, s.q);

    // B, A
    addScaled(v0, s.v, h / 2, from.a);
    middle.t = s.t + h / 2;
    let status = this.drift(middle.q, v0, s.q, from.G, middle.t, h / 2);
    if (status !== "ok") return status;

    // O
    copy(middle.v, v0);
    status = bath.flow(middle, h, this.steps);
    if (status !== "ok") return status;

    // A
    copy(v1, middle.v);
    problem.constraints?.jacobian(G, middle.t, middle.q);
    next.t = s.t + h;
    status = this.drift(next.q, v1, middle.q, G, next.t, h / 2);
    if (status !== "ok") return status;

    // B
    to.evaluate(next);
    copy(q1, next.q);
    addScaled(next.v, v1, h / 2, to.a);
    return bath.project(next);
  }

  accept(): void {
    const { from, to } = this;
    this.from = to;
    this.to = from;
    this.steps++;
  }

  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.startKnown = false;
  }

  save(to: ByteWriter): void {
    to.number(this.steps);
    to.number(this.startKnown ? 1 : 0);
    if (this.startKnown) this.from.save(to);
  }

  restore(from: ByteReader): void {
    this.steps = from.number();
    this.startKnown = from.number() === 1;
    if (this.startKnown) this.from.restore(from);
  }

  /** Interpolates along the drift that contains theta; the driver projects the states that it shows. */
  private interpolate(out: F64, theta: number): Status {
    const { q0, q1, v0, v1, h } = this;
    const n = q0.length;
    for (let i = 0; i < n; i++) {
      out[i] = theta <= 0.5 ? q0[i] + theta * h * v0[i] : q1[i] - (1 - theta) * h * v1[i];
      out[n + i] = theta <= 0.5 ? v0[i] : v1[i];
    }
    return "ok";
  }

  /** q = q_from + h v, both pulled along M^-1 G^T until g(q, t) = 0. */
  private drift(q: F64, v: F64, from: F64, G: F64, t: number, h: number): Status {
    const { newton, x } = this;
    addScaled(q, from, h, v);
    if (newton === undefined) return "ok";
    fill(x, 0);
    const status = newton.solve(q, x, t, G);
    this.problem.constraints!.addWeighted(v, G, x, -1 / h);
    return status;
  }
}

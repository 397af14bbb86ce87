/** One run of `radau5`: Newton for the stages, the filtered error estimate, when to renew J and its factorisations. */

import {
  ByteReader,
  ByteWriter,
  type F64,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../core/index.js";
import { addScaled, axpy, copy, fill } from "../../linalg/vector.js";
import { c, e } from "./coefficients.js";
import { extrapolated, interpolated } from "./collocation.js";
import { RadauNewton } from "./radau-newton.js";
import type { Point, StageSystem } from "./stage-system.js";
import { StepControl } from "./step-control.js";

/** J is kept for the next step while Newton converges faster than this. */
const fast = 1e-3;

export class RadauStepper implements Stepper {
  readonly error: F64;
  readonly errorOrder = 4;
  readonly multipliers?: F64;
  private readonly system: StageSystem;
  private readonly problem: Problem;
  private readonly newton: RadauNewton;
  private readonly control = new StepControl();
  /** Start of the step, and F there. */
  private readonly base: Point;
  private readonly F0: Point;
  private t = 0;
  private h = 0;
  /** Stages of the last attempt, and of the last accepted step, whose length was hOld (0: none). */
  private Z: readonly Point[];
  private old: readonly Point[];
  /** Those of the last attempt, accepted or not: what is interpolated. */
  private last: readonly Point[];
  private hOld = 0;
  /** The end of the last attempt. */
  private readonly end: Point;
  /** The estimate, and its part 1/h B sum e_i Z_i. */
  private readonly estimate: Point;
  private readonly embedded: Point;
  private readonly spare: Point;
  /** `base` and F0 belong to the state that the next attempt starts from; or the multipliers of `end` do. */
  private known = false;
  private continues = false;
  /** J may be used; it was evaluated in this step; at its start; the step for which it is factorised (0: none). */
  private current = false;
  private fresh = false;
  private atBase = false;
  private factored = 0;
  /** The first step, or one that was rejected before. */
  private unsure = true;

  constructor(system: StageSystem, problem: Problem, iterations: number) {
    const three = () => [system.newPoint(), system.newPoint(), system.newPoint()];
    this.system = system;
    this.problem = problem;
    this.newton = new RadauNewton(system, problem, iterations);
    this.base = system.newPoint();
    this.F0 = system.newPoint();
    this.Z = three();
    this.old = three();
    this.last = this.Z;
    this.end = system.newPoint();
    this.estimate = system.newPoint();
    this.embedded = system.newPoint();
    this.spare = system.newPoint();
    this.error = problem.arena.f64(problem.dimension);
    if (this.end.lambda.length > 0) this.multipliers = this.end.lambda;
  }

  get residual(): number | undefined {
    return this.system.residual;
  }

  pace(pacer: Pacer): void {
    this.control.pace(pacer, this.problem.arena, this.problem.dimension);
    this.newton.pace(this.control);
  }

  start(): Status {
    this.known = false;
    this.continues = false;
    this.current = false;
    this.unsure = true;
    this.hOld = 0;
    this.factored = 0;
    this.control.reset();
    this.newton.reset();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { base, newton, control } = this;

    // 1. the start of the step; after a rejection J is not older than it
    let status: Status = "ok";
    if (!this.known) status = this.begin(s);
    else this.current = this.current && this.fresh;
    if (status !== "ok") return status;
    this.h = h;
    this.last = this.Z;

    // 2. the stages; when Newton fails, once more with J at the start
    for (;;) {
      this.predict();
      if (!this.current) status = this.linearise(this.hOld === 0 || this.fresh);
      if (status === "ok" && this.factored !== h) status = this.factor(h);
      if (status === "ok") status = newton.solve(this.Z, this.t, base, h, control.pacer);
      if (status === "ok" || this.atBase) break;
      this.current = false;
      this.fresh = true;
      status = "ok";
    }
    if (status !== "ok") return status;

    // 3. the end is the last stage
    addScaled(this.end.w, base.w, 1, this.Z[2].w);
    copy(next.y, this.end.y);
    next.t = s.t + h;

    // 4. the estimate
    const z1 = this.Z[0].w;
    const z2 = this.Z[1].w;
    const z3 = this.Z[2].w;
    const { y } = this.embedded;
    for (let i = 0; i < y.length; i++) y[i] = (e[0] * z1[i] + e[1] * z2[i] + e[2] * z3[i]) / h;
    this.filter(this.F0);
    return "ok";
  }

  /** Where a first or repeated step seems bad, the estimate is filtered once more: it may be too large for stiff components. */
  errorNorm(pacer: Pacer, before: F64, after: F64): number {
    const { control, spare, base, estimate, system } = this;
    const norm = control.norm(pacer, this.error, before, after);
    if (!(norm >= 1 && this.unsure)) return norm;
    addScaled(spare.w, base.w, 1, estimate.w);
    if (system.rate(estimate, this.t, spare) !== "ok") return norm;
    copy(spare.w, estimate.w);
    this.filter(spare);
    return control.norm(pacer, this.error, before, after);
  }

  nextStep(_s: State, h: number, norm: number, accepted: boolean): number {
    if (!accepted) this.unsure = true;
    return this.control.next(h, norm, accepted, this.newton.retry, this.current, this.fresh ? this.newton.theta : 0);
  }

  accept(): void {
    const { Z } = this;
    this.Z = this.old;
    this.old = Z;
    this.hOld = this.h;
    this.known = false;
    this.continues = true;
    this.current = this.newton.theta <= fast || this.newton.iterations <= 2;
    this.unsure = false;
  }

  moved(): void {
    this.known = false;
    this.continues = false;
  }

  interpolate(out: F64, theta: number): Status {
    interpolated(out, this.base.y, this.last, theta);
    return "ok";
  }

  save(): Uint8Array {
    const to = new ByteWriter();
    const { known, continues, current, fresh, atBase, unsure } = this;
    to.numbers([this.hOld, this.factored, ...[known, continues, current, fresh, atBase, unsure].map(Number)]);
    for (const point of [this.base, this.F0, this.end, ...this.old]) to.numbers(point.w);
    this.newton.save(to);
    this.control.save(to);
    this.system.save(to);
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    const from = new ByteReader(bytes);
    const [hOld, factored, ...flags] = from.numbers();
    this.hOld = hOld;
    this.factored = factored;
    [this.known, this.continues, this.current, this.fresh, this.atBase, this.unsure] = flags.map((flag) => flag === 1);
    for (const point of [this.base, this.F0, this.end, ...this.old]) point.w.set(from.numbers());
    this.newton.restore(from);
    this.control.restore(from);
    this.system.restore(from);
  }

  /** `base`, its multipliers and F0. */
  private begin(s: State): Status {
    const { base, end, system } = this;
    copy(base.y, s.y);
    this.t = s.t;
    this.fresh = false;
    this.atBase = false;
    if (this.continues) {
      copy(base.lambda, end.lambda);
      copy(base.mu, end.mu);
    } else {
      const status = system.complete(base, s.t);
      if (status !== "ok") return status;
    }
    const status = system.rate(this.F0, s.t, base);
    this.known = status === "ok";
    return status;
  }

  /** Where Newton begins: the last step continued; at a cold start nothing moves, or what is constrained uniformly. */
  private predict(): void {
    const { Z, F0, h, problem } = this;
    if (this.hOld !== 0) {
      extrapolated(Z, this.old, h / this.hOld);
      return;
    }
    for (let i = 0; i < 3; i++) {
      fill(Z[i].w, 0);
      if (problem.rate !== undefined) continue;
      axpy(Z[i].y, c[i] * h, F0.y);
      axpy(Z[i].q, (c[i] * h * c[i] * h) / 2, F0.v);
    }
  }

  /** J at the start of the step, or where its second stage is expected: there it is nearer to all of them. */
  private linearise(atBase: boolean): Status {
    const { system, base, spare, Z } = this;
    this.atBase = atBase;
    this.fresh = true;
    this.factored = 0;
    if (!atBase) addScaled(spare.w, base.w, 1, Z[1].w);
    const status = atBase
      ? system.linearise(this.t, base, this.h, this.F0)
      : system.linearise(this.t + c[1] * this.h, spare, this.h);
    this.current = status === "ok";
    return status;
  }

  private factor(h: number): Status {
    this.newton.reset();
    const status = this.system.factor(h);
    this.factored = status === "ok" ? h : 0;
    return status;
  }

  /** estimate = (gamma/h B - J)^-1 (F + embedded), and what of it counts as the error of y. */
  private filter(F: Point): void {
    const { estimate, embedded, error, system, problem } = this;
    addScaled(estimate.w, embedded.w, 1, F.w);
    system.solve(estimate);
    copy(error, estimate.y);
    if (system.velocityPower === 1) for (let i = problem.n; i < error.length; i++) error[i] *= Math.abs(this.h);
  }
}

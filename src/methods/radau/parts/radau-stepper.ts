/** One run of `radau5`: predict the stages, solve for them, estimate the error. */

import type {
  ByteReader,
  ByteWriter,
  Checkpoint,
  DenseOutput,
  Diagnosis,
  ErrorEstimate,
  F64,
  NextStep,
  Pacer,
  Problem,
  State,
  Status,
  Stepper,
} from "../../../core/index.js";
import { addScaled, copy } from "../../../linalg/vector.js";
import { accelerated, extrapolated, interpolated } from "./collocation.js";
import { FilteredEstimate } from "./filtered-estimate.js";
import { JacobianKeeper } from "./jacobian-keeper.js";
import { RadauNewton } from "./radau-newton.js";
import type { Point, StageSystem } from "./stage-system.js";
import { StepControl } from "./step-control.js";

export class RadauStepper implements Stepper {
  readonly error: ErrorEstimate;
  readonly dense: DenseOutput = { at: (out, theta) => this.interpolate(out, theta) };
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  readonly multipliers?: F64;
  private readonly system: StageSystem;
  private readonly problem: Problem;
  private readonly newton: RadauNewton;
  private readonly keeper: JacobianKeeper;
  private readonly estimate: FilteredEstimate;
  private readonly control = new StepControl();
  /** Start of the step, and F there. */
  private readonly base: Point;
  private readonly F0: Point;
  private t = 0;
  private h = 0;
  /** The end of the last attempt. */
  private readonly end: Point;
  /** The stages of the last attempt, and those of the last accepted step, whose length is hOld (0 when there is
   * none). */
  private Z: readonly Point[];
  private old: readonly Point[];
  private hOld = 0;
  /** The stages of the last attempt, accepted or not, which dense output interpolates. */
  private last: readonly Point[];
  /** `base` and F0 belong to the state that the next attempt starts from, or else the multipliers of `end` do. */
  private known = false;
  private continues = false;
  /** This is the first step, or it has been rejected before. */
  private unsure = true;

  constructor(system: StageSystem, problem: Problem, iterations: number) {
    const three = () => [system.newPoint(), system.newPoint(), system.newPoint()];
    this.system = system;
    this.problem = problem;
    this.newton = new RadauNewton(system, problem, iterations);
    this.keeper = new JacobianKeeper(system, this.newton);
    this.estimate = new FilteredEstimate(system, problem);
    this.base = system.newPoint();
    this.F0 = system.newPoint();
    this.end = system.newPoint();
    this.Z = three();
    this.old = three();
    this.last = this.Z;
    this.error = {
      order: 4,
      values: this.estimate.error,
      norm: (pacer, before, after) => this.errorNorm(this.control.pacer ?? pacer, before, after),
    };
    if (this.end.lambda.length > 0) this.multipliers = this.end.lambda;
  }

  get residual(): number | undefined {
    return this.system.residual;
  }

  get culprit(): number {
    const { newton, system } = this;
    return newton.culprit >= 0 ? newton.culprit : (system.culprit ?? -1);
  }

  pace(pacer: Pacer): NextStep {
    const { control, newton, keeper } = this;
    control.pace(pacer, this.problem.dimension);
    newton.pace(control);
    return (_s, h, norm, accepted) => {
      if (!accepted) this.unsure = true;
      return control.next(h, norm, accepted, newton.retry, keeper.current, keeper.fresh ? newton.theta : 0);
    };
  }

  start(): Status {
    this.known = false;
    this.continues = false;
    this.unsure = true;
    this.hOld = 0;
    this.keeper.forget();
    this.control.reset();
    this.newton.reset();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { base, newton, control, keeper, problem, Z } = this;

    // 1. the start of the step
    let status: Status = "ok";
    newton.culprit = -1;
    if (this.known) keeper.repeat();
    else status = this.begin(s);
    if (status !== "ok") return status;
    this.h = h;
    this.last = Z;

    // 2. the stages, predicted from the last step; when Newton fails, try again with J at the start
    for (;;) {
      if (this.hOld !== 0) extrapolated(Z, this.old, h / this.hOld);
      else accelerated(Z, this.F0, problem.rate === undefined ? h : 0);
      status = keeper.prepare(this.t, base, this.F0, Z, h, this.hOld !== 0);
      if (status === "ok") status = newton.solve(Z, this.t, base, h, control.pacer, keeper.atStart);
      if (status === "ok" || keeper.atStart) break;
      keeper.refuse();
    }
    if (status !== "ok") return status;

    // 3. the end is the last stage
    addScaled(this.end.w, base.w, 1, Z[2].w);
    copy(next.y, this.end.y);
    next.t = s.t + h;
    this.estimate.compute(Z, this.F0, h);
    return "ok";
  }

  accept(): void {
    const { Z } = this;
    this.Z = this.old;
    this.old = Z;
    this.hOld = this.h;
    this.known = false;
    this.continues = true;
    this.unsure = false;
    this.keeper.accept();
  }

  moved(): void {
    this.known = false;
    this.continues = false;
  }

  save(to: ByteWriter): void {
    to.numbers([this.t, this.hOld, Number(this.known), Number(this.continues), Number(this.unsure)]);
    for (const point of [this.base, this.F0, this.end, ...this.old]) to.numbers(point.w);
    this.newton.save(to);
    this.control.save(to);
    this.keeper.save(to);
  }

  restore(from: ByteReader): void {
    const [t, hOld, known, continues, unsure] = from.numbers();
    this.t = t;
    this.hOld = hOld;
    this.known = known === 1;
    this.continues = continues === 1;
    this.unsure = unsure === 1;
    for (const point of [this.base, this.F0, this.end, ...this.old]) point.w.set(from.numbers());
    this.newton.restore(from);
    this.control.restore(from);
    this.keeper.restore(from);
  }

  private errorNorm(pacer: Pacer, before: F64, after: F64): number {
    const { estimate } = this;
    const norm = pacer.norm(estimate.error, before, after);
    if (!(norm >= 1 && this.unsure) || estimate.refine(this.t, this.base, this.h) !== "ok") return norm;
    return pacer.norm(estimate.error, before, after);
  }

  private interpolate(out: F64, theta: number): Status {
    interpolated(out, this.base.y, this.last, theta);
    return "ok";
  }

  /** Sets `base`, its multipliers and F0. */
  private begin(s: State): Status {
    const { base, end, system } = this;
    copy(base.y, s.y);
    this.t = s.t;
    this.keeper.advance();
    let status: Status = "ok";
    if (this.continues) {
      copy(base.lambda, end.lambda);
      copy(base.mu, end.mu);
    } else status = system.complete(base, s.t);
    if (status === "ok") status = system.rate(this.F0, s.t, base);
    this.known = status === "ok";
    return status;
  }
}

/**
 * Decides when J is evaluated and factorised. J is kept from step to step while Newton converges well. Otherwise it is
 * evaluated at the predicted second stage, which is nearer to all stages than the start is, or at the start itself when
 * there is no prediction or Newton has failed with another J.
 */

import type { ByteReader, ByteWriter, Status } from "../../../core/index.js";
import { addScaled } from "../../../linalg/vector.js";
import { c } from "./coefficients.js";
import type { RadauNewton } from "./radau-newton.js";
import type { Point, StageSystem } from "./stage-system.js";

/** Newton converges well when theta is below this, or in two iterations. */
const fast = 1e-3;

export class JacobianKeeper {
  /** J is still usable. */
  current = false;
  /** J was evaluated in this step. */
  fresh = false;
  /** J was evaluated at the start of this step. */
  atStart = false;
  private readonly system: StageSystem;
  private readonly newton: RadauNewton;
  private readonly middle: Point;
  /** The step for which J is factorised; 0 when it is not. */
  private factored = 0;

  constructor(system: StageSystem, newton: RadauNewton) {
    this.system = system;
    this.newton = newton;
    this.middle = system.newPoint();
  }

  /** Provides J and its factorisations for a step of h from (t, base), where F is F0. */
  prepare(t: number, base: Point, F0: Point, Z: readonly Point[], h: number, isPredicted: boolean): Status {
    const { system, middle } = this;
    if (!this.current) {
      this.atStart = !isPredicted || this.fresh;
      this.fresh = true;
      this.factored = 0;
      if (!this.atStart) addScaled(middle.w, base.w, 1, Z[1].w);
      const status = this.atStart ? system.linearise(t, base, h, F0) : system.linearise(t + c[1] * h, middle, h);
      if (status !== "ok") return status;
      this.current = true;
    }
    if (this.factored === h) return "ok";
    this.newton.reset();
    const status = system.factor(h);
    this.factored = status === "ok" ? h : 0;
    return status;
  }

  /** Another step begins. */
  advance(): void {
    this.fresh = false;
    this.atStart = false;
  }

  /** The same step is tried again, so J must not be older than this step. */
  repeat(): void {
    this.current = this.current && this.fresh;
  }

  /** Newton has failed, so J will be evaluated at the start next time. */
  refuse(): void {
    this.current = false;
    this.fresh = true;
  }

  accept(): void {
    this.current = this.newton.theta <= fast || this.newton.iterations <= 2;
  }

  forget(): void {
    this.current = false;
    this.factored = 0;
  }

  save(to: ByteWriter): void {
    to.numbers([Number(this.current), Number(this.fresh), Number(this.atStart), this.factored]);
    this.system.save(to);
  }

  restore(from: ByteReader): void {
    const [current, fresh, atStart, factored] = from.numbers();
    this.current = current === 1;
    this.fresh = fresh === 1;
    this.atStart = atStart === 1;
    this.factored = factored;
    this.system.restore(from);
  }
}

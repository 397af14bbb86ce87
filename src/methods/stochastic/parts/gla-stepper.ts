/** The geometric Langevin algorithm: a step of any method, then the exact flow of the bath over the same time. */

import { ByteReader, ByteWriter, type F64, type State, type Status, type Stepper } from "../../../core/index.js";
import type { HeatBath } from "./heat-bath.js";

export class GlaStepper implements Stepper {
  readonly physical?: (out: State, s: State) => void;
  readonly interpolate?: (out: F64, theta: number) => Status;
  private readonly inner: Stepper;
  private readonly bath: HeatBath;
  /** The number of accepted steps, which is the number of the next draw. */
  private steps = 0;
  /** The bath has changed the velocities and the inner method has not been told yet. */
  private changed = false;

  constructor(inner: Stepper, bath: HeatBath) {
    this.inner = inner;
    this.bath = bath;
    // inside a step the inner method's motion is shown, before the bath acts
    if (inner.interpolate !== undefined) this.interpolate = (out, theta) => inner.interpolate!(out, theta);
    if (inner.physical !== undefined) this.physical = (out, s) => inner.physical!(out, s);
  }

  get residual(): number | undefined {
    return this.inner.residual;
  }

  get warning(): string | undefined {
    return this.inner.warning;
  }

  drawStart(s: State): Status {
    return this.bath.drawStart(s);
  }

  start(s: State): Status {
    this.steps = 0;
    this.changed = false;
    return this.inner.start(s);
  }

  attempt(next: State, s: State, h: number): Status {
    const { inner, bath } = this;
    if (this.changed) inner.moved(s, "velocities");
    this.changed = false;
    const status = inner.attempt(next, s, h);
    return status === "ok" ? bath.flow(next, h, this.steps) : status;
  }

  accept(): void {
    this.inner.accept();
    this.steps++;
    this.changed = true;
  }

  moved(s: State, only?: "velocities"): void {
    this.inner.moved(s, only);
  }

  save(): Uint8Array {
    const to = new ByteWriter();
    to.number(this.steps);
    to.number(this.changed ? 1 : 0);
    to.raw(this.inner.save());
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    const from = new ByteReader(bytes);
    this.steps = from.number();
    this.changed = from.number() === 1;
    this.inner.restore(from.raw());
  }
}

/** The geometric Langevin algorithm: a step of any method, then the exact flow of the bath over the same time. */

import type { Checkpoint, DenseOutput, Diagnosis, State, Status, Stepper } from "../../../core/index.js";
import type { HeatBath } from "./heat-bath.js";

export class GlaStepper implements Stepper {
  /** Inside a step the inner method's motion is shown, before the bath acts. */
  readonly dense: DenseOutput | undefined;
  readonly checkpoint: Checkpoint | undefined;
  readonly diagnosis: Diagnosis | undefined;
  readonly physical?: (out: State, s: State) => void;
  private readonly inner: Stepper;
  private readonly bath: HeatBath;
  /** The number of accepted steps, which is the number of the next draw. */
  private steps = 0;
  /** The bath has changed the velocities and the inner method has not been told yet. */
  private changed = false;

  constructor(inner: Stepper, bath: HeatBath) {
    this.inner = inner;
    this.bath = bath;
    this.dense = inner.dense;
    this.diagnosis = inner.diagnosis;
    if (inner.physical !== undefined) this.physical = inner.physical.bind(inner);
    if (inner.checkpoint !== undefined) this.checkpoint = this.around(inner.checkpoint);
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

  private around(inner: Checkpoint): Checkpoint {
    return {
      save: (to) => {
        to.numbers([this.steps, Number(this.changed)]);
        inner.save(to);
      },
      restore: (from) => {
        const [steps, changed] = from.numbers();
        this.steps = steps;
        this.changed = changed === 1;
        inner.restore(from);
      },
    };
  }
}

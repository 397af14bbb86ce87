/**
 * Base class of steppers that need only the forces at both ends of a step; the forces at the end are the first of the
 * next step. A subclass implements `move`, the step itself.
 */

import type { ByteReader, ByteWriter, Checkpoint, Problem, State, Status, Stepper } from "../../../core/index.js";
import { CubicOutput } from "../../runge-kutta/parts/cubic-output.js";
import { ForcesAt } from "./forces-at.js";

export abstract class KickedStepper implements Stepper {
  readonly dense: CubicOutput;
  readonly checkpoint: Checkpoint = this;
  /** The forces at the start of a step and at its end, in turns. */
  protected readonly both: readonly [ForcesAt, ForcesAt];
  private turn: 0 | 1 = 0;
  /** `from` belongs to the start of the next attempt. */
  private startKnown = false;

  constructor(problem: Problem) {
    this.dense = new CubicOutput(problem);
    this.both = [new ForcesAt(problem, false), new ForcesAt(problem, false)];
  }

  /** Steps from `s` to `next`, whose time is already set. `from` is known; `move` must evaluate `to`. */
  protected abstract move(next: State, s: State, h: number, from: ForcesAt, to: ForcesAt): Status;

  start(): Status {
    this.startKnown = false;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    if (!this.startKnown) this.from.evaluate(s);
    this.startKnown = true;
    next.t = s.t + h;
    const status = this.move(next, s, h, this.from, this.both[1 - this.turn]);
    if (status === "ok") this.dense.keep(s, next, h);
    return status;
  }

  accept(): void {
    this.turn = this.turn === 0 ? 1 : 0;
  }

  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.startKnown = false;
  }

  save(to: ByteWriter): void {
    to.number(this.startKnown ? 1 : 0);
    if (this.startKnown) this.from.save(to);
  }

  restore(from: ByteReader): void {
    this.startKnown = from.number() === 1;
    if (this.startKnown) this.from.restore(from);
  }

  private get from(): ForcesAt {
    return this.both[this.turn];
  }
}

/**
 * The leapfrog in a field f of accelerations, the mechanism that Verlet, Newmark and the Zhang-Skeel family share (Tao–Owhadi eq. 2.10):
 *
 *     v_h = v_0 + h/2 f(x_0),   x_1 = x_0 + h v_h,   v_1 = v_h + h/2 f(x_1)
 *
 * It is reversible for every f, and symplectic where M f is a gradient (Tao–Owhadi lemma 2.13). Fields may depend on the length of the
 * step, and may stand for a physical point beside x: q = x + shift. States are then x, and output is q.
 */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  copyState,
  type Diagnosis,
  type F64,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../../core/index.js";
import { type LongVectors, longVectors } from "../../../linalg/long-vectors.js";
import { axpy } from "../../../linalg/vector.js";
import { CubicOutput } from "../../runge-kutta/parts/cubic-output.js";

/** Accelerations at one state, for steps of one length. */
export interface Field {
  readonly a: F64;
  /** The physical point minus x; absent where x is the physical point. */
  readonly shift?: F64;
  /** Whether the field depends on the length of the step. */
  readonly ofStep: boolean;
  /** `near` is a point close to the physical one, for fields that iterate. */
  evaluate(s: State, h: number, near?: F64): Status;
  /** Evaluates the field when the state holds the physical point instead of x. */
  evaluateAt?(s: State, h: number): Status;
  /** One sentence that warns the user, once there is a reason. */
  readonly warning?: string | undefined;
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}

export class LeapfrogStepper implements Stepper {
  readonly physical?: (out: State, s: State) => void;
  readonly dense: CubicOutput;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  private from: Field;
  private to: Field;
  private readonly vectors: LongVectors;
  /** States hold physical points, and x is computed only within a step. */
  private readonly points: boolean;
  /** The length of the step for which `from` belongs to the start of the next attempt; 0 when unknown. */
  private known = 0;

  constructor(problem: Problem, newField: (problem: Problem) => Field, points = false) {
    this.from = newField(problem);
    this.to = newField(problem);
    this.points = points;
    this.dense = new CubicOutput(problem);
    this.vectors = longVectors(problem.arena, problem.n);
    if (this.from.shift !== undefined && !points) {
      this.physical = (out, s) => {
        copyState(out, s);
        if (this.known !== 0) axpy(out.q, 1, this.from.shift!);
      };
    }
  }

  get warning(): string | undefined {
    return this.from.warning ?? this.to.warning;
  }

  start(): Status {
    this.known = 0;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { from, to, points, vectors } = this;
    let status: Status = "ok";
    if (this.known === 0 || (from.ofStep && this.known !== h))
      status = points ? from.evaluateAt!(s, h) : from.evaluate(s, h);
    this.known = status === "ok" ? h : 0;
    if (status !== "ok") return status;

    // 1. half a kick, then drift
    vectors.addScaled(next.v, s.v, h / 2, from.a);
    vectors.addScaled(next.q, s.q, h, next.v);
    if (points) axpy(next.q, -1, from.shift!);
    next.t = s.t + h;

    // 2. the other half with the field at the end
    status = points ? to.evaluate(next, h, s.q) : to.evaluate(next, h);
    if (status !== "ok") return status;
    vectors.axpy(next.v, h / 2, to.a);

    if (points) axpy(next.q, 1, to.shift!);
    if (points) this.dense.keep(s, next, h);
    else this.dense.keep(s, next, h, from.shift, to.shift);
    return "ok";
  }

  accept(): void {
    const { from, to } = this;
    this.from = to;
    this.to = from;
  }

  /** Fields depend on positions only, so new velocities do not invalidate them. */
  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.known = 0;
  }

  save(to: ByteWriter): void {
    to.number(this.known);
    if (this.known !== 0) this.from.save(to);
  }

  restore(from: ByteReader): void {
    this.known = from.number();
    if (this.known !== 0) this.from.restore(from);
  }
}

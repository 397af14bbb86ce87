/**
 * The leapfrog in a field f of accelerations (`leapfrog-text.ts`), the mechanism that Verlet, Newmark and the Zhang-Skeel
 * family share. It is reversible for every f, and symplectic where M f is a gradient (Tao–Owhadi lemma 2.13). Fields may depend on the length of the
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
  type Step,
  type Stepper,
} from "../../../core/index.js";
import { longVectors } from "../../../linalg/long-vectors.js";
import { axpy } from "../../../linalg/vector.js";
import { bindStep, type Calls } from "../../../step/index.js";
import { CubicOutput } from "../../runge-kutta/parts/cubic-output.js";
import { atPoints, type LeapfrogText, leapfrogText, plain } from "./leapfrog-text.js";

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
  readonly dense: CubicOutput;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  readonly physical?: (out: State, s: State) => void;
  private readonly fields: readonly Field[];
  /** The step with the first field at its start and the second one at its end, and the other way round. */
  private readonly steps: readonly Step[];
  private readonly text: LeapfrogText;
  private turn = 0;
  /** The attempt that is being made, for fields that work on whole states. */
  private next: State | undefined;
  private near: F64 | undefined;
  private h = 0;
  /** States hold physical points, and x is computed only within a step. */
  private readonly points: boolean;
  /** The length of the step for which `from` belongs to the start of the next attempt; 0 when unknown. */
  private known = 0;

  /** `calls` are the accelerations of the field; without them the field evaluates itself. */
  constructor(problem: Problem, newField: (problem: Problem) => Field, points = false, calls?: Calls) {
    const { arena, n } = problem;
    this.fields = [newField(problem), newField(problem)];
    this.points = points;
    this.dense = new CubicOutput(problem);
    const sum = longVectors(arena, n).addScaled;
    this.text = leapfrogText(points ? atPoints : plain, n);
    this.steps = [this.fields, this.fields.toReversed()].map(([from, to]) => {
      const shifts: Record<string, F64> = points ? { shift0: from.shift!, shift1: to.shift! } : {};
      const arrays = { a0: from.a, a1: to.a, ...shifts };
      const evaluated: Calls = { host: { accelerations: () => to.evaluate(this.next!, this.h, this.near) } };
      return bindStep(this.text.program, arena, arrays, calls ?? evaluated, { sum });
    });
    if (this.from.shift !== undefined && !points) {
      this.physical = (out, s) => {
        copyState(out, s);
        if (this.known !== 0) axpy(out.q, 1, this.from.shift!);
      };
    }
  }

  get warning(): string | undefined {
    return this.from.warning ?? this.fields[1 - this.turn].warning;
  }

  start(): Status {
    this.known = 0;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { points, text } = this;
    const [from, to] = [this.fields[this.turn], this.fields[1 - this.turn]];
    let status: Status = "ok";
    if (this.known === 0 || (from.ofStep && this.known !== h))
      status = points ? from.evaluateAt!(s, h) : from.evaluate(s, h);
    this.known = status === "ok" ? h : 0;
    if (status !== "ok") return status;

    const step = this.steps[this.turn];
    next.t = s.t + h;
    this.next = next;
    this.near = points ? s.q : undefined;
    this.h = h;
    step.numbers[text.t.index] = s.t;
    step.numbers[text.h.index] = h;
    status = step.run(0, s.q, s.v, next.q, next.v);
    if (status !== "ok") return status;
    if (points) this.dense.keep(s, next, h);
    else this.dense.keep(s, next, h, from.shift, to.shift);
    return "ok";
  }

  accept(): void {
    this.turn = 1 - this.turn;
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

  /** The field at the start of the next attempt. */
  private get from(): Field {
    return this.fields[this.turn];
  }
}

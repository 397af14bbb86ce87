/** One run of two methods. `./judge.ts` decides which of them steps; `../switching.ts` explains the rules. */

import {
  ByteReader,
  ByteWriter,
  type Evaluator,
  type F64,
  type Handover,
  type Method,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../../core/index.js";
import { Judge } from "./judge.js";

/** One of the two. */
export type Half = "explicit" | "implicit";

export class SwitchingStepper implements Stepper {
  readonly handovers: Handover[] = [];
  private readonly methods: readonly [Method, Method];
  private readonly steppers: readonly [Stepper, Stepper];
  private readonly judge: Judge;
  private pacer: Pacer | undefined;
  /** 0 when the explicit method steps, 1 when the implicit one does. */
  private active: number;
  /** The stepper that made the last attempt, which dense output interpolates. */
  private last: Stepper;
  private start0: State | undefined;

  constructor(explicit: Method, implicit: Method, first: Half, problem: Problem, evaluator: Evaluator | undefined) {
    this.methods = [explicit, implicit];
    this.steppers = [explicit.bind(problem, evaluator), implicit.bind(problem, evaluator)];
    this.judge = new Judge(problem, explicit);
    this.active = first === "explicit" ? 0 : 1;
    this.last = this.steppers[this.active];
  }

  get error(): F64 | undefined {
    return this.last.error;
  }

  get errorOrder(): number {
    const stepper = this.steppers[this.active];
    return stepper.errorOrder ?? this.methods[this.active].order;
  }

  get multipliers(): F64 | undefined {
    return this.last.multipliers;
  }

  get residual(): number | undefined {
    return this.last.residual;
  }

  pace(pacer: Pacer): void {
    this.pacer = pacer;
    for (const stepper of this.steppers) stepper.pace?.(pacer);
  }

  start(s: State): Status {
    this.start0 = s;
    this.last = this.steppers[this.active];
    return this.last.start(s);
  }

  attempt(next: State, s: State, h: number): Status {
    this.last = this.steppers[this.active];
    return this.last.attempt(next, s, h);
  }

  accept(): void {
    this.last.accept();
  }

  moved(s: State): void {
    this.last.moved(s);
  }

  errorNorm(pacer: Pacer, before: F64, after: F64): number {
    const { last } = this;
    return last.errorNorm?.(pacer, before, after) ?? pacer.norm(last.error!, before, after);
  }

  nextStep(s: State, h: number, norm: number, accepted: boolean): number {
    const { judge, last } = this;
    const pacer = this.pacer!;
    const proposal = last.nextStep?.(s, h, norm, accepted) ?? pacer.next(h, norm, this.errorOrder, accepted);
    const reason = judge.after(pacer, s, h, norm, accepted, this.active === 1);
    if (reason === undefined) return proposal;

    // hand over: the other method starts from the state alone
    const [from, to] = [this.active, 1 - this.active];
    if (this.steppers[to].start(s) !== "ok") return proposal;
    this.active = to;
    this.handovers.push({ t: s.t, from: this.methods[from].name, to: this.methods[to].name, reason });
    return Math.min(proposal, judge.firstStep);
  }

  interpolate(out: F64, theta: number): Status {
    return this.last.interpolate!(out, theta);
  }

  save(): Uint8Array {
    const to = new ByteWriter();
    to.number(this.active);
    to.text(JSON.stringify(this.handovers));
    this.judge.save(to);
    to.raw(this.steppers[this.active].save());
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    const from = new ByteReader(bytes);
    this.active = from.number();
    this.handovers.splice(0, Number.POSITIVE_INFINITY, ...(JSON.parse(from.text()) as Handover[]));
    this.judge.restore(from);
    this.start(this.start0!);
    this.steppers[this.active].restore(from.raw());
  }
}

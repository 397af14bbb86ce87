/** One run of two methods. `./judge.ts` decides which of them steps; `../switching.ts` explains the rules. */

import {
  append,
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  type DenseOutput,
  type Diagnosis,
  type ErrorEstimate,
  type Evaluator,
  type F64,
  type Handover,
  type Method,
  type NextStep,
  type Pacer,
  type Problem,
  type State,
  type Status,
  type Stepper,
  TautError,
} from "../../../core/index.js";
import { Judge } from "./judge.js";

/** One of the two. */
export type Half = "explicit" | "implicit";

export class SwitchingStepper implements Stepper {
  readonly error: ErrorEstimate;
  readonly dense: DenseOutput | undefined;
  readonly checkpoint: Checkpoint | undefined;
  readonly diagnosis: Diagnosis = this;
  readonly handovers: Handover[] = [];
  private readonly methods: readonly Method[];
  private readonly steppers: readonly Stepper[];
  private readonly errors: readonly ErrorEstimate[];
  private readonly judge: Judge;
  /** Which of them begins: 0 is the explicit method, 1 the implicit one. */
  private readonly first: number;
  /** Which of them steps. */
  private active: number;
  /** Which of them made the last attempt, which dense output interpolates. */
  private last: number;
  private begun: State | undefined;

  constructor(explicit: Method, implicit: Method, first: Half, problem: Problem, evaluator: Evaluator | undefined) {
    const steppers = [explicit.bind(problem, evaluator), implicit.bind(problem, evaluator)];
    const errors = [errorOf(explicit, steppers[0]), errorOf(implicit, steppers[1])];
    this.methods = [explicit, implicit];
    this.steppers = steppers;
    this.errors = errors;
    this.judge = new Judge(problem, explicit);
    this.first = first === "explicit" ? 0 : 1;
    this.active = this.first;
    this.last = this.active;
    const lastOf = <T>(pair: readonly T[]): T => pair[this.last];
    this.error = {
      get order() {
        return lastOf(errors).order;
      },
      get values() {
        return lastOf(errors).values;
      },
      norm: (pacer, before, after) => lastOf(errors).norm(pacer, before, after),
    };
    const [a, b] = steppers;
    if (a.dense !== undefined && b.dense !== undefined) {
      const outputs = [a.dense, b.dense];
      this.dense = { at: (out, theta) => lastOf(outputs).at(out, theta) };
    }
    if (a.checkpoint !== undefined && b.checkpoint !== undefined)
      this.checkpoint = this.saving([a.checkpoint, b.checkpoint]);
  }

  get multipliers(): F64 | undefined {
    return this.steppers[this.last].multipliers;
  }

  get residual(): number | undefined {
    return this.steppers[this.last].diagnosis?.residual;
  }

  get reason(): string | undefined {
    return this.steppers[this.last].diagnosis?.reason;
  }

  get culprit(): number {
    return this.steppers[this.last].diagnosis?.culprit ?? -1;
  }

  get warning(): string | undefined {
    return this.steppers[this.last].diagnosis?.warning;
  }

  notes(): readonly string[] {
    const [explicit, implicit] = this.methods;
    const why =
      this.handovers.length > 0 ? undefined : this.judge.whyNone(explicit.name, implicit.name, this.active === 1);
    return [
      ...(why === undefined ? [] : [why]),
      ...this.steppers.flatMap((stepper) => stepper.diagnosis?.notes?.() ?? []),
    ];
  }

  pace(pacer: Pacer): NextStep {
    const { judge, errors, steppers } = this;
    const rules = steppers.map(
      (stepper, i): NextStep =>
        stepper.pace?.(pacer) ?? ((_s, h, norm, accepted) => pacer.next(h, norm, errors[i].order, accepted)),
    );
    return (s, h, norm, accepted) => {
      const proposal = rules[this.last](s, h, norm, accepted);
      const reason = judge.after(pacer, s, h, norm, accepted, this.active === 1);
      if (reason === undefined || !this.handOver(s, reason)) return proposal;
      return Math.min(proposal, judge.firstStep);
    };
  }

  start(s: State): Status {
    this.begun = s;
    this.handovers.length = 0;
    this.judge.begin(this.first === 1);
    this.active = this.first;
    this.last = this.active;
    return this.steppers[this.last].start(s);
  }

  attempt(next: State, s: State, h: number): Status {
    const { meter } = this.judge;
    this.last = this.active;
    meter.begin();
    const status = this.steppers[this.last].attempt(next, s, h);
    meter.end(this.steppers[this.last].dense?.spared ?? 0);
    return status;
  }

  accept(): void {
    this.steppers[this.last].accept();
  }

  moved(s: State): void {
    this.steppers[this.last].moved(s);
  }

  /** The other method starts from the state alone; false when it cannot. */
  private handOver(s: State, reason: string): boolean {
    const { methods, steppers, active } = this;
    const other = 1 - active;
    if (steppers[other].start(s) !== "ok") return false;
    this.active = other;
    this.handovers.push({ t: s.t, from: methods[active].name, to: methods[other].name, reason });
    return true;
  }

  private saving(parts: readonly Checkpoint[]): Checkpoint {
    const { judge, handovers, steppers } = this;
    return {
      save: (to) => {
        to.number(this.active);
        saveHandovers(to, handovers);
        judge.save(to);
        parts[this.active].save(to);
      },
      restore: (from) => {
        const active = from.number();
        handovers.length = 0;
        append(handovers, readHandovers(from));
        judge.restore(from);
        // the run has begun with the first method
        if (active !== this.active && this.begun !== undefined) steppers[active].start(this.begun);
        this.active = active;
        this.last = active;
        parts[active].restore(from);
      },
      forgets: parts.every(({ forgets }) => forgets === true),
    };
  }
}

function errorOf({ name }: Method, { error }: Stepper): ErrorEstimate {
  if (error !== undefined) return error;
  throw new TautError("auto", `both methods must estimate their error; "${name}" does not. Use "dopri5" and "radau5".`);
}

function saveHandovers(to: ByteWriter, handovers: readonly Handover[]): void {
  to.numbers(handovers.map(({ t }) => t));
  for (const { from, to: next, reason } of handovers) for (const text of [from, next, reason]) to.text(text);
}

function readHandovers(bytes: ByteReader): Handover[] {
  return Array.from(bytes.numbers(), (t) => ({ t, from: bytes.text(), to: bytes.text(), reason: bytes.text() }));
}

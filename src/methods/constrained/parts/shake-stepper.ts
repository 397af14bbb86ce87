/**
 * One run of SHAKE: binds its text, and tracks the multipliers from which Newton starts, the forces, and the position
 * that the previous step has found ahead.
 */

import type {
  ByteReader,
  ByteWriter,
  Checkpoint,
  Diagnosis,
  F64,
  Problem,
  Program,
  Scalar,
  State,
  Status,
  Step,
  Stepper,
} from "../../../core/index.js";
import { bindStep, together } from "../../../step/index.js";
import { accelerationCalls, ForcesAt } from "../../leapfrog/parts/forces-at.js";
import { CubicOutput } from "../../runge-kutta/parts/cubic-output.js";
import { MultiplierHistory } from "./multiplier-history.js";
import { NewtonBinding, type NewtonText } from "./position-newton.js";

/** What is not known at the start of a step: the position ahead, or that and the forces. */
export const unknown = { nothing: 0, ahead: 1, forces: 2 } as const;

export interface ShakeText {
  readonly program: Program;
  readonly t: Scalar;
  readonly h: Scalar;
  /** The length of the step for which u_0 and q_1 are known; 0 when they are not. */
  readonly ahead: Scalar;
  readonly newton: NewtonText;
}

export class ShakeStepper implements Stepper {
  readonly dense: CubicOutput;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  residual = 0;
  private readonly text: ShakeText;
  private readonly work: Problem["work"];
  private readonly history: MultiplierHistory;
  /** The step with the first of these at its start and the second ones at its end, and the other way round. */
  private readonly steps: readonly Step[];
  private readonly forces: readonly ForcesAt[];
  /** u and the position to which it leads. */
  private readonly paths: readonly { readonly u: F64; readonly q: F64 }[];
  private turn = 0;
  private readonly x: F64;
  private readonly guess: F64;
  private h = 0;
  /** The forces at the start of the next attempt are known. */
  private startKnown = false;
  /** The length of the step for which the path of this turn belongs to the start of the next attempt; 0 when unknown. */
  private ahead = 0;

  constructor(problem: Problem, text: ShakeText, iterations: number) {
    const { arena, n, constraints, work } = problem;
    const { m } = constraints!;
    const newton = new NewtonBinding(problem);
    const calls = together(newton.calls, accelerationCalls(problem));
    this.text = text;
    this.work = work;
    this.history = new MultiplierHistory(arena, m);
    this.dense = new CubicOutput(problem);
    this.x = arena.f64(m);
    this.guess = arena.f64(m);
    this.forces = [new ForcesAt(problem), new ForcesAt(problem)];
    this.paths = [0, 1].map(() => ({ u: arena.f64(n), q: arena.f64(n) }));
    this.steps = [0, 1].map((turn) => {
      const [from, to] = [this.forces[turn], this.forces[1 - turn]];
      const [path, next] = [this.paths[turn], this.paths[1 - turn]];
      const ofForces = { a0: from.a, G0: from.G, a1: to.a, G1: to.G };
      const ofPaths = { u0: path.u, q1: path.q, u1: next.u, q2: next.q };
      const arrays = { ...newton.arrays, ...ofForces, ...ofPaths, x: this.x, guess: this.guess };
      const step = bindStep(text.program, arena, arrays, calls, { patterns: newton.patterns });
      step.numbers[text.newton.limit.index] = iterations;
      return step;
    });
  }

  start(s: State): Status {
    this.moved(s);
    this.history.count = 0;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { text } = this;
    const step = this.steps[this.turn];
    const { numbers } = step;
    const missing = this.ahead === h ? unknown.nothing : this.startKnown ? unknown.ahead : unknown.forces;
    this.h = h;
    this.history.predict(this.guess);
    numbers[text.t.index] = s.t;
    numbers[text.h.index] = h;
    numbers[text.ahead.index] = missing === unknown.nothing ? h : 0;
    const status = step.run(missing, s.q, s.v, next.q, next.v);
    next.t = s.t + h;
    this.startKnown ||= missing === unknown.forces;
    this.ahead = numbers[text.ahead.index];
    this.residual = numbers[text.newton.residual.index];
    this.work.iterations += step.counted(text.newton.iterations);
    if (status === "ok") this.dense.keep(s, next, h);
    return status;
  }

  accept(): void {
    this.turn = 1 - this.turn;
    this.history.push(this.x, this.h);
  }

  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.startKnown = false;
    this.ahead = 0;
  }

  save(to: ByteWriter): void {
    const { u, q } = this.paths[this.turn];
    this.history.save(to);
    to.number(this.startKnown ? 1 : 0);
    to.number(this.ahead);
    if (this.startKnown) this.forces[this.turn].save(to);
    to.numbers(u);
    to.numbers(q);
  }

  restore(from: ByteReader): void {
    const { u, q } = this.paths[this.turn];
    this.history.restore(from);
    this.startKnown = from.number() === 1;
    this.ahead = from.number();
    if (this.startKnown) this.forces[this.turn].restore(from);
    u.set(from.numbers());
    q.set(from.numbers());
  }
}

/**
 * One run of RATTLE: binds its text, and tracks the multipliers from which Newton starts and the forces that are known
 * from the previous step.
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
import type { MultiplierGuess } from "./multiplier-history.js";
import { defaultLimit, NewtonBinding, type NewtonText } from "./position-newton.js";

export interface RattleText {
  readonly program: Program;
  readonly t: Scalar;
  readonly h: Scalar;
  /** 1: a single iteration suffices after a useful prediction. */
  readonly once: Scalar;
  readonly newton: NewtonText;
}

export class RattleStepper implements Stepper {
  readonly dense: CubicOutput;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  residual = 0;
  private readonly text: RattleText;
  /** This is rattle-1. */
  private readonly once: boolean;
  private readonly work: Problem["work"];
  private readonly history: MultiplierGuess;
  /** The step with the first forces at its start and the second ones at its end, and the other way round. */
  private readonly steps: readonly Step[];
  private readonly forces: readonly ForcesAt[];
  private turn = 0;
  private readonly lambda: F64;
  private readonly guess: F64;
  private h = 0;
  /** The forces at the start of the next attempt are known. */
  private startKnown = false;

  constructor(problem: Problem, text: RattleText, iterations: number, history: MultiplierGuess) {
    const { arena, constraints, work } = problem;
    const { m } = constraints!;
    const newton = new NewtonBinding(problem, constraints!.newSolver());
    const calls = together(newton.calls, accelerationCalls(problem));
    this.text = text;
    this.once = iterations === 1;
    this.work = work;
    this.history = history;
    this.dense = new CubicOutput(problem);
    this.lambda = arena.f64(m);
    this.guess = arena.f64(m);
    this.forces = [new ForcesAt(problem), new ForcesAt(problem)];
    const own = { ...newton.arrays, x: arena.f64(m), lambda: this.lambda, guess: this.guess };
    this.steps = [this.forces, this.forces.toReversed()].map(([from, to]) => {
      const arrays = { ...own, a0: from.a, G0: from.G, a1: to.a, G1: to.G };
      const step = bindStep(text.program, arena, arrays, calls, { patterns: newton.patterns });
      step.numbers[text.newton.limit.index] = this.once ? defaultLimit : iterations;
      return step;
    });
  }

  start(): Status {
    this.startKnown = false;
    this.history.clear();
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { text, history } = this;
    const step = this.steps[this.turn];
    const { numbers } = step;
    this.h = h;
    history.predict(this.guess);
    numbers[text.t.index] = s.t;
    numbers[text.h.index] = h;
    numbers[text.once.index] = this.once && history.count === 2 ? 1 : 0;
    const status = step.run(this.startKnown ? 0 : 1, s.q, s.v, next.q, next.v);
    next.t = s.t + h;
    this.startKnown = true;
    this.residual = numbers[text.newton.residual.index];
    this.work.iterations += step.counted(text.newton.iterations);
    if (status === "ok") this.dense.keep(s, next, h);
    return status;
  }

  accept(): void {
    this.turn = 1 - this.turn;
    this.history.push(this.lambda, this.h);
  }

  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.startKnown = false;
  }

  save(to: ByteWriter): void {
    this.history.save(to);
    to.number(this.startKnown ? 1 : 0);
    if (this.startKnown) this.forces[this.turn].save(to);
  }

  restore(from: ByteReader): void {
    this.history.restore(from);
    this.startKnown = from.number() === 1;
    if (this.startKnown) this.forces[this.turn].restore(from);
  }
}

/**
 * The leapfrog with constraints that somebody keeps: the step of RATTLE around any solver of its two sets of equations,
 *
 *     v_h = v_0 + h/2 M^-1 f_0,   q_1 = q_0 + h v_h,   `positions`;   v_1 = v_h + h/2 M^-1 f_1,   `velocities`
 *
 * for methods that need nothing but where the step began: no history, no multipliers.
 */

import {
  ByteReader,
  ByteWriter,
  type F64,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../core/index.js";
import { addScaled, axpy } from "../linalg/vector.js";
import { CubicOutput } from "./cubic-output.js";
import { ForcesAt } from "./forces-at.js";

/** Keeps the constraints of one run. */
export interface Keeper {
  /** Move q along M^-1 G(q0)^T onto the constraints, and v by as much over h. */
  positions(q: F64, v: F64, q0: F64, h: number): Status;
  /** Make v tangential at q. */
  velocities(v: F64, q: F64): Status;
  /** Largest violation that the last step left, where it is known. */
  readonly residual?: number;
  readonly warning?: string | undefined;
}

export class KeptLeapfrogStepper implements Stepper {
  private readonly keeper: Keeper;
  private readonly dense: CubicOutput;
  private from: ForcesAt;
  private to: ForcesAt;
  /** `from` belongs to the start of the next attempt. */
  private startKnown = false;

  constructor(problem: Problem, keeper: Keeper) {
    this.keeper = keeper;
    this.dense = new CubicOutput(problem);
    this.from = new ForcesAt(problem, false);
    this.to = new ForcesAt(problem, false);
  }

  get residual(): number | undefined {
    return this.keeper.residual;
  }

  get warning(): string | undefined {
    return this.keeper.warning;
  }

  start(): Status {
    this.startKnown = false;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { keeper, from, to } = this;
    if (!this.startKnown) from.evaluate(s);
    this.startKnown = true;

    // 1. half a kick, then drift, then the positions
    addScaled(next.v, s.v, h / 2, from.a);
    addScaled(next.q, s.q, h, next.v);
    next.t = s.t + h;
    let status = keeper.positions(next.q, next.v, s.q, h);
    if (status !== "ok") return status;

    // 2. the other half of the kick, then the velocities
    to.evaluate(next);
    axpy(next.v, h / 2, to.a);
    status = keeper.velocities(next.v, next.q);
    if (status !== "ok") return status;

    this.dense.keep(s, next, h);
    return "ok";
  }

  accept(): void {
    const { from, to } = this;
    this.from = to;
    this.to = from;
  }

  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.startKnown = false;
  }

  interpolate(out: F64, theta: number): Status {
    this.dense.at(out, theta);
    return "ok";
  }

  save(): Uint8Array {
    const to = new ByteWriter();
    to.number(this.startKnown ? 1 : 0);
    if (this.startKnown) this.from.save(to);
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    const from = new ByteReader(bytes);
    this.startKnown = from.number() === 1;
    if (this.startKnown) this.from.restore(from);
  }
}

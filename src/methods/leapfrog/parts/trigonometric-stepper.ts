/** One run of a trigonometric method: kick, exact motion of the springs, kick. */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  copyState,
  type DenseOutput,
  type Diagnosis,
  type F64,
  newState,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../../../core/index.js";
import { addScaled, axpy, copy } from "../../../linalg/vector.js";
import { hostMath } from "../../../math/index.js";
import { StiffModes } from "./stiff-modes.js";

/** psi_1(h omega), by which the kick of a mode is multiplied; undefined where it is 1. */
export type KickFilter = ((xi: number) => number) | undefined;

/** Steps with h omega this close to a multiple of pi are in resonance. */
const resonant = 0.1;

export class TrigonometricStepper implements Stepper {
  readonly dense: DenseOutput = { at: (out, theta) => this.inside(out, theta) };
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  warning: string | undefined;
  private readonly problem: Problem;
  private readonly modes: StiffModes;
  private readonly filter: KickFilter;
  /** For steps of `h`, mode by mode: cos, sin, h sin/(h omega), and psi_1. */
  private h = 0;
  private readonly cosine: Float64Array;
  private readonly sine: Float64Array;
  private readonly drift: Float64Array;
  private readonly kicked: Float64Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly change: Float64Array;
  /** Accelerations by all other forces at the start and at the end of a step; at the start they may be known. */
  private a0: F64;
  private a1: F64;
  private readonly kick: F64;
  private known = false;
  /** The start of the last attempt and its length, and a state inside it. */
  private readonly from: State;
  private readonly point: State;
  private readonly aFrom: F64;
  private readonly aInside: F64;
  private length = 0;

  constructor(problem: Problem, filter: KickFilter) {
    const { arena, n, dimension } = problem;
    this.problem = problem;
    this.filter = filter;
    this.modes = new StiffModes(problem);
    const count = this.modes.omega.length;
    const numbers = (): Float64Array => new Float64Array(count);
    [this.cosine, this.sine, this.drift, this.kicked] = [numbers(), numbers(), numbers(), numbers()];
    [this.x, this.y, this.change] = [numbers(), numbers(), numbers()];
    [this.a0, this.a1, this.kick, this.aFrom, this.aInside] = Array.from({ length: 5 }, () => arena.f64(n));
    this.from = newState(arena, dimension, n);
    this.point = newState(arena, dimension, n);
  }

  start(): Status {
    this.known = false;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    if (!this.known) this.accelerations(this.a0, s);
    this.known = true;
    copyState(this.from, s);
    copy(this.aFrom, this.a0);
    this.length = h;
    this.step(next, s, this.a0, this.a1, h);
    return "ok";
  }

  accept(): void {
    const { a0 } = this;
    this.a0 = this.a1;
    this.a1 = a0;
  }

  moved(_s: State, only?: "velocities"): void {
    if (only === undefined) this.known = false;
  }

  save(to: ByteWriter): void {
    to.number(this.known ? 1 : 0);
    to.numbers(this.a0);
  }

  restore(from: ByteReader): void {
    this.known = from.number() === 1;
    this.a0.set(from.numbers());
  }

  /** Another step, of theta h from the same start: as accurate as the steps, at the cost of an evaluation. */
  private inside(out: F64, theta: number): Status {
    const { from, point, aFrom, aInside } = this;
    if (theta === 0) copy(out, from.y);
    else {
      this.step(point, from, aFrom, aInside, theta * this.length);
      copy(out, point.y);
    }
    return "ok";
  }

  private step(next: State, s: State, a0: F64, a1: F64, h: number): void {
    const { modes, x, y, change, cosine, sine, drift } = this;
    const { omega } = modes;
    this.prepare(h);
    next.t = s.t + h;

    // 1. half a kick by all other forces
    this.filtered(a0);
    addScaled(next.v, s.v, h / 2, this.kick);

    // 2. the springs alone, exactly: a drift, and what the vibrations add to it
    modes.amplitudes(x, s.t, s.q);
    modes.components(y, next.v);
    addScaled(next.q, s.q, h, next.v);
    for (let k = 0; k < omega.length; k++) change[k] = (cosine[k] - 1) * x[k] + (drift[k] - h) * y[k];
    modes.add(next.q, change);
    for (let k = 0; k < omega.length; k++) change[k] = (cosine[k] - 1) * y[k] - omega[k] * sine[k] * x[k];
    modes.add(next.v, change);

    // 3. the other half of the kick
    this.accelerations(a1, next);
    this.filtered(a1);
    axpy(next.v, h / 2, this.kick);
  }

  /** The cosines and sines of a step of h. */
  private prepare(h: number): void {
    if (h === this.h) return;
    this.h = h;
    const { omega } = this.modes;
    for (let k = 0; k < omega.length; k++) {
      const xi = h * omega[k];
      this.cosine[k] = hostMath.cos(xi);
      this.sine[k] = hostMath.sin(xi);
      this.drift[k] = this.sine[k] / omega[k];
      this.kicked[k] = this.filter?.(xi) ?? 1;
      const turns = Math.round(Math.abs(xi) / Math.PI);
      if (turns > 0 && Math.abs(Math.abs(xi) - turns * Math.PI) < resonant)
        this.warning ??= `The step ${h} is in resonance with a spring of frequency ${omega[k]}: h omega is close to ${turns} pi, where forces at every step drive the vibration at its own frequency. Change the step by about ${Number((0.5 / omega[k]).toPrecision(2))}.`;
    }
  }

  /** `kick` = psi_1 a, mode by mode. */
  private filtered(a: F64): void {
    const { modes, kick, kicked, y, change } = this;
    copy(kick, a);
    if (this.filter === undefined) return;
    modes.components(y, a);
    for (let k = 0; k < y.length; k++) change[k] = (kicked[k] - 1) * y[k];
    modes.add(kick, change);
  }

  private accelerations(a: F64, s: State): void {
    const { mechanics } = this.problem.secondOrder!;
    mechanics.force(a, s.t, s.q, s.v);
    mechanics.accelerate(a, a, s.q);
  }
}

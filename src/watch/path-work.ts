/**
 * The work of forces whose potential is not written, from the start of a run on. Their derivative is symmetric, so the
 * integral of c(q) . dq depends on the ends of a path only. From one accepted state to the next the path is the cubic
 * with their positions and velocities, which stays as close to the motion as steps do, and keeps away from places that
 * the motion avoids.
 *
 * `StepIntegral` integrates, to `accuracy` times the work done either way. Estimated errors add up to the uncertainty of the
 * energy.
 */

import type { Arena, ByteReader, ByteWriter, F64, Mechanics, PathWork, State } from "../core/index.js";
import { StepIntegral } from "./step-integral.js";

class WorkAlongPath implements PathWork {
  /** The sum of the estimated errors so far; not finite when the forces have no value on the path. */
  error = 0;
  private readonly power: (q: F64, w: F64) => number;
  private readonly integral: StepIntegral;
  /** False where the path is a straight line, because forces have no value on the cubic. */
  private isCurved = true;
  private readonly q0: F64;
  private readonly v0: F64;
  private readonly q1: F64;
  private readonly v1: F64;
  private readonly point: F64;
  private readonly slope: F64;
  private t0 = 0;
  private h = 0;
  /** The work up to (q0, v0), and from there on to the state of the last measurement, with its error. */
  private done = 0;
  private more = 0;
  private moreError = 0;
  constructor(power: NonNullable<Mechanics["power"]>, arena: Arena, n: number, accuracy: number) {
    this.power = power;
    this.integral = new StepIntegral(1, accuracy, true, (out, x) => {
      out[0] = this.rate(x);
    });
    [this.q0, this.v0, this.q1, this.v1, this.point, this.slope] = Array.from({ length: 6 }, () => arena.f64(n));
  }

  begin(s: State): void {
    this.done = 0;
    this.error = 0;
    this.more = 0;
    this.moreError = 0;
    this.integral.begin();
    this.from(s);
  }

  /** The work from the start to `s`. */
  to(s: State): number {
    const { integral } = this;
    this.look(s);
    this.isCurved = true;
    integral.integrate(this.h);
    if (!integral.isFinite) {
      this.isCurved = false;
      integral.integrateParts(this.h);
      integral.begin();
    }
    this.more = integral.isFinite ? integral.values[0] : 0;
    this.moreError = integral.isFinite ? integral.error : Number.POSITIVE_INFINITY;
    return this.done + this.more;
  }

  /** Continues from `s`, for which the work has just been computed. */
  advance(s: State): void {
    this.done += this.more;
    this.error += this.moreError;
    this.from(s);
  }

  save(to: ByteWriter): void {
    to.numbers([this.t0, this.done, this.error, ...this.integral.numbers()]);
    to.numbers(this.q0);
    to.numbers(this.v0);
  }

  restore(from: ByteReader): void {
    const [t0, done, error, ...rest] = from.numbers();
    [this.t0, this.done, this.error] = [t0, done, error];
    this.integral.restore(rest);
    this.q0.set(from.numbers());
    this.v0.set(from.numbers());
  }

  private look(s: State): void {
    this.q1.set(s.q);
    this.v1.set(s.v);
    this.h = s.t - this.t0;
  }

  private from(s: State): void {
    this.t0 = s.t;
    this.q0.set(s.q);
    this.v0.set(s.v);
  }

  /** c(q) . dq/dx at x of the path, 0 <= x <= 1. */
  private rate(x: number): number {
    const { q0, v0, q1, v1, point, slope, h, isCurved } = this;
    for (let i = 0; i < q0.length; i++) {
      const chord = q1[i] - q0[i];
      // the cubic is the chord and x (1 - x) times what the velocities differ from it
      const d0 = isCurved ? h * v0[i] - chord : 0;
      const d1 = isCurved ? h * v1[i] - chord : 0;
      point[i] = q0[i] + x * (chord + (1 - x) * ((1 - x) * d0 - x * d1));
      slope[i] = chord + (1 - x) * (1 - 3 * x) * d0 + x * (3 * x - 2) * d1;
    }
    return this.power(point, slope);
  }
}

export function pathWork(power: NonNullable<Mechanics["power"]>, arena: Arena, n: number, accuracy: number): PathWork {
  return new WorkAlongPath(power, arena, n, accuracy);
}

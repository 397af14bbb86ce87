import type { Arena, ByteReader, ByteWriter, F64, Pacer, Rate, State } from "../core/index.js";

/** The size of disturbances relative to the state: the square root of the unit of rounding, with a margin. */
const small = 1e-7;
/** The same along the motion, which is smoother. */
const along = 1e-6;
/** Below this fraction of J w, what is not along w is rounding. */
const rounding = 1e-6;

/**
 * The largest |eigenvalue| of dF/dy along a run, by power iteration with differences of F, starting in the direction of
 * the last estimate. Each round takes two products, w, J w and J^2 w, and the estimate is the larger eigenvalue of J
 * projected onto the first two: a pair of eigenvalues turns every direction, and only the plane of the pair stays. Sizes
 * are measured in tolerances, on which eigenvalues in an invariant plane do not depend.
 */
export class SpectralRadius {
  /** Whether the eigenvalue of the last estimate is nearer to the imaginary axis than to the real one. */
  oscillates = false;
  private readonly rate: Rate;
  /** The direction, and what the two products make of it. */
  private readonly w: F64;
  private readonly w1: F64;
  private readonly w2: F64;
  private readonly f0: F64;
  private readonly at: F64;
  private readonly unit: F64;

  constructor({ arena, dimension, rate }: { readonly arena: Arena; readonly dimension: number; readonly rate: Rate }) {
    this.rate = rate;
    this.w = arena.f64(dimension);
    this.w1 = arena.f64(dimension);
    this.w2 = arena.f64(dimension);
    this.f0 = arena.f64(dimension);
    this.at = arena.f64(dimension);
    this.unit = arena.f64(dimension);
    this.forget();
  }

  /** Starts again from a fixed generic direction. */
  forget(): void {
    let seed = 1;
    for (let i = 0; i < this.w.length; i++) {
      seed = (seed * 48271) % 2147483647;
      this.w[i] = (2 * seed) / 2147483647 - 1;
    }
  }

  /** The estimate; undefined when F fails. Costs one evaluation, and two for each of `rounds`. */
  estimate(pacer: Pacer, s: State, rounds: number): number | undefined {
    const { w, w1, w2, f0, unit, rate } = this;
    pacer.scale(unit, s.y);
    if (rate(f0, s.t, s.y) !== "ok") return undefined;
    const size = small * (this.size(s.y) || 1);
    let radius = 0;
    for (let round = 0; round < rounds; round++) {
      if (!this.product(w1, w, s, size) || !this.product(w2, w1, s, size)) return undefined;
      radius = this.projected();
      if (!Number.isFinite(radius)) {
        this.forget();
        return undefined;
      }
      const length = this.size(w2);
      if (!(length > 0)) this.forget();
      else for (let i = 0; i < w.length; i++) w[i] = w2[i] / length;
    }
    return radius;
  }

  /**
   * The rate |y''| / |y'| at which the motion itself changes, at the state of the last estimate; undefined when F fails.
   * Costs one evaluation.
   */
  motion(s: State): number | undefined {
    const { f0, w1, at } = this;
    const speed = this.size(f0);
    if (!(speed > 0)) return 0;
    const time = (along * (this.size(s.y) || 1)) / speed;
    for (let i = 0; i < at.length; i++) at[i] = s.y[i] + time * f0[i];
    if (this.rate(w1, s.t + time, at) !== "ok") return undefined;
    for (let i = 0; i < at.length; i++) w1[i] -= f0[i];
    return this.size(w1) / (time * speed);
  }

  save(to: ByteWriter): void {
    to.numbers(this.w);
  }

  restore(from: ByteReader): void {
    this.w.set(from.numbers());
  }

  /** out = J x, by a difference of this size; false when F fails. */
  private product(out: F64, x: F64, s: State, size: number): boolean {
    const { at, f0 } = this;
    const length = this.size(x);
    if (!(length > 0)) {
      out.fill(0);
      return true;
    }
    const step = size / length;
    for (let i = 0; i < x.length; i++) at[i] = s.y[i] + step * x[i];
    if (this.rate(out, s.t, at) !== "ok") return false;
    for (let i = 0; i < x.length; i++) out[i] = (out[i] - f0[i]) / step;
    return true;
  }

  /** The larger eigenvalue of [[a, b], [c, d]], which is J projected onto the plane of w and J w. */
  private projected(): number {
    const { w, w1, w2 } = this;
    const [ww, w01, w11] = [this.dot(w, w), this.dot(w, w1), this.dot(w1, w1)];
    this.oscillates = false;
    if (!(ww > 0)) return 0;

    // 1. w1 = a w + u, with u at right angles to w
    const a = w01 / ww;
    const uu = w11 - a * w01;
    if (!(uu > rounding * rounding * w11)) return Math.abs(a);

    // 2. J u = w2 - a w1 = b w + d u; and c = 1 in these units
    const [w02, w12] = [this.dot(w, w2), this.dot(w1, w2)];
    const b = (w02 - a * w01) / ww;
    const d = (w12 - a * w02 - a * (w11 - a * w01)) / uu;

    // 3. lambda^2 - (a + d) lambda + a d - b = 0
    const half = (a + d) / 2;
    const discriminant = half * half - (a * d - b);
    if (discriminant >= 0) return Math.abs(half) + Math.sqrt(discriminant);
    this.oscillates = -discriminant > half * half;
    return Math.sqrt(half * half - discriminant);
  }

  private size(x: F64): number {
    return Math.sqrt(this.dot(x, x));
  }

  /** The mean of the products, measured in tolerances. */
  private dot(x: F64, y: F64): number {
    const { unit } = this;
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += (x[i] / unit[i]) * (y[i] / unit[i]);
    return sum / x.length;
  }
}

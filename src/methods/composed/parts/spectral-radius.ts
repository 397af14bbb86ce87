import type { ByteReader, ByteWriter, F64, Pacer, Problem, State } from "../../../core/index.js";

/** The size of disturbances relative to the state: the square root of the unit of rounding, with a margin. */
const small = 1e-7;

/**
 * The largest |eigenvalue| of dF/dy along a run, by power iteration with differences of F, starting in the direction of
 * the last estimate. Each round takes two products, because an oscillation turns every direction into another one of a
 * different size and only every second product returns to the first. Sizes are measured in tolerances.
 */
export class SpectralRadius {
  private readonly rate: NonNullable<Problem["rate"]>;
  /** The direction, of length 1 when measured in tolerances. */
  private readonly w: F64;
  private readonly f0: F64;
  private readonly f1: F64;
  private readonly at: F64;
  private readonly unit: F64;

  constructor({ arena, dimension, rate }: Problem) {
    this.rate = rate!;
    this.w = arena.f64(dimension);
    this.f0 = arena.f64(dimension);
    this.f1 = arena.f64(dimension);
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
    const { w, f0, f1, at, unit, rate } = this;
    pacer.scale(unit, s.y);
    if (rate(f0, s.t, s.y) !== "ok") return undefined;
    const size = small * (this.size(s.y) || 1);
    let radius = 0;
    for (let round = 0; round < rounds; round++) {
      let growth = 1;
      for (let product = 0; product < 2; product++) {
        const length = this.size(w);
        if (!(length > 0)) return 0;
        const step = size / length;
        for (let i = 0; i < w.length; i++) at[i] = s.y[i] + step * w[i];
        if (rate(f1, s.t, at) !== "ok") return undefined;
        for (let i = 0; i < w.length; i++) w[i] = (f1[i] - f0[i]) / size;
        growth *= this.size(w);
      }
      radius = Math.sqrt(growth);
      if (!Number.isFinite(radius)) {
        this.forget();
        return undefined;
      }
      if (radius === 0) this.forget();
    }
    return radius;
  }

  save(to: ByteWriter): void {
    to.numbers(this.w);
  }

  restore(from: ByteReader): void {
    this.w.set(from.numbers());
  }

  private size(x: F64): number {
    const { unit } = this;
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      const part = x[i] / unit[i];
      sum += part * part;
    }
    return Math.sqrt(sum / x.length);
  }
}

/**
 * Predicts where Newton starts in the repeated RATTLE substeps of lengths gamma_1 h, gamma_2 h, …. The multiplier of a
 * substep is a smooth function lambda(t, l) of its start and of its length. It is extrapolated from the last eight
 * substeps by the functions 1, t, l, t^2, t l, l^2. In units of h the points are the same in every step, and so are the
 * weights.
 */

import type { Arena, ByteReader, ByteWriter, F64 } from "../../../core/index.js";
import { axpy, copy, fill } from "../../../linalg/vector.js";
import type { MultiplierGuess } from "../../constrained/parts/multiplier-history.js";

const points = 8;

export class ComposedMultipliers implements MultiplierGuess {
  private readonly gamma: Float64Array;
  /** By the index of the next substep: the weights of the last multipliers, the newest first. */
  private readonly weights: readonly Float64Array[];
  private readonly past: readonly F64[];
  /** The number of substeps since the beginning, and since h changed. */
  private substeps = 0;
  private known = 0;
  private h = 0;

  constructor(arena: Arena, m: number, gamma: Float64Array) {
    this.gamma = gamma;
    this.weights = Array.from(gamma, (_, i) => extrapolation(gamma, i));
    this.past = Array.from({ length: points }, () => arena.f64(m));
  }

  get count(): number {
    return Math.min(this.known, 2);
  }

  clear(): void {
    this.substeps = 0;
    this.known = 0;
  }

  predict(lambda: F64): void {
    const { past, substeps, known, weights, gamma } = this;
    if (known === 0) fill(lambda, 0);
    else if (known < points) copy(lambda, past[(substeps - 1) % points]);
    else {
      const w = weights[substeps % gamma.length];
      fill(lambda, 0);
      for (let j = 0; j < points; j++) axpy(lambda, w[j], past[(substeps - 1 - j) % points]);
    }
  }

  push(lambda: F64, l: number): void {
    const { past, substeps, gamma } = this;
    const i = substeps % gamma.length;
    const h = i === 0 ? l / gamma[0] : this.h;
    if (h !== this.h) this.known = 0;
    this.h = h;
    copy(past[substeps % points], lambda);
    this.substeps++;
    this.known++;
  }

  save(to: ByteWriter): void {
    to.numbers([this.substeps, this.known, this.h]);
    for (const lambda of this.past) to.numbers(lambda);
  }

  restore(from: ByteReader): void {
    const [substeps, known, h] = from.numbers();
    this.substeps = substeps;
    this.known = known;
    this.h = h;
    for (const lambda of this.past) lambda.set(from.numbers());
  }
}

/**
 * The weights of the substeps before substep i: exact for all six functions, and of minimum norm. The functions are
 * made orthonormal on the known points one after the other (functions that depend on the others there are left out),
 * and each is continued to the next point.
 */
function extrapolation(gamma: Float64Array, i: number): Float64Array {
  const next = points;
  const t = new Float64Array(points + 1);
  const l = new Float64Array(points + 1);
  l[next] = gamma[i];
  for (let j = 0, before = 0; j < points; j++) {
    l[j] = gamma[(i - 1 - j + points * gamma.length) % gamma.length];
    before -= l[j];
    t[j] = before;
  }

  const basis: Float64Array[] = [];
  const weights = new Float64Array(points);
  const functions = [t.map(() => 1), t, l, product(t, t), product(t, l), product(l, l)];
  for (const values of functions) {
    const u = Float64Array.from(values);
    const size = Math.sqrt(dotAt(u, u));
    // done twice, for orthogonality to rounding
    for (const e of [...basis, ...basis]) axpy(u, -dotAt(u, e), e);
    const left = Math.sqrt(dotAt(u, u));
    if (left < 1e-8 * size) continue;
    for (let j = 0; j <= points; j++) u[j] /= left;
    basis.push(u);
    for (let j = 0; j < points; j++) weights[j] += u[j] * u[next];
  }
  return weights;
}

const product = (a: Float64Array, b: Float64Array): Float64Array => a.map((x, j) => x * b[j]);

/** Inner product over the known points. */
function dotAt(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < points; j++) sum += a[j] * b[j];
  return sum;
}

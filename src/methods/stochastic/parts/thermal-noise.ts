/**
 * Random velocities: w of covariance M^-1, so that sqrt(kT) w is thermal. Number i of draw k of stream (seed, purpose)
 * is at position k n + i: a draw depends on its number only.
 */

import type { F64, Mechanics, Problem } from "../../../core/index.js";
import { denseCholesky } from "../../../linalg/index.js";
import { type Purpose, RandomStream } from "../../../random/index.js";

export class ThermalNoise {
  private readonly stream: RandomStream;
  private readonly mechanics: Mechanics;
  private readonly roots: readonly BlockRoot[];
  /** M^-1/2, when M is diagonal. */
  private readonly spread: F64 | undefined;
  private readonly p: F64;

  constructor(problem: Problem, seed: number, purpose: Purpose) {
    const { arena, n } = problem;
    const mechanics = problem.secondOrder!.mechanics;
    const { inverseMass } = mechanics;
    this.stream = new RandomStream(seed, 0, purpose);
    this.mechanics = mechanics;
    this.p = arena.f64(inverseMass === undefined ? n : 0);
    this.spread = inverseMass && arena.f64(n);
    this.spread?.forEach((_, i, spread) => {
      spread[i] = Math.sqrt(inverseMass![i]);
    });
    this.roots = inverseMass === undefined ? rootsOf(problem, mechanics) : [];
  }

  /** Standard normal numbers of draw `k`. */
  standard(out: F64, k: number): void {
    this.stream.position = k * out.length;
    this.stream.fillNormal(out);
  }

  /** w of draw `k`. */
  draw(w: F64, k: number): void {
    const { spread, p } = this;
    this.standard(w, k);
    if (spread !== undefined) {
      for (let i = 0; i < w.length; i++) w[i] *= spread[i];
      return;
    }
    // p = L xi has covariance M = L L^T, so M^-1 p has M^-1
    for (const { block, L } of this.roots)
      for (let r = 0; r < block.length; r++) {
        let sum = 0;
        for (let c = 0; c <= r; c++) sum += L[r * block.length + c] * w[block[c]];
        p[block[r]] = sum;
      }
    this.mechanics.accelerate(w, p, w);
  }
}

interface BlockRoot {
  readonly block: Int32Array;
  /** Lower triangle of the Cholesky factor, row by row. */
  readonly L: Float64Array;
}

/** Reads the columns of M from products M e, one column of every block at a time. */
function rootsOf({ arena, n }: Problem, mechanics: Mechanics): BlockRoot[] {
  const [e, column] = [arena.f64(n), arena.f64(n)];
  const roots = mechanics.massBlocks!.map((block) => ({ block, L: new Float64Array(block.length * block.length) }));
  const largest = roots.reduce((most, { block }) => Math.max(most, block.length), 0);
  for (let c = 0; c < largest; c++) {
    e.fill(0);
    for (const { block } of roots) if (c < block.length) e[block[c]] = 1;
    mechanics.momentum(column, e, e);
    for (const { block, L } of roots)
      if (c < block.length) for (let r = 0; r < block.length; r++) L[r * block.length + c] = column[block[r]];
  }
  for (const { block, L } of roots) denseCholesky(L, block.length);
  return roots;
}

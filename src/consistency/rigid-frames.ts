/**
 * The directors of bodies while a start is assembled. Corrections are linear, so they stretch directors and make them
 * oblique; here they become unit vectors at right angles again, with as little change as possible (polar
 * decomposition), so that bodies stay rigid and never turn into their mirror images.
 */

import type { F64, Receiver } from "../core/index.js";
import { hostMath } from "../math/index.js";

/** Iterations of X <- X (3 I - X^T X)/2, which converges quadratically from directors that are not far off. */
const iterations = 30;
const exact = 1e-15;

/** Makes the directors of all bodies orthonormal, in place. */
export function straighten(q: F64, bodies: readonly Receiver[]): void {
  for (const { directors, dim } of bodies) {
    const present = directors.filter((offset) => offset >= 0);
    // lengths first, so that the iteration converges
    for (const a of present) {
      const size = lengthAt(q, a, dim);
      if (size > 0) for (let c = 0; c < dim; c++) q[a + c] /= size;
    }
    for (let k = 0; k < iterations && present.length > 1; k++) if (orthogonalise(q, present, dim) <= exact) break;
  }
}

/** One iteration; returns how far the directors were from being orthonormal. */
function orthogonalise(q: F64, present: readonly number[], dim: number): number {
  const before = present.map((a) => Array.from(q.subarray(a, a + dim)));
  let off = 0;
  present.forEach((a, i) => {
    const next = before[i].map((x) => 1.5 * x);
    before.forEach((other, j) => {
      const product = other.reduce((sum, x, c) => sum + x * before[i][c], 0);
      off = Math.max(off, Math.abs(product - (i === j ? 1 : 0)));
      for (let c = 0; c < dim; c++) next[c] -= 0.5 * product * other[c];
    });
    for (let c = 0; c < dim; c++) q[a + c] = next[c];
  });
  return off;
}

/** The largest change of a director, by the length of its difference. */
export function largestTurn(move: F64, bodies: readonly Receiver[]): number {
  let most = 0;
  for (const { directors, dim } of bodies)
    for (const a of directors) if (a >= 0) most = Math.max(most, lengthAt(move, a, dim));
  return most;
}

/** The angle by which a body turned between two positions, from 0 to pi. */
export function turnOf({ directors, dim }: Receiver, from: F64, to: F64): number {
  const [before, after] = [from, to].map((q) =>
    directors.flatMap((a) => (a < 0 ? [] : [Array.from(q.subarray(a, a + dim))])),
  );
  if (before.length === 0) return 0;
  if (dim === 2 || before.length === 1) return angleBetween(before[0], after[0]);
  for (const frame of [before, after]) if (frame.length === 2) frame.push(cross(frame[0], frame[1]));
  // the trace of the rotation is 1 + 2 cos; the sine is in its skew part
  let trace = 0;
  const axis = [0, 0, 0];
  before.forEach((x, k) => {
    trace += x.reduce((sum, value, c) => sum + value * after[k][c], 0);
    cross(x, after[k]).forEach((value, c) => {
      axis[c] += value / 2;
    });
  });
  return hostMath.atan2(norm(axis), (trace - 1) / 2);
}

function angleBetween(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, x, c) => sum + x * b[c], 0);
  const across = a.length === 2 ? a[0] * b[1] - a[1] * b[0] : norm(cross(a, b));
  return hostMath.atan2(Math.abs(across), product);
}

/** The length of the vector in entries a to a + dim. */
export function lengthAt(q: F64, a: number, dim: number): number {
  let sum = 0;
  for (let c = a; c < a + dim; c++) sum += q[c] * q[c];
  return Math.sqrt(sum);
}

const norm = (x: readonly number[]): number => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

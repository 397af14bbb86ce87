/**
 * The system that the stages solve: y' = F_y(t, w), 0 = F_z(t, w) with w = (y, z). For an ordinary differential
 * equation w = y; for constrained mechanics z are multipliers. In matrices, B is the identity for y and zero for z.
 */

import type { Arena, ByteReader, ByteWriter, F64, Status } from "../../../core/index.js";

/** A vector w with its parts as views. */
export interface Point {
  readonly w: F64;
  /** (q, v) for mechanics, all of w otherwise. */
  readonly y: F64;
  readonly q: F64;
  readonly v: F64;
  readonly lambda: F64;
  /** Multipliers of the positions, if velocities and positions are both imposed. */
  readonly mu: F64;
}

export interface StageSystem {
  newPoint(): Point;
  /** Errors of v are multiplied by this power of h: 1 where v is of higher index (index 3), otherwise 0. */
  readonly velocityPower: 0 | 1;
  /** The largest residual of the constraints at the last evaluation, if the stages impose them. */
  readonly residual?: number;
  /** The component that made `linearise` or `factor` fail, if it is known. */
  readonly culprit?: number;
  /** Computes the multipliers of a point from its t and y. */
  complete(p: Point, t: number): Status;
  /** f = F(t, w). */
  rate(f: Point, t: number, p: Point): Status;
  /** J = dF/dw at (t, p); h is the step being tried, and f is F if it is known. */
  linearise(t: number, p: Point, h: number, f?: Point): Status;
  /** Factorises gamma/h B - J and (alpha + i beta)/h B - J. */
  factor(h: number): Status;
  /** x = (gamma/h B - J)^-1 x. */
  solve(x: Point): void;
  /** re + i im = ((alpha + i beta)/h B - J)^-1 (re + i im). */
  solveComplex(re: Point, im: Point): void;
  /** Saves J and its factorisations. */
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}

/** A point of n + n (or `dimension`, n = 0) components of y and, after them, multipliers. */
export function newPoint(arena: Arena, dimension: number, n: number, lambdas = 0, mus = 0): Point {
  const w = arena.f64(dimension + lambdas + mus);
  return {
    w,
    y: w.subarray(0, dimension),
    q: w.subarray(0, n),
    v: w.subarray(n, 2 * n),
    lambda: w.subarray(dimension, dimension + lambdas),
    mu: w.subarray(dimension + lambdas),
  };
}

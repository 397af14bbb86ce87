/** Stages of mechanics with constraints: what the systems of the three levels share. Newton's systems are solved by `KktMatrix`. */

import type { ByteReader, ByteWriter, Constraints, F64, Mechanics, Problem, Status } from "../../../core/index.js";
import { axpy, fill } from "../../../linalg/vector.js";
import { KktMatrix } from "./kkt-matrix.js";
import type { Shift } from "./shift.js";
import { newPoint, type Point, type StageSystem } from "./stage-system.js";

export abstract class MechanicsStages implements StageSystem {
  abstract readonly velocityPower: 0 | 1;
  protected readonly problem: Problem;
  protected readonly mechanics: Mechanics;
  protected readonly constraints: Constraints;
  protected readonly kkt: KktMatrix;
  /** u = c r + s, and M u - f_v r. */
  protected readonly uRe: F64;
  protected readonly uIm: F64;
  private readonly pRe: F64;
  private readonly pIm: F64;
  /** The right-hand side, later the solution; `tRe` and `tIm` are the part of the constraints. */
  private readonly re: F64;
  private readonly im: F64;
  protected readonly tRe: F64;
  protected readonly tIm: F64;
  private readonly zero: Point;
  private readonly sizes: readonly [number, number];

  /** `sizes` gives the numbers of multipliers lambda and mu of a point; x and y are as in `KktMatrix`. */
  constructor(problem: Problem, sizes: readonly [number, number], x: number, y: number) {
    const { arena } = problem;
    const mechanics = problem.workspace.mechanics!;
    const { n, m, constraints } = mechanics;
    this.problem = problem;
    this.sizes = sizes;
    this.mechanics = mechanics;
    this.constraints = constraints;
    this.kkt = new KktMatrix(problem, x, y);
    this.uRe = arena.f64(n);
    this.uIm = arena.f64(n);
    this.pRe = arena.f64(n);
    this.pIm = arena.f64(n);
    this.re = arena.f64(n + m);
    this.im = arena.f64(n + m);
    this.tRe = this.re.subarray(n);
    this.tIm = this.im.subarray(n);
    this.zero = this.newPoint();
  }

  abstract complete(p: Point, t: number): Status;
  abstract rate(f: Point, t: number, p: Point): Status;
  abstract linearise(t: number, p: Point, h: number, f?: Point): Status;
  /** Computes t, the right-hand side of the constraints, from r in x.q + i y.q, from u, and from the residuals of the
   * constraints in x and y. */
  protected abstract constrain(c: Shift, x: Point, y: Point): void;
  /** Computes the multipliers of the solution from t, which now holds d^2 dlambda; q and v are already known. */
  protected abstract finish(c: Shift, x: Point, y: Point): void;

  newPoint(): Point {
    const { arena, dimension, n } = this.problem;
    return newPoint(arena, dimension, n, ...this.sizes);
  }

  factor(h: number): Status {
    return this.kkt.factor(h);
  }

  solve(x: Point): void {
    const { zero } = this;
    fill(zero.w, 0);
    this.solveShifted(this.kkt.real, x, zero);
  }

  solveComplex(re: Point, im: Point): void {
    this.solveShifted(this.kkt.complex, re, im);
  }

  save(to: ByteWriter): void {
    this.kkt.save(to);
  }

  restore(from: ByteReader): void {
    this.kkt.restore(from);
  }

  /** out += scale M(q)^-1 G^T y. */
  protected addWeighted(out: F64, G: F64, y: F64, scale: number, q: F64): void {
    const { constraints, mechanics, pRe } = this;
    if (mechanics.mass !== "varying") {
      constraints.addWeighted(out, G, y, scale);
      return;
    }
    fill(pRe, 0);
    constraints.addTransposed(pRe, G, y, scale);
    mechanics.accelerate(pRe, pRe, q);
    axpy(out, 1, pRe);
  }

  private solveShifted(c: Shift, x: Point, y: Point): void {
    const { mechanics, kkt, uRe, uIm, pRe, pIm, re, im } = this;
    const { n } = mechanics;

    // 1. d^2 (M u - f_v r)
    for (let i = 0; i < n; i++) {
      uRe[i] = c.re * x.q[i] - c.im * y.q[i] + x.v[i];
      uIm[i] = c.re * y.q[i] + c.im * x.q[i] + y.v[i];
    }
    kkt.momentum(pRe, uRe);
    kkt.momentum(pIm, uIm);
    kkt.linearised.subtractDamping(pRe, x.q);
    kkt.linearised.subtractDamping(pIm, y.q);
    for (let i = 0; i < n; i++) {
      re[i] = c.eRe * pRe[i] - c.eIm * pIm[i];
      im[i] = c.eRe * pIm[i] + c.eIm * pRe[i];
    }

    // 2. dq and the multipliers, then dv = c dq - r
    this.constrain(c, x, y);
    kkt.solve(c, re, im);
    for (let i = 0; i < n; i++) {
      x.v[i] = c.re * re[i] - c.im * im[i] - x.q[i];
      y.v[i] = c.re * im[i] + c.im * re[i] - y.q[i];
      x.q[i] = re[i];
      y.q[i] = im[i];
    }
    this.finish(c, x, y);
  }
}

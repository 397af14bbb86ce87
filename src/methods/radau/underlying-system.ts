/**
 * Index 1: the constraints imposed on the accelerations, so that lambda is a function of (q, v) and the stages are those of
 * y' = (v, a(t, q, v)), the underlying equation. Its Jacobian is full; Newton's systems are solved without it, by one
 * larger sparse system for (q, v, a, lambda),
 *
 *     c dq - dv = r,   c dv - da = s,   M da - (f_q - (lambda . g)_qq) dq - f_v dv + G^T dlambda = 0,
 *     G da + 2 dG/dtau dv + d^2G/dtau^2 dq = 0.
 *
 * M must be constant.
 */

import type { ByteReader, ByteWriter, Constraints, F64, Problem, Status } from "../../core/index.js";
import { allFinite, copy, fill } from "../../linalg/vector.js";
import { LinearisedMechanics } from "./linearised-mechanics.js";
import { massEntries } from "./mass-entries.js";
import { EntryBook, Pencil } from "./pencil.js";
import { newPoint, type Point, type StageSystem } from "./stage-system.js";

export class UnderlyingSystem implements StageSystem {
  readonly velocityPower = 0;
  private readonly problem: Problem;
  private readonly constraints: Constraints;
  private readonly linearised: LinearisedMechanics;
  private readonly pencil: Pencil;
  private readonly diagonal: Int32Array;
  /** Rates and multipliers at the point of linearisation. */
  private readonly f: Point;
  private readonly lambda: F64;
  /** Right-hand sides and solutions of the larger system. */
  private readonly re: Float64Array;
  private readonly im: Float64Array;

  constructor(problem: Problem) {
    const mechanics = problem.system.mechanics!;
    const { n, m, constraints } = mechanics;
    this.problem = problem;
    this.constraints = constraints;
    this.linearised = new LinearisedMechanics(problem);
    this.f = this.newPoint();
    this.lambda = problem.arena.f64(m);

    // 1. the pattern: rows and columns q, v, a, lambda
    const { linearised } = this;
    const scratch = newPoint(problem.arena, 2 * n, n);
    const mass = massEntries(mechanics, scratch.q, scratch.v);
    const book = new EntryBook(3 * n + m);
    this.re = new Float64Array(book.size);
    this.im = new Float64Array(book.size);
    const ones = new Float64Array(2 * n).fill(1);
    const onY = Int32Array.from(ones, (_, k) => book.slot(k, k));
    linearised.place(
      Int32Array.from(ones, (_, k) => book.slot(k, n + k)),
      ones,
      1,
    );
    linearised.place(book.block(mass.rows, mass.cols, 2 * n, 2 * n), mass.values, -1);
    linearised.placeForces(book, 2 * n);
    linearised.placeColumns(book, 2 * n, 3 * n);
    linearised.placeRows(book, linearised.G, 3 * n, 2 * n);
    linearised.placeRows(book, linearised.Gdot, 3 * n, n, 2);
    linearised.placeRows(book, linearised.Gddot, 3 * n, 0);
    this.diagonal = Int32Array.from({ length: m }, (_, i) => book.slot(3 * n + i, 3 * n + i));

    // 2. powers of h of rows and columns
    const row = new Int8Array(book.size).fill(1, 0, n).fill(2, n);
    const column = new Int8Array(book.size).fill(1, n, 2 * n).fill(2, 2 * n);
    this.pencil = new Pencil(book, row, column, problem.work);
    for (const slot of onY) this.pencil.B[slot] = 1;
  }

  newPoint(): Point {
    const { arena, dimension, n } = this.problem;
    return newPoint(arena, dimension, n);
  }

  complete(): Status {
    return "ok";
  }

  rate(f: Point, t: number, p: Point): Status {
    return this.constraints.underlying(f.y, t, p.y);
  }

  multiply(out: Point, x: Point): void {
    copy(out.y, x.y);
  }

  linearise(t: number, p: Point, h: number, f = this.f): Status {
    const { linearised, constraints, pencil, diagonal, lambda } = this;
    let status = constraints.multipliers(lambda, t, p.q, p.v);
    if (status === "ok" && f === this.f) status = this.rate(f, t, p);
    if (status !== "ok") return status;
    this.problem.work.jacobians++;
    linearised.evaluate(t, p, lambda);
    linearised.evaluateRates(t, p, f.v, h);
    linearised.assemble(pencil.J);
    const { dropped } = constraints;
    for (let i = 0; i < dropped.length; i++) pencil.J[diagonal[dropped[i]]] = -1;
    return allFinite(pencil.J) ? "ok" : "nonfinite";
  }

  factor(h: number): Status {
    return this.pencil.factor(h);
  }

  solve(x: Point): void {
    const { re, pencil } = this;
    extend(re, x.y);
    pencil.solve(re);
    copy(x.y, re);
  }

  solveComplex(x: Point, y: Point): void {
    const { re, im, pencil } = this;
    extend(re, x.y);
    extend(im, y.y);
    pencil.solveComplex(re, im);
    copy(x.y, re);
    copy(y.y, im);
  }

  save(to: ByteWriter): void {
    this.pencil.save(to);
  }

  restore(from: ByteReader): void {
    this.pencil.restore(from);
  }
}

/** x, and zeros after it. */
function extend(out: Float64Array, x: F64): void {
  fill(out, 0);
  for (let i = 0; i < x.length; i++) out[i] = x[i];
}

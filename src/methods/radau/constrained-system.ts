/**
 * Constrained mechanics with the constraints imposed on the stages, w = (q, v, lambda) or (q, v, lambda, mu):
 *
 *     q' = v,   M v' = f(t, q, v) - G^T lambda,   0 = g(q, t)                              index 3
 *     q' = v,   M v' = f(t, q, v) - G^T lambda,   0 = G v + g_t                            index 2
 *     M q' = M v - G^T mu,   M v' = f(t, q, v) - G^T lambda,   0 = G v + g_t,   0 = g      index 2, positions kept
 *
 * The third is that of Gear, Gupta and Leimkuhler, J. Comput. Appl. Math. 12 (1985) 77: its exact mu is zero. Constraints
 * found redundant are left out, with lambda_i = mu_i = 0. M must be constant.
 */

import type { ByteReader, ByteWriter, Constraints, F64, Mechanics, Problem, Status } from "../../core/index.js";
import { allFinite, copy, fill, normInf } from "../../linalg/vector.js";
import { LinearisedMechanics } from "./linearised-mechanics.js";
import { type MassEntries, massEntries } from "./mass-entries.js";
import { EntryBook, Pencil } from "./pencil.js";
import { newPoint, type Point, type StageSystem } from "./stage-system.js";

export type Level = "positions" | "velocities" | "both";

export class ConstrainedSystem implements StageSystem {
  readonly velocityPower: 0 | 1;
  /** Largest residual of the imposed constraints at the last evaluation. */
  residual = 0;
  private readonly problem: Problem;
  private readonly level: Level;
  private readonly mechanics: Mechanics;
  private readonly constraints: Constraints;
  private readonly G: F64;
  private readonly linearised: LinearisedMechanics;
  private readonly pencil: Pencil;
  /** Where J has the diagonal entry of each multiplier: -1 for redundant ones. */
  private readonly diagonal: Int32Array;

  constructor(problem: Problem, level: Level) {
    this.problem = problem;
    this.level = level;
    this.mechanics = problem.secondOrder!.mechanics;
    this.constraints = problem.constraints!;
    this.G = this.constraints.newJacobian();
    this.velocityPower = level === "positions" ? 1 : 0;
    this.linearised = new LinearisedMechanics(problem);
    const { n, m } = this.mechanics;
    const both = level === "both";
    const multipliers = both ? 2 * m : m;

    // 1. the pattern
    const { linearised } = this;
    const scratch = newPoint(problem.arena, 2 * n, n);
    const mass = massEntries(this.mechanics, scratch.q, scratch.v);
    const unit: MassEntries = {
      rows: Int32Array.from({ length: n }, (_, k) => k),
      cols: Int32Array.from({ length: n }, (_, k) => k),
      values: new Float64Array(n).fill(1),
    };
    const book = new EntryBook(2 * n + multipliers);
    const left = both ? mass : unit;
    const onQ = book.block(left.rows, left.cols, 0, 0);
    const onV = book.block(mass.rows, mass.cols, n, n);
    linearised.place(book.block(left.rows, left.cols, 0, n), left.values, 1);
    linearised.placeForces(book, n);
    linearised.placeColumns(book, n, 2 * n);
    if (level !== "positions") {
      linearised.placeRows(book, linearised.Gdot, 2 * n, 0);
      linearised.placeRows(book, linearised.G, 2 * n, n);
    }
    if (level !== "velocities") linearised.placeRows(book, linearised.G, 2 * n + multipliers - m, 0);
    if (both) linearised.placeColumns(book, 0, 2 * n + m);
    this.diagonal = Int32Array.from({ length: multipliers }, (_, i) => book.slot(2 * n + i, 2 * n + i));

    // 2. powers of h of rows and columns
    const row = new Int8Array(book.size);
    const column = new Int8Array(book.size);
    row.fill(1, 0, n).fill(2, n, 2 * n);
    column.fill(1, n, 2 * n).fill(2, 2 * n, 2 * n + m);
    if (level !== "positions") row.fill(1, 2 * n, 2 * n + m);
    if (both) column.fill(1, 2 * n + m);
    this.pencil = new Pencil(book, row, column, problem.work);
    onQ.forEach((slot, k) => {
      this.pencil.B[slot] = left.values[k];
    });
    onV.forEach((slot, k) => {
      this.pencil.B[slot] = mass.values[k];
    });
  }

  newPoint(): Point {
    const { arena, n } = this.problem;
    const { m } = this.mechanics;
    return newPoint(arena, 2 * n, n, m, this.level === "both" ? m : 0);
  }

  complete(p: Point, t: number): Status {
    const status = this.constraints.multipliers(p.lambda, t, p.q, p.v);
    fill(p.mu, 0);
    const { dropped } = this.constraints;
    for (let i = 0; i < dropped.length; i++) p.lambda[dropped[i]] = 0;
    return status;
  }

  rate(f: Point, t: number, p: Point): Status {
    const { constraints, mechanics, level, G } = this;
    constraints.jacobian(G, t, p.q);
    if (level === "both") {
      mechanics.momentum(f.q, p.q, p.v);
      constraints.addTransposed(f.q, G, p.mu, -1);
      constraints.g(f.mu, t, p.q);
    } else copy(f.q, p.v);
    this.problem.secondOrder!.force(f.v, t, p.q, p.v);
    constraints.addTransposed(f.v, G, p.lambda, -1);
    if (level === "positions") constraints.g(f.lambda, t, p.q);
    else constraints.gdot(f.lambda, t, p.q, p.v);

    const { dropped } = constraints;
    for (let i = 0; i < dropped.length; i++) {
      f.lambda[dropped[i]] = -p.lambda[dropped[i]];
      if (level === "both") f.mu[dropped[i]] = -p.mu[dropped[i]];
    }
    this.residual = Math.max(normInf(f.lambda), normInf(f.mu));
    return "ok";
  }

  multiply(out: Point, x: Point): void {
    const { mechanics } = this;
    if (this.level === "both") mechanics.momentum(out.q, x.q, x.q);
    else copy(out.q, x.q);
    mechanics.momentum(out.v, x.q, x.v);
    fill(out.lambda, 0);
    fill(out.mu, 0);
  }

  linearise(t: number, p: Point, h: number): Status {
    const { linearised, constraints, pencil, diagonal } = this;
    this.problem.work.jacobians++;
    linearised.evaluate(t, p, p.lambda);
    if (this.level !== "positions") linearised.evaluateRate(t, p, h);
    linearised.assemble(pencil.J);
    const { dropped, m } = constraints;
    for (let i = 0; i < dropped.length; i++) {
      for (let k = dropped[i]; k < diagonal.length; k += m) pencil.J[diagonal[k]] = -1;
    }
    return allFinite(pencil.J) ? "ok" : "nonfinite";
  }

  factor(h: number): Status {
    return this.pencil.factor(h);
  }

  solve(x: Point): void {
    this.pencil.solve(x.w);
  }

  solveComplex(re: Point, im: Point): void {
    this.pencil.solveComplex(re.w, im.w);
  }

  save(to: ByteWriter): void {
    this.pencil.save(to);
  }

  restore(from: ByteReader): void {
    this.pencil.restore(from);
  }
}

/**
 * The linearly implicit core of Newmark and the Zhang-Skeel family: accelerations a with
 *
 *     M a = F(x + b a),   b = beta h^2,        or this linearised at x:   (M + b H(x)) a = F(x)
 *
 * Every solve uses the sparse matrix M + b H, which is factorised whenever H is evaluated. One Newton iteration from a
 * = 0 is the linearised equation (Tao–Owhadi sec. 2.2). Where M + b H is not positive definite, the step is too long
 * for the forces and the status is "diverged". The physical point is q = x + b a.
 */

import type { ByteReader, ByteWriter, F64, HessianSolver, Problem, State, Status } from "../../../core/index.js";
import { addScaled, axpy, combine, copy, fill, normInf, scale, subtract } from "../../../linalg/vector.js";
import type { Field } from "./leapfrog.js";
import { bendWarning, mostBend } from "./zs-stability.js";

type Part = "soft" | "stiff" | "all";

const epsilon = 2 ** -52;
/** A Newton correction that no longer falls counts as rounding when it moves q by less than this fraction of |q|. */
const small = 1e-8;

/** The common part of these fields: a, the shift b a, and the solver. */
abstract class ImplicitField implements Field {
  readonly a: F64;
  readonly shift: F64;
  readonly ofStep = true;
  protected readonly problem: Problem;
  protected readonly beta: number;
  protected readonly solver: HessianSolver;

  constructor(problem: Problem, beta: number, part?: Part) {
    const { arena, n } = problem;
    this.problem = problem;
    this.beta = beta;
    this.a = arena.f64(n);
    this.shift = arena.f64(n);
    this.solver = problem.secondOrder!.mechanics.derivatives.newSolver(part);
  }

  abstract evaluate(s: State, h: number, near?: F64): Status;

  save(to: ByteWriter): void {
    to.numbers(this.a);
    to.numbers(this.shift);
  }

  restore(from: ByteReader): void {
    this.a.set(from.numbers());
    this.shift.set(from.numbers());
  }
}

/** (M + b H(x)) a = F(x), with H of `part`: Z&Ss (Tao–Owhadi eq. 2.7), or of the penalties alone (eq. 2.8). */
export class LinearisedField extends ImplicitField {
  private readonly part: Part;

  constructor(problem: Problem, beta: number, part: Part = problem.secondOrder!.part) {
    super(problem, beta, part);
    this.part = part;
  }

  evaluate(s: State, h: number): Status {
    const { problem, solver, a, shift } = this;
    const b = this.beta * h * h;
    if (solver.factor(this.part, s.t, s.q, b) !== "ok") return "diverged";
    problem.secondOrder!.force(a, s.t, s.q, s.v);
    solver.solve(a);
    copy(shift, a);
    scale(shift, b);
    return "ok";
  }
}

/**
 * Z&S (Tao–Owhadi eq. 1.3): f = a - b^2/2 M^-1 V'''[a, a], which makes M f the gradient of the modified potential
 * V - b/2 grad V^T (M + b H)^-1 grad V, and so the leapfrog symplectic.
 */
export class ZhangSkeelField extends LinearisedField {
  /** |b^2/2 M^-1 V'''[a, a]| / |a| at the last point: how much the force field bends over the displacement b a. */
  bend = 0;
  private readonly cubic: F64;
  private worst = 0;
  private worstTime = 0;
  private worstStep = 0;

  constructor(problem: Problem, beta: number) {
    super(problem, beta);
    this.cubic = problem.arena.f64(problem.n);
  }

  override evaluate(s: State, h: number): Status {
    const status = super.evaluate(s, h);
    if (status !== "ok") return status;
    const { a, cubic } = this;
    const { mechanics, part } = this.problem.secondOrder!;
    const b = this.beta * h * h;
    mechanics.derivatives.third(cubic, part, s.t, s.q, a);
    mechanics.accelerate(cubic, cubic, s.q);
    scale(cubic, (b * b) / 2);
    const size = normInf(a);
    this.bend = size === 0 ? 0 : normInf(cubic) / size;
    if (this.bend > this.worst) {
      this.worst = this.bend;
      this.worstTime = s.t;
      this.worstStep = h;
    }
    axpy(a, -1, cubic);
    return "ok";
  }

  get warning(): string | undefined {
    const { worst, worstTime, worstStep, beta, problem } = this;
    const bound = mostBend(beta);
    if (!(worst > bound)) return undefined;
    return bendWarning(problem, { bend: worst, bound, t: worstTime, h: worstStep });
  }
}

/** M a = F(x + b a) by Newton's method to the rounding of q, or with one iteration only. */
export class NewtonField extends ImplicitField {
  private readonly limit: number;
  private readonly q: F64;
  private readonly da: F64;
  private readonly Ma: F64;

  constructor(problem: Problem, beta: number, limit: number) {
    super(problem, beta);
    const { arena, n } = problem;
    this.limit = limit;
    this.q = arena.f64(n);
    this.da = arena.f64(n);
    this.Ma = arena.f64(n);
  }

  /** Newton begins at the point `near`, or at x. */
  evaluate(s: State, h: number, near?: F64): Status {
    const { problem, solver, limit, a, shift, q, da, Ma } = this;
    const { secondOrder, work } = problem;
    const { mechanics, part, force } = secondOrder!;
    const b = this.beta * h * h;
    if (near === undefined) fill(a, 0);
    else combine(a, 1 / b, near, -1 / b, s.q);
    let before = Number.POSITIVE_INFINITY;
    for (let k = 0; k < limit; k++) {
      addScaled(q, s.q, b, a);
      if (solver.factor(part, s.t, q, b) !== "ok") return "diverged";
      force(da, s.t, q, s.v);
      mechanics.momentum(Ma, q, a);
      subtract(da, da, Ma);
      solver.solve(da);
      axpy(a, 1, da);
      work.iterations++;
      copy(shift, a);
      scale(shift, b);
      if (limit === 1) return "ok";
      const moved = b * normInf(da);
      const rounding = normInf(q);
      if (!(moved < Number.POSITIVE_INFINITY)) return "diverged";
      if (moved <= 4 * epsilon * rounding || (moved > before / 2 && moved <= small * rounding)) return "ok";
      before = moved;
    }
    return "diverged";
  }

  /** Evaluates the field at a known physical point, which is explicit. */
  evaluateAt(s: State, h: number): Status {
    const { problem, a, shift } = this;
    const { mechanics, force } = problem.secondOrder!;
    force(a, s.t, s.q, s.v);
    mechanics.accelerate(a, a, s.q);
    copy(shift, a);
    scale(shift, this.beta * h * h);
    return "ok";
  }
}

/**
 * True Newton for the position constraint of SHAKE and RATTLE: given the unconstrained q, find x so that
 *
 *     g(q - M^-1 G_0^T x, t) = 0      by      (G(q) M^-1 G_0^T) dx = g(q),   q -= M^-1 G_0^T dx,   x += dx
 *
 * with the matrix evaluated at every iterate, so that convergence is quadratic. It ends when rounding of q alone
 * explains the residual, |g_i| <= 4 eps sum_j |G_ij q_j|, or when the residual no longer falls and q hardly moves.
 *
 * On entry x holds a prediction, which is used only if it leaves less than a tenth of |g|, because Newton from a bad
 * start can end on a distant branch of the solution.
 */

import type {
  ConstraintSolver,
  Counter,
  F64,
  Places,
  Problem,
  Program,
  Scalar,
  Status,
  Step,
  Vector,
} from "../../../core/index.js";
import {
  atMost,
  bindStep,
  type Calls,
  constraintCalls,
  equal,
  less,
  placesOn,
  remember,
  StepText,
} from "../../../step/index.js";

const epsilon = 2 ** -52;
/** A residual that no longer falls counts as rounding when q moves by less than this fraction of |q|. */
const small = 1e-8;
/** A prediction is used if it leaves at most this fraction of |g|. */
const useful = 0.1;
/** Quadratic convergence needs three or four iterations; only steps that are too long need more. */
export const defaultLimit = 20;

/** Newton inside a text, for n coordinates and m constraints whose Jacobian has `entries` entries. */
export interface NewtonText {
  /** The largest number of iterations; the status is "diverged" after them. */
  readonly limit: Scalar;
  /** max |g| at the end. */
  readonly residual: Scalar;
  readonly iterations: Counter;
  /** Writes the solution into the text. If `once` is 1, a single iteration follows a prediction that was used, and its
   * result is accepted whatever the residual. */
  solve(q: Vector, x: Vector, t: Scalar, G0: Vector, once?: Scalar): void;
}

export function newtonIn(step: StepText, n: number, m: number, entries: number): NewtonText {
  const [limit, residual] = [step.shared("limit"), step.shared("residual")];
  const iterations = step.counter();
  const [G, g, dq] = [step.bound("newton G", entries), step.bound("newton g", m), step.bound("newton dq", n)];
  const places = step.pattern("places", m);
  const [before, single] = [step.variable(), step.variable()];
  const addWeighted = (out: Vector, scale: number, G: Vector, x: Vector): void =>
    step.evaluate(step.evaluation("addWeighted"), out, scale, G, x);

  const solve = (q: Vector, x: Vector, t: Scalar, G0: Vector, once?: Scalar): void => {
    const measure = (): void => {
      step.evaluate(step.evaluation("g"), g, t, q);
      step.set(residual, step.largest(g));
    };

    // 1. the prediction, if it is useful
    measure();
    const sufficient = step.multiply(useful, residual);
    addWeighted(q, -1, G0, x);
    measure();
    step.set(single, once ?? 0);
    step.unless(atMost(residual, sufficient), () => {
      addWeighted(q, 1, G0, x);
      step.zero(x);
      measure();
      step.set(single, 0);
    });

    step.repeat(
      limit,
      (k) => {
        // 2. (G M^-1 G_0^T) dx = g, q -= M^-1 G_0^T dx, x += dx
        step.set(before, residual);
        step.evaluate(step.evaluation("jacobian"), G, t, q);
        step.evaluate(step.evaluation("factorSolveGeneral"), g, undefined, G, G0);
        step.zero(dq);
        addWeighted(dq, -1, G0, g);
        step.addScaled(q, q, 1, dq);
        step.addScaled(x, x, 1, g);
        step.count(iterations);
        measure();
        step.when(equal(single, 1), () => step.leave());

        // 3. until only rounding is left
        step.unless(less(residual, Number.POSITIVE_INFINITY), () => step.end("diverged"));
        const rounding = step.multiply(4 * epsilon, step.largestRow(G, places, q));
        step.when(atMost(residual, rounding), () => step.leave());
        step.unless(equal(k, 1), () =>
          step.when(less(step.multiply(0.5, before), residual), () => {
            const hardly = step.multiply(small, step.largest(q));
            step.when(atMost(step.largest(dq), hardly), () => step.leave());
          }),
        );
      },
      () => step.end("diverged"),
    );
  };
  return { limit, residual, iterations, solve };
}

/** What the texts above are bound to. */
export class NewtonBinding {
  readonly arrays: Readonly<Record<string, F64>>;
  readonly patterns: Readonly<Record<string, Places>>;
  /** The calls of the constraints, with "factor" and "solve" of the given solver. */
  readonly calls: Calls;

  constructor({ arena, n, constraints }: Problem, solver?: ConstraintSolver) {
    const { m } = constraints!;
    this.arrays = {
      "newton G": constraints!.newJacobian(),
      "newton g": arena.f64(m),
      "newton dq": arena.f64(n),
    };
    this.patterns = { places: placesOn(arena, constraints!) };
    this.calls = constraintCalls(constraints!, { solver, general: constraints!.newSolver(true) });
  }
}

interface Alone extends NewtonText {
  readonly program: Program;
  readonly t: Scalar;
}

const alone = remember((_: typeof NewtonBinding, n: number, m: number, entries: number): Alone => {
  const step = new StepText();
  const t = step.shared("t");
  const [q, x, G0] = [step.given("q", n), step.given("x", m), step.given("G0", entries)];
  const newton = newtonIn(step, n, m, entries);
  newton.solve(q, x, t, G0);
  return { ...newton, program: step.finish(), t };
});

/** Newton by itself, for steps that are not texts. */
export class PositionNewton {
  private readonly text: Alone;
  private readonly step: Step;
  private readonly work: Problem["work"];

  constructor(problem: Problem) {
    const { arena, n, constraints, work } = problem;
    const { arrays, calls, patterns } = new NewtonBinding(problem);
    this.text = alone(NewtonBinding, n, constraints!.m, constraints!.column.length);
    this.step = bindStep(this.text.program, arena, arrays, calls, { patterns });
    this.step.numbers[this.text.limit.index] = defaultLimit;
    this.work = work;
  }

  /** max |g| at the end of the last call. */
  get residual(): number {
    return this.step.numbers[this.text.residual.index];
  }

  /** Pulls the unconstrained `q` onto g(q, t) = 0; x holds a prediction, and then the solution. */
  solve(q: F64, x: F64, t: number, G0: F64): Status {
    const { text, step } = this;
    step.numbers[text.t.index] = t;
    const status = step.run(0, q, x, G0);
    this.work.iterations += step.counted(text.iterations);
    return status;
  }
}

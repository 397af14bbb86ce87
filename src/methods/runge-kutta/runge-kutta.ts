/**
 * Explicit Runge–Kutta methods, for any tableau (`tableaus/`, with order and source):
 *
 *     k_i = F(t + c_i h, y_0 + h sum_j a_ij k_j),   y_1 = y_0 + h sum_i b_i k_i,   error = h sum_i e_i k_i
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1 (methods), II.4 (errors), II.6 (dense
 * output). With an evaluator every stage may be moved before its rate is taken, the start of the step included (Ariel
 * eq. 38): the step then leaves from the moved start, the stepper's own copy. Symbols: K all stages in one array, k_end
 * the rate at y_1.
 *
 * The texts below run on arrays, or as a single WebAssembly call if the right-hand side is WebAssembly too. The stepper
 * in `parts/` knows what an attempt may reuse from the previous one.
 */

import type { Method, Vector } from "../../core/index.js";
import { inRotations } from "../../rotations/rotation-stepper.js";
import { equal, givenInteger, remember, StepText } from "../../step/index.js";
import { refusesExplicit } from "../common/refusals.js";
import { type DenseText, firstRate, norms, RungeKuttaStepper, type Texts } from "./parts/runge-kutta-stepper.js";
import { stabilityOf } from "./tableaus/stability.js";
import { estimatesOf, stageCount, type Tableau } from "./tableaus/tableau.js";

/**
 * An explicit Runge–Kutta method of your own, from its tableau.
 *
 * @example
 * const about = "Ralston's method of order 2.";
 * const coefficients = { c: [0, 2 / 3], a: [[], [2 / 3]], b: [1 / 4, 3 / 4] };
 * const ralston = rungeKutta({ name: "ralston", about, order: 2, ...coefficients, firstSameAsLast: false });
 * run(pendulum, { method: ralston, step: 0.01, until: 10 });
 */
export function rungeKutta(tableau: Tableau): Method {
  const { name, order } = tableau;
  return {
    name,
    order,
    estimatesError: tableau.error !== undefined,
    wants: "rates",
    get stability() {
      return stabilityOf(tableau);
    },
    refuses: (problem) => refusesExplicit(name, problem),
    bind(problem, evaluator) {
      const texts = evaluator === undefined ? plainTexts : evaluator.fromStart === true ? fromStartTexts : movedTexts;
      return inRotations(
        problem,
        evaluator,
        (given) => new RungeKuttaStepper(tableau, texts(tableau, given.dimension), given, evaluator),
      );
    },
  };
}

const plainTexts = remember((tableau: Tableau, n) => stepText(tableau, n, false));
const movedTexts = remember((tableau: Tableau, n) => stepText(tableau, n, true));
const fromStartTexts = remember((tableau: Tableau, n) => stepText(tableau, n, true, true));

/**
 * A step for states of n entries. With `moves`, an evaluator moves the stages, so arrays of the caller must not serve
 * as stages. With `fromStart`, stages are built from the start as it is, and only y_1 from where it was moved.
 */
function stepText(tableau: Tableau, n: number, moves: boolean, fromStart = false): Texts {
  const { a, b, c } = tableau;
  const step = new StepText();
  const [t, h, norm, rtol] = ["t", "h", "norm", "rtol"].map((name) => step.shared(name));
  const { rate, base, stage, end, K, k } = work(step, tableau, n);
  const [s, next] = [step.given("s", n), step.given("next", n)];
  const last = b.length;
  const kEnd = k(last);

  // 1. k_0
  step.when(equal(givenInteger, firstRate.evaluated), () => {
    step.copy(base, s);
    step.evaluate(rate, k(0), t, base);
  });
  step.when(equal(givenInteger, firstRate.last), () => {
    step.copy(base, moves ? end : s);
    step.copy(k(0), kEnd);
  });

  // 2. the other stages
  for (let i = 1; i < last; i++) {
    step.combine(stage, fromStart ? s : base, h, K, a[i]);
    step.evaluate(rate, k(i), step.multiplyAdd(t, c[i], h), stage);
  }

  // 3. y_1, and its rate if that is the last stage
  step.combine(next, base, h, K, b);
  if (tableau.firstSameAsLast) {
    if (moves) step.copy(end, next);
    step.evaluate(rate, kEnd, step.multiplyAdd(t, 1, h), moves ? end : next);
  }

  // 4. the error estimates
  const weights = estimatesOf(tableau);
  const estimates = step.bound("errors", weights.length * n);
  const errors = weights.map((_, e) => step.part(estimates, e, n));
  weights.forEach((row, e) => {
    step.combine(errors[e], undefined, h, K, row);
  });

  // 5. their norms, relative to y as the caller knows it
  const atol = step.bound("atol", n);
  const sizes = moves ? [] : errors.map((_, e) => step.shared(`size${e}`));
  for (const kind of sizes.length > 0 ? (["rms", "max"] as const) : [])
    step.when(equal(norm, norms[kind]), () => {
      sizes.forEach((size, e) => {
        step.scaledNorm(size, kind, errors[e], base, next, atol, rtol);
      });
    });
  return { step: step.finish(), t, h, norm, rtol, sizes, dense: denseText(tableau, n) };
}

/** The rates that only dense output needs. The given integer is 1 if k_end is known. */
function denseText(tableau: Tableau, n: number): DenseText {
  const step = new StepText();
  const [t, h] = [step.shared("t"), step.shared("h")];
  const { rate, base, stage, end, K, k } = work(step, tableau, n);
  const { b, dense } = tableau;
  step.when(equal(givenInteger, 0), () => {
    step.combine(end, base, h, K, b);
    step.evaluate(rate, k(b.length), step.multiplyAdd(t, 1, h), end);
  });
  dense?.a.forEach((row, i) => {
    step.combine(stage, base, h, K, row);
    step.evaluate(rate, k(b.length + 1 + i), step.multiplyAdd(t, dense.c[i], h), stage);
  });
  return { stages: step.finish(), t, h };
}

/** The arrays of both texts: the start of the step at which its rates were taken, a stage, the end, and all rates. */
function work(step: StepText, tableau: Tableau, n: number) {
  const [base, stage, end] = ["base", "stage", "end"].map((name) => step.bound(name, n));
  const K = step.bound("K", stageCount(tableau) * n);
  const k = (i: number): Vector => step.part(K, i, n);
  return { rate: step.evaluation("rate"), base, stage, end, K, k };
}

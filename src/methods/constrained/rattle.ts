/**
 * RATTLE for M q'' = f(t, q) - G^T lambda, g(q, t) = 0:
 *
 *     v_h = v_0 + h/2 M^-1 (f(t_0, q_0) - G_0^T lambda),   q_1 = q_0 + h v_h,             g(q_1, t_1) = 0
 *     v_1 = v_h + h/2 M^-1 (f(t_1, q_1) - G_1^T mu),                           G_1 v_1 + g_t(q_1, t_1) = 0
 *
 * Order 2, symplectic on the constraint manifold, reversible; q and v satisfy their constraints to rounding. lambda and
 * mu are of order 1 each (docs/theory/tao-owhadi.md): for output use the multipliers of (q, v). H. C. Andersen, J.
 * Comput. Phys. 52 (1983) 24; Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.1.4. Positions are found by
 * true Newton. This is for a constant mass. Where the mass depends on q or a force reads v, the step is implicit in the
 * velocities too, with the same properties (`parts/implicit-rattle.ts`); it then also takes models without constraints.
 *
 * "rattle-1" (`iterations: 1`) takes one true Newton step from the multiplier extrapolated from the last two steps and
 * accepts the result, |g| = O(h^8). When there is nothing to extrapolate from, or the prediction leaves more than a
 * tenth of |g|, it iterates as RATTLE does. It is as accurate (docs/theory/tao-owhadi.md, Beyond) with fewer
 * factorisations, but it depends on earlier steps: it is not a map of (q, v), and neither symplectic nor reversible.
 */

import { factory, type Method, type Vector } from "../../core/index.js";
import { equal, givenInteger, remember, StepText } from "../../step/index.js";
import { refuseEvaluator, refusesConstrained, refusesRattle } from "../common/refusals.js";
import { ImplicitRattleStepper } from "./parts/implicit-rattle.js";
import { type NewGuess, newHistory } from "./parts/multiplier-history.js";
import { defaultLimit, newtonIn } from "./parts/position-newton.js";
import { RattleStepper, type RattleText } from "./parts/rattle-stepper.js";

/** Options of `rattle`. */
export interface RattleOptions {
  /** The largest number of Newton iterations for the positions; a step that needs more has "diverged". 1 makes this
   * rattle-1. Default 20. */
  readonly iterations?: number;
}

/**
 * RATTLE whose Newton iteration starts from the multipliers that `guess` predicts; compositions have their own
 * predictor.
 */
export function rattleFrom(guess: NewGuess, iterations: number = defaultLimit): Method {
  const name = iterations === 1 ? "rattle-1" : "rattle";
  return {
    name,
    order: 2,
    estimatesError: false,
    wants: "constraints",
    keeps: "positions and velocities",
    kicksAndDrifts: iterations > 1,
    refuses: (problem) => (iterations > 1 ? refusesRattle : refusesConstrained)(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      const { arena, n, constraints, secondOrder } = problem;
      if (secondOrder!.mechanics.velocityDependent) return new ImplicitRattleStepper(problem, iterations);
      const text = rattleText(RattleStepper, n, constraints!.m, constraints!.column.length);
      return new RattleStepper(problem, text, iterations, guess(arena, constraints!.m));
    },
  };
}

export const rattleFactory = factory({
  name: "rattle",
  about: "RATTLE with true Newton, order 2, symplectic, fixed steps: for rigid constraints over long times.",
  options: {
    iterations: {
      type: "integer",
      from: 1,
      about:
        "Largest number of Newton iterations for the positions. 1 takes a single warm-started iteration and accepts its result (rattle-1).",
      default: defaultLimit,
    },
  },
  make: ({ iterations }) => rattleFrom(newHistory, iterations),
});

/**
 * RATTLE with true Newton, order 2, symplectic, fixed steps: for rigid constraints over long times.
 *
 * @example
 * run(pendulum, { method: rattle(), step: 0.01, until: 10 });
 */
export function rattle(options: RattleOptions = {}): Method {
  return rattleFactory.make(options);
}

export const rattleOneFactory = factory({
  name: "rattle-1",
  about:
    "RATTLE with one warm-started Newton iteration: as accurate and cheaper, but not exactly symplectic or reversible.",
  options: {},
  make: () => rattleFrom(newHistory, 1),
});

/**
 * A step for n coordinates and m constraints whose Jacobian has `entries` entries. The given integer is 1 if f and G at
 * the start are not known. `guess` predicts lambda.
 */
const rattleText = remember((_: typeof RattleStepper, n: number, m: number, entries: number): RattleText => {
  const step = new StepText();
  const [t, h, once] = ["t", "h", "once"].map((name) => step.shared(name));
  const [q0, v0, q1, v1] = ["q0", "v0", "q1", "v1"].map((name) => step.given(name, n));
  const [a0, a1] = [step.bound("a0", n), step.bound("a1", n)];
  const [G0, G1] = [step.bound("G0", entries), step.bound("G1", entries)];
  const [x, lambda, guess] = ["x", "lambda", "guess"].map((name) => step.bound(name, m));
  const newton = newtonIn(step, n, m, entries);
  const half = step.multiply(0.5, h);
  const square = step.multiply(h, h);
  const t1 = step.multiplyAdd(t, 1, h);
  const addWeighted = step.evaluation("addWeighted");
  const forces = (at: typeof t, q: Vector, v: Vector, a: Vector, G: Vector): void => {
    step.evaluate(step.evaluation("accelerations"), a, at, q, v);
    step.evaluate(step.evaluation("jacobian"), G, at, q);
  };
  step.when(equal(givenInteger, 1), () => forces(t, q0, v0, a0, G0));

  // 1. half a kick, then drift
  step.addScaled(v1, v0, half, a0);
  step.addScaled(q1, q0, h, v1);

  // 2. pull q_1 along M^-1 G_0^T until g(q_1, t_1) = 0, x = h^2/2 lambda; the half-step velocity follows
  step.scale(x, step.multiply(0.5, square), guess);
  newton.solve(q1, x, t1, G0, once);
  step.evaluate(addWeighted, v1, step.divide(-1, h), G0, x);
  step.scale(lambda, step.divide(2, square), x);

  // 3. the other half of the kick
  forces(t1, q1, v1, a1, G1);
  step.addScaled(v1, v1, half, a1);

  // 4. pull v_1 along M^-1 G_1^T until G_1 v_1 + g_t = 0
  step.evaluate(step.evaluation("gdot"), x, t1, q1, v1);
  step.evaluate(step.evaluation("factorSolve"), x, undefined, G1, q1);
  step.evaluate(addWeighted, v1, -1, G1, x);
  return { program: step.finish(), t, h, once, newton };
});

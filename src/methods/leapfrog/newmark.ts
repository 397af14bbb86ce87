/**
 * Newmark with gamma = 1/2 (Tao–Owhadi eq. 2.1) and its pushforward (eq. 2.3) for M q'' = F(t, q), M constant:
 *
 *     q_1 = q_0 + h v_0 + h^2 (1/2 - beta) a_0 + h^2 beta a_1,   v_1 = v_0 + h/2 (a_0 + a_1),   M a = F(q)
 *     x_1 = x_0 + h v_0 + h^2/2 a_0,                             v_1 = v_0 + h/2 (a_0 + a_1),   M a = F(x + beta h^2 a)
 *
 * Order 2, reversible; linearly stable for every h when beta >= 1/4. The two are one method in two variables, x = q - beta h^2 a
 * (eq. 2.2); the pushforward is symplectic, Newmark conjugate to it. beta = 1/4 is the trapezoidal rule. "newmark-1" takes one
 * Newton iteration from q_0 for q_1 and is neither (Tao–Owhadi fig. 1, row 5). N. M. Newmark, J. Eng. Mech. Div. 85 (1959) 67; R. D. Skeel,
 * G. Zhang, T. Schlick, SIAM J. Sci. Comput. 18 (1997) 203.
 *
 * Derived as (5.1) and (5.2) in docs/theory/equations.md.
 */

import { type Factory, factory, type Method, type NumberOption } from "../../core/index.js";
import { refuseEvaluator, refusesUnconstrained } from "../common/refusals.js";
import { type BetaOptions, betaOption, stabilityOf } from "./parts/beta.js";
import { NewtonField } from "./parts/implicit-field.js";
import { LeapfrogStepper } from "./parts/leapfrog.js";

/** Options of `newmark` and `pushforwardNewmark`. */
export interface NewmarkOptions extends BetaOptions {
  /** The largest number of Newton iterations; a step that needs more has "diverged". 1 makes this newmark-1. Default
   * 20. */
  readonly iterations?: number;
}

const iterations = {
  type: "integer",
  from: 1,
  about:
    "Largest number of Newton iterations; a step that needs more has diverged. 1 takes a single iteration and accepts its result.",
  default: 20,
} as const satisfies NumberOption;

const newmarkFactory = factory({
  name: "newmark",
  about: "Newmark's method solved by Newton, order 2, fixed steps: for springs of any stiffness, without constraints.",
  options: { beta: betaOption, iterations },
  make: ({ beta, iterations }) => make(iterations === 1 ? "newmark-1" : "newmark", beta, iterations, true),
});

const newmarkOneFactory = factory({
  name: "newmark-1",
  about:
    "Newmark's method with one Newton iteration, order 2, fixed steps: cheaper, but neither symplectic nor reversible.",
  options: { beta: betaOption },
  make: ({ beta }) => make("newmark-1", beta, 1, true),
});

const pushforwardFactory = factory({
  name: "pushforward-newmark",
  about:
    "Newmark's method in the variables in which it is symplectic, order 2, fixed steps: for stiff springs over long times.",
  options: { beta: betaOption, iterations },
  make: ({ beta, iterations }) => make("pushforward-newmark", beta, iterations, false),
});

export const newmarkFactories: readonly Factory<Method>[] = [newmarkFactory, newmarkOneFactory, pushforwardFactory];

/**
 * Newmark's method solved by Newton, order 2, fixed steps: for springs of any stiffness, without constraints.
 *
 * @example
 * run(springs, { method: newmark({ beta: 0.25 }), step: 0.05, until: 10 });
 */
export function newmark(options: NewmarkOptions = {}): Method {
  return newmarkFactory.make(options);
}

/**
 * Newmark's method in the variables in which it is symplectic, order 2, fixed steps: for stiff springs over long times.
 *
 * @example
 * run(springs, { method: pushforwardNewmark(), step: 0.05, until: 10 });
 */
export function pushforwardNewmark(options: NewmarkOptions = {}): Method {
  return pushforwardFactory.make(options);
}

function make(name: string, beta: number, limit: number, points: boolean): Method {
  return {
    name,
    order: 2,
    estimatesError: false,
    wants: "forces",
    stability: stabilityOf(beta),
    refuses: (problem) => refusesUnconstrained(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new LeapfrogStepper(problem, (p) => new NewtonField(p, beta, limit), points);
    },
  };
}

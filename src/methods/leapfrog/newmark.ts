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
 */

import { checkOptions, type Factory, type Method, TautError } from "../../core/index.js";
import { refuseEvaluator, refusesUnconstrained } from "../common/refusals.js";
import { type BetaOptions, betaOption, checkBeta, stabilityOf } from "./parts/beta.js";
import { NewtonField } from "./parts/implicit-field.js";
import { LeapfrogStepper } from "./parts/leapfrog.js";

export interface NewmarkOptions extends BetaOptions {
  /** Most Newton iterations, after which a step has "diverged"; 1: newmark-1. Default 20. */
  readonly iterations?: number;
}

const defaultLimit = 20;

export function newmark(options: NewmarkOptions = {}): Method {
  return make(options.iterations === 1 ? "newmark-1" : "newmark", options, true);
}

export function pushforwardNewmark(options: NewmarkOptions = {}): Method {
  return make("pushforward-newmark", options, false);
}

function make(name: string, options: NewmarkOptions, points: boolean): Method {
  const { iterations = defaultLimit } = options;
  const beta = checkBeta(name, options);
  if (!(Number.isInteger(iterations) && iterations >= 1)) {
    throw new TautError(`${name}.iterations`, `${iterations} is no number of iterations. Give a whole number >= 1.`);
  }
  return {
    name,
    order: 2,
    estimatesError: false,
    stability: stabilityOf(beta),
    refuses: (problem) => refusesUnconstrained(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new LeapfrogStepper(problem, (p) => new NewtonField(p, beta, iterations), points);
    },
  };
}

const iterations = {
  about: "Most Newton iterations, after which a step has diverged; 1 takes one and accepts it.",
  default: defaultLimit,
};

export const newmarkFactories: readonly Factory<Method>[] = [
  factory(
    "newmark",
    "Newmark solved by Newton, order 2, fixed steps: stiff springs without constraints, any stiffness.",
    { beta: betaOption, iterations },
    newmark,
  ),
  factory(
    "newmark-1",
    "Newmark with one Newton iteration, order 2, fixed steps: cheaper, neither symplectic nor reversible.",
    { beta: betaOption },
    (options) => newmark({ ...options, iterations: 1 }),
  ),
  factory(
    "pushforward-newmark",
    "Newmark in the variables in which it is symplectic, order 2, fixed steps: stiff springs over long times.",
    { beta: betaOption, iterations },
    pushforwardNewmark,
  ),
];

function factory(
  name: string,
  about: string,
  options: Factory<Method>["options"],
  makeMethod: (options: NewmarkOptions) => Method,
): Factory<Method> {
  const made: Factory<Method> = {
    name,
    about,
    options,
    make(given = {}) {
      checkOptions(made, given);
      return makeMethod(given);
    },
  };
  return made;
}

/**
 * SHAKE for M q'' = f(t, q) - G^T lambda, g(q, t) = 0, M constant: the leapfrog with the position constraint,
 *
 *     q_{n+1} = 2 q_n - q_{n-1} + h^2 M^-1 (f_n - G_n^T lambda_n),   g(q_{n+1}, t_{n+1}) = 0,   v_n = (q_{n+1} - q_{n-1})/2h
 *
 * Order 2. Positions are those of RATTLE; velocities are not tangential, |G v + g_t| = O(h^2). Since v_{n+1} needs
 * q_{n+2}, a step from t_n also solves for q_{n+2} with the same h, and the next step begins with it. Only a first
 * step, and one after a change of h or of the state, solves twice: q_1 = q_0 + h v_0 + h^2/2 M^-1 (f_0 - G_0^T
 * lambda_0). J.-P. Ryckaert, G. Ciccotti, H. J. C. Berendsen, J. Comput. Phys. 23 (1977) 327, solved the constraints
 * one after the other; this code solves all at once by true Newton, which is M-SHAKE (V. Kräutler, W. F. van Gunsteren,
 * P. H. Hünenberger, J. Comput. Chem. 22 (2001) 501). Symbols: u the velocity between two positions, (q_{n+1} - q_n)/h.
 */

import { factory, type Method, type Scalar, type Vector } from "../../core/index.js";
import { equal, givenInteger, remember, StepText } from "../../step/index.js";
import { refuseEvaluator, refusesConstrained } from "../common/refusals.js";
import { defaultLimit, newtonIn } from "./parts/position-newton.js";
import { ShakeStepper, type ShakeText, unknown } from "./parts/shake-stepper.js";

/** Options of `shake`. */
export interface ShakeOptions {
  /** The largest number of Newton iterations; a step that needs more has "diverged". Default 20. */
  readonly iterations?: number;
}

const name = "shake";

export const shakeFactory = factory({
  name,
  about:
    "SHAKE with true Newton (M-SHAKE), order 2, fixed steps: for rigid constraints; velocities are not exactly tangential.",
  options: {
    iterations: {
      type: "integer",
      from: 2,
      about: "Largest number of Newton iterations; a step that needs more has diverged.",
      default: defaultLimit,
    },
  },
  make: ({ iterations }): Method => ({
    name,
    order: 2,
    estimatesError: false,
    wants: "constraints",
    keeps: "positions",
    refuses: (problem) => refusesConstrained(name, problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      const { n, constraints } = problem;
      const text = shakeText(ShakeStepper, n, constraints!.m, constraints!.column.length);
      return new ShakeStepper(problem, text, iterations);
    },
  }),
});

/**
 * SHAKE with true Newton (M-SHAKE), order 2, fixed steps: for rigid constraints. Velocities are not exactly tangential.
 *
 * @example
 * run(pendulum, { method: shake(), step: 0.01, until: 10 });
 */
export function shake(options: ShakeOptions = {}): Method {
  return shakeFactory.make(options);
}

/**
 * A step for n coordinates and m constraints whose Jacobian has `entries` entries. The given integer says what is not
 * known at the start. `guess` predicts lambda.
 */
const shakeText = remember((_: typeof ShakeStepper, n: number, m: number, entries: number): ShakeText => {
  const step = new StepText();
  const [t, h, ahead] = ["t", "h", "ahead"].map((name) => step.shared(name));
  const [q0, v0, q, v] = ["q0", "v0", "q", "v"].map((name) => step.given(name, n));
  const [a0, a1, u0, u1, q1, q2] = ["a0", "a1", "u0", "u1", "q1", "q2"].map((name) => step.bound(name, n));
  const [G0, G1] = [step.bound("G0", entries), step.bound("G1", entries)];
  const [x, guess] = [step.bound("x", m), step.bound("guess", m)];
  const newton = newtonIn(step, n, m, entries);
  const square = step.multiply(h, h);
  const t1 = step.multiplyAdd(t, 1, h);
  const forces = (at: Scalar, q: Vector, v: Vector, a: Vector, G: Vector): void => {
    step.evaluate(step.evaluation("accelerations"), a, at, q, v);
    step.evaluate(step.evaluation("jacobian"), G, at, q);
  };
  /** q = q_from + h u, both pulled along M^-1 G^T until g(q, t) = 0; x is weight times lambda, and then lambda. */
  const drift = (q: Vector, u: Vector, from: Vector, G: Vector, t: Scalar, weight: Scalar): void => {
    step.addScaled(q, from, h, u);
    step.scale(x, weight, guess);
    newton.solve(q, x, t, G);
    step.evaluate(step.evaluation("addWeighted"), u, step.divide(-1, h), G, x);
    step.scale(x, step.divide(1, weight), x);
  };

  // 1. q_1: known from the last step, or from q_0 and v_0
  step.when(equal(givenInteger, unknown.forces), () => forces(t, q0, v0, a0, G0));
  step.unless(equal(givenInteger, unknown.nothing), () => {
    step.addScaled(u0, v0, step.multiply(0.5, h), a0);
    drift(q1, u0, q0, G0, t1, step.multiply(0.5, square));
    step.set(ahead, h);
  });
  step.copy(q, q1);

  // 2. q_2, a leapfrog step further
  forces(t1, q, v, a1, G1);
  step.addScaled(u1, u0, h, a1);
  drift(q2, u1, q1, G1, step.multiplyAdd(t1, 1, h), square);

  // 3. v_1 = (q_2 - q_0) / 2h
  step.scale(v, 0.5, u0);
  step.addScaled(v, v, 0.5, u1);
  return { program: step.finish(), t, h, ahead, newton };
});

/**
 * Trigonometric methods for stiff linear springs: M q'' = f(t, q) - K q, with M and K constant and K from the penalties of
 * constraints that are linear in q (formulation "stiff"). With the frequencies omega of the springs, mode by mode,
 *
 *     v+ = v_0 + h/2 psi_1(h omega) M^-1 f(t_0, q_0),    (q_1, v-) = the exact motion of the springs from (q_0, v+),
 *     v_1 = v- + h/2 psi_1(h omega) M^-1 f(t_1, q_1)
 *
 *     deuflhard   psi_1 = 1                        symplectic; the exchange of energy between springs is right at long steps
 *     gautschi    psi_1 = tan(xi/2) / (xi/2)       exact for constant forces; has poles at odd multiples of pi
 *
 * Order 2 for h -> 0, and at long steps for smooth f; symmetric. A step takes one evaluation of the other forces and does
 * not resolve the springs; near h omega = k pi, k > 0, it is in resonance, and the run warns. Springs that share coordinates
 * are decomposed together, once, in the cube of their number. P. Deuflhard, ZAMP 30 (1979) 177; W. Gautschi, Numer. Math. 3
 * (1961) 381; Hairer, Lubich, Wanner, Geometric Numerical Integration, XIII.2, XIII.4.
 */

import { factory, type Method, methodRefuses, type Problem, type Refusal } from "../../core/index.js";
import { hostMath } from "../../math/index.js";
import { refuseEvaluator, refusesUnconstrained } from "../common/refusals.js";
import { type KickFilter, TrigonometricStepper } from "./parts/trigonometric-stepper.js";

/** Options of `trigonometric`. */
export interface TrigonometricOptions {
  /** How forces kick the vibrations: "deuflhard" (default) or "gautschi". */
  readonly filter?: "deuflhard" | "gautschi";
}

const name = "trigonometric";
const filters: Readonly<Record<"deuflhard" | "gautschi", KickFilter>> = {
  deuflhard: undefined,
  gautschi: (xi) => (xi === 0 ? 1 : hostMath.tan(xi / 2) / (xi / 2)),
};

export const trigonometricFactory = factory({
  name,
  about:
    "Deuflhard's or Gautschi's trigonometric method, order 2, fixed steps longer than the periods of stiff linear springs, whose motion is exact.",
  options: {
    filter: {
      type: "choice",
      of: ["deuflhard", "gautschi"],
      about: "How forces kick the vibrations: deuflhard is symplectic, gautschi is exact for constant forces.",
      default: "deuflhard",
    },
  },
  make: ({ filter }): Method => ({
    name,
    order: 2,
    estimatesError: false,
    wants: "forces",
    refuses: refusal,
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new TrigonometricStepper(problem, filters[filter as keyof typeof filters]);
    },
  }),
});

/**
 * Deuflhard's or Gautschi's trigonometric method, order 2, fixed steps: for stiff linear springs with steps longer than their
 * periods.
 *
 * @example
 * const bond = "{ taut: 1, coordinates: { x: 0, y: 1.1 }, mass: { x: 1, y: 1 }, potential: x^4, constraints: { c: y - x - 1 }, omega: 100 }";
 * run(validateModel(parseModelText(bond)), { method: trigonometric(), step: 0.05, until: 10 });
 */
export function trigonometric(options: TrigonometricOptions = {}): Method {
  return trigonometricFactory.make(options);
}

function refusal(problem: Problem): Refusal | undefined {
  const refused = refusesUnconstrained(name, problem);
  if (refused !== undefined) return refused;
  const { mechanics, part } = problem.secondOrder!;
  const model = `"${problem.workspace.name}"`;
  if (mechanics.m === 0 || part !== "all")
    return methodRefuses(name, {
      code: "needs-constraints",
      needs: "stiff springs, written as constraints with omega",
      found: `${model} has none`,
      instead: `Use "verlet"`,
    });
  if (mechanics.linearConstraints !== true)
    return methodRefuses(name, {
      code: "needs-linear",
      needs: "stiff springs that are linear in q and do not depend on t",
      found: `${model} has others`,
      instead: `Use "gn-zs"`,
    });
  return undefined;
}

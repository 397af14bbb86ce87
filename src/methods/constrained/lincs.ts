/**
 * LINCS for distances that are kept: the step of RATTLE, its equations solved approximately, without iterating to a
 * tolerance,
 *
 *     1. set the lengths along the old directions,   2. correct them for the rotation, `iterations` times,   3. velocities
 *
 * each with (I - A)^-1 replaced by 1 + A + … + A^expansion (`lincs-keeper.ts`). Lengths are set anew in every step, so
 * their errors do not add up. Two things limit them: the expansion leaves rho^(expansion + 1) of what each solve should
 * do, rho the spectral radius of A, which is about the cosine between neighbours (1/3 in a polymer, near 1 in a taut
 * rope, and near or above 1 in triangles: there use "settle" or "rattle"); and each correction for rotation leaves a
 * part of O(h^2). Relative errors of lengths on a polymer of 12 links, speeds 1, h = 0.01:
 *
 *     expansion          1        2        4        8       12
 *     1 iteration     1.9e-5   1.0e-5   3.3e-6   1.6e-6   1.6e-6
 *     2 iterations    4.6e-6   1.2e-6   1.3e-7   1.4e-8   1.3e-8
 *     3 iterations    1.2e-6   1.9e-7   6.2e-9   2.0e-10  1.2e-10
 *
 * The order is 2 until these errors dominate. The truncation depends on the state, so LINCS is neither symplectic nor
 * reversible. B. Hess, H. Bekker, H. J. C. Berendsen, J. G. E. M. Fraaije, J. Comput. Chem. 18 (1997) 1463.
 */

import { factory, type Method, methodRefuses, type Problem, type Refusal } from "../../core/index.js";
import { refuseEvaluator, refusesConstrained } from "../common/refusals.js";
import { KeptLeapfrogStepper } from "./parts/kept-leapfrog.js";
import { LincsKeeper } from "./parts/lincs-keeper.js";

/** Options of `lincs`. */
export interface LincsOptions {
  /** Highest power of A in the expansion. Default 4. */
  readonly expansion?: number;
  /** Corrections of the lengths for rotation, and as many repetitions for the velocities. Default 1. */
  readonly iterations?: number;
}

const name = "lincs";

export const lincsFactory = factory({
  name,
  about:
    "LINCS, order 2, fixed steps, without iteration to a tolerance: for chains of rods; neither symplectic nor reversible.",
  options: {
    expansion: {
      type: "integer",
      from: 1,
      to: 1000,
      about: "Highest power of the coupling matrix in the expansion; chains need 4 to 8.",
      default: 4,
    },
    iterations: {
      type: "integer",
      from: 1,
      to: 1000,
      about: "Number of corrections of the lengths for rotation, and of repetitions for the velocities.",
      default: 1,
    },
  },
  make: ({ expansion, iterations }): Method => ({
    name,
    order: 2,
    estimatesError: false,
    wants: "constraints",
    keeps: "positions and velocities",
    refuses: (problem) => refusesConstrained(name, problem) ?? refusesOthers(problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new KeptLeapfrogStepper(problem, new LincsKeeper(problem, expansion, iterations));
    },
  }),
});

/**
 * LINCS, order 2, fixed steps, without iteration to a tolerance: for chains of rods. It is neither symplectic nor
 * reversible.
 *
 * @example
 * run(pendulum, { method: lincs({ expansion: 8, iterations: 2 }), step: 0.01, until: 10 });
 */
export function lincs(options: LincsOptions = {}): Method {
  return lincsFactory.make(options);
}

function refusesOthers({ workspace, constraints }: Problem): Refusal | undefined {
  const rest = constraints!.m - (workspace.mechanics!.structure?.distances.count ?? 0);
  if (rest === 0) return undefined;
  return methodRefuses(name, {
    code: "structure",
    needs: "constraints that are distances between points",
    found: `${rest} of ${constraints!.m} in "${workspace.name}" are something else`,
    instead: `Use "rattle"`,
  });
}

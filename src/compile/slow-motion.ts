/** The slow motions of the stiff view, as formulations and projections see them: thin wrappers around the generated code. */

import { addressOf } from "../core/arena.js";
import type { Constraints } from "../core/constraints.js";
import type { SlowMotion } from "../core/slow-motion.js";
import type { Work } from "../core/work.js";
import type { ConstraintPlan } from "./constraint-plan.js";
import type { MassPlan } from "./mass.js";
import type { PlacedModel } from "./place-laws.js";
import type { Unit } from "./site.js";
import { emitSlowMotion, passes, planSlowMotion } from "./slow-motion-code.js";

export function makeSlowMotion(
  placed: PlacedModel,
  plan: ConstraintPlan,
  mass: MassPlan,
  constraints: Constraints,
  n: number,
  unit: Unit,
  work: Work,
  terms: number,
  withRate: boolean,
): SlowMotion {
  const { m, omega2 } = placed;
  const lasts = passes(terms, withRate);
  const slow = planSlowMotion(lasts[0], plan, n, m, unit);
  const code = unit.code((module, tables) => emitSlowMotion(module, placed, plan, slow, mass, n, tables, lasts));
  const solves = lasts.reduce((sum, last) => sum + last + 1, 0);
  const lambda = slow.lambda.subarray(0, m);
  const acceleration = unit.f64(n);

  return {
    lambda,
    lambdaRate: withRate ? slow.lambda.subarray(m, 2 * m) : slow.lambda.subarray(0, 0),
    G: slow.G,
    acceleration,
    evaluate(t, q, v) {
      work.forces++;
      work.jacobians++;
      work.factorisations++;
      work.solves += solves;
      slow.q.set(q, 0);
      slow.q.set(v, n);
      // redundant constraints share their load by stiffness, which the expansion does not take into account
      if (constraints.dropped.length > 0) return "singular";
      if (code.evaluate(t) !== -1) {
        constraints.multipliers(lambda, t, q, v); // this call names the dependent row
        return "singular";
      }
      for (let k = 0; k < n; k++) acceleration[k] = 2 * slow.q[2 * n + k];
      return "ok";
    },
    lastTerm() {
      let largest = 0;
      for (let i = 0; i < m; i++) {
        const term = Math.abs(lambda[i] - slow.before[i]) / omega2[i];
        if (!(term <= largest)) largest = term;
      }
      return largest;
    },
    addNormal(x, r, scale) {
      work.solves++;
      code.addNormal(scale, addressOf(x), addressOf(r));
    },
  };
}

/**
 * Stabilisation after a step (Ascher eq. 3.9b, F = D (H D)^-1 level by level as in 4.8, weighted by the mass):
 *
 *     1. q -= alpha M^-1 G^T (G M^-1 G^T)^-1 g
 *     2. v -= alpha M^-1 G^T (G M^-1 G^T)^-1 (G v + g_t), G evaluated anew at the q of 1
 *     3. invariants, when there are any: y -= alpha D (H D)^-1 (h - h0), along the constraints
 *
 * Form and strength follow from the measured drift, so that there is nothing to tune. With a method of order p and step
 * h the drift of a step is O(h^(p+1)), and one correction leaves its square in position, O(h^(2p+2)), which is usually
 * rounding. If it is more, another correction follows. In 2 the new G reduces the drift in velocity to rounding
 * (docs/theory/ascher.md, Beyond). The new G and its factorisation are skipped when the drift of positions times that
 * of velocities is below rounding, since the G of 1 then has the same effect. A correction costs two Jacobians and two
 * factorisations, or one of each.
 *
 * "singular": G M^-1 G^T cannot be factorised. "left-manifold": the correction made |g| larger; the step was too long.
 */

import {
  type Checked,
  factory,
  type OptionTable,
  type Problem,
  type Projection,
  type Projector,
  projectionRefuses,
  type State,
  type Status,
} from "../core/index.js";
import { normInf } from "../linalg/vector.js";
import { constraintCorrector, roundingOf, worse } from "./parts/constraint-corrector.js";
import { invariantCorrector } from "./parts/invariant-corrector.js";
import { refusesWithoutManifold } from "./parts/refusal.js";

const levels = ["both", "position", "velocity"] as const;

/** Options of `stabilise`. */
export interface StabiliseOptions {
  /** Which constraints: g = 0, G v + g_t = 0, or both. */
  readonly level?: (typeof levels)[number];
  /** The fraction of the correction that is applied, 0 < alpha < 2. */
  readonly alpha?: number;
  /** The largest number of corrections after one step; another one follows only if the last has left more than
   * rounding. */
  readonly corrections?: number;
}

const usualCorrections = 3;
/** Growth of |g| below this is rounding. */
const noise = 1e-10;
const epsilon = 2 ** -52;

const options = {
  level: {
    type: "choice",
    of: levels,
    about: "Which constraints to correct: both, position or velocity.",
    default: "both",
  },
  alpha: {
    type: "number",
    above: 0,
    below: 2,
    about: "Fraction of the correction that is applied, between 0 and 2.",
    default: 1,
  },
  corrections: {
    type: "integer",
    from: 1,
    about:
      "Largest number of corrections after a step; another one follows only if more than rounding is left. The default is 3, or 1 if alpha is not 1.",
    default: undefined,
  },
} as const satisfies OptionTable;

/**
 * Corrects positions, then velocities, after every step, as often as the measured drift requires, which is usually
 * once.
 *
 * @example
 * run(pendulum, { projection: stabilise({ corrections: 1 }), method: dop853(), rtol: 1e-9, until: 10 });
 */
export function stabilise(given: StabiliseOptions = {}): Projection {
  return stabiliseFactory.make(given);
}

function make({ level, alpha, corrections }: Checked<typeof options>): Projection {
  // a partial correction leaves the rest on purpose
  const most = corrections ?? (alpha === 1 ? usualCorrections : 1);
  return {
    name: "stabilise",
    refuses(problem) {
      if (
        level !== "both" &&
        problem.manifold?.constraints === undefined &&
        problem.manifold?.invariants !== undefined
      ) {
        return projectionRefuses("stabilise", {
          code: "option",
          needs: `constraints for level "${level}"`,
          found: "this problem has invariants only",
          instead: `Use level "both"`,
        });
      }
      return refusesWithoutManifold("stabilise", problem);
    },
    bind: (problem) => bind(problem, level, alpha, most),
  };
}

function bind(problem: Problem, level: (typeof levels)[number], alpha: number, most: number): Projector {
  const { manifold, arena, work } = problem;
  const constraints = manifold!.constraints && constraintCorrector(arena, manifold!.constraints);
  const invariants = manifold!.invariants && invariantCorrector(problem, constraints);
  const compiled = invariants === undefined ? manifold!.constraints?.newStabiliser?.() : undefined;
  const G = manifold!.constraints?.newJacobian();
  let residual = 0;
  /** |g| after the last correction. The result of a compiled correction is read only on request, because it is rarely
   * needed. */
  let left = 0;
  const remaining = (): number => (compiled === undefined ? left : compiled.left);
  /** The residual of the last call has not been read from the compiled correction yet. */
  let unread = false;
  let iterations = 0;
  /** Counts since the run began. */
  let [calls, repeated] = [0, 0];

  /** Records a residual; false when it is not finite. */
  const found = (size: number): boolean => {
    residual = worse(residual, size);
    return Number.isFinite(size);
  };

  function correctOnce(s: State): Status {
    work.iterations++;
    if (compiled !== undefined) return compiled.apply(s.y, s.t, level, alpha, noise);
    let status: Status = "ok";
    residual = 0;
    left = 0;
    let drift = Number.POSITIVE_INFINITY;

    // 1. positions
    if (constraints !== undefined && level !== "velocity") {
      drift = constraints.position(s);
      if (!found(drift)) return "nonfinite";
      status = constraints.factor(s);
      if (status !== "ok") return status;
      constraints.correctPosition(s, alpha);
      left = constraints.position(s);
      if (!(left <= 2 * drift + noise)) return "left-manifold";
    }

    // 2. velocities
    if (constraints !== undefined && level !== "position") {
      const rate = constraints.velocity(s);
      if (!found(rate)) return "nonfinite";
      if (!(drift * rate <= epsilon * normInf(s.q) * normInf(s.v))) {
        status = constraints.factor(s);
        if (status !== "ok") return status;
      }
      constraints.correctVelocity(s, alpha);
    }

    // 3. invariants
    if (invariants !== undefined) {
      if (!found(invariants.residual(s))) return "nonfinite";
      if (constraints !== undefined && level === "position") status = constraints.factor(s);
      if (status === "ok") status = invariants.correct(s, alpha);
    }
    return status;
  }

  /** Whether only rounding is left at `s`. */
  function isDone(s: State): boolean {
    // the first test estimates what the second would find, without a Jacobian
    if (remaining() > 4 * epsilon * normInf(s.q)) {
      manifold!.constraints!.jacobian(G!, s.t, s.q);
      if (remaining() > roundingOf(manifold!.constraints!, G!, s.q)) return false;
    }
    if (invariants === undefined) return true;
    left = worse(left, invariants.residual(s));
    return invariants.atRounding(s);
  }

  return {
    get iterations() {
      return iterations;
    },

    apply(s) {
      work.projections++;
      calls++;
      iterations = 1;
      unread = compiled !== undefined;
      let status = correctOnce(s);
      if (status !== "ok" || most === 1 || isDone(s)) return status;
      repeated++;
      const asItCame = compiled === undefined ? residual : compiled.residual;
      for (iterations = 2; ; iterations++) {
        const before = remaining();
        status = correctOnce(s);
        // a residual that no longer falls is rounding
        if (status !== "ok" || iterations === most || isDone(s) || !(remaining() <= before / 2)) break;
      }
      residual = asItCame;
      unread = false;
      return status;
    },

    drift(s) {
      let largest = 0;
      if (constraints !== undefined && level !== "velocity") largest = constraints.position(s);
      if (constraints !== undefined && level !== "position") largest = worse(largest, constraints.velocity(s));
      return invariants === undefined ? largest : worse(largest, invariants.residual(s));
    },

    /** The residual of positions before the call, and those of velocities and invariants just before their
     * corrections. */
    get residual() {
      return unread ? compiled!.residual : residual;
    },

    diagnosis: {
      notes() {
        if (repeated === 0) return [];
        return [
          `One correction did not remove the drift of a step in ${repeated} of ${calls} steps, so another one followed.`,
        ];
      },
    },

    clear() {
      calls = 0;
      repeated = 0;
    },
    checkpoint: {
      forgets: true,
      save(to) {
        to.number(calls);
        to.number(repeated);
      },
      restore(from) {
        calls = from.number();
        repeated = from.number();
      },
    },
  };
}

export const stabiliseFactory = factory({
  name: "stabilise",
  about:
    "Corrects positions, then velocities, after every step, as often as the measured drift requires, which is usually once.",
  options,
  make,
});

/**
 * One-step stabilisation after a step (004 eq. 3.9b, F = D (H D)^-1 level by level as in 4.8, weighted by the mass):
 *
 *     1. q -= alpha M^-1 G^T (G M^-1 G^T)^-1 g
 *     2. v -= alpha M^-1 G^T (G M^-1 G^T)^-1 (G v + g_t), G evaluated anew at the q of 1
 *     3. invariants, when there are any: y -= alpha D (H D)^-1 (h - h0), along the constraints
 *
 * With a method of order p and step h the drift left is O(h^(2p+2)) in position; the fresh G in 2 brings the drift in
 * velocity to rounding (NOTES 004, Beyond). It costs two Jacobians and two factorisations.
 *
 * "singular": G M^-1 G^T cannot be factorised. "left-manifold": the correction made |g| larger; the step was too long.
 */

import {
  checkOptions,
  type Factory,
  type Problem,
  type Projection,
  type Projector,
  type Status,
  TautError,
} from "../core/index.js";
import { constraintCorrector, worse } from "./constraint-corrector.js";
import { invariantCorrector } from "./invariant-corrector.js";
import { refusesWithoutManifold } from "./refusal.js";

const levels = ["both", "position", "velocity"] as const;

export interface StabiliseOptions {
  /** Which constraints: g = 0, G v + g_t = 0, or both. */
  readonly level?: (typeof levels)[number];
  /** Part of the correction that is applied, 0 < alpha < 2. */
  readonly alpha?: number;
}

const defaults: Required<StabiliseOptions> = { level: "both", alpha: 1 };
/** Growth of |g| below this is rounding. */
const noise = 1e-10;

export function stabilise(options: StabiliseOptions = {}): Projection {
  const { level = defaults.level, alpha = defaults.alpha } = options;
  if (!levels.includes(level)) {
    throw new TautError("stabilise.level", `"${level}" is no level. Use one of: ${levels.join(", ")}.`);
  }
  if (!(Number.isFinite(alpha) && alpha > 0 && alpha < 2)) {
    throw new TautError(
      "stabilise.alpha",
      `${alpha} does not contract. Give a number between 0 and 2; 1 is a full correction.`,
    );
  }
  return {
    name: "stabilise",
    refuses(problem) {
      if (
        level !== "both" &&
        problem.manifold?.constraints === undefined &&
        problem.manifold?.invariants !== undefined
      ) {
        return `projection "stabilise": level "${level}" means constraints, and this problem has invariants only. Use level "both".`;
      }
      return refusesWithoutManifold("stabilise", problem);
    },
    bind: (problem) => bind(problem, level, alpha),
  };
}

function bind(problem: Problem, level: (typeof levels)[number], alpha: number): Projector {
  const { manifold, arena, work } = problem;
  const constraints = manifold!.constraints && constraintCorrector(arena, manifold!.constraints);
  const invariants = manifold!.invariants && invariantCorrector(problem, constraints);
  const compiled = invariants === undefined ? manifold!.constraints?.newStabiliser?.() : undefined;
  let residual = 0;

  /** Takes note of a residual found on the way; false when it is not finite. */
  const found = (size: number): boolean => {
    residual = worse(residual, size);
    return Number.isFinite(size);
  };

  return {
    iterations: 1,

    apply(s) {
      let status: Status = "ok";
      work.projections++;
      work.iterations++;
      if (compiled !== undefined) return compiled.apply(s.y, s.t, level, alpha, noise);
      residual = 0;

      // 1. positions
      if (constraints !== undefined && level !== "velocity") {
        const before = constraints.position(s);
        if (!found(before)) return "nonfinite";
        status = constraints.factor(s);
        if (status !== "ok") return status;
        constraints.correctPosition(s, alpha);
        if (!(constraints.position(s) <= 2 * before + noise)) return "left-manifold";
      }

      // 2. velocities
      if (constraints !== undefined && level !== "position") {
        status = constraints.factor(s);
        if (status !== "ok") return status;
        if (!found(constraints.velocity(s))) return "nonfinite";
        constraints.correctVelocity(s, alpha);
      }

      // 3. invariants
      if (invariants !== undefined) {
        if (!found(invariants.residual(s))) return "nonfinite";
        if (constraints !== undefined && level === "position") status = constraints.factor(s);
        if (status === "ok") status = invariants.correct(s, alpha);
      }
      return status;
    },

    drift(s) {
      let largest = 0;
      if (constraints !== undefined && level !== "velocity") largest = constraints.position(s);
      if (constraints !== undefined && level !== "position") largest = worse(largest, constraints.velocity(s));
      return invariants === undefined ? largest : worse(largest, invariants.residual(s));
    },

    /** Position as it came; velocity and invariants as they were when their turn came. */
    get residual() {
      return compiled === undefined ? residual : compiled.residual;
    },
  };
}

export const stabiliseFactory: Factory<Projection> = {
  name: "stabilise",
  about: "One correction of positions and one of velocities per call: enough after every step of an accurate method.",
  options: {
    level: { about: "Which constraints to correct: both, position or velocity.", default: defaults.level },
    alpha: { about: "Part of the correction that is applied, between 0 and 2.", default: defaults.alpha },
  },
  make(options = {}) {
    checkOptions(stabiliseFactory, options);
    return stabilise(options as StabiliseOptions);
  },
};

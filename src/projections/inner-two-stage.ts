/**
 * The two-stage inner process of Gear eq. 4.2,
 *
 *     k1 = F(t, y),   k2 = F(t + h, y + h k1),   y += h (k2 - k1),        h = 1/beta,
 *
 * whose stability polynomial 1 + (h lambda)^2 vanishes at lambda = +- i beta: it damps the fast rotation of the formulation
 * `regularised` with form "rotation". It does not advance time.
 *
 * Derived as (4.6) in docs/theory/equations.md.
 */

import {
  type Checked,
  factory,
  type OptionTable,
  type Problem,
  type Projection,
  type Projector,
  projectionRefuses,
} from "../core/index.js";
import { addScaled, allFinite, axpy, copy, normInf } from "../linalg/vector.js";

/** Options of `innerTwoStage`. */
export interface InnerTwoStageOptions {
  /** beta, 1/time. Default: that of the formulation. */
  readonly rate?: number;
  /** The number of applications of the process. Default 2. */
  readonly steps?: number;
}

const options = {
  rate: {
    type: "number",
    above: 0,
    about: "Rate of the rotation. The default is that of the formulation.",
    default: undefined,
    unit: "1/time",
  },
  steps: { type: "integer", from: 1, about: "Number of applications of the process.", default: 2 },
} as const satisfies OptionTable;

/**
 * Gear's two-stage process, which damps fast rotation at every evaluation.
 *
 * @example
 * const formulation = regularised({ form: "rotation" });
 * run(pendulum, { formulation, projection: innerTwoStage(), rtol: 1e-6, until: 1 });
 */
export function innerTwoStage(given: InnerTwoStageOptions = {}): Projection {
  return innerTwoStageFactory.make(given);
}

function make({ rate, steps }: Checked<typeof options>): Projection {
  return {
    name: "inner-two-stage",
    filters: true,
    usually: "evaluation",
    refuses(problem) {
      if (problem.rate === undefined || (rate ?? problem.slow?.rotation) === undefined) {
        return projectionRefuses("inner-two-stage", {
          code: "no-fast-rate",
          needs: "a fast rotation",
          found: `formulation "${problem.name}" has none`,
          instead: `Use "regularised" with form "rotation", or give a rate`,
        });
      }
      return undefined;
    },
    bind: (problem) => bind(problem, 1 / (rate ?? problem.slow!.rotation!), steps),
  };
}

function bind(problem: Problem, h: number, steps: number): Projector {
  const { arena, dimension, work } = problem;
  const k1 = arena.f64(dimension);
  const k2 = arena.f64(dimension);
  const stage = arena.f64(dimension);
  const before = arena.f64(dimension);
  let residual = 0;
  return {
    iterations: steps,
    get residual() {
      return residual;
    },
    apply(s) {
      work.projections++;
      work.iterations += steps;
      copy(before, s.y);
      for (let k = 0; k < steps; k++) {
        const first = problem.rate!(k1, s.t, s.y);
        if (first !== "ok") return first;
        addScaled(stage, s.y, h, k1);
        const second = problem.rate!(k2, s.t + h, stage);
        if (second !== "ok") return second;
        axpy(s.y, h, k2);
        axpy(s.y, -h, k1);
      }
      if (!allFinite(s.y)) return "nonfinite";
      axpy(before, -1, s.y);
      residual = normInf(before);
      return "ok";
    },
  };
}

export const innerTwoStageFactory = factory({
  name: "inner-two-stage",
  about: "Gear's two-stage process, which damps fast rotation at every evaluation.",
  options,
  make,
});

/**
 * Inner steps of projective integration (Gear section 4; Gear and Kevrekidis): forward Euler with the step 1/beta
 * multiplies a component of eigenvalue -beta by zero. With a few of them at every evaluation, an explicit method
 * follows the slow motion.
 *
 *     level 0      y += F / beta_0                                                     one evaluation
 *     level j      `steps` + 1 steps of level j - 1, then on along their last chord to the length 1/beta_j
 *     apply        `steps` steps of the last level
 *
 * Several rates, fastest first, make it telescopic: each level damps one cluster of eigenvalues. `steps` is how often a
 * cluster is damped: 1 when it is a point, 2 for nonlinear problems (Gear), 3 when it spreads by 2 %, 5 by 20 %.
 *
 * The steps advance time by steps / beta. Gear leaves it at that. With `keepTime` (default) the state is moved back
 * along the final rate, which is also the reported rate, so this costs no additional evaluation.
 *
 * Derived as (4.5) in docs/theory/equations.md.
 */

import {
  type Checked,
  type F64,
  factory,
  type OptionTable,
  type Problem,
  type Projection,
  type Projector,
  projectionRefuses,
  type Status,
  TautError,
} from "../core/index.js";
import { addScaled, allFinite, axpy, copy, normInf, subtract } from "../linalg/vector.js";

/** Options of `innerEuler`. */
export interface InnerEulerOptions {
  /** Rates of the clusters, fastest first, 1/time; in text they are separated by spaces. Default: that of the
   * formulation. */
  readonly rates?: number | readonly number[] | string;
  /** Steps per cluster. Default 2. */
  readonly steps?: number;
  /** Undo the time that the inner steps took. Default true. */
  readonly keepTime?: boolean;
}

const options = {
  rates: {
    type: "numbers",
    above: 0,
    about: "Fast rates, fastest first. The default is that of the formulation.",
    default: undefined,
    unit: "1/time",
  },
  steps: { type: "integer", from: 1, about: "Number of steps for each rate.", default: 2 },
  keepTime: { type: "boolean", about: "Undo the advance in time of the inner steps.", default: true },
} as const satisfies OptionTable;

/**
 * Projective integration: a few tiny Euler steps at every evaluation damp components that decay fast.
 *
 * @example
 * run(pendulum, { formulation: regularised(), projection: innerEuler({ steps: 3 }), rtol: 1e-6, until: 1 });
 */
export function innerEuler(given: InnerEulerOptions = {}): Projection {
  return innerEulerFactory.make(given);
}

function make({ rates, steps, keepTime }: Checked<typeof options>): Projection {
  const given = typeof rates === "number" ? [rates] : rates;
  if (given !== undefined) checkOrder(given);
  return {
    name: "inner-euler",
    filters: true,
    usually: "evaluation",
    refuses(problem) {
      if (problem.rate === undefined) {
        return projectionRefuses("inner-euler", {
          code: "needs-rate",
          needs: "a complete right-hand side",
          found: `formulation "${problem.name}" has none`,
          instead: `Use "regularised" or "ode"`,
        });
      }
      if (given === undefined && problem.slow?.decay === undefined) {
        return projectionRefuses("inner-euler", {
          code: "no-fast-rate",
          needs: "the fast rates",
          found: `formulation "${problem.name}" has none of its own`,
          instead: `Give rates, fastest first, or use "regularised"`,
        });
      }
      return undefined;
    },
    bind: (problem) => bind(problem, given ?? [problem.slow!.decay!], steps, keepTime),
  };
}

function bind(problem: Problem, rates: readonly number[], steps: number, keepTime: boolean): Projector {
  const { arena, dimension, work } = problem;
  const lengths = rates.map((rate) => 1 / rate);
  const last = lengths.length - 1;
  const dy = arena.f64(dimension);
  const before = arena.f64(dimension);
  /** The state before the last step of each level, for the chord. */
  const chord = lengths.map(() => arena.f64(dimension));
  let t = 0;
  let iterations = 0;
  let residual = 0;

  function evaluate(y: F64): Status {
    iterations++;
    return problem.rate!(dy, t, y);
  }

  /** One step of a level, from (t, y) to (t + lengths[level], y). */
  function step(level: number, y: F64): Status {
    const length = lengths[level];
    if (level === 0) {
      const status = evaluate(y);
      if (status !== "ok") return status;
      axpy(y, length, dy);
      t += length;
      return "ok";
    }
    const inner = lengths[level - 1];
    const from = chord[level];
    for (let k = 0; k <= steps; k++) {
      if (k === steps) copy(from, y);
      const status = step(level - 1, y);
      if (status !== "ok") return status;
    }
    // continue along the chord
    const rest = length - (steps + 1) * inner;
    subtract(from, y, from);
    axpy(y, rest / inner, from);
    t += rest;
    return "ok";
  }

  return {
    get iterations() {
      return iterations;
    },
    get residual() {
      return residual;
    },
    ...(keepTime && { rate: dy }),

    apply(s) {
      work.projections++;
      iterations = 0;
      t = s.t;
      copy(before, s.y);
      let status: Status = "ok";
      for (let k = 0; k < steps && status === "ok"; k++) status = step(last, s.y);
      if (status === "ok" && keepTime) {
        status = evaluate(s.y);
        axpy(s.y, s.t - t, dy);
      }
      work.iterations += iterations;
      if (status !== "ok") return status;
      if (!allFinite(s.y)) return "nonfinite";
      addScaled(before, s.y, -1, before);
      residual = normInf(before);
      return "ok";
    },
  };
}

function checkOrder(rates: readonly number[]): void {
  rates.forEach((rate, k) => {
    if (k === 0 || rate < rates[k - 1]) return;
    throw new TautError(
      "inner-euler.rates",
      `must fall from fast to slow; got ${rate} after ${rates[k - 1]}. Give the fastest first.`,
    );
  });
}

export const innerEulerFactory = factory({
  name: "inner-euler",
  about: "Projective integration: a few tiny Euler steps at every evaluation damp components that decay fast.",
  options,
  make,
});

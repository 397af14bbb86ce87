/**
 * The slow manifold by algebra: on slow motions of the stiff view omega^2 g = Lambda(t, q, v), an expansion in omega^-2
 * from exact derivatives (`SlowMotion`; bounded derivatives, Ariel section 1 and docs/theory/ariel.md, Beyond (a)).
 * Positions and velocities move only normal to the constraints, and their tangential parts are kept:
 *
 *     1. Lambda, Lambda', G and S = G M^-1 G^T at (t, q, v)
 *     2. q -= M^-1 G^T S^-1 (g - omega^-2 Lambda)
 *     3. v -= M^-1 G^T S^-1 (G v + g_t - omega^-2 Lambda'), and back to 1 until both residuals are rounding
 *
 * With 1, 2, 3 terms of Lambda the point is within O(omega^-4), O(omega^-6), O(omega^-8) of the slow manifold, in q and
 * v. This is Newton's method without the derivatives of omega^-2 Lambda; from a distance d it gains a factor O(omega^-2
 * + d) per iteration. There is no micro-integration, so neither the cost nor rounding depends on omega (g itself is
 * used, not omega^2 g).
 *
 * "diverged": the residual does not fall, or the terms of Lambda do not: omega is too small for the motion here.
 *
 * Derived as (2.1) and (2.3) in docs/theory/equations.md.
 */

import {
  type Checked,
  factory,
  type OptionTable,
  type Problem,
  type Projection,
  type Projector,
  projectionRefuses,
  type Refusal,
  type State,
  type Status,
} from "../core/index.js";
import { copy, normInf } from "../linalg/vector.js";
import { roundingOf, worse } from "./parts/constraint-corrector.js";
import { type IterationBook, type IterationLimits, iterated, limitOptions } from "./parts/iterated.js";
import { refusesStatesBeside } from "./parts/refusal.js";

/** Options of `slowAlgebraic`. The tolerance is for |g - omega^-2 Lambda| and its rate; 0 iterates to rounding. */
export interface SlowAlgebraicOptions extends IterationLimits {
  /** The power of 1/omega in the remaining distance from the slow manifold. Default: the formulation's own, or 6. */
  readonly order?: 4 | 6 | 8;
}

const usualOrder = 6;
/** When the terms of an expansion decrease by less than this factor, its remainder is unknown. */
const slowest = 0.5;

const options = {
  order: {
    type: "choice",
    of: [4, 6, 8],
    about:
      "Power of 1/omega in the remaining distance: 4, 6 or 8. The default is the formulation's own, or 6 if it has none.",
    default: undefined,
  },
  ...limitOptions(
    { tolerance: 0, maxIterations: 20 },
    "Largest residual at which a state counts as on the slow manifold; 0 iterates to rounding.",
    "Largest number of iterations.",
  ),
} as const satisfies OptionTable;

/**
 * Projects onto the slow manifold of the stiff view by exact derivatives, at a cost that does not depend on omega. In
 * files and commands it is called "algebraic".
 *
 * @example
 * const formulation = stiff({ omega: 100 });
 * run(pendulum, { formulation, projection: slowAlgebraic(), when: { when: "start" }, rtol: 1e-6, until: 1 });
 */
export function slowAlgebraic(given: SlowAlgebraicOptions = {}): Projection {
  return slowAlgebraicFactory.make(given);
}

function make({ order, ...limits }: Checked<typeof options>): Projection {
  return {
    name: "algebraic",
    filters: true,
    refuses,
    bind: (problem) => bind(problem, order ?? problem.slow?.order ?? usualOrder, limits),
  };
}

function refuses(problem: Problem): Refusal | undefined {
  const { workspace, manifold, constraints } = problem;
  const beside = refusesStatesBeside("algebraic", problem);
  if (beside !== undefined) return beside;
  const { mechanics } = workspace;
  if (mechanics === undefined || mechanics.m === 0)
    return projectionRefuses("algebraic", {
      code: "needs-constraints",
      needs: "constraints, which define the slow manifold",
      found: `"${workspace.name}" has no constraints`,
      instead: "Leave the projection out",
    });
  if (manifold?.constraints !== undefined || constraints !== undefined)
    return projectionRefuses("algebraic", {
      code: "another-manifold",
      needs: "the slow manifold, where omega^2 g balances the forces",
      found: `formulation "${problem.name}" keeps g = 0`,
      instead: `Use formulation "stiff" or "slow-field", or projection "newton"`,
    });
  const soft = mechanics.omega2.findIndex((w) => !(w > 0));
  if (soft >= 0)
    return projectionRefuses("algebraic", {
      code: "needs-stiffness",
      needs: "a stiffness for every constraint",
      found: `constraint "${mechanics.constraintNames[soft]}" has none`,
      instead: "Give omega in the model or for the run",
    });
  if (workspace.opaque)
    return projectionRefuses("algebraic", {
      code: "needs-derivatives",
      needs: "the derivatives of the forces",
      found: `a force of "${workspace.name}" is a function, which has none`,
      instead: "Write it as an expression, or project by filtering",
    });
  return undefined;
}

function bind(problem: Problem, order: number, limits: Required<IterationLimits>): Projector {
  const { tolerance, maxIterations } = limits;
  const { arena, work, n } = problem;
  const { constraints, omega2, m, slow: motions } = problem.workspace.mechanics!;
  const terms = order / 2 - 1;
  const slow = motions!.expanded(terms, true);
  const g = arena.f64(m);
  const gdot = arena.f64(m);
  const rate = arena.f64(2 * n);
  const [rateOfQ, rateOfV] = [rate.subarray(0, n), rate.subarray(n)];
  let status: Status = "ok";

  /** Computes the residuals at `s` in g and gdot, and returns their size. */
  const measure = (s: State): number => {
    status = slow.evaluate(s.t, s.q, s.v);
    if (status !== "ok") return Number.NaN;
    constraints.g(g, s.t, s.q);
    constraints.gdot(gdot, s.t, s.q, s.v);
    for (let i = 0; i < m; i++) {
      g[i] -= slow.lambda[i] / omega2[i];
      gdot[i] -= slow.lambdaRate[i] / omega2[i];
    }
    return worse(normInf(g), normInf(gdot));
  };

  const project = (s: State, book: IterationBook): Status => {
    let before = Number.POSITIVE_INFINITY;
    for (;;) {
      // 1. the multipliers of the slow motion here
      const size = measure(s);
      if (status !== "ok") return status;
      if (book.iterations === 0) book.residual = size;
      if (!Number.isFinite(size)) return "nonfinite";
      const rounding = worse(roundingOf(constraints, slow.G, s.q), roundingOf(constraints, slow.G, s.v));
      if (size <= tolerance || size <= rounding) return "ok";
      if (!(size < 0.5 * before)) {
        if (size <= 16 * rounding) return "ok"; // rounding of Lambda' and of the terms it is computed from
        book.reason = `the residual stays at ${size.toPrecision(3)}: the start is too far from the slow manifold`;
        return "diverged";
      }
      if (book.iterations === maxIterations) return "left-manifold";
      before = size;
      book.iterations++;

      // 2. and 3. normal to the constraints
      slow.addNormal(s.q, g, -1);
      slow.addNormal(s.v, gdot, -1);
    }
  };

  /** Compares the last term with the whole; it is small where the expansion is valid. */
  const judge = (book: IterationBook): Status => {
    if (terms === 1) return "ok";
    let whole = 0;
    for (let i = 0; i < m; i++) whole = worse(whole, Math.abs(slow.lambda[i] / omega2[i]));
    const last = slow.lastTerm();
    if (last <= slowest * whole || last <= 2 ** -50) return "ok";
    const part = (last / whole).toPrecision(2);
    book.reason = `omega is too small for the motion here: the last term of the expansion in omega^-2 is ${part} of the whole`;
    return "diverged";
  };

  const projector = iterated(work, measure, (s, book) => {
    const result = project(s, book);
    copy(rateOfQ, s.v);
    copy(rateOfV, slow.acceleration);
    return result === "ok" ? judge(book) : result;
  });
  /** (v, q'') of the slow motion at the projected point. q'' has the same number of terms as the position, so its order
   * is lower by two. */
  return Object.assign(projector, { rate });
}

export const slowAlgebraicFactory = factory({
  name: "algebraic",
  about:
    "Projects onto the slow manifold of the stiff view by exact derivatives, at a cost that does not depend on omega.",
  options,
  make,
});

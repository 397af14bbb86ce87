/**
 * The iterated projection algorithm onto the slow manifold of the stiff view (IPA; Ariel section 3.2):
 *
 *     1. initial data: a tolerance, a window and a point (q_0, v_0) at time t
 *     2. micro-integration: velocity Verlet over the window, to both sides of t, from (q_m, v_m)
 *     3. filtering: (q_m+1, v_m+1) = the filtered micro-solution
 *     4. stopping test (14): again from 2 until g and G v + g_t have changed by less than the tolerance
 *
 * One filtering damps the fast modes by a factor that does not depend on omega, and leaves q within O(omega^-(mu+1)) of
 * the slow manifold, mu the vanishing moments of the filter. Verlet's v is (q_1 - q_-1) / 2h = q' + h^2/6 q''' + …, so
 * G v is off by O(omega^-2); `correct` removes the normal part of h^2/6 times the filtered derivative of the force.
 *
 * The projection measures and refuses two things: a point so far away that one filtering leaves much more of g than the
 * filter leaves of small oscillations (its tangential glide, O(|g|^2), is then no longer small), and, at the first
 * point, an omega^2 g that differs from the multiplier of the rigid view, which means that the window is too long for
 * the motion.
 *
 * `rate` is the force filtered in the last window, which Ariel section 6.5 needs at a projected stage, because the raw
 * stiff force there multiplies the error of q by omega^2. "diverged": the changes do not fall, the point is too far
 * away.
 *
 * Derived as (2.4) to (2.6) in docs/theory/equations.md.
 */

import {
  type Checked,
  type F64,
  factory,
  maximum,
  type OptionTable,
  type Projection,
  type Projector,
  projectionRefuses,
  type State,
  type Workspace,
} from "../core/index.js";
import {
  checkWindowOptions,
  type FilterWindow,
  makeWindow,
  refusesWindow,
  startOf,
  type WindowOptions,
  windowOptions,
} from "../filters/index.js";
import { allFinite, copy, normInf } from "../linalg/vector.js";
import { refusesStatesBeside } from "./parts/refusal.js";
import { normalPart, short, tensionCheck } from "./parts/slow-checks.js";

/** Options of `ipa`. */
export interface IpaOptions extends WindowOptions {
  /** The change of g and of G v + g_t below which the iteration ends. Default: 1e-3 / omega^2, or the size of rounding
   * errors. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
  /** One filtering without a test, as in Sanz-Serna section 3.2. */
  readonly once?: boolean;
  /** Remove the O(omega^-2) bias of Verlet's velocities along the constraints' normals. */
  readonly correct?: boolean;
}

const name = "ipa";
const defaults = { maxIterations: 20, once: false, correct: false };
const epsilon = 2 ** -52;
/** Changes below this fraction of the residual at the start count as small. */
const small = 0.05;
/** The fraction of |g| that one filtering may leave; zero filters damp little between their zeros. */
const mayLeave = { kernels: 0.15, zeros: 1 };

const optionTable = {
  tolerance: {
    type: "number",
    above: 0,
    about: "Change of the constraints below which the iteration ends. The default is 1e-3/omega^2.",
    default: undefined,
    unit: "constraint",
  },
  maxIterations: {
    type: "integer",
    from: 1,
    about: "Largest number of filterings.",
    default: defaults.maxIterations,
  },
  once: { type: "boolean", about: "One filtering without a test.", default: defaults.once },
  correct: {
    type: "boolean",
    about: "Remove the bias of Verlet's velocities along the constraints' normals.",
    default: defaults.correct,
  },
  ...windowOptions,
} as const satisfies OptionTable;

/**
 * Projects onto the slow manifold of stiff springs by filtering the fast motion away until only the slow one is left.
 *
 * @example
 * const formulation = stiff({ omega: 100 });
 * run(pendulum, { formulation, projection: ipa(), when: { when: "start" }, rtol: 1e-6, until: 1 });
 */
export function ipa(given: IpaOptions = {}): Projection {
  return ipaFactory.make(given);
}

function make(options: Checked<typeof optionTable>): Projection {
  checkWindowOptions(name, options);
  return {
    name,
    filters: true,
    refuses({ manifold, workspace, name: formulation }) {
      if (manifold !== undefined)
        return projectionRefuses(name, {
          code: "another-manifold",
          needs: "stiff springs, because it projects onto their slow manifold",
          found: `formulation "${formulation}" is rigid`,
          instead: `Use formulation "stiff", or projection "newton"`,
        });
      const beside = refusesStatesBeside(name, { workspace });
      if (beside !== undefined) return beside;
      return refusesWindow(
        { kind: "projection", name },
        workspace.mechanics,
        workspace.arena,
        startOf(workspace),
        options,
      );
    },
    bind: ({ workspace }) => slowProjector(workspace, options),
  };
}

/** A projector onto the slow manifold, with its window and the last filtered rate. */
export interface SlowProjector extends Projector {
  readonly window: FilterWindow;
  readonly rate: F64;
}

export function slowProjector(workspace: Workspace, options: IpaOptions): SlowProjector {
  const { arena, work } = workspace;
  const mechanics = workspace.mechanics!;
  const { constraints, n, m, omega2 } = mechanics;
  const { maxIterations = defaults.maxIterations, once = defaults.once, correct = defaults.correct } = options;
  const window = makeWindow(mechanics, arena, startOf(workspace), options);
  const { micro } = window;
  const omega = Math.sqrt(maximum(omega2));
  const tolerance = options.tolerance ?? 1e-3 / (omega * omega);
  const [g, gdot, before, beforeDot] = [arena.f64(m), arena.f64(m), arena.f64(m), arena.f64(m)];
  const velocities = micro.rate.subarray(0, n);
  const normal = correct ? normalPart(mechanics, arena) : undefined;
  const tension = tensionCheck(mechanics, arena);
  let iterations = 0;
  let residual = 0;
  let reason: string | undefined;
  let checked = once;

  const measure = (s: State): void => {
    constraints.g(g, s.t, s.q);
    constraints.gdot(gdot, s.t, s.q, s.v);
  };

  /** Why the iteration ends without passing its test: the point is too far away, or the filter cannot resolve the
   * tolerance. */
  const whyNot = (change: number, first: number): string => {
    const seen = `filtering number ${iterations} still changes the constraints by ${short(change)}`;
    return change > small * residual
      ? `${seen}, after ${short(first)} at the first from a residual of ${short(residual)}: the point is too far from the slow manifold, or the window of ${short(2 * window.halfWidth)} too long for the motion`
      : `${seen}, and the tolerance is ${short(tolerance)}: filter "${window.filter}" with ${window.steps} steps of ${short(window.h)} comes no nearer`;
  };

  return {
    window,
    rate: micro.rate,

    apply(s) {
      // 1. initial data
      work.projections++;
      iterations = 0;
      reason = undefined;
      measure(s);
      const distance = normInf(g);
      let left = distance;
      residual = Math.max(distance, normInf(gdot));
      // the errors from rounding of q, and of forces of size omega^2 times it
      const rounding = 8 * epsilon * Math.max(1, normInf(s.q));
      let [first, last] = [0, Number.POSITIVE_INFINITY];
      for (;;) {
        copy(before, g);
        copy(beforeDot, gdot);

        // 2. micro-integration, with the sums of 3. on the way
        const status = window.adapt(s);
        if (status !== "ok") return status;
        window.run(s.t, s.y);
        iterations++;
        work.iterations++;

        // 3. filtering
        if (!allFinite(micro.y)) return "nonfinite";
        copy(s.y, micro.y);

        // 4. stopping test (14)
        measure(s);
        const change = difference(g, before);
        const changeDot = difference(gdot, beforeDot);
        if (once || (change < Math.max(tolerance, rounding) && changeDot < Math.max(tolerance, omega * rounding)))
          break;
        const largest = Math.max(change, changeDot);
        if (iterations === 1) {
          first = largest;
          left = normInf(g);
        }
        const stands = iterations > 3 && largest > 0.9 * last;
        // the remaining change is the glide along the manifold (Ariel section 4.2), which more filterings only prolong
        if (stands && largest <= small * Math.max(residual, normInf(g), normInf(gdot))) break;
        if (stands || iterations === maxIterations) {
          reason = whyNot(largest, first);
          return "diverged";
        }
        last = largest;
      }

      // refuse a point that is too far away, and a window that is too long
      const most = window.filter === "zeros" ? mayLeave.zeros : mayLeave.kernels;
      if (!once && left > most * distance && distance > 100 * normInf(g)) {
        reason = `one filtering leaves ${short(left / distance)} of the residual ${short(distance)}, more than ${most}: the point is too far from the slow manifold`;
        return "left-manifold";
      }
      if (!checked) {
        reason = tension(s, g, 2 * window.halfWidth);
        if (reason !== undefined) return "left-manifold";
        checked = true;
      }

      const status = normal === undefined ? "ok" : normal(s, micro.slope, -(window.h / 6));
      if (status === "ok") copy(velocities, s.v);
      return status;
    },

    // |G v + g_t| distinguishes fast motion, omega times its amplitude, from slow motion, O(omega^-2); |g| does not
    drift(s) {
      constraints.gdot(gdot, s.t, s.q, s.v);
      return normInf(gdot);
    },
    newMicroSolution: () => (s) => (window.adapt(s) === "ok" ? micro.solution(s, window.h, window.steps) : undefined),
    get iterations() {
      return iterations;
    },
    get residual() {
      return residual;
    },
    diagnosis: {
      get reason() {
        return reason;
      },
    },
  };
}

function difference(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

export const ipaFactory = factory({
  name,
  about:
    "Projects onto the slow manifold of stiff springs by filtering the fast motion away until only the slow one is left.",
  options: optionTable,
  make,
});

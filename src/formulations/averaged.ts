/**
 * The averaged view (the heterogeneous multiscale method; Sanz-Serna section 3): the slow motion of the stiff view
 * without an explicit formula for it. When a method asks for the right-hand side at (t, q, v), the stiff equation is
 * micro-integrated over a window around t and its force is filtered,
 *
 *     q' = v,    v' = M^-1 sum_k w_k f(t_k, q_k)
 *
 * and any macro-method integrates this with steps of the slow motion. q' is the given v, never a filtered one
 * (Sanz-Serna section 3.1). Starts, and states to continue from, are made by one filtering: projection "ipa" with
 * `once`.
 *
 * As published (filter "exponential", 10 periods, `project: false`) it is not uniform in omega: a point at distance g
 * from the slow manifold keeps R omega^2 g of its stiff force, R = 6e-10 with that filter, and an oscillation of
 * amplitude g causes a tangential force of O(omega^2 g^2) where fast frequencies change. Here the filter leaves 1e-14
 * by default, and every point is filtered onto the slow manifold before its force is averaged; together these are
 * uniform in omega until rounding, about 1e-16 omega^2, dominates.
 *
 * Derived as (3.1) in docs/theory/equations.md.
 */

import {
  type Checked,
  copyState,
  type Formulation,
  factory,
  formulation,
  formulationRefuses,
  newState,
  type OptionTable,
  type Refusal,
  TautError,
  type Workspace,
} from "../core/index.js";
import {
  checkWindowOptions,
  makeWindow,
  refusesWindow,
  startOf,
  type WindowOptions,
  windowOptions,
} from "../filters/index.js";
import { copy, normInf } from "../linalg/vector.js";
import { slowProjector } from "../projections/ipa.js";
import { refusesReactive } from "./parts/reactive.js";
import { common, refusesWithoutConstraints } from "./parts/second-order.js";
import { refusesStates } from "./parts/states.js";
import { omegaOption, refusesWithoutStiffness } from "./parts/stiffness.js";

/** Options of `averaged`. */
export interface AveragedOptions extends WindowOptions {
  /** Replaces the model's omega of every constraint. */
  readonly omega?: number;
  /** Bring a point onto the slow manifold before its force is averaged. */
  readonly project?: boolean;
}

const options = {
  omega: omegaOption,
  project: {
    type: "boolean",
    about: "Filter a point onto the slow manifold before its force is averaged.",
    default: true,
  },
  ...windowOptions,
  filter: { ...windowOptions.filter, default: "smooth" },
  smoothness: {
    ...windowOptions.smoothness,
    about: 'Smoothness of the filter "smooth", which damps f oscillations by f^-smoothness. The default is 22.',
  },
  leave: {
    ...windowOptions.leave,
    about:
      'Fraction of a fast mode that the filter may leave, used when periods and steps are not given. The default is 1e-14 for "smooth" and 0.05 for other filters.',
  },
} as const satisfies OptionTable;

/** Fast motion larger than this fraction of the coordinates is not a small ripple (Sanz-Serna section 5). */
const ripple = 0.3;

/**
 * Stiff springs whose fast ripple is averaged away by micro-integration (the heterogeneous multiscale method): for any
 * method, with steps of the slow motion.
 *
 * @example
 * run(pendulum, { formulation: averaged({ omega: 1000 }), method: rk4(), step: 0.1, until: 1 });
 */
export function averaged(given: AveragedOptions = {}): Formulation {
  return averagedFactory.make(given);
}

function make({ omega, project, ...given }: Checked<typeof options>): Formulation {
  const name = "averaged";
  const window = withDefaults(given);
  checkWindowOptions(name, window);
  if (window.filter === "zeros" && !project)
    throw new TautError(
      "averaged.filter",
      'filter "zeros" damps too little between its zeros for points off the slow manifold. Use it with project, or use another filter.',
    );
  return formulation({
    name,
    treatment: "as stiff springs whose fast motion is averaged away, at a cost that does not depend on omega",
    projectsOnto: () => "slow-start",

    refuses(workspace) {
      const unmade =
        refusesWithoutConstraints(workspace, name) ??
        refusesStates(workspace, name) ??
        refusesReactive(workspace, name) ??
        refusesWithoutStiffness(workspace, name, omega);
      if (unmade !== undefined) return unmade;
      workspace.stiffen(omega);
      const refusal = refusesWindow(
        { kind: "formulation", name },
        workspace.mechanics,
        workspace.arena,
        startOf(workspace),
        window,
      );
      return refusal ?? refusesLargeRipple(workspace, window);
    },

    apply(workspace) {
      workspace.stiffen(omega);
      const mechanics = workspace.mechanics!;
      const { n } = mechanics;
      const { arena, dimension } = workspace;
      const stage = newState(arena, dimension, n);
      const slow = project ? slowProjector(workspace, window) : undefined;
      const { micro, run } = slow?.window ?? makeWindow(mechanics, arena, startOf(workspace), window);
      const force = micro.rate.subarray(n);
      return {
        ...common(workspace, name, n),
        rate(dy, t, y) {
          if (slow === undefined) run(t, y);
          else {
            stage.t = t;
            copy(stage.y, y);
            const status = slow.apply(stage);
            if (status !== "ok") return status;
          }
          for (let k = 0; k < n; k++) {
            dy[k] = y[n + k];
            dy[n + k] = force[k];
          }
          return "ok";
        },
        ...(slow?.diagnosis && { diagnosis: slow.diagnosis }),
      };
    },
  });
}

/**
 * A published filter keeps its own window; the window of the default filter is long enough to leave almost nothing of a
 * fast mode.
 */
function withDefaults(given: WindowOptions): WindowOptions {
  if (given.filter !== "smooth") return given;
  const { moments = 3, smoothness = 22, leave = 1e-14 } = given;
  return { ...given, moments, smoothness, leave };
}

/** Measures the fast motion at the start: averaging is for ripples of small amplitude. */
function refusesLargeRipple(workspace: Workspace, options: WindowOptions): Refusal | undefined {
  const { arena, dimension, mechanics } = workspace;
  const s = startOf(workspace);
  const filtered = newState(arena, dimension, mechanics!.n);
  copyState(filtered, s);
  const { micro, run } = makeWindow(mechanics!, arena, s, options.filter === "zeros" ? { filter: "cubic" } : options);
  run(s.t, s.y);
  const size = normInf(s.q);
  for (let k = 0; k < mechanics!.n; k++) filtered.q[k] = s.q[k] - micro.y[k];
  const amplitude = normInf(filtered.q);
  if (!(amplitude > ripple * size)) return undefined;
  return formulationRefuses("averaged", {
    code: "start",
    needs: "ripples of small amplitude",
    found: `the start has fast oscillations of amplitude ${short(amplitude)} in coordinates of size ${short(size)}`,
    instead: `Start nearer to the constraints, or use formulation "stiff"`,
  });
}

const short = (x: number): string => String(Number(x.toPrecision(3)));

export const averagedFactory = factory({
  name: "averaged",
  about:
    "Stiff springs whose fast ripple is averaged away by micro-integration (HMM): for any method, with steps of the slow motion.",
  options,
  make,
});

/**
 * The averaged view (the heterogeneous multiscale method; Sanz-Serna section 3): the slow motion of the stiff view without its
 * formula. Where a method asks for the right-hand side at (t, q, v), the stiff equation is micro-integrated over a window
 * around t and its force is filtered,
 *
 *     q' = v,    v' = M^-1 sum_k w_k f(t_k, q_k)
 *
 * and any macro-method steps that with steps of the slow motion. q' is the v that is asked for, never a filtered one
 * (Sanz-Serna section 3.1). Starts, and points to go on from, are made by one filtering: projection "ipa" with `once`.
 *
 * As published (filter "exponential", 10 periods, `project: false`) it is not uniform in omega: a point at distance g from
 * the slow manifold keeps R omega^2 g of its stiff force, R = 6e-10 with that filter, and oscillating with amplitude g it
 * pushes tangentially by O(omega^2 g^2) where fast frequencies change. Here the filter leaves 1e-14 by default, and every
 * point is filtered onto the slow manifold before its force is; both together are uniform until rounding, some 1e-16 omega^2.
 */

import {
  checkOptions,
  copyState,
  type Factory,
  type Formulation,
  newState,
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
import { common, refusesWithoutConstraints } from "./parts/second-order.js";
import { checkOmega, refusesWithoutStiffness } from "./parts/stiffness.js";

export interface AveragedOptions extends WindowOptions {
  /** Replaces the model's omega of every constraint. */
  readonly omega?: number;
  /** Bring a point onto the slow manifold before its force is averaged. */
  readonly project?: boolean;
}

const defaults = { filter: "smooth", moments: 3, smoothness: 22, leave: 1e-14, project: true } as const;
/** Fast motion larger than this part of the coordinates is no small ripple (Sanz-Serna section 5). */
const ripple = 0.3;

export function averaged(options: AveragedOptions = {}): Formulation {
  const name = "averaged";
  const { omega, project = defaults.project, ...given } = options;
  const window = withDefaults(given);
  checkWindowOptions(name, window);
  checkOmega(name, omega);
  if (window.filter === "zeros" && !project)
    throw new TautError(
      "averaged.filter",
      'filter "zeros" is too large between its zeros for points off the slow manifold. Use it with project, or another filter.',
    );
  const stiffen = (workspace: Workspace): void => {
    if (omega !== undefined) workspace.mechanics?.omega2.fill(omega * omega);
  };
  return {
    name,

    refuses(workspace) {
      const unmade = refusesWithoutConstraints(workspace, name) ?? refusesWithoutStiffness(workspace, name, omega);
      if (unmade !== undefined) return unmade;
      stiffen(workspace);
      const refusal = refusesWindow(
        `formulation "${name}"`,
        workspace.mechanics,
        workspace.arena,
        startOf(workspace),
        window,
      );
      return refusal ?? refusesLargeRipple(workspace, window);
    },

    apply(workspace) {
      stiffen(workspace);
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
        get reason() {
          return slow?.reason;
        },
      };
    },
  };
}

/** A published filter keeps its own window; the default one is as long as it must be to leave next to nothing. */
function withDefaults(given: WindowOptions): WindowOptions {
  const { filter = defaults.filter } = given;
  const { moments, smoothness, leave } = defaults;
  return { filter, ...(filter === "smooth" && { moments, smoothness, leave }), ...given };
}

/** Measures the fast motion at the start: averaging is for ripples of small amplitude. */
function refusesLargeRipple(workspace: Workspace, options: WindowOptions): string | undefined {
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
  return `formulation "averaged": the start oscillates fast with amplitude ${short(amplitude)} where the coordinates are ${short(size)}, and averaging is for ripples that are small. Start nearer to the constraints, or use formulation "stiff".`;
}

const short = (x: number): string => String(Number(x.toPrecision(3)));

export const averagedFactory: Factory<Formulation> = {
  name: "averaged",
  about:
    "Stiff springs whose fast ripple is averaged away by micro-integration (HMM): any method with steps of the slow motion.",
  options: {
    omega: { about: "Stiffness of every constraint, instead of the model's own.", default: undefined },
    project: {
      about: "Filter a point onto the slow manifold before its force is averaged.",
      default: defaults.project,
    },
    ...windowOptions,
    filter: { ...windowOptions.filter, default: defaults.filter },
    smoothness: { ...windowOptions.smoothness, default: defaults.smoothness },
    leave: {
      about:
        'What the filter may leave of a fast mode, where periods and steps are not given; 0.05 for others than "smooth".',
      default: defaults.leave,
    },
  },
  make(options = {}) {
    checkOptions(averagedFactory, options);
    return averaged(options as AveragedOptions);
  },
};

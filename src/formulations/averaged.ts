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
import { common, refusesWithoutConstraints } from "./parts/second-order.js";
import { omegaOption, refusesWithoutStiffness } from "./parts/stiffness.js";

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
    about: 'Smoothness of the filter "smooth": it damps f oscillations like f^-smoothness; 22 when absent.',
  },
  leave: {
    ...windowOptions.leave,
    about:
      'What the filter may leave of a fast mode, where periods and steps are not given; when absent 1e-14, and 0.05 for others than "smooth".',
  },
} as const satisfies OptionTable;

/** Fast motion larger than this part of the coordinates is no small ripple (Sanz-Serna section 5). */
const ripple = 0.3;

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
      'filter "zeros" is too large between its zeros for points off the slow manifold. Use it with project, or another filter.',
    );
  return formulation({
    name,
    treatment: "as stiff springs whose fast motion is averaged away, at a cost that does not depend on omega",
    projectsOnto: () => "slow-start",

    refuses(workspace) {
      const unmade = refusesWithoutConstraints(workspace, name) ?? refusesWithoutStiffness(workspace, name, omega);
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
        get reason() {
          return slow?.reason;
        },
      };
    },
  });
}

/** A published filter keeps its own window; the default one is as long as it must be to leave next to nothing. */
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
    needs: "ripples that are small",
    found: `the start oscillates fast with amplitude ${short(amplitude)} where the coordinates are ${short(size)}`,
    instead: `Start nearer to the constraints, or use formulation "stiff"`,
  });
}

const short = (x: number): string => String(Number(x.toPrecision(3)));

export const averagedFactory = factory({
  name: "averaged",
  about:
    "Stiff springs whose fast ripple is averaged away by micro-integration (HMM): any method with steps of the slow motion.",
  options,
  make,
});

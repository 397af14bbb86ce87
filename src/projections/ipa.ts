/**
 * The iterated projection algorithm onto the slow manifold of the stiff view (IPA; Ariel section 3.2) as a projection: see
 * `filters/iteration.ts` for the algorithm and for what it measures.
 */

import { type Checked, factory, type Projection, projectionRefuses } from "../core/index.js";
import {
  checkWindowOptions,
  type IterationOptions,
  iterationOptions,
  refusesWindow,
  slowIteration,
  startOf,
} from "../filters/index.js";

export type IpaOptions = IterationOptions;

const name = "ipa";

export function ipa(given: IpaOptions = {}): Projection {
  return ipaFactory.make(given);
}

function make(options: Checked<typeof iterationOptions>): Projection {
  checkWindowOptions(name, options);
  return {
    name,
    refuses({ manifold, workspace, name: formulation }) {
      if (manifold !== undefined)
        return projectionRefuses(name, {
          code: "another-manifold",
          needs: "stiff springs, whose slow manifold it projects onto",
          found: `formulation "${formulation}" is rigid`,
          instead: `Use formulation "stiff", or projection "newton"`,
        });
      return refusesWindow(
        { kind: "projection", name },
        workspace.mechanics,
        workspace.arena,
        startOf(workspace),
        options,
      );
    },
    bind: ({ workspace }) => slowIteration(workspace, options),
  };
}

export const ipaFactory = factory({
  name,
  about: "Filters the fast motion away until only the slow one is left: onto the slow manifold of stiff springs.",
  options: iterationOptions,
  make,
});

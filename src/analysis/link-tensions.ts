/** The tensions of the links in a picture that are not constraints: positive if a link pulls its ends together. */

import { linkForces, linkNumbers } from "../compile/index.js";
import type { Workspace } from "../core/index.js";
import type { Lowered } from "../model/index.js";
import { type ModelScene, poser } from "../scene/index.js";

/** The tensions of the springs and dampers in a picture; `linkTensions` makes them. */
export interface LinkTensions {
  /** The number of links that have a tension; `ModelLink.spring` numbers them. */
  readonly count: number;
  /** Computes all tensions at (t, y), where y holds positions and then velocities. */
  at(out: Float64Array, t: number, y: ArrayLike<number>): void;
}

/**
 * The forces in the links of a scene that are not constraints, computed by the laws of the model. The workspace and the
 * scene must be those of `lowered`.
 *
 * @example
 * const { lowered, workspace } = prepareRun(springs);
 * const tensions = linkTensions(lowered, workspace, sceneOf(lowered, workspace));
 * const out = new Float64Array(tensions.count);
 * tensions.at(out, 0, workspace.initial); // positive where a spring pulls
 */
export function linkTensions(lowered: Lowered, workspace: Workspace, scene: ModelScene): LinkTensions {
  const { space } = lowered;
  const { ends, count } = linkNumbers(lowered);
  const forces = linkForces(lowered, workspace);
  /** 1 where the force acts on the first end, -1 where it acts on the second. */
  const sides = lowered.links.flatMap(({ law }, k) =>
    ends[k] === undefined ? [] : Array<number>(law.count).fill(ends[k].end === 0 ? 1 : -1),
  );
  const placesAt = poser(scene);
  const drawn = scene.links.filter(({ spring }) => spring >= 0);
  const state = workspace.arena.f64(workspace.dimension);
  return {
    count,
    at(out, t, y) {
      state.set(y);
      const f = forces(t, state);
      const places = placesAt(t, y);
      for (const { from, to, spring } of drawn) {
        let [along, square] = [0, 0];
        for (let c = 0; c < space; c++) {
          const d = places[3 * to + c] - places[3 * from + c];
          along += f[spring * space + c] * d;
          square += d * d;
        }
        // a force on the first end is a pull if it points to the second
        out[spring] = (sides[spring] * along) / Math.sqrt(square);
      }
    },
  };
}

/** How much memory the tables of a model take, as far as it is known before they are placed. */

import type { Law } from "../lowered.js";

/**
 * Enough room for the work arrays of any method unless the system is large. Engines back only the pages that are
 * written to.
 */
export const usualRoom = (dimension: number): number => Math.min(2 ** 24 + 400 * 8 * dimension, 2 ** 29);

/** The estimated size of the tables of a system of this dimension without laws. */
export const emptyTables = (dimension: number): number => 65536 + 200 * dimension;

/** The estimated size of the tables of one constraint on this many coordinates: patterns and factorisation. */
export const perConstraint = (coordinates: number): number => 480 + 40 * coordinates;

/** Estimates the size of tables, patterns and factorisation; an estimate that is too small costs a second attempt. */
export function estimatedTables(laws: readonly Law[], dimension: number): number {
  let bytes = emptyTables(dimension);
  for (const law of laws) {
    const coordinates = law.stencil.reduce((sum, s) => sum + s.dim, 0);
    const perRow = law.kind === "constraint" ? law.outputs.length * perConstraint(coordinates) : 0;
    bytes += law.count * (perRow + 4 * law.stencil.length + 8 * law.params.length);
  }
  return bytes;
}

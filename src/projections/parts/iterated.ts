/** Projections that iterate until a residual is small: their two limits, and the book of each call. */

import { type Projector, type State, type Status, TautError, type Work } from "../../core/index.js";

export interface IterationLimits {
  /** Largest residual that counts as on the manifold; the units of the constraints. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

/** The limits of projection `name`, checked. */
export function checkedLimits(
  name: string,
  given: IterationLimits,
  defaults: Required<IterationLimits>,
): Required<IterationLimits> {
  const { tolerance = defaults.tolerance, maxIterations = defaults.maxIterations } = given;
  if (!(Number.isFinite(tolerance) && tolerance >= 0))
    throw new TautError(`${name}.tolerance`, `${tolerance} is no tolerance. Give a number >= 0.`);
  if (!(Number.isInteger(maxIterations) && maxIterations >= 1))
    throw new TautError(`${name}.maxIterations`, `${maxIterations} allows no iteration. Give a whole number >= 1.`);
  return { tolerance, maxIterations };
}

/** The limits as options of a factory. */
export const limitOptions = (defaults: Required<IterationLimits>, tolerance: string, maxIterations: string) => ({
  tolerance: { about: tolerance, default: defaults.tolerance, unit: "constraint" },
  maxIterations: { about: maxIterations, default: defaults.maxIterations },
});

/** What one call writes down on its way. */
export interface IterationBook {
  iterations: number;
  residual: number;
  reason: string | undefined;
}

/** The projector that `project` makes; calls and iterations are counted. */
export function iterated(
  work: Work,
  drift: (s: State) => number,
  project: (s: State, book: IterationBook) => Status,
): Projector {
  const book: IterationBook = { iterations: 0, residual: 0, reason: undefined };
  return {
    apply(s) {
      work.projections++;
      book.iterations = 0;
      book.reason = undefined;
      const status = project(s, book);
      work.iterations += book.iterations;
      return status;
    },
    drift,
    get iterations() {
      return book.iterations;
    },
    get residual() {
      return book.residual;
    },
    get reason() {
      return book.reason;
    },
  };
}

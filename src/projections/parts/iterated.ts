/**
 * Common parts of projections that iterate until a residual is small: their two limits, and the record of each call.
 */

import type { OptionTable, Projector, State, Status, Work } from "../../core/index.js";

export interface IterationLimits {
  /** The largest residual at which a state counts as on the manifold, in the units of the constraints. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

/** The limits as options of a factory. */
export const limitOptions = (defaults: Required<IterationLimits>, tolerance: string, maxIterations: string) =>
  ({
    tolerance: { type: "number", from: 0, about: tolerance, default: defaults.tolerance, unit: "constraint" },
    maxIterations: { type: "integer", from: 1, about: maxIterations, default: defaults.maxIterations },
  }) as const satisfies OptionTable;

/** The record of one call; its `reason` is the diagnosis of the projector. */
export interface IterationBook {
  iterations: number;
  residual: number;
  reason: string | undefined;
}

/** Makes a projector from `project` and counts calls and iterations. */
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
    diagnosis: book,
  };
}

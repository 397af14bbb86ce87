import type { Evaluator, Problem, Stepper } from "../../core/index.js";

/**
 * The stepper that `bind` makes, for the problem in coordinates of rotations if it has bodies that turn. An evaluator
 * moves stages along the directors, so with one the problem stays as it is.
 */
export function inRotations(
  problem: Problem,
  evaluator: Evaluator | undefined,
  bind: (problem: Problem) => Stepper,
): Stepper {
  const rotations = evaluator === undefined ? problem.rotations : undefined;
  return rotations === undefined ? bind(problem) : rotations.stepper(problem, bind);
}

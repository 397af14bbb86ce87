import type { Controller, Pacer, Problem } from "../core/index.js";
import { inBodyAxes } from "../rotations/body-norm.js";
import { kindsOf } from "./kinds.js";

/** The pacer of a controller; it measures errors of rigid bodies in their own axes. */
export function pacerOf(problem: Problem, controller: Controller): Pacer {
  const { workspace, n, dimension } = problem;
  const pacer = controller.bind(dimension, kindsOf(problem));
  const bodies = controller.needsError && n > 0 ? workspace.mechanics?.bodies : undefined;
  return bodies === undefined ? pacer : inBodyAxes(pacer, bodies, n, dimension);
}

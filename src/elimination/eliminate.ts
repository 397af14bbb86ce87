import type { EliminatedSlopes, Elimination, SparseJacobian } from "../core/index.js";
import { AlgebraicElimination, type AlgebraicSpace } from "./algebraic-elimination.js";
import { eliminatedJacobian, eliminatedSlopes } from "./eliminated-jacobian.js";
import { keptEquations } from "./kept-equations.js";

/** Finds the algebraic variables of a space, with Baumgarte's return at the rate gamma; allocates its work arrays. */
export function eliminate(space: AlgebraicSpace, gamma = 0): Elimination {
  const elimination = new AlgebraicElimination(space, gamma);
  const { f, w, carried } = elimination;
  let slopes: EliminatedSlopes | undefined;
  let jacobian: SparseJacobian | undefined;
  const slopesOf = (): EliminatedSlopes | undefined => {
    slopes ??= eliminatedSlopes(space, elimination, gamma);
    return slopes;
  };
  return {
    ...{ f, w, carried, kept: keptEquations(elimination, space) },
    solve: (t, y) => elimination.solve(t, y),
    slopes: slopesOf,
    jacobian() {
      jacobian ??= eliminatedJacobian(space, elimination, slopesOf());
      return jacobian;
    },
    explanation: () => elimination.explanation(),
  };
}

import { type Algebraic, formulationRefuses, type Refusal, type Workspace } from "../../core/index.js";
import { canDrift } from "../../elimination/kept-equations.js";
import { refusesWithoutConstraints } from "./second-order.js";

/** Why the system has nothing to return to; undefined when it has. */
export function refusesReturn(workspace: Workspace, name: string): Refusal | undefined {
  const { algebraic } = workspace;
  if (algebraic === undefined) return refusesWithoutConstraints(workspace, name);
  return canDrift(algebraic)
    ? undefined
    : formulationRefuses(name, {
        code: "index",
        needs: "constraints that can drift",
        found: `those of "${workspace.name}" determine its algebraic variables directly (index 1)`,
        instead: `Use "underlying"`,
      });
}

/** The same for a return through the algebraic variables, which acts on first derivatives only. */
export function refusesReturnThroughVariables(workspace: Workspace, name: string): Refusal | undefined {
  const { algebraic } = workspace;
  const refusal = refusesReturn(workspace, name);
  if (refusal !== undefined || algebraic === undefined || returnsAll(algebraic)) return refusal;
  const deep = algebraic.equations.find(({ index }) => index > 2);
  return formulationRefuses(name, {
    code: "index",
    needs: "constraints that are differentiated once",
    found:
      deep === undefined
        ? `"${workspace.name}" keeps other quantities beside them`
        : `"${deep.name}" of "${workspace.name}" is differentiated ${deep.index - 1} times (index ${deep.index})`,
    instead: `Use "underlying" or "stabilised"`,
  });
}

const returnsAll = ({ hidden, invariants, differentiated }: Algebraic): boolean =>
  hidden === undefined && invariants === undefined && differentiated.includes(1);

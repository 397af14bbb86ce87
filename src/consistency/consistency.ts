/**
 * What a run on constraints needs beyond its steps. Systems with constraints bring it along, so that runs without
 * constraints need not carry it.
 */

import { assemblyInWords, type Consistency, type Problem, type StartProjectors } from "../core/index.js";
import { droppedWatch } from "./dropped-watch.js";
import { undetermined } from "./in-line.js";
import { redundancyAt } from "./redundancy.js";
import { residualsOf } from "./residuals.js";
import { starter } from "./start.js";
import { startWarnings } from "./start-changes.js";
import { weakConstraints } from "./weak-constraints.js";

/**
 * Consistent starts, redundant and dependent constraints of one run: `consistency` of a `Workspace`. Systems of your own
 * that have constraints bring it along.
 *
 * @example
 * // the parts that a plainSystem with constraints must have beside its mechanics
 * const brought = { exact: newtonOnto, consistency: consistencyOf };
 */
export function consistencyOf(problem: Problem, projectors: StartProjectors): Consistency {
  const mechanics = problem.workspace.mechanics!;
  const residuals = residualsOf(problem, mechanics);
  const { blame, undetermined: undeterminedRows } = weakConstraints(problem, mechanics);
  const isKept = problem.manifold?.constraints !== undefined;
  const made = starter(problem, mechanics, residuals, projectors);
  let hasDropped = false;
  return {
    starter: {
      ...made,
      freeze(s) {
        const trouble = made.freeze(s);
        hasDropped = mechanics.constraints.dropped.length > 0;
        return trouble;
      },
    },
    get hasDropped() {
      return hasDropped;
    },
    undetermined: (s) => undetermined(s, true),
    residuals,
    dropped: droppedWatch(problem, mechanics),
    blame,
    redundancy: (s) => redundancyAt(problem, mechanics, undeterminedRows, s),
    warnings: (report) => startWarnings(report, isKept),
    notes: ({ assembly, loop }) =>
      assembly === undefined || loop !== undefined ? [] : assemblyInWords(assembly, problem.workspace.units?.length),
  };
}

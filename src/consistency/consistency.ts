/**
 * What a run on constraints needs beyond its steps. Systems with constraints bring it along, so that runs without
 * constraints need not carry it.
 */

import type { Consistency, Problem, StartProjectors, State } from "../core/index.js";
import { copyWork } from "../core/work.js";
import { poorlyKept } from "../linalg/kept-rows.js";
import { droppedWatch } from "./dropped-watch.js";
import { undetermined } from "./in-line.js";
import type { NamedParts } from "./named-parts.js";
import { redundancyAt } from "./redundancy.js";
import { residualsOf } from "./residuals.js";
import { starter } from "./start.js";
import { startWarnings } from "./start-changes.js";
import { weakConstraints } from "./weak-constraints.js";

/** The largest factors with which dropped constraints may be combinations of kept ones: after an ordinary step, where a
 * singular position is expected, and after a step that failed. */
const limits = { step: poorlyKept, alarm: 3, failure: 2 };

/**
 * Consistent starts, redundant and dependent constraints of one run: `consistency` of a `Workspace`. Systems of your own
 * that have constraints bring it along. With `named`, rough starts are assembled and locked machines are noticed.
 *
 * @example
 * // the parts that a plainSystem with constraints must have beside its mechanics
 * const brought = { exact: newtonOnto, consistency: consistencyOf };
 */
export function consistencyOf(problem: Problem, projectors: StartProjectors, named?: NamedParts): Consistency {
  const mechanics = problem.workspace.mechanics!;
  const residuals = residualsOf(problem, mechanics);
  const { blame, undetermined: undeterminedRows, jacobian } = weakConstraints(problem, mechanics);
  const isKept = problem.manifold?.constraints !== undefined;
  const made = starter(problem, mechanics, residuals, projectors, named);
  /** Why a start is singular, if masses are the reason. */
  const light = (s: State): ReturnType<NamedParts["light"]> => {
    if (!isKept || named === undefined) return undefined;
    const before = { ...problem.work };
    const G = jacobian(s);
    copyWork(problem.work, before);
    return named.light(problem.workspace.system, mechanics, G);
  };
  let hasDropped = false;
  let locked: string | undefined;

  /** Looks for a locked machine where constraints leave no freedom; drives may be the reason for that. */
  const lookForLocks = (s: State): string | undefined => {
    const { n, m, constraints } = mechanics;
    if (named === undefined || !isKept || n > m - constraints.dropped.length) return undefined;
    const before = { ...problem.work };
    const G = jacobian(s);
    copyWork(problem.work, before);
    return G && named.locked(problem.workspace.system, mechanics, G, s);
  };
  return {
    starter: {
      ...made,
      freeze(s) {
        const found = made.freeze(s);
        const trouble = found?.status === "singular" ? { ...found, ...light(s) } : found;
        hasDropped = mechanics.constraints.dropped.length > 0;
        locked = trouble === undefined ? lookForLocks(s) : undefined;
        return trouble;
      },
    },
    get hasDropped() {
      return hasDropped;
    },
    undetermined: (s) => light(s) ?? undetermined(s, true),
    residuals,
    // springs do not read which rows are left out
    rechoose: (s, reason) => isKept && (mechanics.constraints.rechoose?.(s.t, s.q, limits[reason]) ?? false),
    dropped: droppedWatch(problem, mechanics),
    blame,
    redundancy: (s) => redundancyAt(problem, mechanics, undeterminedRows, s),
    warnings: (report) => startWarnings(report, isKept),
    notes: ({ assembly, loop }) => [
      ...(assembly === undefined || loop !== undefined || named === undefined
        ? []
        : named.assembled(assembly, problem.workspace.units?.length)),
      ...(locked === undefined ? [] : [locked]),
    ],
  };
}

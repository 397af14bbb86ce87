import {
  type Evaluator,
  newState,
  type Problem,
  type Projection,
  type Projector,
  type ProjectWhen,
  type Rate,
  SettingError,
  type State,
} from "../core/index.js";
import { copy } from "../linalg/vector.js";
import type { SolveOptions } from "./options.js";

/**
 * The projections of a run: its own, with the times at which it acts, and the exact one for the start and for shown
 * states.
 */
export class Repair {
  /** The run's projection, unless it never acts. */
  readonly own: Projector | undefined;
  /** The exact projection onto the manifold, if the problem has a manifold. */
  readonly exact: Projector | undefined;
  /** The projection of shown states; if it is undefined, they are shown as they are. */
  readonly shown: Projector | undefined;
  /** The evaluator that the method gets, if every evaluation is projected. */
  readonly evaluator: Evaluator | undefined;
  /** The right-hand side as the method sees it. */
  readonly rate: Rate | undefined;
  /** Length of the intervals at whose ends the projection acts; undefined if it does not act at intervals. */
  readonly interval: number | undefined;
  private readonly everyStep: boolean;
  private readonly above: number;

  constructor(problem: Problem, { projection, when }: SolveOptions) {
    const timing = when ?? usualTiming(projection);
    this.own = timing.when === "never" ? undefined : projection?.bind(problem);
    this.exact = problem.manifold && problem.workspace.exact?.(problem);
    const on = problem.constraints !== undefined || (this.own !== undefined && timing.when !== "start");
    this.shown = on ? (this.exact ?? this.own) : undefined;
    this.evaluator =
      timing.when === "evaluation" ? projecting(problem, this.own!, timing.stages === "unprojected") : undefined;
    this.rate = this.evaluator === undefined ? problem.rate : rateOf(problem, this.evaluator);
    this.interval = timing.when === "interval" ? timing.every : undefined;
    this.everyStep = timing.when === "step";
    this.above = timing.when === "drift" ? timing.above : Number.POSITIVE_INFINITY;
    if (timing.when === "drift" && this.own?.drift === undefined) {
      throw new SettingError(
        "when",
        `"drift" needs a projection that measures drift, and "${projection!.name}" does not. Use when: "step".`,
      );
    }
  }

  /** Whether the accepted `s` must be projected. */
  isDue(s: State, endsInterval: boolean): boolean {
    if (this.everyStep || endsInterval) return true;
    return this.above < Number.POSITIVE_INFINITY && !(this.own!.drift!(s) <= this.above);
  }
}

function usualTiming(projection: Projection | undefined): ProjectWhen {
  if (projection === undefined) return { when: "never" };
  return projection.usually === "evaluation" ? { when: "evaluation" } : { when: "step" };
}

/** The rate of an evaluator at an array that is not changed; the evaluator may move its stage, so it gets a copy. */
function rateOf({ arena, dimension, n }: Problem, evaluator: Evaluator): Rate {
  const stage = newState(arena, dimension, n);
  return (dy, t, y) => {
    stage.t = t;
    copy(stage.y, y);
    return evaluator.eval(dy, stage);
  };
}

/** Right-hand sides at projected stages (Ariel eq. 38, Gear section 4). */
function projecting(problem: Problem, projector: Projector, fromStart: boolean): Evaluator {
  return {
    ...(fromStart && { fromStart }),
    eval(dy, stage) {
      const status = projector.apply(stage);
      if (status !== "ok") return status;
      if (projector.rate === undefined) return problem.rate!(dy, stage.t, stage.y);
      copy(dy, projector.rate);
      return "ok";
    },
  };
}

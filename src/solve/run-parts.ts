/** The parts of one run, bound to a problem once and used again at every restart. */

import {
  type Consistency,
  newState,
  type Pacer,
  type Problem,
  type Starter,
  type State,
  type Stepper,
} from "../core/index.js";
import { checkPacing, type SolveOptions } from "./options.js";
import { Output } from "./output.js";
import { pacerOf } from "./pacer.js";
import { Repair } from "./repair.js";
import { multipliersOf } from "./solution.js";
import { type StabilityLimit, stabilityLimit } from "./stability-limit.js";
import { plainStarter } from "./start.js";
import { Stepping } from "./stepping.js";

export interface RunParts {
  readonly problem: Problem;
  readonly options: SolveOptions;
  /** The time of the start. */
  readonly from: number;
  readonly stepper: Stepper;
  readonly pacer: Pacer;
  readonly repair: Repair;
  readonly output: Output;
  /** Consistent starts and dependent constraints; undefined in systems without constraints. */
  readonly consistency: Consistency | undefined;
  readonly starter: Starter;
  readonly stepping: Stepping;
  readonly stability: StabilityLimit;
  readonly multipliers: (s: State) => Float64Array | undefined;
}

/** Binds the parts for options that `checkSolveOptions` has accepted. */
export function bindParts(problem: Problem, options: SolveOptions): RunParts {
  const { method, controller } = options;
  const { arena, dimension, n, workspace } = problem;

  // the start
  const s = newState(arena, dimension, n);
  s.t = options.from?.t ?? workspace.initialTime;
  s.y.set(options.from?.y ?? workspace.initial);
  const from = s.t;
  problem.hooks?.begin?.(s);

  // the parts that act on it
  const repair = new Repair(problem, options);
  const stepper = method.bind(problem, repair.evaluator);
  const pacer = pacerOf(problem, controller);
  checkPacing(options, stepper, pacer, s.t);
  const ownPace = controller.needsError ? stepper.pace?.(pacer) : undefined;
  const output = new Output(problem, options, stepper, pacer, repair.shown);
  const consistency = workspace.consistency?.(problem, repair);
  const starter = consistency?.starter ?? plainStarter(problem, repair);
  starter.ready(s);
  const stepping = new Stepping(problem, options, s, stepper, pacer, repair, output, consistency, ownPace);
  const multipliers = multipliersOf(problem);
  const stability = stabilityLimit(problem, method, controller.needsError);
  return {
    ...{ problem, options, from, stepper, pacer, repair, output },
    ...{ consistency, starter, stepping, stability, multipliers },
  };
}

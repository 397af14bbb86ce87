/** What a run can give at any time: its solution so far, and its warnings. */

import { type Failure, type StartReport, short, type Verdict, type Work, workSince } from "../core/index.js";
import { finestTolerance } from "./rounding-watch.js";
import type { RunParts } from "./run-parts.js";
import type { Solution } from "./solution.js";

/** How far a run has come. */
export interface Progress {
  /** Whether a consistent start has been made. */
  readonly begun: boolean;
  readonly start: StartReport | undefined;
  readonly failure: Failure | undefined;
  /** Work of the problem before this run. */
  readonly workBefore: Work;
}

/** What the model keeps, and whether the run has kept it so far. */
export function verdictsOf({ output, stepping }: RunParts, { begun }: Progress): readonly Verdict[] {
  return begun ? (output.conscience?.verdicts(stepping.s.t) ?? []) : [];
}

/** Warnings about the run so far, one sentence each. */
export function warningsOf(parts: RunParts, progress: Progress): readonly string[] {
  const { consistency, stepper, pacer, stepping, output } = parts;
  const { warning } = stepper.diagnosis ?? {};
  return [
    ...finestTolerance(pacer),
    ...((progress.start && consistency?.warnings(progress.start)) ?? []),
    ...(warning === undefined ? [] : [warning]),
    ...[stepping.schedule, stepping.switches].flatMap((watch) => watch?.warning ?? []),
    ...output.finder.warnings,
    ...output.warnings,
    ...verdictsOf(parts, progress).flatMap(({ verdict, message }) =>
      verdict === "doubtful" && message !== undefined ? [message] : [],
    ),
  ];
}

/** The solution so far. */
export function solutionOf(parts: RunParts, progress: Progress): Solution {
  const { problem, options, from, output, stepping, stepper, repair } = parts;
  const { begun, start, failure, workBefore } = progress;
  const { handovers = [] } = stepper.diagnosis ?? {};
  const work = workSince(problem.work, workBefore);
  const shown = begun ? output.last(stepping.s, stepping.projected) : stepping.s;
  const y = Float64Array.from(shown.y);
  const { constraints, constraintNames } = problem.workspace.mechanics ?? {};
  const passages = stepping.passage?.passedUntil(shown.t) ?? [];
  const redundancy = begun ? parts.consistency?.redundancy(shown) : undefined;
  return {
    status: failure?.status ?? "ok",
    t: shown.t,
    y,
    q: y.subarray(0, problem.n),
    v: y.subarray(problem.n, 2 * problem.n),
    lambda: parts.multipliers(shown),
    events: [...output.finder.found],
    ...(output.finder.stop !== undefined && { stoppedBy: output.finder.stop }),
    work,
    ledger: output.ledger.summary(),
    series: output.ledger,
    trajectory: output.trajectory,
    start,
    dropped: constraints?.dropped.map((row) => constraintNames![row]) ?? [],
    ...(redundancy !== undefined && { redundancy: redundancy.found }),
    passages,
    notes: [
      ...((start && parts.consistency?.notes(start)) ?? []),
      ...(redundancy === undefined ? [] : [redundancy.note]),
      ...passages.map((instant) => stepping.passage!.note(instant, from)),
      ...(options.until < from ? [`The run goes backwards in time, from t = ${short(from)}.`] : []),
      ...(options.method.note === undefined ? [] : [options.method.note]),
      ...(begun ? (stepper.diagnosis?.notes?.() ?? []) : []),
      ...(problem.diagnosis?.notes?.() ?? []),
      ...(repair.own?.diagnosis?.notes?.() ?? []),
    ],
    handovers: [...handovers],
    warnings: warningsOf(parts, progress),
    conscience: verdictsOf(parts, progress),
    ...(failure !== undefined && { failure }),
  };
}

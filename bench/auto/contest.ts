/** Measures which methods reach a tolerance on one case, and in what time. */

import { TautError } from "../../src/core/index.js";
import { type RunSettings, registry } from "../../src/run/index.js";
import { bindRun } from "../../src/run/run.js";
import type { Solution } from "../../src/solve/index.js";
import type { Case, Subject } from "./variations.js";

/** An error up to this many tolerances counts as reaching the tolerance, if the problem does not amplify errors. */
export const allowed = 30;

export interface Reference {
  readonly y: Float64Array;
  /** The largest |y_i| during the run. */
  readonly size: Float64Array;
  /** The factor by which the problem amplifies a disturbance of its start, at least 1. */
  readonly amplification: number;
}

export interface Way {
  readonly label: string;
  readonly settings: RunSettings;
}

export interface Measured extends Way {
  /** Milliseconds of the run, from its consistent start to its end. */
  readonly time: number;
  /** In units of the tolerance times the amplification of the problem. */
  readonly error: number;
  readonly solution: Solution;
}

const smooth: RunSettings = { method: "gbs", rtol: 1e-12, atol: 1e-15 };
const disturbance = 1e-7;
/** Several directions, because a problem may by chance be insensitive in one (heavy-top, variation 212: factor 13). */
const directions: readonly ((i: number) => number)[] = [
  (i) => (i % 2 === 0 ? 1 : -1),
  () => 1,
  (i) => Math.SQRT2 * Math.sin(2.4 * i + 1),
];

export function referenceOf(subject: Subject, subjectCase: Case): Reference | undefined {
  const settings = subject.reference ?? smooth;
  const { workspace } = subjectCase;
  const samples = 100;
  const every = Math.abs(subjectCase.settings.until! - workspace.initialTime) / samples;
  const solved = finish(subjectCase, { ...settings, every, maxSteps: 200_000 }, true);
  if (solved === undefined || solved.failure) return undefined;
  const { trajectory } = solved;
  const size = Float64Array.from(solved.y, (_, i) =>
    trajectory.component(i).reduce((most, x) => Math.max(most, Math.abs(x)), 0),
  );
  const y = Float64Array.from(solved.y);

  let amplification = 1;
  const start = Float64Array.from(workspace.initial);
  for (const direction of directions) {
    start.forEach((value, i) => {
      workspace.initial[i] = value + disturbance * direction(i) * (size[i] || 1);
    });
    const other = finish(subjectCase, { ...settings, maxSteps: 200_000 }, false);
    workspace.initial.set(start);
    if (other === undefined || other.failure) return undefined;
    amplification = Math.max(amplification, distance(other.y, y, size) / disturbance);
  }
  return { y, size, amplification };
}

/** Every fixed choice with an error-controlled method that may suit the model. */
export function fixedChoices({ workspace, settings }: Case): Way[] {
  const m = workspace.mechanics?.m ?? 0;
  const views =
    settings.formulation !== undefined
      ? [
          [
            settings.formulation as string,
            settings.formulation === "adiabatic" ? ["stabilise", "none"] : ["none"],
          ] as const,
        ]
      : workspace.algebraic !== undefined
        ? [
            ["underlying", workspace.algebraic.index === 2 ? ["stabilise", "none"] : ["none"]] as const,
            ["dae", ["none"]] as const,
          ]
        : m > 0
          ? [["underlying", ["stabilise", "newton", "none"]] as const, ["rigid", ["none"]] as const]
          : [["ode", workspace.invariants === undefined ? ["none"] : ["stabilise", "none"]] as const];
  const adaptive = [...registry.method]
    .reverse()
    .filter((factory) => factory.name !== "auto" && factory.make().estimatesError);
  return views.flatMap(([formulation, projections]) =>
    projections.flatMap((projection) =>
      adaptive
        .filter(({ name }) => projection !== "newton" || !slow.has(name))
        .map(({ name }) => ({
          label: [formulation, name, ...(projection === "none" ? [] : [projection])].join("/"),
          settings: { formulation, method: name, projection },
        })),
    ),
  );
}

/** These methods are not tried with a second projection, which would take too long. */
const slow = new Set(["radau5", "bdf", "rosenbrock4", "rosenbrock23", "tr-bdf2", "trapezoidal"]);

/** Runs are repeated for this many milliseconds, and the fastest counts, because the first ones warm up the engine. */
const spent = 8;
const leastRuns = 3;
const mostRuns = 200;
const longest = 60;

/** Returns undefined if a run fails, or if it is abandoned because it takes longer than `patience` milliseconds. */
export function measure(
  { label, settings }: Way,
  subjectCase: Case,
  rtol: number,
  reference: Reference,
  patience: number,
): Measured | undefined {
  let best: Measured | undefined;
  let total = 0;
  for (let k = 0; total < longest && k < mostRuns && (k < leastRuns || total < spent); k++) {
    const outcome = timed(subjectCase, { ...settings, rtol }, patience);
    if (outcome === undefined) return best;
    const { solution, time } = outcome;
    if (solution.failure) return undefined;
    const error = distance(solution.y, reference.y, reference.size) / (rtol * reference.amplification);
    if (best === undefined || time < best.time) best = { label, settings, time, error, solution };
    total += time;
  }
  return best;
}

/** The time of a final per contestant (ms), and the smallest number of turns. */
const finalSpent = 40;
const leastTurns = 2;

/**
 * Times the contestants again, in turns, so that disturbances of the machine and the warming up of the engine affect
 * all of them equally. Returns the shortest time of each.
 */
export function final(contestants: readonly Measured[], subjectCase: Case, rtol: number): number[] {
  const times = contestants.map(() => Number.POSITIVE_INFINITY);
  let total = 0;
  for (let k = 0; k < mostRuns && (k < leastTurns || total < finalSpent * times.length); k++) {
    contestants.forEach(({ settings, time }, i) => {
      // a contestant that cannot be bound again, for lack of memory, keeps its earlier time
      const again = timed(subjectCase, { ...settings, rtol }, Number.POSITIVE_INFINITY)?.time ?? time;
      times[i] = Math.min(times[i], again);
      total += again;
    });
  }
  return times;
}

/** Processor time of this process (ms), because other processes may keep the machine busy. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The number of attempts between two readings of the clock: fewer if a step may be expensive. */
const slice = (dimension: number): number => Math.max(1, Math.floor(400 / dimension));

function timed(
  { workspace, model, lowered, settings: own, recycle }: Case,
  settings: RunSettings,
  patience: number,
): { readonly solution: Solution; readonly time: number } | undefined {
  recycle();
  let run: ReturnType<typeof bindRun>["run"];
  try {
    const prepared = bindRun(model, { lowered, workspace, events: [] }, { ...own, ...settings }, options(false));
    run = prepared.run;
  } catch (error) {
    if (!(error instanceof TautError)) console.log(`  ${model.name}: ${error}`);
    return undefined;
  }
  const bound = cpuTime();
  const attempts = slice(workspace.dimension);
  while (run.advance(attempts) === "running") if (cpuTime() - bound > patience) return undefined;
  const time = cpuTime() - bound;
  return { solution: run.solution(), time };
}

const options = (keepStates: boolean) => ({ solve: { ledger: "saved" as const }, keepStates });

function finish(
  { workspace, model, lowered, settings: own, recycle }: Case,
  settings: RunSettings,
  keepStates: boolean,
): Solution | undefined {
  recycle();
  try {
    const { run } = bindRun(model, { lowered, workspace, events: [] }, { ...own, ...settings }, options(keepStates));
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
    return run.solution();
  } catch {
    return undefined;
  }
}

/** The root mean square of the differences, each relative to the size of its component. */
function distance(a: Float64Array, b: Float64Array, size: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] - b[i]) / (size[i] + 1e-3)) ** 2;
  return Math.sqrt(sum / a.length);
}

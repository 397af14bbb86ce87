/**
 * `npm run bench -- singular`: parallelograms, kites and rows of them through the positions in which their bars are in
 * line, at 60 tolerances each. Every run must end on the branch of the reference, with the multipliers at each instant.
 */

import { type RunSettings, run } from "../../src/index.js";
import { type Case, casesOf, instants, limitsAt, modelOf, motion } from "./linkages.js";

/** Runs leave their branch by far more than this. */
const offBranch = 0.01;
/** The multipliers at the instants must be this close, relative to the largest, or as close as two tolerances. */
const accurate = 1e-4;

export interface Trial {
  readonly status: string;
  /** Distance from the reference at the end, over the size of the positions. */
  readonly error: number;
  /** The largest error of the multipliers at the instants, over the largest of them; NaN where they are missing. */
  readonly load: number;
  readonly passages: number;
  readonly unbounded: number;
  /** Whether the run kept what the model keeps. */
  readonly kept: boolean;
}

/** What a case has at its end and at its instants. */
export function referenceOf(linkage: Case) {
  const times = linkage.parts.flatMap((part, k) => instants(part, linkage.until).map((t) => ({ t, k })));
  times.sort((a, b) => a.t - b.t);
  const limits = linkage.unbounded ? [] : times.map(({ t, k }) => limitsAt(linkage.parts[k], t));
  const end = linkage.parts.flatMap((part) => part.place(motion(part, [linkage.until])[0].angle));
  return { times, limits, end };
}

export function attempt(linkage: Case, reference: ReturnType<typeof referenceOf>, settings: RunSettings): Trial {
  const { times, limits, end } = reference;
  const solution = run(modelOf(linkage), {
    until: linkage.until,
    saveAt: times.map(({ t }) => t),
    multipliers: true,
    ...settings,
  });
  const names = solution.system.constraintNames;
  const lambda = solution.trajectory.multipliers();
  let load = 0;
  limits.forEach((expected, i) => {
    const size = Math.max(...expected.map(Math.abs));
    expected.forEach((value, j) => {
      const found = lambda[i * names.length + names.indexOf(`rod${times[i].k}_${j}`)];
      const error = Math.abs(found - value) / size;
      if (!(error <= load)) load = error;
    });
  });
  const size = Math.max(...end.map(Math.abs));
  return {
    status: solution.status,
    error: Math.max(...end.map((x, i) => Math.abs(solution.q[i] - x))) / size,
    load,
    passages: solution.passages.length,
    unbounded: solution.passages.filter(({ multipliers }) => multipliers === "unbounded").length,
    kept: solution.conscience.every(({ verdict }) => verdict === "kept"),
  };
}

/** Whether a trial passed all instants on its branch, and had the multipliers where they have limits. */
export function isPassed(trial: Trial, linkage: Case, instants: number, rtol = 0): boolean {
  const { status, error, load, unbounded, passages, kept } = trial;
  const isClose = load <= Math.max(accurate, 2 * rtol);
  const hasLoads = linkage.unbounded === true ? unbounded === instants : isClose && unbounded === 0;
  return status === "ok" && kept && error < offBranch && hasLoads && passages === instants;
}

/** The reference is accurate enough to compare errors with these tolerances. */
const comparable = 1e-8;

/** The 60 tolerances of a bench are those at 0, 1, …, 59, and others lie between them. */
export const toleranceAt = (place: number): number => 10 ** (-4 - (8.5 * place) / 59);
const tolerances = Array.from({ length: 60 }, (_, k) => toleranceAt(k));

/** The settings of the runs beside the tolerance: the choice of the library, then methods of all kinds. */
const ways: readonly (readonly [string, RunSettings])[] = [
  ["auto", {}],
  ["dopri5", { method: "dopri5" }],
  ["adams", { method: "adams" }],
  ["gbs", { method: "gbs" }],
  ["radau5", { formulation: "underlying", method: "radau5" }],
  ["radau5, rigid", { formulation: "rigid", method: "radau5" }],
];

export function singularBench(): void {
  const seeds = [1, 2, 3];
  for (const [method, settings] of ways)
    for (const seed of seeds)
      for (const linkage of casesOf(seed)) {
        const reference = referenceOf(linkage);
        const trials = tolerances.map((rtol) => ({ rtol, ...attempt(linkage, reference, { ...settings, rtol }) }));
        const failed = trials.filter((trial) => !isPassed(trial, linkage, reference.times.length, trial.rtol));
        const most = (of: (trial: (typeof trials)[number]) => number): string =>
          Math.max(...trials.map(of)).toExponential(1);
        const passages = trials.reduce((sum, trial) => sum + trial.passages, 0);
        console.log(
          `  ${method.padEnd(13)} ${linkage.name.padEnd(44)} ${60 - failed.length}/60 passed, ` +
            `${reference.times.length} instants, ${passages} crossings, error/rtol at most ${most((x) => (x.rtol < comparable ? 0 : x.error / x.rtol))}, ` +
            `multipliers ${linkage.unbounded ? `unbounded in ${trials.reduce((sum, x) => sum + x.unbounded, 0)}` : most((x) => x.load)}`,
        );
        for (const { rtol, status, error, load } of failed)
          console.log(`    rtol ${rtol.toExponential(1)}: ${status}, error ${error.toExponential(1)}, load ${load}`);
      }
}

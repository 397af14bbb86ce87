/**
 * Sanz-Serna section 4, case (i): the heterogeneous multiscale method on two springs, Tables 1 and 2, figures 1 and 2. Counts of HMM
 * steps must be exact. With `quick`, errors and direct runs are measured for the three smallest omega2 only.
 */

import { maximum, minimum } from "../../core/index.js";
import { stiff } from "../../formulations/index.js";
import type { ExperimentContext, Figure, Item, Outcome } from "../harness/index.js";
import { secondHard } from "../models/two-springs.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { inDigits } from "../tools/digits.js";
import { measuredSeries, printedSeries } from "../tools/figures.js";
import { ode45 } from "../tools/ode45.js";
import { setUp } from "../tools/setup.js";
import type { table1, table2 } from "./published-section-4.js";
import { direct, grid, hmm, hmmOde45, hmmRk4, largestError, spacing, stretched, until } from "./section-4-runs.js";

const id = "sanz-serna.4.i";
const omegas = [200, 500, 1000, 2000, 5000, 10000, 20000];
const parts = [1, 2, 4, 8, 16, 32];
const finest = 1 / 32;

interface Row {
  readonly omega: number;
  /** Errors of RK4 with H = 1 … 1/32, then of ode45; empty when they are left out. */
  readonly errors: readonly number[];
  /** Evaluations of the force by RK4 with H = 1 … 1/32; empty when they are left out. */
  readonly forces: readonly number[];
  readonly hmm: { readonly steps: number; readonly failed: number; readonly forces: number };
  /** With the largest error in q, at times 0.25 apart. */
  readonly direct: { readonly steps: number; readonly failed: number; readonly error: number } | undefined;
  readonly states: readonly Float64Array[];
  readonly reference: readonly Float64Array[];
}

interface Published {
  readonly table1: typeof table1;
  readonly table2: typeof table2;
}

function measureAt(omega: number, whole: boolean): Row {
  const set = stretched(1, omega);
  const problem = hmm(secondHard, set);
  const run = hmmOde45(problem);
  const counts = { steps: run.steps, failed: run.failed, forces: run.forces + problem.startForces };
  if (!whole)
    return { omega, errors: [], forces: [], hmm: counts, direct: undefined, states: run.states, reference: [] };
  const fine = direct(secondHard, set, grid(finest));
  const every = (count: number): Float64Array[] => fine.filter((_, k) => k % count === 0);
  const plain = setUp(secondHard, set, stiff());
  const alone = ode45(plain, { from: { t: 0, y: plain.workspace.initial }, until, saveAt: grid(spacing) });
  const reference = every(spacing / finest);
  const macro = parts.map((part) => hmmRk4(problem, 1 / part));
  return {
    omega,
    errors: [
      ...parts.map((part, k) => largestError(macro[k].states, every(32 / part), "q")),
      largestError(run.states, reference, "q"),
    ],
    forces: macro.map(({ forces }) => forces),
    hmm: counts,
    direct: { steps: alone.steps, failed: alone.failed, error: largestError(alone.states, reference, "q") },
    states: run.states,
    reference,
  };
}

const measure = (context: ExperimentContext): Promise<Row[]> =>
  forEach(context, [0, 1], omegas, (omega) => measureAt(omega, !context.quick || omega <= 1000));

function report(rows: readonly Row[], printed: Published): Outcome {
  const { numbers } = itemsOf(id, "Section 4, case (i)");
  const columns = [...parts.map((part) => `H = 1/${part}`), "ode45"];
  const entries = rows.flatMap(({ omega, errors }) =>
    errors.map((error, k) => {
      const value = printed.table1[omega][k];
      const misprinted = omega === 10000 && k === 5;
      return numbers({
        name: `table-1-${omega}-${k < 6 ? parts[k] : "ode45"}`,
        item: `Table 1, omega2 = ${omega}, ${columns[k]}`,
        printed: value,
        measured: error,
        within: inDigits(value, 2),
        ...(misprinted && {
          likely: "the neighbouring entry, for H = 1/16, seems to be printed twice",
        }),
      });
    }),
  );
  const counts = rows.flatMap(({ omega, hmm: found, direct: alone }) => {
    const { steps, failed, hmm: hmmSteps, hmmFailed } = printed.table2[omega];
    return [
      numbers({
        name: `table-2-hmm-${omega}`,
        item: `Table 2, omega2 = ${omega}: successful and failed steps of ode45 with HMM`,
        printed: [hmmSteps, hmmFailed],
        measured: [found.steps, found.failed],
        within: { absolute: 0, basis: "digits", why: "a count" },
        note: `${found.forces} evaluations of the force.`,
      }),
      ...(alone === undefined
        ? []
        : [
            numbers({
              name: `table-2-direct-${omega}`,
              item: `Table 2, omega2 = ${omega}: successful steps of ode45 directly`,
              printed: steps,
              measured: alone.steps,
              within: {
                relative: 0.025,
                basis: "statistics",
                why: "stability limits the steps, and rounding decides which of them fail",
              },
            }),
            numbers({
              name: `table-2-failed-${omega}`,
              item: `Table 2, omega2 = ${omega}: failed steps of ode45 directly`,
              printed: failed,
              measured: alone.failed,
              within: {
                relative: 0.1,
                basis: "statistics",
                why: "stability limits the steps, and rounding decides which of them fail",
              },
            }),
          ]),
    ];
  });
  return { items: [...entries, ...counts, ...claims(rows)], figures: figures(rows, printed) };
}

/** What the text says of Tables 1 and 2 besides their entries. */
function claims(rows: readonly Row[]): Item[] {
  const { numbers } = itemsOf(id, "Section 4, case (i)");
  const whole = rows.filter(({ errors }) => errors.length > 0);
  const accuracy = whole.map(({ direct: alone, errors }) => alone!.error / errors[parts.length]);
  const size = (x: number): string => x.toPrecision(2);
  return [
    numbers({
      name: "effort-omega",
      item: "evaluations of RK4 with H = 1/8, largest over smallest of all omega2",
      printed: "RK4 runs with varying omega2 and fixed H share the same computational effort",
      measured: maximum(whole.map(({ forces }) => forces[3])) / minimum(whole.map(({ forces }) => forces[3])),
      within: { between: [1, 1], basis: "words", why: "the same effort is the same count" },
    }),
    numbers({
      name: "effort-step",
      item: "evaluations of RK4 with H = 1/32 over those with H = 1",
      printed: 32,
      measured: whole[0].forces[5] / whole[0].forces[0],
      within: { relative: 0.01, basis: "words", why: "proportional to 1/H, up to the start" },
    }),
    numbers({
      name: "direct-accuracy",
      item: `error of ode45 directly over that with HMM, omega2 = ${whole.map(({ omega }) => omega).join(", ")}, the largest`,
      printed: "at the same tolerances the results of the direct integration are more accurate",
      measured: maximum(accuracy),
      within: { between: [0, 1], basis: "words", why: "more accurate: a ratio below 1 at every omega2" },
      likely:
        "with omega2 the direct run takes more steps, whose errors add up, and the ripples that HMM leaves out become smaller",
      note: `The ratios are ${accuracy.map(size).join(", ")}.`,
    }),
  ];
}

function figures(rows: readonly Row[], printed: Published): Figure[] {
  const whole = rows.filter(({ errors }) => errors.length > 0);
  const { states, reference } = rows.find(({ omega }) => omega === 500)!;
  const t = grid(spacing);
  const column = (from: readonly Float64Array[], value: (y: Float64Array) => number): number[] => from.map(value);
  const velocity = (name: string, value: (y: Float64Array) => number) => [
    measuredSeries(`${name}, HMM`, t, column(states, value), name),
    measuredSeries(`${name}, stiff equation`, t, column(reference, value), `${name} direct`),
  ];
  return [
    {
      id: `${id}.figure-1`,
      title: "Figure 1: motion of the masses, omega2 = 500",
      x: { label: "x" },
      y: { label: "y" },
      series: [0, 2].flatMap((k) => [
        measuredSeries(
          `mass ${k / 2 + 1}, HMM`,
          column(states, (y) => y[k]),
          column(states, (y) => y[k + 1]),
        ),
        measuredSeries(
          `mass ${k / 2 + 1}, stiff equation`,
          column(reference, (y) => y[k]),
          column(reference, (y) => y[k + 1]),
        ),
      ]),
    },
    {
      id: `${id}.figure-2`,
      title: "Figure 2: horizontal velocities, omega2 = 500",
      x: { label: "t" },
      y: { label: "velocity" },
      series: [
        ...velocity("centre of mass", (y) => (y[4] + y[6]) / 2),
        ...velocity("mass 1", (y) => y[4]),
        ...velocity("mass 2", (y) => y[6]),
      ],
    },
    {
      id: `${id}.table-1`,
      title: "Table 1: errors of RK4 with HMM",
      x: { label: "H", scale: "log" },
      y: { label: "error in q", scale: "log" },
      series: whole.flatMap(({ omega, errors }) => {
        const steps = parts.map((part) => 1 / part);
        return [
          measuredSeries(`omega2 = ${omega}`, steps, errors.slice(0, 6)),
          printedSeries(`omega2 = ${omega}, printed`, steps, printed.table1[omega].slice(0, 6), `omega2 = ${omega}`),
        ];
      }),
    },
  ];
}

export const caseOne: BlindExperiment<readonly Row[], Published> = {
  id,
  title: "HMM with the first spring soft and the second hard: Tables 1 and 2",
  measure,
  report,
};

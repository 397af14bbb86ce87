/** Gear Table 4.1: five methods for the pendulum, and the effect of beta on the projective ones. */

import { minimum } from "../../core/index.js";
import type { RunSettings } from "../../run/settings.js";
import type { Closeness, ExperimentContext, Item, Outcome } from "../harness/index.js";
import { pendulum } from "../models/pendulum.js";
import { type BlindExperiment, itemsOf } from "../tools/blind-experiment.js";
import { run } from "../tools/motion.js";
import {
  aboutAs,
  band,
  baumgarte,
  decay,
  firstSteps,
  fromFirstSteps,
  median,
  projective,
  rotating,
  spring,
  tolerances,
  until,
} from "./methods.js";
import type { claims, table41 } from "./published.js";

const id = "gear.4.table-4-1";
const names = ["bob_x", "bob_y", "bob_x'", "bob_y'"];

const cases = {
  S1: spring,
  S2: decay,
  P1: projective(1e10),
  P2: rotating(1e7),
  B: baumgarte,
  P1_7: projective(1e7),
  P2_5: rotating(1e5),
} satisfies Record<string, RunSettings>;

type Name = keyof typeof cases;

interface Run {
  /** The first step. */
  readonly step: number;
  /** Largest error of a position or velocity at an accepted step. */
  readonly error: number;
  readonly forces: number;
  /** Accepted steps. */
  readonly steps: number;
}

type Measured = Readonly<Record<Name, readonly Run[]>>;

interface Published {
  readonly table: typeof table41;
  readonly claims: typeof claims;
}

export function errorOf(settings: RunSettings): Omit<Run, "step"> & { readonly solves: number } {
  const motion = run(pendulum, { ...settings, until });
  const exact = run(pendulum, { formulation: "underlying", until, saveAt: Array.from(motion.t) });
  let error = 0;
  for (const name of names) {
    const values = exact.of(name);
    motion.of(name).forEach((value, k) => {
      error = Math.max(error, Math.abs(value - values[k]));
    });
  }
  // work is counted in a second run, which does not save every step
  const { forces, factorisations } = run(pendulum, { ...settings, until, saveAt: [until] }).solution.work;
  return { error, forces, steps: motion.t.length - 1, solves: factorisations };
}

const measure = (context: ExperimentContext): Promise<Measured> =>
  fromFirstSteps(context, firstSteps, cases, (settings) => errorOf({ ...settings, ...tolerances }));

function report(measured: Measured, { table, claims: said }: Published): Outcome {
  const { numbers } = itemsOf(id, "Table 4.1");
  const { P1, P2, P1_7, P2_5, S1, S2, B } = measured;
  /** Median of the ratios from equal first steps. */
  const ratio = (a: readonly Run[], b: readonly Run[], what: "error" | "forces"): number =>
    median(a.map((each, k) => each[what] / b[k][what]));
  const notes: Partial<Record<Name, string>> = {
    S1: "bdf does not have the logic of ode15s.",
    S2: "bdf does not have the logic of ode15s.",
  };
  const likely: Partial<Record<Name, string>> = {
    S2: "bdf does not have the logic of ode15s",
    P2: "P1 and P2 with the same first step have nearly the same error (next item), so the printed error of P2 may belong to another sequence of steps",
  };
  const errors = (Object.keys(table) as (keyof typeof table)[]).map((name): Item => {
    const found = measured[name].map(({ error }) => error);
    return numbers({
      name: `error-${name}`,
      item: `largest error over T = ${until}, ${name}, median over first steps`,
      printed: table[name],
      measured: median(found),
      within: aboutAs,
      note: [`With ${found.length} first steps: ${band(found)}.`, notes[name] ?? ""].join(" ").trim(),
      ...(likely[name] !== undefined && { likely: likely[name] }),
    });
  });
  const close: Closeness = {
    between: [0.5, 2],
    basis: "words",
    why: "insignificant: less than the effect of the first step",
  };
  const same: Closeness = { between: [0.9, 1.1], basis: "words", why: "insignificant: within a tenth" };
  return {
    items: [
      ...errors,
      numbers({
        name: "P2-P1",
        item: "error of P2 over that of P1, median over first steps",
        printed: table.P2 / table.P1,
        measured: ratio(P2, P1, "error"),
        within: aboutAs,
        likely: "the two printed errors may belong to different sequences of steps",
        note: "Both methods follow the same slow motion with the same code, and their inner steps change it by 1/beta only.",
      }),
      numbers({
        name: "beta-P1-error",
        item: "error of P1 with beta = 1e7 over that with 1e10",
        printed: said.beta,
        measured: ratio(P1_7, P1, "error"),
        within: close,
      }),
      numbers({
        name: "beta-P1-work",
        item: "evaluations of P1 with beta = 1e7 over those with 1e10",
        printed: said.beta,
        measured: ratio(P1_7, P1, "forces"),
        within: same,
      }),
      numbers({
        name: "beta-P2-error",
        item: "error of P2 with beta = 1e5 over that with 1e7",
        printed: said.beta,
        measured: ratio(P2_5, P2, "error"),
        within: close,
      }),
      numbers({
        name: "beta-P2-work",
        item: "evaluations of P2 with beta = 1e5 over those with 1e7",
        printed: said.beta,
        measured: ratio(P2_5, P2, "forces"),
        within: same,
      }),
      numbers({
        name: "outer-steps",
        item: "mean length of an accepted step of P1, median over first steps",
        printed: "the typical outer time step is about 10^-2 to 10^-1",
        measured: median(P1.map(({ steps }) => until / steps)),
        within: { between: [0.005, 0.2], basis: "words", why: '"about": a factor of 2 beyond either end' },
        likely: "the paper does not say for which of its two problems these steps are typical; this is the pendulum",
      }),
      numbers({
        name: "work",
        item: "evaluations of S1, S2 and B over those of P1",
        printed: said.potential,
        measured: minimum([S1, S2, B].map((each) => ratio(each, P1, "forces"))),
        within: { between: [1, 1e3], basis: "words", why: "more efficient: none of them needs fewer" },
        note: "This is the smallest of the three ratios. The run times of the table are mostly overhead of MATLAB, as the paper says.",
      }),
    ],
    figures: [
      {
        id: `${id}.errors`,
        title: "Table 4.1: largest error against the first step",
        x: { label: "first step", scale: "log" },
        y: { label: "largest error", scale: "log" },
        series: (Object.keys(table) as (keyof typeof table)[]).flatMap((name) => {
          const x = measured[name].map(({ step }) => step);
          return [
            { name, kind: "measured" as const, group: name, x, y: measured[name].map(({ error }) => error) },
            { name: `${name}, printed`, kind: "printed" as const, group: name, x, y: x.map(() => table[name]) },
          ];
        }),
      },
    ],
  };
}

export const table41Experiment: BlindExperiment<Measured, Published> = {
  id,
  title: "Stiff, projective and Baumgarte's methods for a pendulum",
  measure,
  report,
};

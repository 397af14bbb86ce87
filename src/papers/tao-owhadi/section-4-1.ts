/** Tao–Owhadi section 4.1: the double pendulum, figures 1 and 2 and what the text says about them. */

import { maximum } from "../../core/index.js";
import { hostMath } from "../../math/index.js";
import { run as runModel } from "../../run/run-model.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext, Item, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { measuredSeries, powerLawFigure } from "../tools/figures.js";
import { type Motion, run } from "../tools/motion.js";
import { distance, largest } from "../tools/signals.js";
import { angles, doublePendulum } from "./models.js";
import type { pendulum } from "./published.js";
import { averages } from "./section-3.js";

const id = "tao-owhadi.4.1";
const beta = 0.4;
export const h = 0.1;
const omegas = [20, 40, 80, 160];

/** The settings of the rows of figure 1, and of two more methods. */
export const rows = {
  shake: { formulation: "rigid", method: "shake", step: h },
  variationalEuler: { formulation: "stiff", method: "variational-euler", step: h / 20 },
  newmark: { formulation: "stiff", method: { name: "newmark", beta }, step: h },
  zs: { formulation: "stiff", method: { name: "zs", beta }, step: h },
  zss: { formulation: "stiff", method: { name: "zss", beta }, step: h },
  trapezoidal: { formulation: "stiff", method: { name: "newmark", beta: 0.25 }, step: h },
  oneIteration: { formulation: "stiff", method: { name: "newmark-1", beta }, step: h },
} satisfies Record<string, RunSettings>;
type Row = keyof typeof rows;

/** The methods that run at omega = 2000; gn-zs is not in the paper. */
const stiffest = ["zs", "newmark", "implicit-midpoint", "gn-zs"];

/** At the centres of the windows: the multiplier of the rigid motion, omega^2 g averaged, and omega^2 g itself. */
interface MultiplierCurves {
  readonly t: Float64Array;
  readonly lambda: Float64Array;
  readonly averaged: Float64Array;
  readonly raw: Float64Array;
}

interface Measured {
  readonly errors: Readonly<Record<Row, number>>;
  readonly series: { readonly t: Float64Array; readonly of: Readonly<Record<Row, Float64Array>> };
  /** Largest distance from the rigid motion on [0, 10], and largest |g| there, one for each omega. */
  readonly modelling: readonly number[];
  readonly constraint: readonly number[];
  /** The upper rod: largest size of omega^2 g minus the multiplier, as it is and averaged over 0.2. */
  readonly multiplier: { readonly raw: number; readonly averaged: number; readonly curves: MultiplierCurves };
  readonly survived: Readonly<Record<string, boolean>>;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  // 1. figure 1, against the motion in angles
  const until = 50;
  const exact = run(angles, { formulation: "ode", until, every: h });
  const [theta, phi] = [exact.of("theta"), exact.of("phi")];
  const { sin, cos } = hostMath;
  const x2 = theta.map((a, k) => sin(a) + Math.SQRT2 * sin(phi[k]));
  const y2 = theta.map((a, k) => -cos(a) - Math.SQRT2 * cos(phi[k]));
  const names = Object.keys(rows) as Row[];
  const motions = await forEach(context, [0, 0.4], names, (row) =>
    run(doublePendulum, { projection: "none", ...rows[row], until, every: h }),
  );
  const errorOf = (motion: Motion) =>
    motion.of("b_x").map((x, k) => Math.max(Math.abs(x - x2[k]), Math.abs(motion.of("b_y")[k] - y2[k])));
  const curves = motions.map(errorOf);
  const byRow = <T>(values: readonly T[]) =>
    Object.fromEntries(names.map((row, k) => [row, values[k]])) as Record<Row, T>;

  // 2. figure 2(a): the modelling error, and the constraint
  const coordinates = ["a_x", "a_y", "b_x", "b_y"];
  const rigid = run(doublePendulum, { formulation: "underlying", until: 10, every: 0.01 });
  const penalties = await forEach(context, [0.4, 0.8], omegas, (omega) => {
    const stiff = run(doublePendulum, { formulation: "stiff", until: 10, every: 0.01, rtol: 1e-11 }, { omega });
    return {
      positions: maximum(coordinates.map((name) => distance(stiff.of(name), rigid.of(name)))),
      g: largest(stiff.tension("lower")) / (omega * omega),
    };
  });
  const [modelling, constraint] = [penalties.map((one) => one.positions), penalties.map((one) => one.g)];

  // 3. figure 2(b): omega = 20, the upper rod
  const fine: RunSettings = { formulation: "stiff", method: { name: "zs", beta }, step: 0.01, projection: "none" };
  const penalised = run(doublePendulum, { ...fine, until: 10, every: 0.01 });
  const lambda = rigid.multiplier("upper");
  const tension = penalised.tension("upper");
  const difference = tension.map((value, k) => value - lambda[k]);
  const width = 20;
  const inside = (a: Float64Array): Float64Array => a.subarray(width / 2, a.length - width / 2);
  const curves2b = {
    t: inside(penalised.t),
    lambda: inside(lambda),
    averaged: averages(tension, width),
    raw: inside(tension),
  };
  const multiplier = { raw: largest(difference), averaged: largest(averages(difference, width)), curves: curves2b };

  // 4. omega = 2000
  const survived: Record<string, boolean> = {};
  for (const name of stiffest) {
    const method = name === "implicit-midpoint" ? name : { name, beta };
    const settings = { formulation: "stiff", method, projection: "none", step: h, until: 50 };
    const { status, q } = runModel(doublePendulum, { ...settings, set: { omega: 2000 }, keepStates: false });
    survived[name] = status === "ok" && Math.abs(Math.sqrt(q[0] * q[0] + q[1] * q[1]) - 1) < 0.1;
  }

  const errors = byRow(curves.map(largest));
  const series = { t: exact.t, of: byRow(curves) };
  return { errors, series, modelling, constraint, multiplier, survived };
}

function report(measured: Measured, published: typeof pendulum): Outcome {
  const { numbers, words, exponents } = itemsOf(id, "Section 4.1");
  const { errors, modelling, constraint, multiplier } = measured;
  const labels: Readonly<Record<keyof typeof published.errors, string>> = {
    shake: "SHAKE, h = 0.1",
    variationalEuler: "variational Euler on the penalised system, h = 0.005",
    newmark: "Newmark solved, h = 0.1",
    zs: "Z&S, h = 0.1",
    zss: "Z&Ss, h = 0.1",
    trapezoidal: "trapezoidal rule (Newmark with beta = 1/4, conjugate to implicit midpoint), h = 0.1",
  };
  const powers: PowerLaw[] = [
    {
      name: "modelling-error",
      item: "the distance of the penalised from the constrained motion on [0, 10]",
      label: "positions",
      exponent: published.modellingExponent,
      sizes: modelling,
    },
    {
      name: "constraint",
      item: "the largest |g| of the lower rod on [0, 10] (figure 2a)",
      label: "|g|",
      exponent: published.constraintExponent,
      sizes: constraint,
    },
  ];
  const items: Item[] = [
    ...(Object.keys(labels) as (keyof typeof labels)[]).map((row) =>
      numbers({
        name: `error-${row}`,
        item: `figure 1, maximal error of x2 and y2 to t = 50: ${labels[row]}`,
        recomputed: published.errors[row],
        measured: errors[row],
        within: {
          relative: 0.05,
          basis: "digits",
          why: "two digits of an independent computation; the paper plots the errors without numbers",
        },
      }),
    ),
    numbers({
      name: "zs-over-newmark",
      item: 'error of Z&S over that of solved Newmark, "almost identical"',
      printed: published.ratio,
      measured: errors.zs / errors.newmark,
      within: { absolute: 0.2, basis: "words", why: "almost identical, read as a fifth at most" },
    }),
    numbers({
      name: "one-iteration",
      item: "error of Newmark with one iteration over solved Newmark",
      printed: "a large error",
      measured: errors.oneIteration / errors.newmark,
      within: {
        between: [published.oneIteration, 100],
        basis: "words",
        why: "at least twice; the paper gives no number",
      },
    }),
    ...exponents(omegas, powers),
    numbers({
      name: "modelling-constant",
      item: "omega^2 times the modelling error, omega = 40, 80, 160",
      recomputed: [published.modelling, published.modelling, published.modelling],
      measured: modelling.slice(1).map((size, k) => size * omegas[k + 1] * omegas[k + 1]),
      within: { relative: 0.01, basis: "accuracy", why: "higher powers of 1/omega^2 = 1/1600" },
    }),
    numbers({
      name: "multiplier-average",
      item: "figure 2b, omega = 20: omega^2 g of the upper rod minus the multiplier, averaged over 0.2, over its own size",
      printed: published.averageError,
      measured: multiplier.averaged / multiplier.raw,
      within: {
        absolute: 0.25,
        basis: "accuracy",
        why: "a window T of two or three fast periods leaves 1/(omega T) of the oscillation",
      },
    }),
    ...published.unstable.map((name): Item => {
      const isStable = measured.survived[name];
      return words({
        name: `omega-2000-${name}`,
        item: `${name} with h = 0.1 at omega = 2000`,
        printed: "unstable",
        measured: isStable ? "stable to t = 50" : "unstable",
        agrees: !isStable,
        note: isStable
          ? "Newmark is stable there when its equations are solved to rounding, and so is gn-zs. The bound of Z&S is on omega h^2, not on omega."
          : name === "implicit-midpoint"
            ? "The Newton iteration of the method does not converge there."
            : "omega h^2 = 20 is far above 0.37: the steps of Z&S are not independent of omega.",
        likely: "the paper's nonlinear solver stops before the equations are solved to rounding",
      });
    }),
  ];
  const { t, of } = measured.series;
  const { curves } = multiplier;
  const shown: readonly Row[] = ["shake", "variationalEuler", "newmark", "oneIteration", "zs"];
  return {
    items,
    figures: [
      {
        id: `${id}.figure-1`,
        title: "Errors of x2, y2 (figure 1)",
        x: { label: "t" },
        y: { label: "error" },
        series: shown.map((row) => measuredSeries(row, t, of[row])),
      },
      powerLawFigure(
        { id: `${id}.figure-2a`, title: "Penalty against constraint (figure 2a)", y: "distance" },
        omegas,
        powers,
      ),
      {
        id: `${id}.figure-2b`,
        title: "The multiplier of the upper rod, and omega^2 g averaged over 0.2 (figure 2b)",
        x: { label: "t" },
        y: { label: "multiplier" },
        series: [
          measuredSeries("omega^2 g, omega = 20", curves.t, curves.raw),
          measuredSeries("its average", curves.t, curves.averaged),
          measuredSeries("multiplier of the rigid motion", curves.t, curves.lambda),
        ],
      },
    ],
  };
}

export const section41: BlindExperiment<Measured, typeof pendulum> = { id, title: "Double pendulum", measure, report };

/**
 * Sanz-Serna section 2, example 2: the strong spring at bounded energy. r oscillates about r0 with the amplitude O(1/omega) and a
 * frequency near omega, and phidot changes by O(1/omega).
 */

import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { measuredSeries, powerLawFigure, printedSeries } from "../tools/figures.js";
import { frequency, halfRange, largest, slowMean } from "../tools/signals.js";
import { overPeriods, type SpringMotion, spring as solve } from "../tools/spring-motion.js";
import type { spring as publishedSpring } from "./published-section-2.js";

type Published = typeof publishedSpring;

const id = "sanz-serna.2.spring";
const omegas = [50, 100, 200, 400];
const M = 0.5;
/** The radial energy is 1/4 at every omega. */
const startAt = (omega: number) => ({ omega, M, r0: 1 + 0.5 / omega, rdot0: 0.5 });

interface Measured {
  readonly each: readonly {
    readonly amplitude: number;
    readonly centre: number;
    readonly frequency: number;
    readonly phidot: number;
  }[];
  readonly shown: SpringMotion;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const each = await forEach(context, [0, 0.9], omegas, (omega) => {
    const { t, r, phidot } = solve({ formulation: "stiff", ...overPeriods(omega, 60) }, startAt(omega));
    const centre = slowMean(r);
    const change = largest(phidot.map((value) => value - phidot[0]));
    return { amplitude: halfRange(r), centre, frequency: frequency(t, r, centre), phidot: change };
  });
  const shown = solve({ formulation: "stiff", ...overPeriods(omegas[0], 8) }, startAt(omegas[0]));
  return { each, shown };
}

function report({ each, shown }: Measured, published: Published): Outcome {
  const { numbers, exponents } = itemsOf(id, "Section 2, example 2");
  const at = omegas.join(", ");
  const powers: PowerLaw[] = [
    {
      name: "amplitude",
      item: "the amplitude of r at fixed energy",
      label: "amplitude of r",
      exponent: published.amplitudeExponent,
      sizes: each.map(({ amplitude }) => amplitude),
    },
    {
      name: "centre-exponent",
      item: "the value around which r oscillates, minus 1",
      label: "centre of r - 1",
      exponent: published.centreExponent,
      sizes: each.map(({ centre }) => centre - 1),
    },
    {
      name: "phidot",
      item: "the change of phidot at fixed energy",
      label: "change of phidot",
      exponent: published.phidotExponent,
      sizes: each.map(({ phidot }) => phidot),
    },
  ];
  const items = [
    numbers({
      name: "centre",
      item: `omega^2 (r0 - 1), r0 the value around which r oscillates at fixed energy, omega = ${at}`,
      printed: omegas.map((omega) => omega * omega * (published.restRadius(omega, M) - 1)),
      measured: each.map(({ centre }, k) => omegas[k] * omegas[k] * (centre - 1)),
      within: {
        absolute: 1e-3,
        basis: "accuracy",
        why: "the mean over an amplitude kappa = 0.7/omega is off by 12 M^2 kappa^2 = 6e-4 at the first",
      },
    }),
    numbers({
      name: "frequency",
      item: `the frequency of r over omega at fixed energy, omega = ${at}`,
      printed: omegas.map(() => published.frequency),
      measured: each.map((one, k) => one.frequency / omegas[k]),
      within: {
        absolute: 2e-3,
        basis: "words",
        why: '"about omega": small oscillations have 1 + 6 M^2/omega^2, 1.0006 at the first',
      },
    }),
    ...exponents(omegas, powers),
  ];
  const rest = published.restRadius(omegas[0], M);
  const oscillation = {
    id: `${id}.oscillation`,
    title: `r(t) at bounded energy, omega = ${omegas[0]}`,
    x: { label: "t" },
    y: { label: "r" },
    series: [
      printedSeries("r0", [0, shown.t[shown.t.length - 1]], [rest, rest], "r"),
      measuredSeries("r measured", shown.t, shown.r, "r"),
    ],
  };
  const title = "The strong spring at bounded energy";
  return { items, figures: [oscillation, powerLawFigure({ id: `${id}.exponents`, title, y: "size" }, omegas, powers)] };
}

export const spring: BlindExperiment<Measured, Published> = {
  id,
  title: "Example 2: a strong spring in the plane",
  measure,
  report,
};

/**
 * Ariel section 2.3: a unit mass on a strong spring in the plane. Its slow motions are circular at the radius r*, the root of
 * omega^2 r^3 (r - 1) = 4 M^2; all other motions oscillate around it. All runs have the areal velocity M = 1.
 */

import { maximum, minimum } from "../../core/index.js";
import type { Closeness, ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { measuredSeries, powerLawFigure, printedSeries } from "../tools/figures.js";
import { distance, frequency, largest, pointDistance, slowMean } from "../tools/signals.js";
import { centre, overPeriods, type SpringMotion, spring } from "../tools/spring-motion.js";
import type { pendulum } from "./published-section-2.js";
import { type RemarkDistances, remarkPowerLaws } from "./section-2-remarks.js";

const id = "ariel.2.3";
const M = 1;
/** Values at which powers of omega are fitted, and one at which oscillations are easy to see. */
const omegas = [80, 160, 320, 640];
const omega0 = 20;

interface Measured {
  /** For each omega the radius about which r oscillates, and distances from the constrained motion. */
  readonly each: readonly (RemarkDistances & { readonly centre: number })[];
  /** From r(0) = r*: the largest relative changes of r and phidot. */
  readonly circular: readonly number[];
  /** From r(0) = 1: the oscillation. */
  readonly oscillation: {
    readonly mean: number;
    readonly change: number;
    readonly frequencies: { readonly r: number; readonly phidot: number };
  };
  readonly shown: { readonly slow: SpringMotion; readonly around: SpringMotion };
  /** The rigid view. */
  readonly constrained: SpringMotion;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const formulation = "stiff";

  // 1. the rigid view, and the distance of the stiff view from it
  const schedule = { until: 0.5, every: 0.00025 };
  const constrained = spring({ formulation: "underlying", ...schedule }, { M });
  const fromConstrained = ({ x, y, vx, vy }: SpringMotion) => ({
    q: pointDistance([x, y], [constrained.x, constrained.y]),
    p: pointDistance([vx, vy], [constrained.vx, constrained.vy]),
  });
  const each = await forEach(context, [0, 0.7], omegas, (omega) => {
    const rest = centre(omega, M);
    const slow = spring({ formulation, ...schedule }, { omega, M, r0: rest });
    const started = spring({ formulation, ...schedule }, { omega, M });
    const tension = distance(slow.motion.tension("spring"), constrained.motion.multiplier("spring"));
    return { centre: rest, slow: { ...fromConstrained(slow), tension }, started: fromConstrained(started) };
  });

  // 2. uniform circular motion over a long time
  const circular = await forEach(context, [0.7, 0.9], [each[0].centre], (r0) => {
    const { r, phidot } = spring({ formulation, until: 50, every: 0.01 }, { omega: omegas[0], M, r0 });
    return [r, phidot].map((column) => relativeChange(column));
  });

  // 3. the oscillation around it
  const around = spring({ formulation, ...overPeriods(omega0, 60) }, { omega: omega0, M });
  const slow = spring({ formulation, ...overPeriods(omega0, 60) }, { omega: omega0, M, r0: centre(omega0, M) });
  const mean = slowMean(around.r);
  const oscillation = {
    mean,
    change: relativeChange(around.areal),
    frequencies: {
      r: frequency(around.t, around.r, mean),
      phidot: frequency(around.t, around.phidot, slowMean(around.phidot)),
    },
  };
  return { each, circular: circular[0], oscillation, shown: { slow, around }, constrained };
}

function relativeChange(column: Float64Array): number {
  return largest(column.map((value) => value / column[0] - 1));
}

function report(measured: Measured, published: typeof pendulum): Outcome {
  const { numbers, exponents } = itemsOf(id, "Section 2.3");
  const { each, circular, oscillation, constrained } = measured;
  const lambda = constrained.motion.multiplier("spring");
  const within: Closeness = { absolute: 1e-9, basis: "accuracy", why: "a run with rtol 1e-12 leaves less" };
  const items = [
    numbers({
      name: "rest-radius",
      item: `omega^2 (r* - 1), r* the root of omega^2 r^3 (r - 1) = 4 M^2, at omega = ${omegas.join(", ")}, M = 1, from runs that oscillate about r*`,
      printed: omegas.map((omega) => omega * omega * (published.restRadius(omega, M) - 1)),
      measured: each.map((one, k) => omegas[k] * omegas[k] * (one.centre - 1)),
      within: {
        absolute: 1e-7,
        basis: "accuracy",
        why: "a smooth mean has an error near 1e-14, which is multiplied by omega^2",
      },
    }),
    numbers({
      name: "circular-motion",
      item: `started at r*, omega = ${omegas[0]}: relative changes of r and phidot over 0 <= t <= 50`,
      printed: [published.change, published.change],
      measured: circular,
      within,
    }),
    numbers({
      name: "oscillation-centre",
      item: `started at r = 1, omega = ${omega0}: mean of r - 1, as r oscillates around r*`,
      printed: published.restRadius(omega0, M) - 1,
      measured: oscillation.mean - 1,
      within: {
        absolute: 1e-5,
        basis: "accuracy",
        why: "the mean over an amplitude kappa = 0.01 is off by 12 M^2 kappa^2/omega^2 = 3e-6",
      },
    }),
    numbers({
      name: "areal-velocity",
      item: `started at r = 1, omega = ${omega0}: relative change of M over 60 fast periods`,
      printed: published.change,
      measured: oscillation.change,
      within,
    }),
    numbers({
      name: "oscillation-of-phi",
      item: `started at r = 1, omega = ${omega0}: frequency of phidot over that of r, because fast oscillations are also present in phi`,
      printed: 1,
      measured: oscillation.frequencies.phidot / oscillation.frequencies.r,
      within: {
        absolute: 1e-3,
        basis: "accuracy",
        why: "crossings are interpolated between 20 samples per period, over 60 periods",
      },
    }),
    numbers({
      name: "multiplier",
      item: "DAE: smallest and largest lambda = phidot^2 over 0 <= t <= 0.5, phidot(0) = 2",
      printed: [published.multiplier(2 * M), published.multiplier(2 * M)],
      measured: [minimum(lambda), maximum(lambda)],
      within,
    }),
    ...exponents(omegas, radiusPowers(measured, published)),
    ...exponents(omegas, remarkPowerLaws(each, published)),
  ];
  return { items, figures: figures(measured, published) };
}

function radiusPowers({ each }: Measured, published: typeof pendulum): PowerLaw[] {
  return [
    {
      name: "expansion",
      item: "r* - 1 - 4 M^2/omega^2",
      label: "r* - 1 - 4 M^2/omega^2",
      exponent: published.expansionExponent,
      sizes: each.map((one, k) => Math.abs(one.centre - published.expansion(omegas[k], M))),
    },
    {
      name: "manifolds",
      item: "r* - 1, the distance of the manifolds",
      label: "r* - 1",
      exponent: published.manifoldExponent,
      sizes: each.map((one) => one.centre - 1),
    },
  ];
}

function figures(measured: Measured, published: typeof pendulum) {
  const { slow, around } = measured.shown;
  const end = around.t.findIndex((t) => t > 2);
  const t = around.t.subarray(0, end);
  const rest = published.restRadius(omega0, M);
  return [
    {
      id: `${id}.radius`,
      title: `r(t) from r(0) = 1 and from r(0) = r*, omega = ${omega0}, M = 1`,
      x: { label: "t" },
      y: { label: "r" },
      series: [
        printedSeries("r*", [0, t[end - 1]], [rest, rest]),
        measuredSeries("from r*", t, slow.r.subarray(0, end), "r*"),
        measuredSeries("from 1", t, around.r.subarray(0, end)),
      ],
    },
    powerLawFigure(
      { id: `${id}.slow-radius`, title: "The radius of slow motions", y: "size" },
      omegas,
      radiusPowers(measured, published),
    ),
    powerLawFigure(
      { id: `${id}.exponents`, title: "Distance from the constrained motion", y: "distance" },
      omegas,
      remarkPowerLaws(measured.each, published),
    ),
  ];
}

export const section23: BlindExperiment<Measured, typeof pendulum> = {
  id,
  title: "A strong spring in the plane",
  measure,
  report,
};

/**
 * Sanz-Serna section 2, example 2: the DAE of the strong spring and its underlying system, which is run without projections from starts
 * that violate the constraints.
 *
 * The paper prints x'' = -(|v|^2/r) x/r and (r^2)'' = 0. That is (7) for g = r^2 - 1. For its own g = r - 1, whose second
 * differential is g''[v, v] = (|v|^2 - rdot^2)/r, (7) gives r'' = 0, so (r^2)'' = 2 rdot^2; both agree where rdot = 0.
 */

import { maximum, minimum } from "../../core/index.js";
import type { Closeness, ExperimentContext, Outcome } from "../harness/index.js";
import { squaredSpring, strongSpring } from "../models/strong-spring.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries, printedSeries } from "../tools/figures.js";
import { distance, largest } from "../tools/signals.js";
import { type SpringMotion, spring } from "../tools/spring-motion.js";
import type { underlying as publishedUnderlying } from "./published-section-2.js";

type Published = typeof publishedUnderlying;

const id = "sanz-serna.2.underlying";
const M = 0.5;
const until = 5;
/** Two starts off the constraints: the first spirals outwards, the second inwards. */
const starts = [
  { M, r0: 1.2, rdot0: 0.1 },
  { M, r0: 0.9, rdot0: -0.05 },
];

interface Spiral {
  readonly t: Float64Array;
  readonly square: Float64Array;
  /** Largest change of r^2 phidot/2. */
  readonly areal: number;
}

interface Measured {
  /** From the two starts, with g = r^2 - 1 and with g = r - 1. */
  readonly squared: readonly Spiral[];
  readonly plain: readonly Spiral[];
  /** Largest change of r from r(0) = 1.5, rdot(0) = 0, with either g. */
  readonly circles: readonly number[];
  /** Distance from the start after a run forward and a run back, with either g. */
  readonly reversed: readonly number[];
  /** Smallest and largest multiplier of the rigid view, in the paper's sign. */
  readonly multiplier: readonly number[];
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const settings = { formulation: "underlying", projection: "none", start: "assume", until, every: 0.05 } as const;
  const spiral = ({ t, r, areal }: SpringMotion): Spiral => {
    return { t, square: r.map((value) => value * value), areal: largest(areal.map((value) => value - areal[0])) };
  };
  const models = [squaredSpring, strongSpring];
  const [squared, plain] = await forEach(context, [0, 0.4], models, (model) =>
    starts.map((start) => spiral(spring(settings, start, model))),
  );
  const circles = await forEach(context, [0.4, 0.6], models, (model) => {
    const { r } = spring(settings, { M, r0: 1.5 }, model);
    return largest(r.map((value) => value - 1.5));
  });

  // the run back starts on the x axis of a rotated frame, with the velocity reversed
  const reversed = await forEach(context, [0.6, 0.9], models, (model) => {
    const [start] = starts;
    const there = spring(settings, start, model);
    const last = there.t.length - 1;
    const turned = { M: -there.areal[last], r0: there.r[last], rdot0: -there.rdot[last] };
    const back = spring(settings, turned, model);
    return largest([back.r[last] - start.r0, back.rdot[last] + start.rdot0, back.phi[last] + there.phi[last]]);
  });

  // the sign of the paper is opposite to that of this library
  const rigid = spring({ formulation: "underlying", until, every: 0.05 }, { M });
  const lambda = rigid.motion.multiplier("spring").map((value) => -value);
  return { squared, plain, circles, reversed, multiplier: [minimum(lambda), maximum(lambda)] };
}

/** The mean second derivative of r^2, by a second difference over the whole run. */
function secondDerivative({ square }: Spiral): number {
  const last = square.length - 1;
  return (square[last] - 2 * square[last / 2] + square[0]) / ((until / 2) * (until / 2));
}

/** r^2 along the run if its second derivative were the published one. */
function line({ t }: Spiral, k: number, { squareSecondDerivative }: Published): Float64Array {
  const { r0, rdot0 } = starts[k];
  return t.map((time) => r0 * r0 + 2 * r0 * rdot0 * time + (squareSecondDerivative * time * time) / 2);
}

function report(measured: Measured, published: Published): Outcome {
  const { numbers } = itemsOf(id, "Section 2, example 2");
  const { squared, plain, circles, reversed, multiplier } = measured;
  const within: Closeness = { absolute: 1e-9, basis: "accuracy", why: "a run with rtol 1e-12 leaves less" };
  const items = [
    numbers({
      name: "square",
      item: "(r^2)'' of the underlying system with the paper's g = r - 1, from two starts off the constraints",
      printed: starts.map(() => published.squareSecondDerivative),
      measured: plain.map(secondDerivative),
      within,
      proof: "this run of (7) with the paper's own g: (r^2)'' is 2 rdot^2",
      note:
        "(7) with g = r - 1 gives r'' = 0, so (r^2)'' = 2 rdot^2: r is linear in t, not r^2. The " +
        "printed equations are (7) for g = r^2 - 1; the two agree where rdot = 0, as on the constraints.",
    }),
    numbers({
      name: "square-of-squared",
      item: "distance of r^2 from a line over 0 <= t <= 5, underlying system of g = r^2 - 1, from the same starts",
      printed: starts.map(() => 0),
      measured: squared.map((spiral, k) => distance(spiral.square, line(spiral, k, published))),
      within,
    }),
    numbers({
      name: "areal",
      item: "change of r^2 phidot/2 over 0 <= t <= 5, underlying systems of g = r - 1 and of g = r^2 - 1, same starts",
      printed: [...plain, ...squared].map(() => published.arealChange),
      measured: [...plain, ...squared].map(({ areal }) => areal),
      within,
    }),
    numbers({
      name: "circles",
      item: "change of r from r(0) = 1.5, rdot(0) = 0 over 0 <= t <= 5, both underlying systems",
      printed: circles.map(() => published.circularChange),
      measured: circles,
      within,
    }),
    numbers({
      name: "reversible",
      item: "(7) is time-reversible: distance from the start after five units of time forward and back, both systems",
      printed: reversed.map(() => published.reversed),
      measured: reversed,
      within,
    }),
    numbers({
      name: "multiplier",
      item: "smallest and largest lambda = -(x'^2 + y'^2)/r of the DAE at unit speed",
      printed: [published.multiplier(2 * M, 1), published.multiplier(2 * M, 1)],
      measured: multiplier,
      within,
      note: "The multiplier has the sign of the paper, which is opposite to that of this library.",
    }),
  ];
  const series = starts.flatMap(({ r0 }, k) => [
    printedSeries(`(r^2)'' = 0 from r = ${r0}`, squared[k].t, line(squared[k], k, published), `from ${r0}`),
    measuredSeries(`g = r^2 - 1 from r = ${r0}`, squared[k].t, squared[k].square, `from ${r0}`),
    measuredSeries(`g = r - 1 from r = ${r0}`, plain[k].t, plain[k].square),
  ]);
  const title = "Underlying systems off the constraints: r^2 from two starts";
  return { items, figures: [{ id: `${id}.spirals`, title, x: { label: "t" }, y: { label: "r^2" }, series }] };
}

export const underlying: BlindExperiment<Measured, Published> = {
  id,
  title: "Example 2: the underlying system",
  measure,
  report,
};

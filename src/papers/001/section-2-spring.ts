/**
 * 001 section 2, example 2: the strong spring again. Its underlying system forgets the length of the spring: r^2 is linear in
 * t from any start. At bounded energy r oscillates with an amplitude O(1/omega) and a frequency near omega.
 */

import type { ExperimentContext, Outcome } from "../../experiment/reproduce/index.js";
import { measuredSeries, powerFigure, publishedSeries } from "../tools/figures.js";
import { distance, frequency, halfRange, largest, slowMean } from "../tools/signals.js";
import { overPeriods, type SpringMotion, spring as solve } from "../tools/spring-motion.js";
import { forEach, itemsOf, type Power, type Study } from "../tools/study.js";
import type { spring } from "./published.js";

const id = "001.2.2";
const omegas = [50, 100, 200, 400];
const M = 0.5;
/** E = O(1): r(0) = 1 + 0.5/omega, rdot(0) = 0.5. */
const excitation = { stretch: 0.5, rdot0: 0.5 };
/** Starts of the underlying system off the constraints: one spirals out, one in. */
const spirals = [
  { M, r0: 1.2, rdot0: 0.1 },
  { M, r0: 0.9, rdot0: -0.05 },
];

interface Measured {
  readonly spirals: readonly { readonly t: Float64Array; readonly square: Float64Array; readonly areal: number }[];
  /** Largest change of r from r(0) = 1.5, rdot(0) = 0. */
  readonly circular: number;
  /** Distance from the start after going there and back. */
  readonly reversed: number;
  /** Smallest and largest multiplier of the rigid view, in the paper's sign. */
  readonly multiplier: readonly number[];
  readonly excited: readonly {
    readonly amplitude: number;
    readonly centre: number;
    readonly frequency: number;
    readonly phidot: number;
  }[];
  readonly shown: SpringMotion;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  // 1. the underlying system without any repair
  const unrepaired = { formulation: "underlying", projection: "none", start: "assume", until: 5, every: 0.05 } as const;
  const spiralled = await forEach(context, [0, 0.3], spirals, (start) => {
    const { t, r, areal } = solve(unrepaired, start);
    return { t, square: r.map((value) => value * value), areal: largest(areal.map((value) => value - areal[0])) };
  });
  const circle = solve(unrepaired, { M, r0: 1.5 });
  const circular = distance(
    circle.r,
    circle.r.map(() => 1.5),
  );

  // 2. there and back: the start of the way back is on the x axis of a turned frame, its velocity reversed
  const there = solve(unrepaired, spirals[0]);
  const last = there.t.length - 1;
  const back = solve(unrepaired, { M: -there.areal[last], r0: there.r[last], rdot0: -there.rdot[last] });
  const reversed = Math.max(
    Math.abs(back.r[last] - spirals[0].r0),
    Math.abs(back.rdot[last] + spirals[0].rdot0),
    Math.abs(back.phi[last] + there.phi[last]),
  );

  // 3. the rigid view; our multiplier is minus the paper's
  const rigid = solve({ formulation: "underlying", until: 5, every: 0.05 }, { M });
  const lambda = rigid.motion.multiplier("spring").map((value) => -value);

  // 4. bounded energy
  const excited = await forEach(context, [0.4, 0.9], omegas, (omega) => {
    const start = { omega, M, r0: 1 + excitation.stretch / omega, rdot0: excitation.rdot0 };
    const { t, r, phidot } = solve({ formulation: "stiff", ...overPeriods(omega, 60) }, start);
    const centre = slowMean(r);
    const change = largest(phidot.map((value) => value - phidot[0]));
    return { amplitude: halfRange(r), centre, frequency: frequency(t, r, centre), phidot: change };
  });
  const shown = solve(
    { formulation: "stiff", ...overPeriods(omegas[0], 8) },
    { omega: omegas[0], M, r0: 1 + excitation.stretch / omegas[0], rdot0: excitation.rdot0 },
  );
  return {
    spirals: spiralled,
    circular,
    reversed,
    multiplier: [Math.min(...lambda), Math.max(...lambda)],
    excited,
    shown,
  };
}

/** What a second derivative s'' of r^2 makes of a start: r^2 = r0^2 + 2 r0 rdot0 t + s'' t^2/2. */
function squares(t: Float64Array, start: (typeof spirals)[number], published: typeof spring): Float64Array {
  const { r0, rdot0 } = start;
  return t.map((time) => r0 * r0 + 2 * r0 * rdot0 * time + (published.squareSecondDerivative * time * time) / 2);
}

function report(measured: Measured, published: typeof spring): Outcome {
  const { numbers, exponents } = itemsOf(id);
  const { excited } = measured;
  const within = { absolute: 1e-9, why: "a run with rtol 1e-12 leaves less" };
  const powers = powersOf(measured, published);
  const items = [
    numbers({
      name: "underlying-square",
      item: "example 2, underlying system from two starts off the constraints: distance of r^2 from a line over 0 <= t <= 5",
      published: spirals.map(() => 0),
      measured: measured.spirals.map(({ t, square }, k) => distance(square, squares(t, spirals[k], published))),
      within,
    }),
    numbers({
      name: "underlying-areal",
      item: "example 2, underlying system from the same starts: change of r^2 phidot/2",
      published: spirals.map(() => published.arealChange),
      measured: measured.spirals.map(({ areal }) => areal),
      within,
    }),
    numbers({
      name: "underlying-circles",
      item: "example 2, underlying system: change of r from r(0) = 1.5, rdot(0) = 0",
      published: published.circularChange,
      measured: measured.circular,
      within,
    }),
    numbers({
      name: "underlying-reversible",
      item: "(7) is time-reversible: distance from the start after five units of time there and back",
      published: published.reversed,
      measured: measured.reversed,
      within,
    }),
    numbers({
      name: "multiplier",
      item: "example 2, DAE: smallest and largest lambda = -(x'^2 + y'^2)/r at unit speed",
      published: [published.multiplier(2 * M, 1), published.multiplier(2 * M, 1)],
      measured: measured.multiplier,
      within,
      note: "Ours has the other sign; converted here.",
    }),
    numbers({
      name: "oscillation-centre",
      item: `example 2, E = O(1): the value around which r oscillates at omega = ${omegas.join(", ")}`,
      published: omegas.map((omega) => published.restRadius(omega, M)),
      measured: excited.map(({ centre }) => centre),
      within: { absolute: 1e-6, why: "the mean over the amplitude kappa = 0.7/omega is off by 12 M^2 kappa^2/omega^2" },
    }),
    numbers({
      name: "oscillation-frequency",
      item: `example 2, E = O(1): frequency of r over omega at omega = ${omegas.join(", ")}`,
      published: omegas.map(() => published.frequency),
      measured: excited.map((each, k) => each.frequency / omegas[k]),
      within: { absolute: 2e-3, why: "6 M^2/omega^2 = 6e-4 at the first, and crossings between 20 samples per period" },
    }),
    ...exponents(omegas, powers),
  ];
  return { items, figures: figures(measured, published, powers) };
}

function powersOf({ excited }: Measured, published: typeof spring): Power[] {
  return [
    {
      name: "oscillation-amplitude",
      item: "example 2, E = O(1): the amplitude of r",
      label: "amplitude of r",
      exponent: published.amplitudeExponent,
      sizes: excited.map(({ amplitude }) => amplitude),
    },
    {
      name: "oscillation-centre-exponent",
      item: "example 2, E = O(1): the centre of r minus 1",
      label: "centre of r - 1",
      exponent: published.centreExponent,
      sizes: excited.map(({ centre }) => centre - 1),
    },
    {
      name: "oscillation-phidot",
      item: "example 2, E = O(1): the change of phidot",
      label: "change of phidot",
      exponent: published.phidotExponent,
      sizes: excited.map(({ phidot }) => phidot),
    },
  ];
}

function figures({ spirals: measured, shown }: Measured, published: typeof spring, powers: readonly Power[]) {
  const rest = published.restRadius(omegas[0], M);
  return [
    {
      id: `${id}.underlying`,
      title: "The underlying system forgets the length: r^2 from two starts off the constraints",
      x: { label: "t" },
      y: { label: "r^2" },
      series: measured.flatMap(({ t, square }, k) => [
        publishedSeries(`(r^2)'' = 0 from r = ${spirals[k].r0}`, t, squares(t, spirals[k], published)),
        measuredSeries(`measured from r = ${spirals[k].r0}`, t, square),
      ]),
    },
    {
      id: `${id}.oscillation`,
      title: `r(t) at bounded energy, omega = ${omegas[0]}`,
      x: { label: "t" },
      y: { label: "r" },
      series: [
        publishedSeries("r0", [0, shown.t[shown.t.length - 1]], [rest, rest]),
        measuredSeries("measured", shown.t, shown.r),
      ],
    },
    powerFigure({ id: `${id}.exponents`, title: "Powers of omega", y: "size" }, omegas, powers),
  ];
}

export const example2: Study<Measured, typeof spring> = {
  id,
  title: "Example 2: a strong spring in the plane",
  measure,
  report,
};

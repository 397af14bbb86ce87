/** Tao–Owhadi section 4.4: transitions of a DNA model, figure 8, by Verlet and by Z&S with steps ten times as long. */

import { run as runModel } from "../../run/run-model.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext, Figure, Item, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries } from "../tools/figures.js";
import { dna } from "./models.js";
import type { conformations } from "./published.js";

const id = "tao-owhadi.4.4";
const bases = 200;
const runs: readonly { readonly name: string; readonly settings: RunSettings }[] = [
  { name: "Verlet, h = 0.2", settings: { method: "verlet", step: 0.2 } },
  { name: "Z&S, h = 2", settings: { method: { name: "zs", beta: 0.3 }, step: 2 } },
];
const every = 4;
/** Steps of Verlet that are tried, from the paper's 0.2 upwards: every 0.1, and every 0.02 near 1. */
const verletSteps = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.92, 0.94, 0.96, 0.98, 1, 1.02, 1.04, 1.1, 1.2];

interface Measured {
  readonly until: number;
  readonly t: Float64Array;
  /** The mean angle over time, and the mean energy, of each run. */
  readonly mean: readonly Float64Array[];
  readonly energy: readonly number[];
  /** The other panels of figure 8: the rate of the mean angle, one base, and the energy, over time. */
  readonly rate: readonly Float64Array[];
  readonly base: readonly Float64Array[];
  readonly energies: readonly Float64Array[];
  /** Angles at which a single base comes to rest. */
  readonly stable: readonly number[];
  /** The longest step of Verlet that keeps the energy, and the next one, which does not. */
  readonly limit: readonly [number, number];
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const until = context.quick ? 600 : 2000;
  const found = await forEach(context, [0, 0.7], runs, ({ settings }) => {
    const { trajectory, series } = runModel(dna, {
      formulation: "ode",
      ...settings,
      until,
      every,
      ledger: "saved",
    });
    const energies = series.series(series.columns.indexOf("energy"));
    return {
      t: trajectory.times(),
      mean: meanOf(trajectory.states(), 0),
      rate: meanOf(trajectory.states(), bases),
      base: trajectory.component(0),
      energies,
      energy: energies.reduce((sum, e) => sum + e, 0) / energies.length,
    };
  });

  // the limit of Verlet, to within 0.02, from the step of the paper upwards
  let limit: [number, number] = [0, verletSteps[0]];
  for (const [k, step] of verletSteps.entries()) {
    const { ledger, status } = runModel(dna, {
      formulation: "ode",
      method: "verlet",
      step,
      until: 400,
      every: 100,
      keepStates: false,
      accept: ["energy"],
    });
    const kept = status === "ok" && ledger.energy!.maxDeviation < ledger.energy!.initial / 2;
    if (kept) limit = [step, verletSteps[k + 1] ?? Number.POSITIVE_INFINITY];
    else break;
    await context.pause();
  }
  return {
    until,
    t: found[0].t,
    mean: found.map((one) => one.mean),
    rate: found.map((one) => one.rate),
    base: found.map((one) => one.base),
    energies: found.map((one) => one.energies),
    energy: found.map((one) => one.energy),
    stable: stableAngles(),
    limit,
  };
}

/** The mean over the bases of what stands at `from` in each state. */
function meanOf(states: Float64Array, from: number): Float64Array {
  return Float64Array.from({ length: states.length / (2 * bases) }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < bases; i++) sum += states[2 * bases * k + from + i];
    return sum / bases;
  });
}

/** A single damped base comes to rest in a minimum of its potential; there is one on either side. */
function stableAngles(): number[] {
  return [1.2, 2 * Math.PI - 1.2].map((at) => {
    const model = {
      taut: 1,
      coordinates: { a: { at } },
      mass: 1,
      potential: "(exp(-7*(1 - cos(a) - 0.3)) - 1)^2",
      force: { a: "-2*a'" },
    };
    return runModel(model, { formulation: "ode", method: "dop853", rtol: 1e-10, until: 200 }).q[0];
  });
}

function report(measured: Measured, published: typeof conformations): Outcome {
  const { until, mean, energy, stable, limit } = measured;
  const { numbers } = itemsOf(id, "Section 4.4");
  const open = Math.PI;
  const transitions = mean.map((angles) => {
    let [side, count] = [-1, 0];
    for (const angle of angles) {
      const now = angle < open - 1 ? -1 : angle > open + 1 ? 1 : side;
      if (now !== side) count++;
      side = now;
    }
    return count;
  });
  const items: Item[] = [
    numbers({
      name: "stable",
      item: "the two stable angles",
      printed: published.stable,
      measured: stable,
      within: { absolute: 0.005, basis: "digits", why: "printed to three digits" },
    }),
    numbers({
      name: "transitions",
      item: `transitions of the mean angle to t = ${until}: Verlet with h = 0.2 and Z&S with h = 2`,
      printed: "transits between meta-stable configurations",
      measured: transitions,
      within: { between: [1, 100], basis: "words", why: "transitions occur; their times are chaotic" },
    }),
    numbers({
      name: "energy",
      item: "mean energy of Z&S over that of Verlet",
      printed: "the Z&S energy is lower than the benchmark",
      measured: energy[1] / energy[0],
      within: { between: [0, 1], basis: "words", why: "long steps damp fast oscillations at the physical point" },
    }),
    numbers({
      name: "verlet-limit",
      item: "the longest stable step of Verlet",
      printed: published.verletLimit,
      measured: limit[0],
      within: { relative: 0.2, basis: "words", why: `"near the stability limit"` },
      proof: `Verlet keeps the energy of the paper's model to t = 400 with h = ${limit[0].toFixed(2)}`,
      note: `The highest frequency of the chain is 2, so the limit is near 1: between ${limit.map((x) => x.toFixed(2)).join(" and ")}.`,
    }),
  ];
  return {
    items,
    figures: [
      panel("figure-8", "mean angle", measured, mean),
      panel("figure-8-base", "angle of the first base", measured, measured.base),
      panel("figure-8-energy", "energy", measured, measured.energies),
      {
        ...panel("figure-8-phase", "rate of the mean angle", measured, measured.rate),
        x: { label: "mean angle" },
        series: runs.map(({ name }, k) => measuredSeries(name, mean[k], measured.rate[k])),
      },
    ],
  };
}

function panel(name: string, label: string, { t }: Measured, curves: readonly Float64Array[]): Figure {
  return {
    id: `${id}.${name}`,
    title: `DNA of ${bases} bases: ${label} (figure 8)`,
    x: { label: "t" },
    y: { label },
    series: runs.map((one, k) => measuredSeries(one.name, t, curves[k])),
  };
}

export const section44: BlindExperiment<Measured, typeof conformations> = {
  id,
  title: "Transitions of DNA",
  measure,
  report,
};

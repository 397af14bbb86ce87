/** Tao–Owhadi section 4.3, figures 4 and 7: distances between oxygens in clusters of water at constant temperature, rigid and penalised. */

import type { Model } from "../../model/index.js";
import { type HistogramResult, momentsOf } from "../../observers/index.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, itemsOf } from "../tools/blind-experiment.js";
import { type Equilibrium, equilibrate, startingAt, type Windows } from "../tools/equilibrium.js";
import { measuredSeries } from "../tools/figures.js";
import { collectingCheckpoints, longRun } from "../tools/long-run.js";
import type { WaterCluster } from "./published.js";
import { hundredWaters, sevenWaters } from "./water.js";

/** A cluster, the figure that shows it, and how long it runs. */
interface Cluster {
  readonly id: string;
  readonly title: string;
  readonly figure: string;
  readonly model: Model;
  readonly full: Lengths;
  /** The short version. */
  readonly quick: Lengths;
}

/** The windows of the equilibration, the time of the paper's run, how often it is made, and the time in a strong bath that parts the runs. */
interface Lengths {
  readonly windows: Windows;
  readonly until: number;
  readonly repeats: number;
  readonly between: number;
}

const windows = (first: number, most: number): Windows => ({ first, most, every: 0.5 });
const seven: Cluster = {
  ...{ id: "tao-owhadi.4.3.7", title: "Seven waters in a heat bath", figure: "figure 4", model: sevenWaters },
  full: { windows: windows(150, 4800), until: 10_000, repeats: 6, between: 100 },
  quick: { windows: windows(75, 1200), until: 60, repeats: 6, between: 50 },
};
const hundred: Cluster = {
  ...{ id: "tao-owhadi.4.3.100", title: "A hundred waters in a heat bath", figure: "figure 7", model: hundredWaters },
  full: { windows: windows(100, 6400), until: 1000, repeats: 6, between: 100 },
  quick: { windows: windows(50, 800), until: 5, repeats: 6, between: 5 },
};

const kT = 1 / 50;
/** The friction is 0.01 in the form p' = -gamma v; steps are 0.05, and omega is 20. */
const bath = { name: "langevin", kT, friction: 0.01, form: "plain", thermal: true } as const;
/** The same ensemble, which strong friction reaches soon; what runs in it is not measured. */
const strong = { name: "langevin", kT, friction: 0.5, thermal: true } as const;
const step = 0.05;
const runs = [
  { name: "SHAKE", formulation: "rigid", inner: "shake" },
  { name: "simplified Z&Ss", formulation: "stiff", inner: "zss-stiff" },
] as const;

/** What one method gives: the density of distances, and the temperature over kT with the standard error of several runs. */
interface Sampled {
  readonly equilibrium: Equilibrium;
  readonly radial: HistogramResult;
  readonly temperature: { readonly mean: number; readonly error: number };
}

interface Measured {
  readonly quick: boolean;
  readonly lengths: Lengths;
  readonly sampled: readonly Sampled[];
}

async function measure(given: ExperimentContext, { id, model, full, quick }: Cluster): Promise<Measured> {
  const context = collectingCheckpoints(given);
  const lengths = given.quick ? quick : full;
  const sampled: Sampled[] = [];
  for (const k of runs.keys()) sampled.push(await sample(context, `${id}.${k}`, k, model, lengths));
  context.removeCheckpoints();
  return { quick: given.quick, lengths, sampled };
}

async function sample(
  context: ExperimentContext,
  name: string,
  k: number,
  cold: Model,
  { windows, until, repeats, between }: Lengths,
): Promise<Sampled> {
  const { formulation, inner } = runs[k];
  const settings = { formulation, step } as const;
  const part = (fraction: number): number => (k + fraction) / runs.length;

  // 1. equilibrium, by the method itself: the springs of the penalties must share the heat
  const warming = { ...settings, method: { ...strong, inner } };
  const equilibrium = await equilibrate(context, `${name}.warm`, [part(0), part(0.3)], cold, warming, windows);

  // 2. the paper's run, several times, so that the scatter of independent runs is the error
  const radial: HistogramResult[] = [];
  const temperatures: number[] = [];
  for (let r = 0; r < repeats; r++) {
    const at = part(0.3 + (0.7 * r) / repeats);
    const seed = 1000 * (k + 1) + r;
    const mixing = { ...warming, until: between, seed: seed + 500 };
    const mixed = await longRun(context, `${name}.between.${r}`, [at, at], equilibrium.model, mixing);
    const model = startingAt(equilibrium.model, mixed);
    const measured: RunSettings = {
      ...{ ...settings, method: { ...bath, inner }, until, seed, observe: { every: 0.5 } },
      observables: {
        OO: { distances: ["water_O", "water_O"], histogram: { from: 2, to: 9, bins: 70 } },
        T: { temperature: "all" },
      },
    };
    const done = await longRun(context, `${name}.${r}`, [at, part(0.3 + (0.7 * (r + 1)) / repeats)], model, measured);
    const [distances, heat] = done.observables!.results();
    radial.push(distances.histogram!);
    temperatures.push(heat.mean / kT);
  }
  const { mean, variance } = momentsOf(temperatures);
  return { equilibrium, radial: merged(radial), temperature: { mean, error: Math.sqrt(variance / repeats) } };
}

/** The mean density of runs of equal length. */
function merged(all: readonly HistogramResult[]): HistogramResult {
  const density = all[0].density.map((_, b) => all.reduce((sum, one) => sum + one.density[b], 0) / all.length);
  return { ...all[0], density };
}

/** The place of the largest density between two distances, from the parabola through the three bins around it. */
function peak({ edges, density }: HistogramResult, from: number, to: number): number {
  const width = edges[1] - edges[0];
  let top = -1;
  density.forEach((value, k) => {
    if (edges[k] >= from && edges[k + 1] <= to && (top < 0 || value > density[top])) top = k;
  });
  const [a, b, c] = [density[top - 1], density[top], density[top + 1]];
  return edges[top] + width * (0.5 + (0.5 * (a - c)) / (a - 2 * b + c));
}

/** The largest difference of the two distribution functions. */
function distributionDistance(one: HistogramResult, other: HistogramResult): number {
  let [sum, most] = [0, 0];
  one.density.forEach((value, k) => {
    sum += (value - other.density[k]) * (one.edges[1] - one.edges[0]);
    most = Math.max(most, Math.abs(sum));
  });
  return most;
}

function report(measured: Measured, published: WaterCluster, { id, figure }: Cluster): Outcome {
  const { quick, lengths, sampled } = measured;
  const { until, repeats } = lengths;
  const { numbers, words } = itemsOf(id, `Section 4.3, ${figure}`);
  const radial = sampled.map((one) => one.radial);
  const span = `${repeats} runs to T = ${until}`;
  const few = quick ? "; a short run has few independent values" : "";
  const firsts = radial.map((one) => peak(one, 2.4, 3.4));
  const { peaks } = published;
  return {
    items: [
      numbers({
        name: "first-peak",
        item: `the first peak of oxygen distances${peaks ? "" : ", Z&Ss minus SHAKE"}, ${span}`,
        recomputed: peaks ? [peaks[0], peaks[0]] : 0,
        measured: peaks ? firsts : firsts[1] - firsts[0],
        within: { absolute: 0.1, basis: "accuracy", why: `one bin of 0.1 Å${few}` },
      }),
      ...(peaks
        ? [
            numbers({
              name: "second-peak",
              item: `the second peak, SHAKE and Z&Ss, ${span}`,
              recomputed: [peaks[1], peaks[1]],
              measured: radial.map((one) => peak(one, 3.8, 5.6)),
              within: {
                absolute: quick ? 0.7 : 0.35,
                basis: "accuracy",
                why: `the peak is broad: within 5 % of its height over 0.6 Å${few}`,
              },
            }),
          ]
        : []),
      numbers({
        name: "alike",
        item: `the largest difference of the distribution functions of SHAKE and Z&Ss, ${span}`,
        printed: published.distance,
        measured: distributionDistance(radial[0], radial[1]),
        within: {
          between: [0, quick ? 0.25 : 0.08],
          basis: "words",
          why: `accuracy without a number, read as ${quick ? "a quarter" : "a twelfth"} of the mean density at most${few}`,
        },
      }),
      words({
        name: "equilibrium",
        item: "before it is measured: potential energy and temperature have the same means in two windows that follow each other",
        ours: "within two standard errors, each window as long as everything before it",
        measured: sampled.map(({ equilibrium }, k) => `${runs[k].name}: ${describe(equilibrium)}`).join("; "),
        agrees: sampled.every(({ equilibrium }) => equilibrium.isReached),
      }),
      ...sampled.map(({ temperature: { mean, error } }, k) =>
        numbers({
          name: `temperature-${runs[k].inner}`,
          item: `temperature over 1/50 by ${runs[k].name}, with the degrees of freedom from the rank of the constraints, ${span}`,
          recomputed: published.temperature,
          measured: mean,
          within: {
            absolute: 4 * error,
            basis: "statistics",
            why: `four standard errors, from the scatter of ${repeats} independent runs`,
          },
          note: `The standard error is ${error.toPrecision(2)}.`,
        }),
      ),
    ],
    figures: [
      {
        id: `${id}.distances`,
        title: `Distances of oxygens, ${span} (${figure})`,
        x: { label: "r [Å]" },
        y: { label: "density" },
        series: runs.map(({ name }, k) =>
          measuredSeries(
            name,
            radial[k].density.map((_, b) => (radial[k].edges[b] + radial[k].edges[b + 1]) / 2),
            radial[k].density,
          ),
        ),
      },
    ],
  };
}

function describe({ time, differences, isReached }: Equilibrium): string {
  const sizes = differences.map((size) => size.toFixed(1)).join(" and ");
  return `${sizes} standard errors at t = ${time}${isReached ? "" : ", where the search ended"}`;
}

const experimentOf = (cluster: Cluster): BlindExperiment<Measured, WaterCluster> => ({
  id: cluster.id,
  title: cluster.title,
  measure: (context) => measure(context, cluster),
  report: (measured, published) => report(measured, published, cluster),
});

export const section43Seven = experimentOf(seven);
export const section43Hundred = experimentOf(hundred);

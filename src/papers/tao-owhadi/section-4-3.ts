/** Tao–Owhadi section 4.3, figures 4 and 7: distances between oxygens in clusters of water at constant temperature, rigid and penalised. */

import { catalogue } from "../../elements/index.js";
import { type Model, validateModel } from "../../model/index.js";
import type { HistogramResult } from "../../observers/index.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries } from "../tools/figures.js";
import { longRun } from "../tools/long-run.js";
import type { WaterCluster } from "./published.js";
import { hundredWaters, sevenWaters } from "./water.js";

/** A cluster, the figure that shows it, and the times for which it runs: to warm up, and by each method. */
interface Cluster {
  readonly id: string;
  readonly title: string;
  readonly figure: string;
  readonly model: Model;
  readonly warm: number;
  readonly until: number;
  /** The short version. */
  readonly quick: { readonly warm: number; readonly until: number };
}

const seven: Cluster = {
  ...{ id: "tao-owhadi.4.3.7", title: "Seven waters in a heat bath", figure: "figure 4", model: sevenWaters },
  ...{ warm: 150, until: 10_000, quick: { warm: 150, until: 300 } },
};
const hundred: Cluster = {
  ...{ id: "tao-owhadi.4.3.100", title: "A hundred waters in a heat bath", figure: "figure 7", model: hundredWaters },
  ...{ warm: 100, until: 1000, quick: { warm: 25, until: 5 } },
};

const kT = 1 / 50;
/** The friction is 0.01 in the form p' = -gamma v; steps are 0.05, and omega is 20. */
const bath = { name: "langevin", kT, friction: 0.01, form: "plain" } as const;
const runs: readonly { readonly name: string; readonly settings: RunSettings }[] = [
  { name: "SHAKE", settings: { formulation: "rigid", method: { ...bath, inner: "shake", thermal: true } } },
  {
    name: "simplified Z&Ss",
    settings: { formulation: "stiff", method: { ...bath, inner: "zss-stiff", thermal: true } },
  },
];

interface Measured {
  readonly quick: boolean;
  readonly until: number;
  /** For each run: the density of distances, and the temperature over kT with its standard error. */
  readonly radial: readonly HistogramResult[];
  readonly temperature: readonly { readonly mean: number; readonly error: number }[];
}

async function measure(context: ExperimentContext, cluster: Cluster): Promise<Measured> {
  const { quick } = context;
  const { id, model: cold } = cluster;
  const { warm: before, until } = quick ? cluster.quick : cluster;

  // 1. a cluster at this temperature, which strong friction reaches soon; this part is not measured
  const warm = await longRun(context, `${id}.start`, [0, 0.1], cold, {
    formulation: "rigid",
    method: { name: "langevin", kT, friction: 0.5, thermal: true },
    step: 0.05,
    until: before,
  });
  const model = startingAt(cold, warm.workspace.mechanics!.names, warm.run.solution().q);

  // 2. the paper's runs
  const radial: HistogramResult[] = [];
  const temperature: { mean: number; error: number }[] = [];
  for (const [k, { name, settings }] of runs.entries()) {
    const { observables } = await longRun(context, `${id}.${k}`, [0.1 + 0.45 * k, 0.55 + 0.45 * k], model, {
      ...settings,
      step: 0.05,
      until,
      seed: 1,
      observe: { every: 0.5, after: until / 10 },
      observables: {
        OO: { distances: ["water_O", "water_O"], histogram: { from: 2, to: 9, bins: 70 } },
        T: { temperature: "all" },
      },
    });
    const [distances, heat] = observables!.results();
    if (distances.histogram === undefined)
      throw new Error(`${name}: the run must have a histogram of distances, and it has none.`);
    radial.push(distances.histogram);
    temperature.push({ mean: heat.mean / kT, error: heat.error / kT });
  }
  for (const name of ["start", ...runs.keys()]) context.checkpoints?.remove(`${id}.${name}`);
  return { quick, until, radial, temperature };
}

function startingAt(model: Model, names: readonly string[], q: Float64Array): Model {
  return validateModel({ ...model, initial: Object.fromEntries(names.map((name, k) => [name, q[k]])) }, catalogue);
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
  const { quick, until, radial, temperature } = measured;
  const { numbers } = itemsOf(id, `Section 4.3, ${figure}`);
  const span = `T = ${until}`;
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
        within: { absolute: 0.1, basis: "reading", why: `one bin of 0.1 Å${few}` },
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
                basis: "reading",
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
          basis: "reading",
          why: `the histograms coincide in the plot${few}`,
        },
      }),
      numbers({
        name: "temperature",
        item: `temperature over 1/50 of both methods, with the degrees of freedom from the rank of the constraints, ${span}`,
        recomputed: published.temperature,
        measured: temperature.map(({ mean }) => mean),
        within: {
          absolute: quick ? 0.3 : 0.13,
          basis: "statistics",
          why: `four standard errors of a run of this length${few}`,
        },
        note: `The standard errors are ${temperature.map(({ error }) => error.toPrecision(2)).join(" and ")}.`,
      }),
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

const experimentOf = (cluster: Cluster): BlindExperiment<Measured, WaterCluster> => ({
  id: cluster.id,
  title: cluster.title,
  measure: (context) => measure(context, cluster),
  report: (measured, published) => report(measured, published, cluster),
});

export const section43Seven = experimentOf(seven);
export const section43Hundred = experimentOf(hundred);

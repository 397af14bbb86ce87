/** Tao–Owhadi section 4.3 without noise: multipliers in water, figure 5, and energy and momenta of three methods, figure 6. */

import { maximum } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { type Model, validateModel } from "../../model/index.js";
import { prepareRun } from "../../run/run.js";
import { run as runModel } from "../../run/run-model.js";
import type { RunSettings } from "../../run/settings.js";
import type { ExperimentContext, Figure, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries } from "../tools/figures.js";
import { run } from "../tools/motion.js";
import { distance } from "../tools/signals.js";
import type { deterministic } from "./published.js";
import { averages } from "./section-3.js";
import { sevenWaters } from "./water.js";

const id = "tao-owhadi.4.3.deterministic";
const h = 0.05;
/** Figure 5: the first bond of the first oxygen, to this time, averaged over this window. */
const [bond, end, window] = ["rod[0]", 2, 0.2];
/** The step that resolves omega = 500, whose periods are 0.006, and the time between its samples. */
const [fine, sample] = [0.0005, 0.005];
const stiff: RunSettings = { formulation: "stiff", method: "zss-stiff" };
const methods: readonly { readonly name: string; readonly settings: RunSettings }[] = [
  { name: "simplified Z&Ss", settings: stiff },
  { name: "SHAKE", settings: { formulation: "rigid", method: "shake" } },
  { name: "Newmark, partially solved", settings: { formulation: "stiff", method: { name: "newmark-1", beta: 0.4 } } },
];

/** omega^2 g as it is and averaged, beside the multiplier of SHAKE, at the centres of the windows. */
interface Multipliers {
  readonly t: Float64Array;
  readonly raw: Float64Array;
  readonly averaged: Float64Array;
  readonly shake: Float64Array;
}

/** Over time: the energy, and the largest change of a component of the linear and of the angular momentum. */
interface Kept {
  readonly t: Float64Array;
  readonly energy: Float64Array;
  readonly linear: Float64Array;
  readonly angular: Float64Array;
}

interface Measured {
  readonly until: number;
  readonly resolved: Multipliers;
  readonly coarse: Multipliers;
  readonly kept: readonly Kept[];
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const until = context.quick ? 100 : 500;
  const start = warmStart();

  // 1. figure 5: SHAKE at the paper's step, and the penalised system at both
  const shake = (every: number, step: number): Float64Array =>
    run(start, { formulation: "rigid", method: "shake", projection: "none", step, until: end, every }).multiplier(bond);
  const multipliers = (step: number, every: number, reference: Float64Array): Multipliers => {
    const motion = run(start, { ...stiff, omega: 500, projection: "none", step, until: end, every });
    const width = Math.round(window / every);
    const raw = motion.tension(bond);
    // the first window holds the start, where g = 0 in both views
    const inside = (a: Float64Array): Float64Array => a.slice(width + width / 2, a.length - width / 2);
    const averaged = averages(raw, width).slice(width);
    return { t: inside(motion.t), raw: inside(raw), averaged, shake: inside(reference) };
  };
  const [coarse, resolved] = await forEach(
    context,
    [0, 0.5],
    [
      [h, h],
      [fine, sample],
    ],
    ([step, every]) => multipliers(step, every, shake(every, every)),
  );

  // 2. figure 6
  const kept = await forEach(context, [0.5, 1], methods, ({ settings }) => keptBy(start, settings, until));
  return { until, resolved, coarse, kept };
}

/** Seven waters at the temperature of the paper, with velocities. */
function warmStart(): Model {
  const method = { name: "langevin", kT: 1 / 50, friction: 0.5, thermal: true };
  const settings: RunSettings = { formulation: "rigid", method, step: h, until: 75, seed: 1 };
  const { run: warming, workspace } = prepareRun(sevenWaters, { settings, keepStates: false });
  while (warming.advance(Number.POSITIVE_INFINITY) === "running");
  const { y } = warming.solution();
  const initial = Object.fromEntries(workspace.names.map((name, k) => [name, y[k]]));
  return validateModel({ ...sevenWaters, initial }, catalogue);
}

function keptBy(start: Model, settings: RunSettings, until: number): Kept {
  const { series } = runModel(start, {
    ...{ ...settings, step: h, until, every: 20 * h, projection: "none", momenta: true },
    // Newmark with one iteration loses both, which is what is measured
    accept: ["energy", "momentum", "angular-momentum"],
  });
  const column = (name: string): Float64Array => series.series(series.columns.indexOf(name));
  const change = (names: readonly string[]): Float64Array => {
    const columns = names.map(column);
    return columns[0].map((_, k) => maximum(columns.map((one) => Math.abs(one[k] - one[0]))));
  };
  return {
    ...{ t: column("t"), energy: column("energy") },
    ...{ linear: change(["px", "py", "pz"]), angular: change(["Lx", "Ly", "Lz"]) },
  };
}

function report({ until, resolved, coarse, kept }: Measured, published: typeof deterministic): Outcome {
  const { numbers } = itemsOf(id, "Section 4.3, figures 5 and 6");
  const height = maximum(Array.from(resolved.shake, Math.abs));
  const changeOf = ({ energy }: Kept): number => maximum(Array.from(energy, (e) => Math.abs(e - energy[0])));
  const ratio = (of: (one: Kept) => number): number => of(kept[0]) / of(kept[2]);
  const improved = '"improved preservation properties comparing with partially solved Newmark"';
  const worse = { between: [0, 0.5] as const, basis: "words" as const, why: "at most half; the paper gives no number" };
  const size = (x: number): string => x.toPrecision(2);
  return {
    items: [
      numbers({
        name: "multiplier-average",
        item: `figure 5, omega = 500, the first bond: omega^2 g averaged over ${window}, by Z&Ss with steps of ${fine}, minus the multiplier of SHAKE, over its size`,
        printed: published.averageError,
        measured: distance(resolved.averaged, resolved.shake) / height,
        within: {
          between: [0, 0.02],
          basis: "words",
          why: "the average is the multiplier; without a number, read as a fiftieth of its height at most",
        },
        note: "The paper does not say where the molecules start; these have been in a heat bath at its temperature.",
      }),
      numbers({
        name: "multiplier-raw",
        item: "the same without the average",
        printed: '"There is no strong convergence, but only a two-scale F-convergence" (section 4.1)',
        measured: distance(resolved.raw, resolved.shake) / height,
        within: { between: [0.1, 10], basis: "words", why: "far above the 0.02 that separate the average" },
      }),
      numbers({
        name: "multiplier-coarse",
        item: `the average with the paper's step of ${h}, which is eight periods of the penalty long`,
        printed: published.averageError,
        measured: distance(coarse.averaged, coarse.shake) / height,
        within: { between: [0, 0.02], basis: "words", why: "as above" },
      }),
      numbers({
        name: "energy",
        item: `figure 6: largest change of the energy to t = ${until}, simplified Z&Ss over partially solved Newmark`,
        printed: improved,
        measured: ratio(changeOf),
        within: worse,
        note: `${methods.map(({ name }, k) => `${name}: ${size(changeOf(kept[k]))}`).join(", ")} of ${size(kept[0].energy[0])}.`,
      }),
      numbers({
        name: "angular-momentum",
        item: `figure 6: largest change of the angular momentum to t = ${until}, the same ratio`,
        printed: improved,
        measured: ratio(({ angular }) => maximum(angular)),
        within: worse,
        note: `${methods.map(({ name }, k) => `${name}: ${size(maximum(kept[k].angular))}`).join(", ")}.`,
      }),
      numbers({
        name: "linear-momentum",
        item: `figure 6: largest change of the linear momentum to t = ${until}, by ${methods.map(({ name }) => name).join(", ")}`,
        ours: methods.map(() => 0),
        measured: kept.map(({ linear }) => maximum(linear)),
        within: {
          absolute: 1e-11,
          basis: "accuracy",
          why: "all forces act in pairs; sums over 10,000 steps are rounded",
        },
      }),
    ],
    figures: [
      {
        id: `${id}.figure-5`,
        title: "Multiplier of the first bond, and omega^2 g averaged over 0.2 (figure 5)",
        x: { label: "t" },
        y: { label: "multiplier" },
        series: [
          measuredSeries("omega^2 g, omega = 500", resolved.t, resolved.raw),
          measuredSeries("its average", resolved.t, resolved.averaged),
          measuredSeries(`average with steps of ${h}`, coarse.t, coarse.averaged),
          measuredSeries("SHAKE", resolved.t, resolved.shake),
        ],
      },
      figure6("energy", "energy", kept, ({ energy }) => energy),
      figure6("linear", "change of the linear momentum", kept, ({ linear }) => linear),
      figure6("angular", "change of the angular momentum", kept, ({ angular }) => angular),
    ],
  };
}

function figure6(name: string, label: string, kept: readonly Kept[], of: (one: Kept) => Float64Array): Figure {
  return {
    id: `${id}.figure-6-${name}`,
    title: `Seven waters without noise: ${label} (figure 6)`,
    x: { label: "t" },
    y: { label },
    series: methods.map((one, k) => measuredSeries(one.name, kept[k].t, of(kept[k]))),
  };
}

export const section43Deterministic: BlindExperiment<Measured, typeof deterministic> = {
  id,
  title: "Seven waters without noise",
  measure,
  report,
};

/** Tao–Owhadi figure 2: omega^2 g of the double pendulum at T = 50 as a function of omega, and the step that Verlet would need. */

import { run as runModel } from "../../run/run-model.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries } from "../tools/figures.js";
import { run } from "../tools/motion.js";
import { largest } from "../tools/signals.js";
import { doublePendulum } from "./models.js";
import type { figure2 as printed } from "./published.js";

const id = "tao-owhadi.4.1.figure-2";
const omegas = [10, 20, 40, 80];
/** The time of figure 2(a), and how far back from it the largest value is taken. */
const [T, back] = [50, 2];

/** The values of omega that are drawn here; the text of the paper does not say which figure 2(a) has. */
const axis = Array.from({ length: 91 }, (_, k) => 10 + k);

interface Measured {
  /** omega^2 g at T of the upper and of the lower rod, one for each omega of the axis. */
  readonly curves: readonly (readonly number[])[];
  /** omega^2 g of the lower rod at T, and its largest size over the last two units of time, one for each omega. */
  readonly atEnd: readonly number[];
  readonly near: readonly number[];
  /** The longest step of Verlet, on a grid of 12 per decade, with which the motion is stable to t = 10. */
  readonly verlet: number;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const tensions = await forEach(context, [0, 0.8], omegas, (omega) => {
    // Z&S at the paper's h = 0.01, which is stable for these omegas
    const settings = { formulation: "stiff", method: { name: "zs", beta: 0.4 }, step: 0.01, projection: "none" };
    const all = run(doublePendulum, { ...settings, until: T, every: 0.01 }, { omega }).tension("lower");
    return { atEnd: all[all.length - 1], near: largest(all.subarray(all.length - 1 - Math.round(back / 0.01))) };
  });
  const ends = await forEach(context, [0.8, 0.9], axis, (omega) => {
    const settings = { formulation: "stiff", method: { name: "zs", beta: 0.4 }, step: 0.01, projection: "none" };
    const motion = run(doublePendulum, { ...settings, until: T, every: T }, { omega });
    return ["upper", "lower"].map((rod) => motion.tension(rod)[1]);
  });
  let verlet = 0;
  for (let k = 0; k < 36; k++) {
    const step = 0.001 * 10 ** (k / 12);
    const settings = { formulation: "stiff", method: "verlet", projection: "none", step, until: 10 };
    const { status, ledger } = runModel(doublePendulum, { ...settings, keepStates: false, accept: ["energy"] });
    if (status !== "ok" || !(ledger.energy!.maxDeviation < 0.1)) break;
    verlet = step;
  }
  const curves = [0, 1].map((rod) => ends.map((one) => one[rod]));
  return { curves, atEnd: tensions.map((one) => one.atEnd), near: tensions.map((one) => one.near), verlet };
}

function report({ curves, atEnd, near, verlet }: Measured, published: typeof printed): Outcome {
  const { numbers } = itemsOf(id, "Section 4.1, figure 2");
  return {
    items: [
      numbers({
        name: "bounded",
        item: `largest omega^2 |g| over the last ${back} units of time before T = ${T}, omega = ${omegas.join(", ")}, over that at omega = ${omegas[0]}`,
        printed: "g(q) is O(omega^-2): omega^2 g(q(T)) stays bounded as omega grows (figure 2(a))",
        measured: near.map((value) => value / near[0]),
        within: {
          between: [1 / 3, 3],
          basis: "words",
          why: "bounded, without a number; a power of omega of 1 would give 8",
        },
        note: `At T itself, lower rod: ${atEnd.map((x) => x.toPrecision(2)).join(", ")}.`,
      }),
      numbers({
        name: "curve",
        item: `omega^2 g(q(T)) at T = ${T}, both rods: its largest size for omega above 55, over that for omega from 10 to 55`,
        printed: "omega^2 g(q(T)) as a function of omega: O(1) (figure 2(a))",
        measured: curves.map((curve) => largest(curve.slice(45)) / largest(curve.slice(0, 46))),
        within: {
          between: [0.6, 1.6],
          basis: "words",
          why: "bounded, without a number: a power of omega of 1 or -1 would give 1.8 or 0.55",
        },
      }),
      numbers({
        name: "verlet-step",
        item: "the longest step of Verlet at omega = 20 that keeps the energy to t = 10",
        printed: published.verletStep,
        measured: verlet,
        within: { factor: 2, basis: "words", why: '"Verlet would require h = 0.001 for stability"' },
        likely: "the caption is about both panels, and the text does not print the range of omega in figure 2(a)",
        note: `The limit falls like 1/omega: Verlet needs h = ${published.verletStep} from omega = ${Math.round((20 * verlet) / published.verletStep)} on.`,
      }),
    ],
    figures: [
      {
        id: `${id}.a`,
        title: `omega^2 g(q(T)), T = ${T} (figure 2(a))`,
        x: { label: "omega" },
        y: { label: "omega^2 g" },
        series: [
          ...["upper rod", "lower rod"].map((name, k) => measuredSeries(name, axis, curves[k])),
          measuredSeries(`lower rod, largest over the last ${back}`, omegas, near),
        ],
      },
    ],
  };
}

export const figure2: BlindExperiment<Measured, typeof printed> = {
  id,
  title: "Double pendulum: penalty against constraint at T = 50",
  measure,
  report,
};

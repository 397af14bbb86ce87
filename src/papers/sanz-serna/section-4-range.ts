/** Sanz-Serna section 4, case (i): HMM with RK4 for omega2 above and below the range of Table 1. */

import { TautError } from "../../core/index.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { secondHard } from "../models/two-springs.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries } from "../tools/figures.js";
import { run } from "../tools/motion.js";
import type { Parameters } from "../tools/setup.js";
import { direct, grid, hmm, hmmRk4, largestError, stretched, until } from "./section-4-runs.js";

const id = "sanz-serna.4.range";
/** The largest omega2 of Table 1, and three beyond it. */
const omegas = [2e4, 1e5, 1e6, 1e7];
const step = 1 / 8;
/** The smallest omega2 of Table 1, and two below it. */
const below = [200, 100, 50];

interface Measured {
  /** Largest error of the positions against the rigid motion from the same filtered start, one for each omega2. */
  readonly errors: readonly number[];
  /** The same against the stiff motion, one for each omega2 in `below`. */
  readonly errorsBelow: readonly number[];
}

/** The states of HMM, or undefined when the run blows up. */
function statesOf(set: Parameters): readonly Float64Array[] | undefined {
  try {
    return hmmRk4(hmm(secondHard, set), step).states;
  } catch (error) {
    if (error instanceof TautError) return undefined;
    throw error;
  }
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const errors = await forEach(context, [0, 0.8], omegas, (omega) => {
    const set = stretched(1, omega);
    const states = statesOf(set);
    if (states === undefined) return Number.POSITIVE_INFINITY;
    // the rigid motion is within O(1/omega2) of the stiff one, far below the errors of this step
    const { trajectory } = run(secondHard, { formulation: "underlying", until, saveAt: grid(step) }, set).solution;
    const all = trajectory.states();
    return largestError(
      states,
      states.map((y, k) => all.subarray(k * y.length, (k + 1) * y.length)),
      "q",
    );
  });
  const errorsBelow = await forEach(context, [0.8, 1], below, (omega) => {
    const set = stretched(1, omega);
    const states = statesOf(set);
    return states === undefined
      ? Number.POSITIVE_INFINITY
      : largestError(states, direct(secondHard, set, grid(step)), "q");
  });
  return { errors, errorsBelow };
}

function report({ errors, errorsBelow }: Measured): Outcome {
  const { numbers } = itemsOf(id, "Section 4, case (i)");
  const finite = errors.filter(Number.isFinite).length;
  return {
    items: [
      ...omegas.slice(1).map((omega, k) =>
        numbers({
          name: `above-${omega}`,
          item: `error of RK4 with H = 1/8 at omega2 = ${omega} over that at omega2 = ${omegas[0]}, the end of the range of Table 1`,
          printed: "above this range, the HMM performs well",
          measured: Math.min(errors[k + 1] / errors[0], 1e300),
          within: {
            between: [0, 2],
            basis: "words",
            why: "errors no larger than within the range, where they do not depend on omega2",
          },
          proof: "this run of the paper's own method, with its filter, window and micro-steps",
          ...(Number.isFinite(errors[k + 1])
            ? {}
            : {
                note: "The run blows up, which the number 1e300 stands for. Likely cause: what the filter leaves of the stiffness grows like omega2^2.",
              }),
        }),
      ),
      numbers({
        name: "below",
        item: `error of RK4 with H = 1/8 at omega2 = ${below.slice(1).join(" and ")} over that at ${below[0]}, the beginning of the range`,
        printed: "below this range, the HMM errors are large",
        measured: errorsBelow.slice(1).map((error) => Math.min(error / errorsBelow[0], 1e300)),
        within: {
          between: [1, Number.POSITIVE_INFINITY],
          basis: "words",
          why: "large: larger than anywhere within the range",
        },
      }),
    ],
    figures: [
      {
        id: `${id}.errors`,
        title: "RK4 with HMM, H = 1/8: error against omega2",
        x: { label: "omega2", scale: "log" },
        y: { label: "error in q", scale: "log" },
        series: [measuredSeries("H = 1/8", omegas.slice(0, finite), errors.slice(0, finite))],
      },
    ],
  };
}

export const beyondRange: BlindExperiment<Measured, undefined> = {
  id,
  title: "HMM above and below the range of Table 1",
  measure,
  report,
};

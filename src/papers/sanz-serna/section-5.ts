/**
 * Sanz-Serna section 5: two weakly coupled oscillators, the example to which the method does not apply. The paper prints
 * their motion in closed form.
 */

import { hostMath } from "../../math/index.js";
import type { Model } from "../../model/index.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries, printedSeries } from "../tools/figures.js";
import { run } from "../tools/motion.js";
import type { coupled } from "./published-section-5.js";

const id = "sanz-serna.5";
const epsilon = 0.01;
const points = 400;

const oscillators: Model = {
  taut: 1,
  name: "Two weakly coupled oscillators",
  parameters: { epsilon },
  coordinates: ["q1", "q2"],
  mass: { q1: 1, q2: 1 },
  potential: "q1^2/2 + q2^2/2 + epsilon*(q1 - q2)^2/2",
  initial: { q1: 1, q2: 0, "q1'": 0, "q2'": 0 },
};

interface Measured {
  readonly t: readonly number[];
  readonly q1: readonly number[];
  readonly q2: readonly number[];
}

/** Until the energy has gone to the second oscillator and back. */
async function measure(context: ExperimentContext): Promise<Measured> {
  const until = 2 * Math.PI * (1 / epsilon);
  const saveAt = Array.from({ length: points + 1 }, (_, k) => (k * until) / points);
  const motion = run(oscillators, { until, saveAt });
  context.progress(1);
  return { t: Array.from(motion.t), q1: Array.from(motion.of("q1")), q2: Array.from(motion.of("q2")) };
}

/** The sum of the two normal modes cos t and cos(sqrt(1 + 2 epsilon) t) as a product, without approximation. */
function exact(t: number): readonly [number, number] {
  const psi = (Math.sqrt(1 + 2 * epsilon) - 1) / 2;
  return [hostMath.cos(psi * t) * hostMath.cos((1 + psi) * t), hostMath.sin(psi * t) * hostMath.sin((1 + psi) * t)];
}

function report({ t, q1, q2 }: Measured, published: typeof coupled): Outcome {
  const { numbers } = itemsOf(id, "Section 5");
  /** The largest distance of the motion from a formula. */
  const distance = (formula: (t: number) => readonly [number, number]): number =>
    t.reduce((most, time, k) => {
      const [a, b] = formula(time);
      return Math.max(most, Math.abs(q1[k] - a), Math.abs(q2[k] - b));
    }, 0);
  const exactly = distance(exact);
  // all the energy is in the second oscillator when both q1 and its rate vanish, at psi t = pi/2
  const exchanged = t[q2.map(Math.abs).reduce((best, size, k, all) => (size > all[best] ? k : best), 0)];
  return {
    items: [
      numbers({
        name: "solution",
        item: `distance of the motion from the printed solution over ${t[t.length - 1].toFixed(0)} units of time, epsilon = ${epsilon}`,
        printed: "the solution is q1 = cos(psi t) cos t, q2 = sin(psi t) cos t",
        measured: distance((time) => published.solution(time, epsilon)),
        within: {
          between: [0, 1e-3],
          basis: "accuracy",
          why: "a solution in closed form, up to the accuracy of the run",
        },
        proof:
          `the printed q2 starts with the rate psi, against the printed start q2' = 0; this run is within ${exactly.toPrecision(1)} of the sum of the two normal modes, ` +
          "q1 = cos(psi t) cos((1 + psi) t), q2 = sin(psi t) sin((1 + psi) t)",
      }),
      numbers({
        name: "exchange",
        item: "epsilon times the time at which the second oscillator swings widest",
        printed: published.exchange,
        measured: epsilon * exchanged,
        within: {
          relative: 0.02,
          basis: "asymptotics",
          why: "psi is epsilon/2 up to a relative epsilon/2, and the widest of swings of length 2 pi is found among saved times",
        },
        note: "The paper's time scale, t = O(1/epsilon) with psi about epsilon/2: psi t = pi/2.",
      }),
    ],
    figures: [
      {
        id: `${id}.second`,
        title: `Section 5: the second oscillator, epsilon = ${epsilon}`,
        x: { label: "t" },
        y: { label: "q2" },
        series: [
          measuredSeries("q2", t, q2, "q2"),
          printedSeries(
            "q2, printed",
            t,
            t.map((time) => published.solution(time, epsilon)[1]),
            "q2",
          ),
        ],
      },
    ],
  };
}

export const coupledOscillators: BlindExperiment<Measured, typeof coupled> = {
  id,
  title: "Two weakly coupled oscillators",
  measure,
  report,
};

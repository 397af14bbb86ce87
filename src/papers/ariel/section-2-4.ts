/**
 * Ariel section 2.4, the bounded derivative principle applied to (5): a bounded q'' requires q = cos t + O(omega^-2), a bounded
 * q'''' requires q = cos t + omega^-2 cos t + O(omega^-4).
 */

import { hostMath } from "../../math/index.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { forcedOscillator } from "../models/forced-oscillator.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { powerLawFigure } from "../tools/figures.js";
import { type Motion, run } from "../tools/motion.js";
import { distance, largest } from "../tools/signals.js";
import type { bounded } from "./published-section-2.js";

const id = "ariel.2.4";
const omegas = [10, 20, 40, 80];
const t0 = 0.7;

interface Start {
  /** Largest distance from the slow solution, and largest second and fourth derivatives of q. */
  readonly fromSlow: number;
  readonly second: number;
  readonly fourth: number;
}

interface Measured {
  readonly each: readonly {
    readonly slow: { readonly t: Float64Array; readonly q: Float64Array };
    /** From starts on the first and on the second approximation. */
    readonly first: Start;
    readonly second: Start;
  }[];
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const each = await forEach(context, [0, 1], omegas, (omega) => {
    const from = (A?: number) =>
      run(
        forcedOscillator,
        { formulation: "stiff", until: t0 + 10, every: 0.01 },
        { omega, t0, ...(A !== undefined && { A }) },
      );
    const slow = from();
    const compare = (motion: Motion): Start => {
      const q2 = motion.rateOf("q'");
      // (5) differentiated twice: q'''' = -omega^2 (q'' + cos t)
      const q4 = q2.map((value, k) => -omega * omega * (value + hostMath.cos(motion.t[k])));
      return { fromSlow: distance(motion.of("q"), slow.of("q")), second: largest(q2), fourth: largest(q4) };
    };
    return {
      slow: { t: slow.t, q: slow.of("q") },
      first: compare(from(1)),
      second: compare(from(1 + 1 / (omega * omega))),
    };
  });
  return { each };
}

function report({ each }: Measured, published: typeof bounded): Outcome {
  const { exponents } = itemsOf(id, "Section 2.4");
  const formula = each.map(({ slow }, k) => {
    const values = Array.from(slow.t, (t) => published.secondApproximation(omegas[k], t));
    return distance(slow.q, values);
  });
  const errors: PowerLaw[] = [
    {
      name: "second-approximation",
      item: "the distance of cos t + omega^-2 cos t from the slow solution",
      label: "second approximation",
      exponent: published.secondExponent,
      sizes: formula,
    },
    {
      name: "first-start",
      item: "the distance from the slow solution, started at q = cos t",
      label: "started on the first",
      exponent: published.firstExponent,
      sizes: each.map(({ first }) => first.fromSlow),
    },
    {
      name: "second-start",
      item: "the distance from the slow solution, started at q = cos t + omega^-2 cos t",
      label: "started on the second",
      exponent: published.secondExponent,
      sizes: each.map(({ second }) => second.fromSlow),
    },
  ];
  const derivatives: PowerLaw[] = [
    {
      name: "first-slow-to-order-2",
      item: "the largest q'', started at q = cos t (bounded)",
      label: "q'' from the first",
      exponent: published.firstSecondDerivative,
      sizes: each.map(({ first }) => first.second),
    },
    {
      name: "second-slow-to-order-4",
      item: "the largest q'''', started at q = cos t + omega^-2 cos t (bounded)",
      label: "q'''' from the second",
      exponent: published.secondFourthDerivative,
      sizes: each.map(({ second }) => second.fourth),
    },
    {
      name: "first-not-slow-to-order-4",
      item: "the largest q'''', started at q = cos t (not bounded, so the second term is needed)",
      label: "q'''' from the first",
      exponent: published.firstFourthDerivative,
      kind: "recomputed",
      sizes: each.map(({ first }) => first.fourth),
    },
  ];
  return {
    items: [...exponents(omegas, errors), ...exponents(omegas, derivatives)],
    figures: [
      powerLawFigure(
        { id: `${id}.errors`, title: "Approximations of the slow solution", y: "distance from it" },
        omegas,
        errors,
      ),
      powerLawFigure({ id: `${id}.derivatives`, title: "Largest derivatives", y: "size" }, omegas, derivatives),
    ],
  };
}

export const section24: BlindExperiment<Measured, typeof bounded> = {
  id,
  title: "The bounded derivative principle",
  measure,
  report,
};

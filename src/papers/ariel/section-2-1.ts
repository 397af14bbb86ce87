/**
 * Ariel section 2.1: a start at the distance kappa from the slow manifold drifts tangentially by O(kappa/omega + kappa^2).
 * It is measured in the angle of the strong spring (section 2.3), between two starts with the same areal velocity.
 */

import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { powerLawFigure } from "../tools/figures.js";
import { distance } from "../tools/signals.js";
import { centre, spring } from "../tools/spring-motion.js";
import type { drift } from "./published-section-2.js";

const id = "ariel.2.1";
/** kappa << 1/omega: the term kappa/omega dominates. */
const near = { omegas: [40, 80, 160, 320], kappas: [1e-5, 2e-5, 4e-5, 8e-5] };
/** kappa >> 1/omega: the term kappa^2 dominates. */
const far = { omega: 320, kappas: [0.02, 0.04, 0.08] };

interface Measured {
  /** Largest difference in phi over 0 <= t <= 4. */
  readonly byOmega: readonly number[];
  readonly byKappa: readonly number[];
  readonly byKappaFar: readonly number[];
}

/** Differences in the angle over 0 <= t <= 4 for starts at r* + kappa. */
function drifts(omega: number, kappas: readonly number[]): number[] {
  const rest = centre(omega, 1);
  const angle = (r0: number) => spring({ formulation: "stiff", until: 4, every: 0.004 }, { omega, M: 1, r0 }).phi;
  const slow = angle(rest);
  return kappas.map((kappa) => distance(angle(rest + kappa), slow));
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const first = near.kappas.slice(0, 1);
  const nearby = await forEach(context, [0, 0.6], near.omegas, (omega, k) =>
    drifts(omega, k === 0 ? near.kappas : first),
  );
  const [byKappaFar] = await forEach(context, [0.6, 1], [far.omega], (omega) => drifts(omega, far.kappas));
  return { byOmega: nearby.map((sizes) => sizes[0]), byKappa: nearby[0], byKappaFar };
}

function report({ byOmega, byKappa, byKappaFar }: Measured, published: typeof drift): Outcome {
  const { exponents } = itemsOf(id, "Section 2.1");
  const note =
    "The drift is that of the angle of the strong spring against the slow motion with the same M. The slow motion with the same " +
    "phidot is another one, O(kappa) away (0.33 at kappa = 0.02, omega = 320, t = 4).";
  const inOmega: PowerLaw = {
    name: "drift-near-omega",
    item: `the drift at the distance kappa = ${near.kappas[0]}`,
    label: `kappa = ${near.kappas[0]}`,
    exponent: published.omegaExponentNear,
    sizes: byOmega,
    note,
  };
  const inKappa: PowerLaw = {
    name: "drift-near-kappa",
    item: `the drift at omega = ${near.omegas[0]}, kappa << 1/omega`,
    label: `omega = ${near.omegas[0]}`,
    exponent: published.kappaExponentNear,
    sizes: byKappa,
    note,
  };
  const inKappaFar: PowerLaw = {
    name: "drift-far-kappa",
    item: `the drift at omega = ${far.omega}, kappa >> 1/omega`,
    label: `omega = ${far.omega}`,
    exponent: published.kappaExponentFar,
    sizes: byKappaFar,
    note,
  };
  return {
    items: [
      ...exponents(near.omegas, [inOmega]),
      ...exponents(near.kappas, [inKappa], "kappa"),
      ...exponents(far.kappas, [inKappaFar], "kappa"),
    ],
    figures: [
      powerLawFigure(
        {
          id: `${id}.drift`,
          title: "Tangential drift far from the slow manifold",
          y: "drift in phi",
          variable: "kappa",
        },
        far.kappas,
        [inKappaFar],
      ),
    ],
  };
}

export const section21: BlindExperiment<Measured, typeof drift> = {
  id,
  title: "Drift of solutions that oscillate around the slow manifold",
  measure,
  report,
};

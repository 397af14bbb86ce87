/** Ascher section 4: what two forward Euler steps of (4.5) and of Baumgarte's (4.6) do to deviations s and r = s'. */

import type { Model, NamedChoice } from "../../model/index.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, itemsOf } from "../tools/blind-experiment.js";
import { run } from "../tools/motion.js";
import type { returns } from "./published.js";

const id = "ascher.4.euler-returns";
const h = 0.01;
const [s0, r0] = [1, 0.5];

/** One coordinate whose constraint is that it vanishes, so that s = x and r = x'. */
const scalar: Model = {
  taut: 1,
  name: "(4.5) and (4.6) of Ascher",
  coordinates: ["x"],
  mass: { x: 1 },
  constraints: { g: "x" },
  initial: { x: s0, "x'": r0 },
};

/** (s, r) after one and after two steps. */
type Steps = readonly (readonly [number, number])[];

interface Measured {
  readonly decoupled: Steps;
  readonly baumgarte: Steps;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const steps = (formulation: NamedChoice): Steps => {
    const settings = { formulation, method: "euler", projection: "none", start: "assume", step: h } as const;
    const motion = run(scalar, { ...settings, until: 2 * h, saveAt: [h, 2 * h] });
    return [0, 1].map((k) => [motion.of("x")[k], motion.of("x'")[k]] as const);
  };
  const measured = {
    // s' = r - gamma s, r' = -gamma r with gamma = 1/h
    decoupled: steps({ name: "regularised", beta: 1 / h }),
    // s' = r, r' = -gamma1 s - gamma2 r with h gamma1 = 1/h and h gamma2 = 2
    baumgarte: steps({ name: "damped-spring", beta: 1 / h }),
  };
  context.progress(1);
  return measured;
}

function report({ decoupled, baumgarte }: Measured, published: typeof returns): Outcome {
  const { numbers } = itemsOf(id, "Section 4, (4.5) and (4.6)");
  const largest = ([s, r]: readonly [number, number]): number => Math.max(Math.abs(s), Math.abs(r));
  const rounding = { between: [0, 1e-12] as const, basis: "accuracy" as const, why: "rounding of numbers of size 1/h" };
  return {
    items: [
      numbers({
        name: "vanish",
        item: `largest of |s| and |r| after two Euler steps, (4.5) with gamma = 1/h and (4.6) with alpha1 = 1/h, alpha2 = 2; h = ${h}`,
        printed: published.vanish,
        measured: [largest(decoupled[1]), largest(baumgarte[1])],
        within: rounding,
      }),
      numbers({
        name: "first-step",
        item: `s and r after the first step of (4.5) from s = ${s0}, r = ${r0}`,
        printed: [...published.decoupled(r0, h)],
        measured: [...decoupled[0]],
        within: { absolute: 1e-15, basis: "accuracy", why: "rounding" },
      }),
      numbers({
        name: "perturbation",
        item: "r after the first step of (4.6)",
        printed: published.baumgarte(s0, h),
        measured: baumgarte[0][1],
        within: { relative: 0.01, basis: "asymptotics", why: "exactly -s0/h - r0, and r0 is half a hundredth of it" },
      }),
    ],
    figures: [],
  };
}

export const eulerReturns: BlindExperiment<Measured, typeof returns> = {
  id,
  title: "Two Euler steps of a stabilised and of Baumgarte's system",
  measure,
  report,
};

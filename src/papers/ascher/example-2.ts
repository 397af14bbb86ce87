/** Ascher example 2: z' = 3 t^2 with the invariant z = t^3, by the midpoint rule with forward Euler stabilisation (3.4). */

import type { Model, NamedChoice } from "../../model/index.js";
import type { Closeness, ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { run } from "../tools/motion.js";
import type { example2 } from "./published.js";

const id = "ascher.3.example-2";
const h = 0.1;
const steps = 40;
const forward: NamedChoice = { name: "relax", at: "start" };

const cubic: Model = {
  taut: 1,
  name: "example 2 of Ascher",
  states: { z: 0 },
  rates: { z: "3*t^2" },
  invariants: { cube: "z - t^3" },
};

interface Measured {
  /** (z_n - t_n^3) / h^3 at the last step: without stabilisation, with (3.4), and with (3.9). */
  readonly plain: number;
  readonly stabilised: number;
  readonly ofChoice: number;
}

function deviation(projection: NamedChoice): number {
  const { solution } = run(cubic, { method: "midpoint", projection, step: h, until: steps * h });
  return (solution.y[0] - (steps * h) ** 3) / h ** 3;
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const choices: readonly NamedChoice[] = ["none", forward, "relax"];
  const [plain, stabilised, ofChoice] = await forEach(context, [0, 1], choices, deviation);
  return { plain, stabilised, ofChoice };
}

function report(measured: Measured, published: typeof example2): Outcome {
  const { numbers } = itemsOf(id, "Example 2");
  const within: Closeness = { relative: 1e-9, basis: "accuracy", why: "closed forms, up to rounding of z_n" };
  return {
    items: [
      numbers({
        name: "plain",
        item: `(z_n - t_n^3)/h^3 after ${steps} steps of the midpoint rule`,
        printed: published.unstabilised(steps),
        measured: measured.plain,
        within,
      }),
      numbers({
        name: "stabilised",
        item: "the same with alpha = 1 in (3.4)",
        printed: published.stabilised,
        measured: measured.stabilised,
        within,
      }),
      numbers({
        name: "choice",
        item: "the same with (3.9), which keeps this linear invariant exactly",
        printed: 0,
        measured: measured.ofChoice,
        within: { absolute: 1e-9, basis: "accuracy", why: "rounding of z_n in units of h^3" },
      }),
      numbers({
        name: "bound",
        item: "largest nu h^3 for which 1 + nu (z_n - t_n^3), the rate of decay in (3.8), stays positive with (3.4)",
        printed: published.bound,
        measured: -1 / measured.stabilised,
        within,
        proof: "the closed form of (3.8) beside it, which the runs above confirm to rounding",
        note: "y' = -(1 - nu h^3/4) y decays for nu h^3 < 4, that is h < (4/nu)^(1/3), 2.5 times the printed (1/(4 nu))^(1/3).",
      }),
    ],
    figures: [],
  };
}

export const example2Experiment: BlindExperiment<Measured, typeof example2> = {
  id,
  title: "The invariant manifold of a method, and the step that it allows",
  measure,
  report,
};

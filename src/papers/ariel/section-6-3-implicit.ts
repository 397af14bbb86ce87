/**
 * Ariel section 6.3, the remark on implicit codes: "for ode15s, ode23s, ode23tb the computational load is roughly the same"
 * from the slow and from the constraint manifold; "only for ode23t, based on the trapezoidal rule", it is not. Here bdf, rosenbrock23,
 * tr-bdf2 and trapezoidal take the place of these codes, at the default tolerances of MATLAB and omega = 1000.
 */

import { errorControlled } from "../../controllers/index.js";
import type { Method } from "../../core/index.js";
import { bdf, rosenbrock23, trapezoidal, trBdf2 } from "../../methods/index.js";
import type { ExperimentContext, Outcome } from "../harness/index.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { measuredSeries, printedSeries } from "../tools/figures.js";
import { runTo } from "../tools/setup.js";
import type { implicitCodes } from "./published-section-6.js";
import { slowProblem, until } from "./section-6-runs.js";

const id = "ariel.6.3.implicit";
const codes: readonly { readonly name: "bdf" | "rosenbrock23" | "trBdf2" | "trapezoidal"; readonly method: Method }[] =
  [
    { name: "bdf", method: bdf() },
    { name: "rosenbrock23", method: rosenbrock23() },
    { name: "trBdf2", method: trBdf2() },
    { name: "trapezoidal", method: trapezoidal() },
  ];

interface Measured {
  /** Evaluations from the constraint manifold and from the slow one, code by code. */
  readonly forces: readonly { readonly constraints: number; readonly slow: number }[];
}

async function measure(context: ExperimentContext): Promise<Measured> {
  const { setup, start } = slowProblem(1000);
  const forces = await forEach(context, [0.2, 1], codes, ({ method }) => {
    const count = (y: ArrayLike<number>): number => {
      const controller = errorControlled({ rtol: 1e-3, atol: 1e-6, norm: "max" });
      return runTo(setup, { method, controller, until, from: { t: 0, y } }).forces;
    };
    return { constraints: count(setup.workspace.initial), slow: count(start) };
  });
  return { forces };
}

function report({ forces }: Measured, printed: typeof implicitCodes): Outcome {
  const { numbers } = itemsOf(id, "Section 6.3");
  const ratios = forces.map(({ constraints, slow }) => constraints / slow);
  const counts = ({ constraints, slow }: Measured["forces"][number]): string =>
    `It takes ${constraints} evaluations from the constraint manifold and ${slow} from the slow manifold.`;
  return {
    items: codes.map(({ name }, k) =>
      name === "trapezoidal"
        ? numbers({
            name,
            item: "the trapezoidal rule: evaluations from the constraint manifold over those from the slow one, more than",
            printed: printed.trapezoidal,
            measured: ratios[k],
            within: {
              between: [1.2 * printed.trapezoidal, 1000],
              basis: "statistics",
              why: "more than the choice of steps changes by chance",
            },
            note: counts(forces[k]),
          })
        : numbers({
            name,
            item: `${name}: evaluations from the constraint manifold over those from the slow one`,
            printed: printed[name],
            measured: ratios[k],
            within: { relative: 0.25, basis: "words", why: "roughly the same" },
            ...(name === "trBdf2" && {
              likely: "tr-bdf2 judges the errors of its first, trapezoidal half more strictly than ode23tb",
            }),
            note: `${counts(forces[k])}${
              name === "trBdf2"
                ? " The first half of a step of TR-BDF2 is the trapezoidal rule. At this tolerance the ripple of the start limits the steps of tr-bdf2 until it is damped; ode23tb may judge errors less strictly."
                : ""
            }`,
          }),
    ),
    figures: [
      {
        id: `${id}.ratios`,
        title:
          "Evaluations from the constraint manifold over those from the slow one (bdf, rosenbrock23, tr-bdf2, trapezoidal)",
        x: { label: "code" },
        y: { label: "ratio" },
        series: [
          measuredSeries("measured", [1, 2, 3, 4], ratios, "ratio"),
          printedSeries("roughly the same", [1, 3], [printed.bdf, printed.trBdf2], "ratio"),
        ],
      },
    ],
  };
}

export const implicitRemark: BlindExperiment<Measured, typeof implicitCodes> = {
  id,
  title: "Implicit codes from the slow and from the constraint manifold",
  measure,
  report,
};

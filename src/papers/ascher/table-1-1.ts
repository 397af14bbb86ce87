/** Ascher Table 1.1: Baumgarte's return along B, and two returns along the gradient, for backward Euler on a system of index 2. */

import { hostMath } from "../../math/index.js";
import type { NamedChoice } from "../../model/index.js";
import type { Closeness, ExperimentContext, Outcome } from "../harness/index.js";
import { indexTwo } from "../models/index-two.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { inDigits } from "../tools/digits.js";
import { attempt } from "../tools/motion.js";
import type { table11 } from "./published.js";

const id = "ascher.1.table-1-1";
const gammas = [0, 1, 10, 100, 1000, 1e8];
// some of these runs blow up, which is what the table shows
const settings = { method: "implicit-euler", step: 0.01, projection: "none", until: 1, accept: ["energy"] } as const;

interface Entry {
  readonly error: number;
  readonly drift: number;
}

type Measured = readonly (readonly Entry[])[];

/** The three returns: (1.6), (1.7), (1.8). */
const returns: readonly ((gamma: number) => NamedChoice)[] = [
  (gamma) => ({ name: "baumgarte", gamma }),
  (gamma) => ({ name: "stabilised", gamma }),
  (gamma) => ({ name: "stabilised", gamma, scaled: false }),
];

function entry(formulation: NamedChoice): Entry {
  const { solution } = attempt(indexTwo, { ...settings, formulation });
  if (solution.failure !== undefined) return { error: Number.NaN, drift: Number.NaN };
  const [x1, x2] = solution.y;
  const e = hostMath.exp(1);
  return { error: Math.max(Math.abs(x1 - e), Math.abs(x2 - e)), drift: Math.abs(3 * x1 - 3 * x2) };
}

const measure = (context: ExperimentContext): Promise<Measured> =>
  forEach(context, [0, 1], returns, (choice) =>
    gammas.map((gamma) => entry(gamma === 0 ? "underlying" : choice(gamma))),
  );

function report(measured: Measured, published: typeof table11): Outcome {
  const { numbers } = itemsOf(id, "Table 1.1");
  const noise: Closeness = {
    absolute: 1e-12,
    basis: "digits",
    why: "printed as 0; rounding leaves about 1e-15 in each of 100 steps",
  };
  const columns = [
    { printed: [published.error0, published.drift0], label: "Baumgarte (1.6)" },
    { printed: [published.error1, published.drift1], label: "(1.7)" },
    { printed: [published.error2, published.drift2], label: "(1.8)" },
  ];
  const items = columns.flatMap(({ printed, label }, k) =>
    gammas.flatMap((gamma, row) =>
      (["error", "drift"] as const).map((what, c) =>
        numbers({
          name: `${what}${k}-${gamma}`,
          item: `${what} at t = 1, ${label}, gamma = ${gamma}`,
          printed: printed[c][row],
          measured: measured[k][row][what],
          within: printed[c][row] === 0 ? noise : inDigits(printed[c][row], 2),
          ...remark(what, k, gamma),
        }),
      ),
    ),
  );
  return { items, figures: [figure(measured)] };
}

function remark(what: string, k: number, gamma: number): { note?: string; proof?: string; likely?: string } {
  if (what === "error" && k === 1 && gamma === 0)
    return {
      proof: "without a return (gamma = 0) the three columns are the same run, and the other two print .19e-2",
    };
  if (what === "drift" && k === 0 && gamma === 1e8)
    return {
      likely:
        "backward Euler is unstable here and multiplies rounding errors by 1e58 and more, so another machine prints another number",
    };
  return {};
}

function figure(measured: Measured): Outcome["figures"][number] {
  return {
    id: `${id}.gamma`,
    title: "Error at t = 1 against gamma (figure 1.1)",
    x: { label: "gamma", scale: "log" },
    y: { label: "error", scale: "log" },
    series: ["Baumgarte (1.6)", "(1.7)", "(1.8)"].map((name, k) => ({
      name,
      kind: "measured" as const,
      group: name,
      x: gammas.slice(1, 5),
      y: measured[k].slice(1, 5).map(({ error }) => error),
    })),
  };
}

export const table11Experiment: BlindExperiment<Measured, typeof table11> = {
  id,
  title: "Baumgarte's stabilisation and two improvements on a system of index 2",
  measure,
  report,
};

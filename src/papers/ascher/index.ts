/** The experiments on Ascher: Table 1.1, example 2, Table 3.1, Euler steps of (4.5) and (4.6), the slider-crank of example 4 and long runs of it. */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/blind-experiment.js";
import { eulerReturns } from "./euler-returns.js";
import { example2Experiment } from "./example-2.js";
import { longRunsExperiment } from "./long-runs.js";
import { example2, longRuns, returns, sliderCrank, table11, table31 } from "./published.js";
import { sliderCrankExperiment } from "./slider-crank.js";
import { table11Experiment } from "./table-1-1.js";
import { table31Experiment } from "./table-3-1.js";

export const ascher: readonly Experiment[] = [
  experiment(table11Experiment, table11),
  experiment(example2Experiment, example2),
  experiment(table31Experiment, table31),
  experiment(eulerReturns, returns),
  experiment(sliderCrankExperiment, sliderCrank),
  experiment(longRunsExperiment, longRuns),
];

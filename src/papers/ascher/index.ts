import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/study.js";
import { example2Study } from "./example-2.js";
import { longRunsStudy } from "./long-runs.js";
import { example2, longRuns, sliderCrank, table11, table31 } from "./published.js";
import { sliderCrankStudy } from "./slider-crank.js";
import { table11Study } from "./table-1-1.js";
import { table31Study } from "./table-3-1.js";

export const experiments004: readonly Experiment[] = [
  experiment(table11Study, table11),
  experiment(example2Study, example2),
  experiment(table31Study, table31),
  experiment(sliderCrankStudy, sliderCrank),
  experiment(longRunsStudy, longRuns),
];

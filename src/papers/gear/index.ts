/** The experiments on Gear: what inner steps do, Tables 4.1 and 4.2, and one correction per step beside them. */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/blind-experiment.js";
import { beyondExperiment } from "./beyond.js";
import { innerStepsExperiment } from "./inner-steps.js";
import { claims, table41, table42 } from "./published.js";
import { claimsExperiment } from "./section-4-claims.js";
import { table41Experiment } from "./table-4-1.js";
import { table42Experiment } from "./table-4-2.js";

export const gear: readonly Experiment[] = [
  experiment(innerStepsExperiment, claims),
  experiment(table41Experiment, { table: table41, claims }),
  experiment(claimsExperiment, claims),
  experiment(table42Experiment, { table: table42, claims }),
  experiment(beyondExperiment, undefined),
];

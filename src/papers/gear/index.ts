import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/study.js";
import { beyondStudy } from "./beyond.js";
import { innerStepsStudy } from "./inner-steps.js";
import { claims, table41, table42 } from "./published.js";
import { table41Study } from "./table-4-1.js";
import { table42Study } from "./table-4-2.js";

export const experiments002: readonly Experiment[] = [
  experiment(innerStepsStudy, claims),
  experiment(table41Study, { table: table41, claims }),
  experiment(table42Study, { table: table42, claims }),
  experiment(beyondStudy, undefined),
];

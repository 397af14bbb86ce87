/** What this project adds to the papers. Its own claims stand where a paper's numbers would. */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/blind-experiment.js";
import * as claims from "./claims.js";
import { projection } from "./projection.js";
import { slowField } from "./slow-field.js";
import { vibration } from "./vibration.js";
import { workPrecision } from "./work-precision.js";

export const beyond: readonly Experiment[] = [
  experiment(projection, claims.projection),
  experiment(slowField, claims.slowField),
  experiment(vibration, claims.vibration),
  experiment(workPrecision, claims.workPrecision),
];

/** The experiments on Sanz-Serna: the two examples of section 2, and HMM on the two springs of section 4. */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/blind-experiment.js";
import * as section2 from "./published-section-2.js";
import * as section4 from "./published-section-4.js";
import { linear } from "./section-2-linear.js";
import { spring } from "./section-2-spring.js";
import { underlying } from "./section-2-underlying.js";
import { caseOne } from "./section-4.js";
import { otherCases } from "./section-4-cases.js";
import { aboveRange } from "./section-4-range.js";

export const sanzSerna: readonly Experiment[] = [
  experiment(linear, section2.modes),
  experiment(spring, section2.spring),
  experiment(underlying, section2.underlying),
  experiment(caseOne, section4),
  experiment(aboveRange, undefined),
  experiment(otherCases, section4.cases),
];

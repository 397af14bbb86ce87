/** The experiments on Sanz-Serna: the two examples of section 2, HMM on the two springs of section 4, and the oscillators of section 5. */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/blind-experiment.js";
import * as section2 from "./published-section-2.js";
import * as section4 from "./published-section-4.js";
import { coupled } from "./published-section-5.js";
import { linear } from "./section-2-linear.js";
import { spring } from "./section-2-spring.js";
import { underlying } from "./section-2-underlying.js";
import { caseOne } from "./section-4.js";
import { otherCases } from "./section-4-cases.js";
import { beyondRange } from "./section-4-range.js";
import { coupledOscillators } from "./section-5.js";

export const sanzSerna: readonly Experiment[] = [
  experiment(linear, section2.modes),
  experiment(spring, section2.spring),
  experiment(underlying, section2.underlying),
  experiment(caseOne, section4),
  experiment(beyondRange, undefined),
  experiment(otherCases, section4.cases),
  experiment(coupledOscillators, coupled),
];

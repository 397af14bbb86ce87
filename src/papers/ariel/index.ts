/** The experiments on Ariel, section by section: slow solutions, analysis of IPA, projected points, five ways to integrate. */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/blind-experiment.js";
import { beyond, bounds } from "./beyond.js";
import { bounded, drift, linear, pendulum } from "./published-section-2.js";
import { everyEvaluation, fromConstraints, fromSlow, implicitCodes, periodic, rattle } from "./published-section-6.js";
import { analysis, points, table1 } from "./published-sections-4-5.js";
import { section21 } from "./section-2-1.js";
import { section22 } from "./section-2-2.js";
import { section23 } from "./section-2-3.js";
import { section24 } from "./section-2-4.js";
import { section4 } from "./section-4.js";
import { section5 } from "./section-5.js";
import { section61, section62, section63 } from "./section-6.js";
import { implicitRemark } from "./section-6-3-implicit.js";
import { section64, section65 } from "./section-6-projected.js";

export const ariel: readonly Experiment[] = [
  experiment(section21, drift),
  experiment(section22, linear),
  experiment(section23, pendulum),
  experiment(section24, bounded),
  experiment(section4, analysis),
  experiment(section5, { table1, points }),
  experiment(section61, rattle),
  experiment(section62, fromConstraints),
  experiment(section63, fromSlow),
  experiment(implicitRemark, implicitCodes),
  experiment(section64, periodic),
  experiment(section65, everyEvaluation),
  experiment(beyond, bounds),
];

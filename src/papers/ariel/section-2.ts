/** Ariel section 2, slow solutions: background (2.1), a linear example, a strong spring, the bounded derivative principle. */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/study.js";
import { bounded, drift, linear, pendulum } from "./published.js";
import { section21 } from "./section-2-1.js";
import { section22 } from "./section-2-2.js";
import { section23 } from "./section-2-3.js";
import { section24 } from "./section-2-4.js";

export const section2: readonly Experiment[] = [
  experiment(section21, drift),
  experiment(section22, linear),
  experiment(section23, pendulum),
  experiment(section24, bounded),
];

/** Sanz-Serna section 2, stiff mechanical problems: its two examples. */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/study.js";
import * as published from "./published.js";
import { linear } from "./section-2-linear.js";
import { spring } from "./section-2-spring.js";
import { underlying } from "./section-2-underlying.js";

export const section2: readonly Experiment[] = [
  experiment(linear, published.modes),
  experiment(spring, published.spring),
  experiment(underlying, published.underlying),
];

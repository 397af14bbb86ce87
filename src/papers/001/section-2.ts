/** 001 section 2, stiff mechanical problems: its two examples. */

import type { Experiment } from "../../experiment/reproduce/index.js";
import { experiment } from "../tools/study.js";
import { modes, spring } from "./published.js";
import { example1 } from "./section-2-linear.js";
import { example2 } from "./section-2-spring.js";

export const section2: readonly Experiment[] = [experiment(example1, modes), experiment(example2, spring)];

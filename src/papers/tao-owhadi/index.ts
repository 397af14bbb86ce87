/** The experiments on Tao–Owhadi, section by section: multipliers as limits, double pendulum, chain, water, DNA, SO(3). */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/blind-experiment.js";
import { beyondRattle } from "./beyond.js";
import { agreement, clusters, conformations, leakage, lieGroup, limit, pendulum, rotations } from "./published.js";
import { section3 } from "./section-3.js";
import { section41 } from "./section-4-1.js";
import { leakageExperiment } from "./section-4-1-leakage.js";
import { section42 } from "./section-4-2.js";
import { section43Hundred, section43Seven } from "./section-4-3.js";
import { section44 } from "./section-4-4.js";
import { section45 } from "./section-4-5.js";
import { section45LieGroup } from "./section-4-5-lie-group.js";

export const taoOwhadi: readonly Experiment[] = [
  experiment(section3, limit),
  experiment(section41, pendulum),
  experiment(leakageExperiment, leakage),
  experiment(section42, agreement),
  experiment(section43Seven, clusters.seven),
  experiment(section43Hundred, clusters.hundred),
  experiment(section44, conformations),
  experiment(section45, rotations),
  experiment(section45LieGroup, lieGroup),
  experiment(beyondRattle, undefined),
];

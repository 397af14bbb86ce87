/** The experiments on Tao–Owhadi, section by section: multipliers as limits, double pendulum, chain, water, DNA, SO(3). */

import type { Experiment } from "../harness/index.js";
import { experiment } from "../tools/blind-experiment.js";
import { beyondRattle } from "./beyond.js";
import { figure2 } from "./figure-2.js";
import * as published from "./published.js";
import { section2 } from "./section-2.js";
import { section3 } from "./section-3.js";
import { section41 } from "./section-4-1.js";
import { leakageExperiment } from "./section-4-1-leakage.js";
import { section42 } from "./section-4-2.js";
import { section43Hundred, section43Seven } from "./section-4-3.js";
import { section43Deterministic } from "./section-4-3-deterministic.js";
import { section44 } from "./section-4-4.js";
import { section45 } from "./section-4-5.js";
import { section45LieGroup } from "./section-4-5-lie-group.js";
import { section45Printed } from "./section-4-5-printed.js";

export const taoOwhadi: readonly Experiment[] = [
  experiment(section2, published.theorems),
  experiment(section3, published.limit),
  experiment(section41, published.pendulum),
  experiment(figure2, published.figure2),
  experiment(leakageExperiment, published.leakage),
  experiment(section42, published.agreement),
  experiment(section43Seven, published.clusters.seven),
  experiment(section43Hundred, published.clusters.hundred),
  experiment(section43Deterministic, published.deterministic),
  experiment(section44, published.conformations),
  experiment(section45, published.rotations),
  experiment(section45Printed, published.printedRotations),
  experiment(section45LieGroup, published.lieGroup),
  experiment(beyondRattle, undefined),
];

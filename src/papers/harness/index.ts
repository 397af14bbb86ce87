/** The harness of `taut reproduce`: what an experiment is, how its items are judged, and how experiments are run. */

export * from "./experiment.js";
export * from "./fitted-order.js";
export * from "./item.js";
export * from "./reproduce.js";

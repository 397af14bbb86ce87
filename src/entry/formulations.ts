/**
 * Every formulation, as a function that makes it: what to do about constraints and stiffness.
 *
 * @module
 *
 * @example
 * import { run } from "taut";
 * import { stiff } from "taut/formulations";
 * run(pendulum, { formulation: stiff({ omega: 100 }), until: 10 });
 */

export * from "../formulations/index.js";

/**
 * Every method, as a function that makes it.
 *
 * @module
 *
 * @example
 * import { run } from "taut";
 * import { radau5 } from "taut/methods";
 * run(pendulum, { method: radau5(), rtol: 1e-8, until: 10 });
 */

export * from "../methods/index.js";

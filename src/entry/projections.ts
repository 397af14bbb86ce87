/**
 * Every projection, as a function that makes it: the way back to the manifold.
 *
 * @module
 *
 * @example
 * import { run } from "taut";
 * import { newton } from "taut/projections";
 * run(pendulum, { projection: newton(), when: { when: "interval", every: 0.5 }, until: 10 });
 */

export * from "../projections/index.js";

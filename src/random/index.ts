/** Random numbers with the same bits everywhere, by seed, stream and position. */

export { normalQuantile } from "./normal-quantile.js";
export { philox } from "./philox.js";
export { type Purpose, RandomStream } from "./stream.js";

import type { Tableau } from "./tableau.js";

/** The explicit midpoint rule. C. Runge, Math. Ann. 46 (1895) 167. */
export const midpointTableau: Tableau = {
  name: "midpoint",
  about: "The explicit midpoint rule, order 2, fixed steps.",
  order: 2,
  c: [0, 1 / 2],
  a: [[], [1 / 2]],
  b: [0, 1],
  firstSameAsLast: false,
};

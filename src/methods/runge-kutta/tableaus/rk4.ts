import type { Tableau } from "./tableau.js";

/** The classical Runge–Kutta method. W. Kutta, Z. Math. Phys. 46 (1901) 435. */
export const rk4Tableau: Tableau = {
  name: "rk4",
  about: "The classical Runge–Kutta method, order 4, fixed steps.",
  order: 4,
  c: [0, 1 / 2, 1 / 2, 1],
  a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1]],
  b: [1 / 6, 1 / 3, 1 / 3, 1 / 6],
  firstSameAsLast: false,
};

import type { Tableau } from "./tableau.js";

/** P. Bogacki, L. F. Shampine, A 3(2) pair of Runge–Kutta formulas, Appl. Math. Lett. 2 (1989) 321. MATLAB's ode23. */
export const bogackiShampineTableau: Tableau = {
  name: "bs32",
  about: "Bogacki–Shampine 3(2), error-controlled: for loose tolerances (1e-2 to 1e-4) and rough forces.",
  order: 3,
  c: [0, 1 / 2, 3 / 4],
  a: [[], [1 / 2], [0, 3 / 4]],
  b: [2 / 9, 1 / 3, 4 / 9],
  firstSameAsLast: true,
  // b - (7/24, 1/4, 1/3, 1/8)
  error: { order: 3, weights: [-5 / 72, 1 / 12, 1 / 9, -1 / 8] },
};

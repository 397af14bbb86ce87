import type { Tableau } from "./tableau.js";

/** y_1 = y_0 + h F(t, y_0). L. Euler, Institutionum calculi integralis I (1768), § 650. */
export const eulerTableau: Tableau = {
  name: "euler",
  about: "Euler's method, order 1: the simplest method; for comparison, not for results.",
  order: 1,
  c: [0],
  a: [[]],
  b: [1],
  firstSameAsLast: false,
};

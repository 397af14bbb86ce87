import type { Model } from "../../model/index.js";

/** Ascher example 1: x1 = x2 = e^t, z = -e^t/(2 - t). B and the gradient of the constraint are almost orthogonal for large nu. */
export const indexTwo: Model = {
  taut: 1,
  name: "example 1 of Ascher",
  parameters: { nu: 1000 },
  states: { x1: 1, x2: 1 },
  algebraic: ["z"],
  rates: { x1: "(2 - t)*nu*z + (1 + nu)*exp(t)", x2: "(nu - 1)*z + (1 + (nu - 1)/(2 - t))*exp(t)" },
  constraints: { line: "(t + 2)*x1 + (t^2 - 4)*x2 - (t^2 + t - 2)*exp(t)" },
};

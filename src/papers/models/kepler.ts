import type { Model } from "../../model/index.js";

/** Ascher example 3: Kepler's problem with K = 1 from the pericentre c = 0.5; period 2 pi, energy -1/2. */
export const kepler: Model = {
  taut: 1,
  name: "Kepler's problem of Ascher",
  parameters: { c: 0.5 },
  points: { p: { mass: 1, at: ["c", 0], velocity: [0, "sqrt(2/c - 1)"] } },
  potential: "-1/norm(p)",
  invariants: { energy: "(p_x'^2 + p_y'^2)/2 - 1/sqrt(p_x^2 + p_y^2)" },
};

import type { ElementDefinition } from "../model/index.js";
import { reach } from "./reach.js";

/** `V = K q_a q_b / |a - b|` */
export const coulomb: ElementDefinition = {
  about: "The electrostatic energy of all pairs of points with a charge, except within a molecule.",
  on: ["a", "b"],
  pairs: ["charge"],
  parameters: {
    constant: {
      about: "energy of two unit charges times their distance; default: its value in the units of the model, or 1",
      unit: "energy*length",
      default: "coulomb",
    },
    ...reach,
  },
  potential: "constant*charge_a*charge_b/norm(a - b)",
};

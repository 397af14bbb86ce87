import type { ElementDefinition } from "../model/index.js";
import { reach } from "./reach.js";

/** `V = -G m_a m_b / |a - b|` */
export const gravitation: ElementDefinition = {
  about: "The gravitation between all pairs of free points, or between those named in `on`, by their masses.",
  on: ["a", "b"],
  pairs: ["mass"],
  parameters: {
    constant: { about: "the constant of gravitation in the units of the model", unit: "force*length^2/mass^2" },
    softening: {
      about: "a length that keeps the force finite where points meet; default: 0, the law of Newton",
      unit: "length",
      default: 0,
      atLeast: 0,
    },
    ...reach,
  },
  main: "constant",
  potential: "-constant*mass_a*mass_b/sqrt(dot(a - b, a - b) + softening^2)",
};

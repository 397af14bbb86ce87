import type { ElementDefinition } from "../model/index.js";
import { reach } from "./reach.js";

const energy = (sigma: string): string =>
  `4*sqrt(epsilon_a*epsilon_b)*((${sigma}/norm(a - b))^12 - (${sigma}/norm(a - b))^6)`;

/** `V = 4 epsilon ((sigma/r)¹² - (sigma/r)⁶)` */
export const lennardJones: ElementDefinition = {
  about:
    "The Lennard-Jones energy of all pairs of points with sigma and epsilon, except within a molecule; sigma is the mean of both, epsilon the geometric mean (Lorentz and Berthelot).",
  on: ["a", "b"],
  pairs: ["sigma", "epsilon"],
  parameters: reach,
  potential: energy("(0.5*(sigma_a + sigma_b))"),
  flags: {
    geometric: {
      about: "Use the geometric mean of sigma too.",
      potential: energy("sqrt(sigma_a*sigma_b)"),
    },
  },
};

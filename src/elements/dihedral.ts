import type { ElementDefinition } from "../model/index.js";

/**
 * `V = stiffness (1 + cos(multiplicity phi - phase))`, where phi is the angle between the planes a b c and b c d; phi is 0
 * when a and d are on the same side.
 */
export const dihedral: ElementDefinition = {
  about:
    "The energy of a rotation about the bond between b and c: periodic in the angle between the planes a b c and b c d.",
  on: ["a", "b", "c", "d"],
  parameters: {
    stiffness: { about: "half of the barrier", unit: "energy" },
    multiplicity: { about: "number of minima in a full turn", default: 1, above: 0 },
    phase: { about: "value of multiplicity times the angle at a maximum", unit: "radian", default: 0 },
  },
  space: {
    potential:
      "stiffness*(1 + cos(multiplicity*atan2(norm(b - c)*dot(a - b, cross(b - c, c - d)), dot(cross(a - b, b - c), cross(b - c, c - d))) - phase))",
  },
};

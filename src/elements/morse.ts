import type { ElementDefinition } from "../model/index.js";

/** `V = D (1 - exp(-width (|a - b| - length)))²` */
export const morse: ElementDefinition = {
  about: "A bond that can break: it acts as a spring near its length and exerts no force far from it.",
  on: ["a", "b"],
  parameters: {
    depth: { about: "energy needed to break the bond", unit: "energy", above: 0 },
    width: { about: "inverse width of the well; the stiffness is 2 depth width²", unit: "1/length", above: 0 },
    length: {
      about: "length without force; default: the distance at the start",
      unit: "length",
      default: "norm(a - b)",
    },
  },
  draw: "spring",
  potential: "depth*(1 - exp(-width*(norm(a - b) - length)))^2",
};

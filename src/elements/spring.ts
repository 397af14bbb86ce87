import type { ElementDefinition } from "../model/index.js";

/** `V = k/2 (|a - b| - length)²` */
export const spring: ElementDefinition = {
  about: "A linear spring between two points. It is soft: the methods resolve its oscillations.",
  on: ["a", "b"],
  parameters: {
    stiffness: { about: "force per length", unit: "force/length" },
    length: {
      about: "length without tension; default: the distance at the start",
      unit: "length",
      default: "norm(a - b)",
      atLeast: 0,
      why: "A length cannot be negative.",
    },
  },
  draw: "spring",
  potential: "stiffness/2*(norm(a - b) - length)^2",
};

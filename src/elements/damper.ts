import type { ElementDefinition } from "../model/index.js";

/** `f_a = -c ((a' - b')·e) e` with `e = (a - b)/|a - b|`, and the opposite on b. */
export const damper: ElementDefinition = {
  about: "Resists the change of the distance between two points, in proportion to its speed.",
  on: ["a", "b"],
  parameters: {
    damping: {
      about: "force per speed",
      unit: "force*time/length",
      atLeast: 0,
      why: "Negative damping would drive the motion.",
    },
  },
  draw: "damper",
  force: {
    a: "-damping*dot(a' - b', a - b)/dot(a - b, a - b)*(a - b)",
    b: "damping*dot(a' - b', a - b)/dot(a - b, a - b)*(a - b)",
  },
};

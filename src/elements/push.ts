import type { ElementDefinition } from "../model/index.js";

/** A force that the file writes as an expression of the motion. */
export const push: ElementDefinition = {
  about: "A force on a point, a coordinate or a body, as an expression of the motion and t.",
  on: ["p"],
  applied: "force",
  parameters: {
    force: { about: "the force: a vector, or a scalar on a coordinate", unit: "force", vector: true },
    at: {
      about: "where it acts on a body, in the axes of the body; default: the centre of mass",
      unit: "length",
      vector: true,
      default: { line: [0], plane: [0, 0], space: [0, 0, 0] },
    },
  },
  force: "force",
  flags: { turning: { about: "The force is given in the axes of the body and turns with it.", force: "force" } },
};

import type { ElementDefinition } from "../model/index.js";

/** A torque that the file writes as an expression of the motion. */
export const torque: ElementDefinition = {
  about: "A torque on a body or on a coordinate that is an angle, as an expression of the motion and t.",
  on: ["p"],
  applied: "torque",
  parameters: { torque: { about: "the torque: a vector in space, a scalar in the plane", unit: "torque" } },
  main: "torque",
  force: "torque",
  flags: { turning: { about: "The torque is given in the axes of the body and turns with it.", force: "torque" } },
};

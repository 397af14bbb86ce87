import type { ElementDefinition } from "../model/index.js";

/** `f = -damping theta'` */
export const torsionDamper: ElementDefinition = {
  about: "Resists the change of one coordinate, such as the angle of a joint, in proportion to its speed.",
  on: ["theta"],
  parameters: {
    damping: {
      about: "torque per rate of rotation",
      unit: "energy*time/theta^2",
      atLeast: 0,
      why: "Negative damping would drive the motion.",
    },
  },
  force: "-damping*theta'",
};

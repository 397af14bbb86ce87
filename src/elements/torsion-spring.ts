import type { ElementDefinition } from "../model/index.js";

/** `V = k/2 (theta - angle)²` */
export const torsionSpring: ElementDefinition = {
  about: "A linear spring on one coordinate, such as an angle.",
  on: ["theta"],
  parameters: {
    stiffness: { about: "torque per radian", unit: "energy/theta^2" },
    angle: { about: "value without torque; default: the value at the start", unit: "theta", default: "theta" },
  },
  potential: "stiffness/2*(theta - angle)^2",
};

import type { ElementDefinition } from "../model/index.js";

/** `V = k/2 (angle - rest)²` at the second of three points; the angle is defined as in the element `angle`. */
export const angleSpring: ElementDefinition = {
  about: "A spring that resists bending at the second of three points.",
  on: ["a", "b", "c"],
  parameters: {
    stiffness: { about: "torque per radian", unit: "force*length" },
    angle: {
      about: "angle without torque, in radians; default: the angle at the start",
      unit: "radian",
      default: {
        plane: "atan2(cross(a - b, c - b), dot(a - b, c - b))",
        space: "atan2(norm(cross(a - b, c - b)), dot(a - b, c - b))",
      },
    },
    cosine: { derived: true, default: "cos(angle)" },
    sine: { derived: true, default: "sin(angle)" },
  },
  plane: {
    potential:
      "stiffness/2*atan2(cross(a - b, c - b)*cosine - dot(a - b, c - b)*sine, " +
      "dot(a - b, c - b)*cosine + cross(a - b, c - b)*sine)^2",
  },
  space: { potential: "stiffness/2*(atan2(norm(cross(a - b, c - b)), dot(a - b, c - b)) - angle)^2" },
};

import type { ElementDefinition } from "../model/index.js";

/**
 * The angle at b from the line b-a to the line b-c. In the plane it has a sign (positive if c lies counter-clockwise of
 * a), and the difference from the kept angle is taken on the circle, so that an angle of pi needs no special treatment. In
 * space it lies between 0 and pi, and is not differentiable at either end.
 */
export const angle: ElementDefinition = {
  about: "Keeps the angle at the second of three points: with a sign in the plane, between 0 and pi in space.",
  on: ["a", "b", "c"],
  parameters: {
    angle: {
      about: "angle that is kept, in radians; default: the angle at the start",
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
    constraint:
      "atan2(cross(a - b, c - b)*cosine - dot(a - b, c - b)*sine, dot(a - b, c - b)*cosine + cross(a - b, c - b)*sine)",
  },
  space: { constraint: "atan2(norm(cross(a - b, c - b)), dot(a - b, c - b)) - angle" },
};

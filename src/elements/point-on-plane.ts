import type { ElementDefinition } from "../model/index.js";

/** `g = n·(p - through)` with the unit normal n. */
export const pointOnPlane: ElementDefinition = {
  about: "Holds a point on a plane, given by its normal; in two dimensions the plane is a line.",
  on: ["p"],
  parameters: {
    through: { about: "a point of the plane; default: the origin", unit: "length", vector: true, default: "0*p" },
    normal: { about: "normal of the plane, of any length except 0", vector: true },
    unit: {
      derived: true,
      unit: "1",
      vector: true,
      default: "normal/norm(normal)",
      why: "The normal must not be zero.",
    },
  },
  draw: "plane",
  constraint: "dot(unit, p - through)",
};

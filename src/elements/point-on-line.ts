import type { ElementDefinition } from "../model/index.js";

/**
 * The distance of a point from a line: in the plane the signed distance; in space the components along two unit vectors
 * n1, n2 orthogonal to the line and to each other (Duff et al., "Building an orthonormal basis, revisited", JCGT 6(1),
 * 2017).
 */
export const pointOnLine: ElementDefinition = {
  about: "Holds a point on a straight line: a slider. One constraint in the plane, two in space.",
  on: ["p"],
  parameters: {
    through: { about: "a point of the line; default: the origin", unit: "length", vector: true, default: "0*p" },
    direction: { about: "direction of the line, of any length except 0", vector: true },
    unit: {
      derived: true,
      unit: "1",
      vector: true,
      default: "direction/norm(direction)",
      why: "The direction must not be zero.",
    },
    s: { derived: true, unit: "1", default: { space: "where(-z(unit), -1, 1)" } },
    n1: {
      derived: true,
      unit: "1",
      vector: true,
      default: { space: ["1 - s*x(unit)^2/(s + z(unit))", "-s*x(unit)*y(unit)/(s + z(unit))", "-s*x(unit)"] },
    },
    n2: {
      derived: true,
      unit: "1",
      vector: true,
      default: { space: ["-x(unit)*y(unit)/(s + z(unit))", "s - y(unit)^2/(s + z(unit))", "-y(unit)"] },
    },
  },
  draw: "guide",
  plane: { constraint: "cross(unit, p - through)" },
  space: { constraint: ["dot(n1, p - through)", "dot(n2, p - through)"] },
};

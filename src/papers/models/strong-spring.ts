import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

const text = (rod: string): string => `
taut: 1
name: A strong spring in the plane
parameters: { omega: 20, M: 1, r0: 1, rdot0: 0 }
points:
  a: { mass: 1, at: [r0, 0], velocity: [rdot0, 2*M/r0] }
elements:
  - rod: { between: [origin, a], length: 1, name: spring${rod} }
omega: omega
`;

/**
 * A strong spring in the plane (Ariel section 2.3, Sanz-Serna section 2 example 2): a unit mass on a rod of unit length, without
 * gravity. It starts on the x axis at r0 with radial velocity rdot0 and areal velocity M = r^2 phidot / 2.
 */
export const strongSpring: Model = validateModel(parseModelText(text("")), catalogue);

/** The same constraint manifold with another function: g = r^2 - 1 instead of r - 1. */
export const squaredSpring: Model = validateModel(parseModelText(text(", squared: true")), catalogue);

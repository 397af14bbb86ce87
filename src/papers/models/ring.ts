import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

/**
 * Gear problem 2: n pendula hang from a circle of radius 1, rods between neighbours keep their weights on one of radius 1/2, two
 * units lower. As in the paper the start is inconsistent: all weights but the last are at their rest positions and have the
 * velocity `u`; the last is at rest in the middle of the lower circle, or at its own rest position with `middle: 0`.
 */
export const ring: Model = validateModel(
  parseModelText(`
taut: 1
name: ring of pendula of Gear
parameters: { n: 7, u: 0.3, middle: 1, a: 2*pi*(n - 1)/n }
points:
  hook: { repeat: n, fixed: true, at: [cos(2*pi*i/n), sin(2*pi*i/n), 0] }
  bob: { repeat: n - 1, mass: 1, at: [cos(2*pi*i/n)/2, sin(2*pi*i/n)/2, -2], velocity: [u, 0, 0] }
  last: { mass: 1, at: [(1 - middle)*cos(a)/2, (1 - middle)*sin(a)/2, -2] }
elements:
  - rod: { repeat: n - 1, between: ["hook[i]", "bob[i]"], length: sqrt(4.25), name: pendulum }
  - rod: { between: ["hook[n-1]", last], length: sqrt(4.25), name: last_pendulum }
  - rod: { repeat: n - 2, between: ["bob[i]", "bob[i+1]"], length: sin(pi/n), name: link }
  - rod: { between: ["bob[n-2]", last], length: sin(pi/n), name: before_last }
  - rod: { between: [last, "bob[0]"], length: sin(pi/n), name: after_last }
  - gravity: [0, 0, -1]
`),
  catalogue,
);

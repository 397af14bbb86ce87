import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

/** Gear problem 1: a pendulum of unit length at rest, 30 degrees from the vertical; `stretch` moves its weight off the circle. */
export const pendulum: Model = validateModel(
  parseModelText(`
taut: 1
name: pendulum of Gear
parameters: { stretch: 0 }
points:
  bob: { mass: 1, at: [(1 + stretch)/2, -(1 + stretch)*sqrt(3)/2] }
elements:
  - rod: { between: [origin, bob], length: 1, name: rod }
  - gravity: [0, -1]
`),
  catalogue,
);

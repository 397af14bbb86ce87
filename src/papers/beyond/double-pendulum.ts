import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

/** The test problem of Ariel section 5.1 with its start as parameters, by default the point (31)-(32). */
export const doublePendulum: Model = validateModel(
  parseModelText(`
taut: 1
name: Double pendulum
parameters: { omega: 1000, x1: 1, y1: 0, x2: 2, y2: 0, u1: 0, v1: -0.5, u2: 0, v2: 0.5 }
points:
  a: { mass: 1, at: [x1, y1], velocity: [u1, v1] }
  b: { mass: 1, at: [x2, y2], velocity: [u2, v2] }
elements:
  - rod: { between: [origin, a], length: 1 }
  - rod: { between: [a, b], length: 1 }
omega: omega
`),
  catalogue,
);

/** Positions and velocities as parameters of the model. */
export function startAt([x1, y1, x2, y2, u1, v1, u2, v2]: readonly number[]): Readonly<Record<string, number>> {
  return { x1, y1, x2, y2, u1, v1, u2, v2 };
}

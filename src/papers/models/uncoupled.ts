import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

/** Ariel section 4.2: x'' = F(x, t), y'' = -omega^2 (y - cos t), with F = -sin x + t/4. The coordinates x and y are uncoupled. */
export const uncoupled: Model = validateModel(
  parseModelText(`
taut: 1
name: A slow coordinate beside a fast one
parameters: { omega: 100, t0: 0.7, rho0: 0.1, sigma0: -0.5 }
coordinates:
  x: { mass: 1, at: 1, velocity: 1 }
  y: { mass: 1, at: cos(t0) + rho0, velocity: -sin(t0) + sigma0 }
force: { x: t/4 - sin(x) }
constraints: { follow: y - cos(t) }
omega: omega
time: t0
`),
  catalogue,
);

import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

/**
 * Ariel section 2.2: q'' = -omega^2 (q - cos t). The start is (A cos t0 + rho0, -A sin t0 + sigma0). Without deviations rho0 and
 * sigma0 it lies on the slow solution (6) for the default A, and on the constraint manifold for A = 1.
 */
export const forcedOscillator: Model = validateModel(
  parseModelText(`
taut: 1
name: A coordinate that follows cos t
parameters: { omega: 10, t0: 0, A: omega^2/(omega^2 - 1), rho0: 0, sigma0: 0 }
coordinates:
  q: { mass: 1, at: A*cos(t0) + rho0, velocity: -A*sin(t0) + sigma0 }
constraints: { follow: q - cos(t) }
omega: omega
time: t0
`),
  catalogue,
);

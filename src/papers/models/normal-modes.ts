import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

/**
 * Sanz-Serna section 2 example 1 with d = 3, nu = 2: q'' = -S q, S with the eigenvectors (2, 3, 6)/7, (3, -6, 2)/7, (6, 2, -3)/7,
 * at an angle to all axes, and the eigenvalues (kappa1 omega)^2, (kappa2 omega)^2, kappa3^2. It starts with a_j of
 * eigenvector j in the position and b_j in the velocity.
 */
const text = `
taut: 1
name: A linear system with two fast modes
parameters: { omega: 100, kappa1: 1, kappa2: 2, kappa3: 1.5, a1: 0, a2: 0, a3: 1, b1: 0, b2: 0, b3: 0.5 }
coordinates:
  x: { mass: 1, at: (2*a1 + 3*a2 + 6*a3)/7, velocity: (2*b1 + 3*b2 + 6*b3)/7 }
  y: { mass: 1, at: (3*a1 - 6*a2 + 2*a3)/7, velocity: (3*b1 - 6*b2 + 2*b3)/7 }
  z: { mass: 1, at: (6*a1 + 2*a2 - 3*a3)/7, velocity: (6*b1 + 2*b2 - 3*b3)/7 }
potential: kappa3^2/2*((6*x + 2*y - 3*z)/7)^2
`;

const constraints = `
constraints: { fast1: kappa1*(2*x + 3*y + 6*z)/7, fast2: kappa2*(3*x - 6*y + 2*z)/7 }
omega: omega
`;

export const normalModes: Model = validateModel(parseModelText(text + constraints), catalogue);

/** The slow potential alone, which is the underlying system according to Sanz-Serna (9). */
export const slowPotential: Model = validateModel(parseModelText(text), catalogue);

/** Components along eigenvector j = 1, 2, 3 of vectors given as columns x, y, z. */
export function modes(x: ArrayLike<number>, y: ArrayLike<number>, z: ArrayLike<number>): readonly Float64Array[] {
  const along = (a: number, b: number, c: number) =>
    Float64Array.from(x, (xk, k) => (a * xk + b * y[k] + c * z[k]) / 7);
  return [along(2, 3, 6), along(3, -6, 2), along(6, 2, -3)];
}

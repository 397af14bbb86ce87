/** What Sanz-Serna prints in section 5, as data. No measurement uses this file. */

import { hostMath } from "../../math/index.js";

export const coupled = {
  /** (q1, q2), with psi = (sqrt(1 + 2 epsilon) - 1)/2. */
  solution: (t: number, epsilon: number): readonly [number, number] => {
    const psi = (Math.sqrt(1 + 2 * epsilon) - 1) / 2;
    return [hostMath.cos(psi * t) * hostMath.cos(t), hostMath.sin(psi * t) * hostMath.cos(t)];
  },
  /** psi is about epsilon/2, so the energy has moved to the second oscillator at epsilon t = pi. */
  exchange: Math.PI,
};

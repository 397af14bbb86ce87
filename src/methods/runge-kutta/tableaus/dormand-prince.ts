import type { Tableau } from "./tableau.js";

/**
 * J. R. Dormand, P. J. Prince, A family of embedded Runge–Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19. MATLAB's
 * ode45. Dense output of order 4: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6 (6.12).
 */
export const dormandPrinceTableau: Tableau = {
  name: "dopri5",
  about: "Dormand–Prince 5(4), error-controlled: the workhorse for tolerances from 1e-3 to 1e-7.",
  order: 5,
  c: [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1],
  a: [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  ],
  b: [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
  firstSameAsLast: true,
  // b - (5179/57600, 0, 7571/16695, 393/640, -92097/339200, 187/2100, 1/40)
  error: {
    order: 5,
    weights: [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40],
  },
  dense: {
    c: [],
    a: [],
    d: [
      [
        -12715105075 / 11282082432,
        0,
        87487479700 / 32700410799,
        -10690763975 / 1880347072,
        701980252875 / 199316789632,
        -1453857185 / 822651844,
        69997945 / 29380423,
      ],
    ],
  },
};

/**
 * Symmetric compositions of a symmetric method of order 2, as data: a step of h is s steps of gamma_i h, gamma_{s+1-i} =
 * gamma_i. Only the first half is listed, the middle one last. Order conditions (Hairer, Lubich, Wanner, Geometric Numerical
 * Integration, V.3.1) are in the test. The smaller the gammas, the smaller the error: Suzuki's five have an error constant
 * a hundredth of Yoshida's three.
 */

export interface Scheme {
  readonly name: string;
  readonly order: 4 | 6 | 8;
  /** gamma_1 … gamma_{(s+1)/2}. */
  readonly half: readonly number[];
}

/** For each order the first one is the best. */
export const schemes: readonly Scheme[] = [
  // M. Suzuki, Phys. Lett. A 146 (1990) 319: 1/(4 - 4^(1/3)), four times, and what is left
  { name: "suzuki", order: 4, half: [0.41449077179437573714, 0.41449077179437573714, -0.65796308717750294857] },
  // H. Yoshida, Phys. Lett. A 150 (1990) 262: 1/(2 - 2^(1/3)), twice, and what is left
  { name: "yoshida", order: 4, half: [1.35120719195965763405, -1.70241438391931526809] },
  // W. Kahan, R.-C. Li, Math. Comp. 66 (1997) 1089: s = 9
  {
    name: "kahan-li",
    order: 6,
    half: [
      0.39216144400731413928, 0.3325991367893594386, -0.70624617255763935981, 0.08221359629355080023,
      0.7985439909348299634,
    ],
  },
  // Yoshida's solution A: s = 7
  {
    name: "yoshida",
    order: 6,
    half: [0.78451361047755726382, 0.23557321335935813368, -1.17767998417887100695, 1.31518632068391121889],
  },
  // Kahan and Li: s = 17
  {
    name: "kahan-li",
    order: 8,
    half: [
      0.13020248308889008088, 0.56116298177510838456, -0.38947496264484728641, 0.1588419065551556009,
      -0.39590389413323757734, 0.18453964097831570709, 0.25837438768632204729, 0.29501172360931029887,
      -0.6055085338300345117,
    ],
  },
  // M. Suzuki, K. Umeno (1993); R. I. McLachlan, SIAM J. Sci. Comput. 16 (1995) 151: s = 15
  {
    name: "suzuki-umeno",
    order: 8,
    half: [
      0.74167036435061295345, -0.409100825800031594, 0.19075471029623837995, -0.57386247111608226666,
      0.29906418130365592384, 0.33462491824529818378, 0.31529309239676659663, -0.79688793935291635402,
    ],
  },
];

/** gamma_1 … gamma_s. */
export function gammas({ half }: Scheme): Float64Array {
  return Float64Array.from([...half, ...half.slice(0, -1).reverse()]);
}

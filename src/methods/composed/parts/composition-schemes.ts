/**
 * Symmetric compositions of a symmetric method of order 2, as data: a step of h is s steps of gamma_i h, gamma_{s+1-i}
 * = gamma_i. Only the first half is listed, with the middle one last. Order conditions (Hairer, Lubich, Wanner,
 * Geometric Numerical Integration, V.3.1) are in the test. The smaller the gammas, the smaller the error: the sum of
 * gamma_i^5, which leads it at order 4, is 0.07 for Suzuki's five and 5.3 for Yoshida's three.
 */

export interface Scheme {
  readonly name: string;
  readonly order: 4 | 6 | 8;
  /** gamma_1 … gamma_{(s+1)/2}. */
  readonly half: readonly number[];
}

/** For each order the best scheme comes first. */
export const schemes: readonly Scheme[] = [
  // M. Suzuki, Phys. Lett. A 146 (1990) 319: 1/(4 - 4^(1/3)) four times, and the remainder
  { name: "suzuki", order: 4, half: [0.4144907717943757, 0.4144907717943757, -0.657963087177503] },
  // H. Yoshida, Phys. Lett. A 150 (1990) 262: 1/(2 - 2^(1/3)) twice, and the remainder
  { name: "yoshida", order: 4, half: [1.3512071919596575, -1.7024143839193153] },
  // W. Kahan, R.-C. Li, Math. Comp. 66 (1997) 1089: s = 9
  {
    name: "kahan-li",
    order: 6,
    half: [0.3921614440073141, 0.33259913678935943, -0.7062461725576393, 0.0822135962935508, 0.79854399093483],
  },
  // Yoshida's solution A: s = 7
  {
    name: "yoshida",
    order: 6,
    half: [0.7845136104775573, 0.23557321335935813, -1.177679984178871, 1.3151863206839112],
  },
  // Kahan and Li: s = 17
  {
    name: "kahan-li",
    order: 8,
    half: [
      0.13020248308889007, 0.5611629817751084, -0.38947496264484727, 0.1588419065551556, -0.39590389413323757,
      0.1845396409783157, 0.25837438768632204, 0.2950117236093103, -0.6055085338300346,
    ],
  },
  // M. Suzuki, K. Umeno (1993); R. I. McLachlan, SIAM J. Sci. Comput. 16 (1995) 151: s = 15
  {
    name: "suzuki-umeno",
    order: 8,
    half: [
      0.741670364350613, -0.4091008258000316, 0.1907547102962384, -0.5738624711160822, 0.2990641813036559,
      0.33462491824529816, 0.3152930923967666, -0.7968879393529164,
    ],
  },
];

/** gamma_1 … gamma_s. */
export function gammas({ half }: Scheme): Float64Array {
  return Float64Array.from([...half, ...half.slice(0, -1).reverse()]);
}

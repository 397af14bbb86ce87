/**
 * Gauss collocation with 1, 2 and 3 stages as data. `a` and `c` as usual; y_1 = y_0 + sum_i d_i Z_i with d = b A^-1. A
 * is also given by its spectrum, A = sum_k lambda_k v_k w_k^T, along which Newton's matrix splits. Complex eigenvalues
 * come in pairs, and the one with a positive imaginary part of 1 / lambda represents both.
 */

/** An eigenvalue of A: 1 / lambda, weights w of the residuals and v of the solution. */
export interface RealMode {
  readonly inverse: number;
  readonly w: readonly number[];
  readonly v: readonly number[];
}

export interface ComplexMode {
  readonly inverse: readonly [number, number];
  readonly w: readonly (readonly [number, number])[];
  readonly v: readonly (readonly [number, number])[];
}

export interface GaussTable {
  readonly name: string;
  /** One sentence that says what the method is and when to use it. */
  readonly about: string;
  readonly order: number;
  readonly c: readonly number[];
  readonly a: readonly (readonly number[])[];
  readonly d: readonly number[];
  readonly real?: RealMode;
  readonly complex?: ComplexMode;
}

const root3 = Math.sqrt(3);
const root15 = Math.sqrt(15);

export const midpointTable: GaussTable = {
  name: "implicit-midpoint",
  about: "Implicit midpoint rule, order 2: symplectic, keeps quadratic invariants, with a fixed step.",
  order: 2,
  c: [1 / 2],
  a: [[1 / 2]],
  d: [2],
  real: { inverse: 2, w: [1], v: [1] },
};

export const gauss4Table: GaussTable = {
  name: "gauss4",
  about: "Gauss collocation of order 4: symplectic, keeps quadratic invariants, with a fixed step.",
  order: 4,
  c: [1 / 2 - root3 / 6, 1 / 2 + root3 / 6],
  a: [
    [1 / 4, 1 / 4 - root3 / 6],
    [1 / 4 + root3 / 6, 1 / 4],
  ],
  d: [-root3, root3],
  complex: {
    inverse: [3, root3],
    w: [
      [1 / 2, 0],
      [0, -(2 - root3) / 2],
    ],
    v: [
      [1, 0],
      [0, 2 + root3],
    ],
  },
};

export const gauss6Table: GaussTable = {
  name: "gauss6",
  about: "Gauss collocation of order 6: symplectic, keeps quadratic invariants, with a fixed step.",
  order: 6,
  c: [1 / 2 - root15 / 10, 1 / 2, 1 / 2 + root15 / 10],
  a: [
    [5 / 36, 2 / 9 - root15 / 15, 5 / 36 - root15 / 30],
    [5 / 36 + root15 / 24, 2 / 9, 5 / 36 - root15 / 24],
    [5 / 36 + root15 / 30, 2 / 9 + root15 / 15, 5 / 36],
  ],
  d: [5 / 3, -4 / 3, 5 / 3],
  // 1 / lambda are the zeros of z^3 - 12 z^2 + 60 z - 120
  real: {
    inverse: 4.6443707092521712,
    w: [0.43231211378385839, 0.082196421283245764, 0.031192119675403813],
    v: [1, 1.646978911232442, 13.859658089371629],
  },
  complex: {
    inverse: [3.6778146453739144, 3.5087619195674433],
    w: [
      [0.28384394310807081, -0.12886760063671625],
      [-0.041098210641622882, -0.15454601514492459],
      [-0.015596059837701906, 0.027663137569708933],
    ],
    v: [
      [1, 0],
      [-2.2522973663411662, 2.1983531692861913],
      [-7.9244800666703959, -5.7930260948085752],
    ],
  },
};
